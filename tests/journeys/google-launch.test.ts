import { googleChecks } from '@tablewire/contracts/google/google-launch'
import { looks, noFindings, noSideways, signIn, wear } from './frame.ts'
import { expect, test } from './server.ts'

test('GO1: the launch room of an account is walked through by keyboard, and leads to the Google tab of a restaurant', async ({
  page,
  product,
}) => {
  await signIn(page, '/google-accounts', product.adminEmail)
  await page.getByRole('button', { name: 'Open: Reserve with Google' }).click()
  const tabs = page.getByRole('tablist', { name: 'Parts of the account' })
  await tabs.getByRole('tab', { name: 'Launch room' }).click()
  const checks = page.getByRole('list', { name: 'What Google wants to see' })
  await expect(checks.getByRole('listitem')).toHaveCount(googleChecks.length)
  await expect(checks.getByRole('listitem').filter({ hasText: 'Bookings made by Google' })).toContainText('Google wants at least 10')
  await expect(page.getByRole('list', { name: 'Feeds, day by day' }).getByRole('listitem')).toHaveCount(7)
  await noFindings(page)
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 })
    await wear(page, colorScheme)
    await noSideways(page)
    await noFindings(page)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await tabs.getByRole('tab', { name: 'Launch room' }).focus()
  await page.keyboard.press('ArrowRight')
  const restaurants = page.getByRole('list', { name: 'Restaurants at Google' })
  await expect(restaurants.getByRole('listitem').first()).toBeVisible()
  await noFindings(page)
  await page.getByRole('searchbox', { name: 'Find a restaurant' }).fill('no such house')
  await expect(page.getByText('No restaurant like that')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a restaurant' }).fill('')
  await tabs.getByRole('tab', { name: 'Restaurants' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'What Google shows, against the book' })).toBeVisible()
  await noFindings(page)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await restaurants.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'At Google' })).toBeVisible()
  await expect(page.getByText('Last lookup')).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Guests' }).fill('4')
  await expect(page.getByText('Google had not been told of that day by then', { exact: false })).toBeVisible()
  await expect(page.getByText('by the restaurant’s clock', { exact: false }).first()).toBeVisible()
  // What is no question has no answer, and says at its field what is wrong.
  await page.getByRole('spinbutton', { name: 'Guests' }).fill('0')
  await expect(page.getByText('Enter a whole number from 1 to 100.')).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Guests' })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Google had not been told of that day by then', { exact: false })).toBeHidden()
  await noFindings(page)
  await page.getByRole('spinbutton', { name: 'Guests' }).fill('2')
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 })
    await wear(page, colorScheme)
    await noSideways(page)
    await noFindings(page)
  }
})
