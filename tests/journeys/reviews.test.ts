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
  await page.goto(`/reviews?venue=${dinner.venueId}&flagged=true&label=Kitchen`)
  await expect(row).toBeVisible()
  await page.goto(`/reviews?venue=${dinner.venueId}&label=Nothing`)
  await expect(page.getByText('No review fits these filters')).toBeVisible()
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
