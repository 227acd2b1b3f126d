import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import type { Page } from '@playwright/test'
import { byApi, type Call } from './by-api.ts'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

test.use({ baseURL: async ({ hub }, use) => use(hub.url) })

type Book = { openingHours: object[]; shifts: { id: string }[]; areas: { capacity: number }[] }
const days = [1, 2, 3, 4, 5, 6, 7]
const allDay = { from: '06:00', to: '05:59' }
/** The house seats guests whenever this runs, has room, and somebody waits there already. */
const openNow = async (call: Call, venueId: string): Promise<void> => {
  const book = await call<Book>('GET', `/v1/venues/${venueId}/book`)
  const [shift] = book.shifts
  await call('PUT', `/v1/venues/${venueId}/book`, {
    ...book,
    openingHours: days.map((day) => ({ day, ...allDay })),
    shifts: [{ ...shift, ...allDay, days, lastSeating: null }],
  })
  await call('POST', `/v1/venues/${venueId}/waitlist`, { kind: 'door', partySize: 2, lastName: 'Walker', quotedMinutes: 15 })
}
/** The evening that is being worked there. */
const tonightIn = (timeZone: string): string =>
  new Date(Date.now() - nightMinutes * 60_000).toLocaleDateString('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

/** Google waits some seconds for an answer: where a busy machine takes longer, a person asks for the page once more. */
const seen = (page: Page, path: string, text: string | RegExp): Promise<void> =>
  expect(async () => {
    await page.goto(path)
    await expect(page.getByText(text)).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 120_000 })
const widths = [
  [390, 'light'],
  [820, 'dark'],
  [1440, 'light'],
] as const
const readsWell = async (page: Page): Promise<void> => {
  for (const [width, colorScheme] of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await noFindings(page)
    await noSideways(page)
  }
}

test('GO1: a guest joins tonight’s waitlist on the map by the keyboard, the portal shows him, and he is told how it stands and leaves', async ({
  page: host,
  browser,
  hub,
}) => {
  test.slow()
  const guest = await (await browser.newContext({ baseURL: hub.googleUrl })).newPage()
  const noise: string[] = []
  guest.on('console', (message) => void (message.type() === 'error' && noise.push(message.text())))
  guest.on('pageerror', (error) => void noise.push(error.message))
  await seen(guest, '/?q=Juniper', 'Juniper & Ash')
  const place = (await guest.getByRole('link', { name: 'Juniper & Ash' }).getAttribute('href'))!
  const venueId = place.split('/').at(-1)!
  const call = await byApi(hub)
  await openNow(call, venueId)
  await signIn(host, `/reservations?venue=${venueId}&date=${tonightIn('America/New_York')}&view=waitlist`, hub.adminEmail)
  const row = host.locator('[data-wait]').filter({ hasText: 'Quintanilla' })
  await expect(host.locator('[data-wait]').filter({ hasText: 'Walker' })).toBeVisible()

  await seen(guest, place, /2 people: .*1 party before you/)
  await readsWell(guest)
  await guest.getByRole('link', { name: 'Join the waitlist' }).press('Enter')
  await guest.getByLabel('First name').fill('Ana')
  await guest.getByLabel('Last name').fill('  ')
  await guest.getByLabel('Phone').fill('abc')
  await guest.getByLabel('Special request').fill('A pram <b>please</b>')
  await guest.getByRole('button', { name: 'Join the waitlist' }).press('Enter')
  await expect(guest.getByLabel('Last name')).toHaveAccessibleDescription('Please write your last name.')
  await expect(guest.getByLabel('Last name')).toBeFocused()
  await expect(guest.getByLabel('Phone')).toHaveAccessibleDescription(/This is no phone number/)
  await expect(guest.getByLabel('Phone')).toHaveValue('abc')
  await expect(guest.getByLabel('First name')).toHaveValue('Ana')
  await expect(guest.getByLabel('Special request')).toHaveValue('A pram <b>please</b>')
  await expect(row).toHaveCount(0)
  await readsWell(guest)
  await guest.getByLabel('Last name').fill('Quintanilla')
  await guest.getByLabel('Phone').fill('+34 600 111 222')
  await guest.getByRole('button', { name: 'Join the waitlist' }).press('Enter')
  await expect(guest.getByText('You are on the list')).toBeVisible()
  const own = new URL(guest.url()).pathname
  await readsWell(guest)
  // Without a reload, and with where he came from.
  await expect(row).toContainText('Ana Quintanilla')
  await expect(row).toContainText('Google')
  await seen(guest, '/bookings', '2 people: You are on the list')
  await readsWell(guest)

  await row.getByRole('button', { name: 'Table is ready' }).click()
  await seen(guest, own, 'Your table is ready')
  await guest.getByRole('button', { name: 'Leave the waitlist' }).press('Enter')
  await expect(guest.getByText('You are off the list')).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Leave the waitlist' })).toHaveCount(0)
  await expect(row.getByRole('button', { name: 'Seat' })).toHaveCount(0)

  // The house closes its list: Google is told, and offers it no more.
  await call('PUT', `/v1/venues/${venueId}/waitlist-settings`, { open: false, offerMinutes: 10 })
  await expect(async () => {
    await guest.goto(place)
    await expect(guest.getByRole('heading', { name: 'Juniper & Ash' })).toBeVisible()
    expect(await guest.getByText('Waitlist of tonight').count()).toBe(0)
  }).toPass({ timeout: 120_000 })
  // The pages that refused an entry say so by their status as well, which a browser notes.
  expect(noise.filter((text) => !text.includes('422'))).toEqual([])
  await guest.context().close()
})
