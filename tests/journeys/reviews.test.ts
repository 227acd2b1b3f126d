import type { Page } from '@playwright/test'
import { aDinner, signIn as signInAdmin } from './a-dinner.ts'
import { aGuide } from './a-guide.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, test } from './server.ts'

const panel = (page: Page) => page.getByLabel('Review', { exact: true })

test('LI2, SE3: a two-star review shows in the open inbox and at the bell, is flagged, given away and talked of', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  const guide = await aGuide(product, dinner.venueId)
  await signInAdmin(page, product, `/reviews?venue=${dinner.venueId}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await guide.bring({ text: '<img src=x onerror=alert(1)> cold soup', author: 'Noa' })
  const row = page.getByRole('row', { name: /cold soup/ })
  await expect(row).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible()
  await row.click()
  await expect(panel(page).getByText('<img src=x onerror=alert(1)> cold soup')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Flag', exact: true }).click()
  await expect(panel(page).getByRole('button', { name: 'Flagged' })).toHaveAttribute('aria-pressed', 'true')
  await panel(page).getByLabel('Add a label').fill('Kitchen')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('button', { name: 'Remove the label Kitchen' })).toBeVisible()
  await panel(page).getByLabel('Assigned to').selectOption({ index: 1 })
  await panel(page).getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText(/^Assigned to /).first()).toBeVisible()
  const comment = panel(page).getByLabel('Your comment')
  await comment.fill('@')
  await panel(page).getByRole('group', { name: 'Mention a colleague' }).getByRole('button').first().click()
  await comment.press('End')
  await comment.pressSequentially('who was on the soup?')
  await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(panel(page).getByText(/who was on the soup\?/)).toBeVisible()
  await expect(comment).toHaveValue('')
  await noFindings(page)
  const quick = page.getByRole('group', { name: 'Quick filters' })
  await page.goto(`/reviews?venue=${dinner.venueId}`)
  await quick.getByRole('button', { name: 'Flagged 1' }).click()
  await expect(page).toHaveURL(/flagged=true/)
  // On a phone a row keeps its height, whatever it is marked with.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row).toBeVisible()
  expect(await row.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0)
  await noSideways(page)
  await page.setViewportSize({ width: 1360, height: 850 })
  await page.goto(`/reviews?venue=${dinner.venueId}&flagged=true&label=Kitchen`)
  await expect(row).toBeVisible()
  await page.goto(`/reviews?venue=${dinner.venueId}&label=Nothing`)
  await expect(page.getByText('No review fits these filters')).toBeVisible()
})

test('LI2: the inbox is filtered by language and days, and sources are called by their names', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const guide = await aGuide(product, dinner.venueId)
  await guide.bring({ text: 'Zu laut', language: 'de', source: 'tripadvisor', publishedAt: '2026-03-02T10:00:00Z' })
  await guide.bring({ text: 'Trop bruyant', language: 'fr', source: 'thefork', publishedAt: '2026-04-02T10:00:00Z' })
  await page.setViewportSize({ width: 1600, height: 900 })
  await signInAdmin(page, product, `/reviews?venue=${dinner.venueId}`)
  const [german, french] = [page.getByRole('row', { name: /Zu laut/ }), page.getByRole('row', { name: /Trop bruyant/ })]
  await expect(german).toContainText('Tripadvisor')
  await expect(french).toContainText('TheFork')
  await expect(german).toContainText('German')
  await page.getByLabel('Language', { exact: true }).selectOption('fr')
  await expect(german).toHaveCount(0)
  await expect(french).toBeVisible()
  await page.getByLabel('Language', { exact: true }).selectOption('')
  await page.getByLabel('To', { exact: true }).fill('2026-03-31')
  await expect(french).toHaveCount(0)
  await expect(german).toBeVisible()
  await expect(page).toHaveURL(/to=2026-03-31/)
  await noFindings(page)
})

test('LI2: the evening stands beside a review once it is tied to a booking by hand', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const guide = await aGuide(product, dinner.venueId)
  await dinner.book('19:30', { firstName: 'Ana', lastName: 'Evening', email: 'ana@evening.test' })
  await guide.bring({ text: 'We waited long', visitedOn: dinner.date })
  await signInAdmin(page, product, `/reviews?venue=${dinner.venueId}`)
  await page.getByRole('row', { name: /We waited long/ }).click()
  await panel(page).getByRole('button', { name: 'Tie to a booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tie to a booking' })
  const booking = dialog.getByLabel('Booking', { exact: true })
  await booking.selectOption((await booking.locator('option', { hasText: 'Ana Evening' }).getAttribute('value'))!)
  await noFindings(page)
  await dialog.getByRole('button', { name: 'Tie', exact: true }).click()
  await expect(panel(page).getByText('Ana Evening')).toBeVisible()
  await expect(panel(page).getByRole('link', { name: 'The booking' })).toBeVisible()
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByText('Ana Evening')).toBeVisible()
    await noSideways(page)
    await noFindings(page)
  }
})
