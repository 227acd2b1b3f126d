import type { Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

test.use({ baseURL: async ({ hub }, use) => use(hub.url) })

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Google waits a second and a half for an answer: where a busy machine takes longer, a person asks for the page once more. */
const chooseTime = async (page: Page, which: 'first' | 'last'): Promise<void> => {
  const place = page.url()
  await expect(async () => {
    await page.goto(place)
    const times = page.getByRole('link', { name: /^\d\d:\d\d$/ })
    await times[which]().press('Enter', { timeout: 3000 })
    await expect(page.getByLabel('First name')).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 120_000 })
}

test('GO1: a guest books on the map of Google by the keyboard, and the portal shows it within a second; a cancel as well', async ({
  page,
  browser,
  hub,
}) => {
  test.slow()
  const date = dayAhead(6)
  const guest = await (await browser.newContext({ baseURL: hub.googleUrl })).newPage()
  await expect(async () => {
    await guest.goto('/')
    await expect(guest.getByRole('link', { name: 'Brasserie Luménaire' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await guest.getByRole('link', { name: 'Brasserie Luménaire' }).focus()
  await guest.keyboard.press('Enter')
  await guest.waitForURL(/\/places\//)
  const venueId = new URL(guest.url()).pathname.split('/').at(-1)!
  await guest.getByLabel('Day').fill(date)
  await guest.keyboard.press('Enter')
  await guest.waitForURL(/date=/)
  await signIn(page, `/reservations?venue=${venueId}&date=${date}`, hub.adminEmail)
  const row = page.getByRole('row').filter({ hasText: 'Quintanilla' })
  await expect(row).toHaveCount(0)

  await chooseTime(guest, 'last')
  await guest.getByLabel('First name').fill('Ana')
  await guest.getByLabel('Last name').fill('Quintanilla')
  await guest.getByLabel('E-mail').fill('ana.quintanilla@example.test')
  await guest.getByLabel('Phone').fill('+34 600 111 222')
  await guest.getByLabel('Special request').fill('By the window <b>please</b>')
  await guest.getByRole('button', { name: 'Book' }).press('Enter')
  await expect(guest.getByText('Confirmed')).toBeVisible()
  const bookedMs = Date.now()
  await expect(row).toContainText('Confirmed')
  expect(Date.now() - bookedMs).toBeLessThan(process.env['CI'] ? 10_000 : 3000)
  await guest.getByRole('button', { name: 'Cancel the booking' }).press('Enter')
  await expect(guest.getByText('Canceled')).toBeVisible()
  await expect(row.filter({ hasText: 'Confirmed' })).toHaveCount(0)
  await guest.context().close()
})

test('GO1: the map reads well at three widths, light and dark, without a finding', async ({ browser, hub }) => {
  for (const [width, colorScheme] of [
    [390, 'light'],
    [820, 'dark'],
    [1440, 'light'],
  ] as const) {
    const page = await (await browser.newContext({ baseURL: hub.googleUrl, viewport: { width, height: 900 }, colorScheme })).newPage()
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Bar Tramontana' })).toBeVisible()
    await noFindings(page)
    await noSideways(page)
    await page.getByRole('link', { name: 'Bar Tramontana' }).click()
    await page.getByLabel('Day').fill(dayAhead(5))
    await page.getByRole('button', { name: 'Show times' }).click()
    await noFindings(page)
    await noSideways(page)
    await page.waitForURL(/date=/)
    await chooseTime(page, 'first')
    await noFindings(page)
    await noSideways(page)
    for (const path of ['/bookings', '/partner', '/places/nowhere']) {
      await page.goto(path)
      expect(await axeFindings(page)).toEqual([])
      await noSideways(page)
    }
    await page.context().close()
  }
})
