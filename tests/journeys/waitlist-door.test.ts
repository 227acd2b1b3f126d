import { aDinner, type Dinner, signIn, tonight } from './a-dinner.ts'
import { byApi, type Call } from './by-api.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, test } from './server.ts'

type Book = { openingHours: object[]; shifts: object[]; areas: { id: string; capacity: number }[] }
const everyDay = [1, 2, 3, 4, 5, 6, 7]
/** From when a day begins for those who work in the house until then. */
const allDay = { from: '05:00', to: '04:59' }

/** The house is open at whatever hour this runs, seats so many in its main room, and works with tables of two, given by hand. */
const openNow = async (call: Call, { venueId }: Dinner, covers: number) => {
  const book = await call<Book>('GET', `/v1/venues/${venueId}/book`)
  const [main, terrace] = book.areas
  await call('PUT', `/v1/venues/${venueId}/book`, {
    ...book,
    openingHours: everyDay.map((day) => ({ day, ...allDay })),
    shifts: book.shifts.map((shift) => ({
      ...shift,
      ...allDay,
      lastSeating: '04:45',
      pacing: { covers: null, parties: null },
    })),
    areas: [
      { ...main, capacity: covers },
      { ...terrace, capacity: 2 },
    ],
  })
  const table = (name: string, areaId: string) => ({ id: crypto.randomUUID(), name, areaId, minCovers: 1, maxCovers: 2, online: true })
  const all = [table('T2', terrace!.id)]
  await call('PUT', `/v1/venues/${venueId}/tables`, { on: true, decides: false, tables: all, joins: [], chains: [], version: 0 })
}

type Row = { status: string; areaName: string | null; startsLocal: string }
const bookingsOf = async (call: Call, { venueId }: Dinner): Promise<Row[]> =>
  (await call<{ data: Row[] } | Row[]>('GET', `/v1/reservations?venueId=${venueId}`).then((all) =>
    Array.isArray(all) ? all : all.data,
  )) ?? []

test('RE5: who waits at the door is seated at a table, with a way back that leaves no trace; beyond the limits only when said so', async ({
  page,
  product,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  const call = await byApi(product)
  await openNow(call, dinner, 2)
  const add = (lastName: string, quotedMinutes: number) =>
    call('POST', `/v1/venues/${dinner.venueId}/waitlist`, { kind: 'door', partySize: 2, lastName, quotedMinutes })
  await add('Alba', 20)
  await add('Berg', 30)
  await add('Costa', 40)
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${tonight()}&view=day&phase=service`)
  const lane = page.getByRole('region', { name: 'Waiting', exact: true })
  const names = lane.getByRole('listitem')
  await expect(names).toHaveText([/Alba.*told 20 min/, /Berg.*told 30 min/, /Costa.*told 40 min/])
  await noFindings(page)

  // The room that has the table, its table, and the way back to the first place.
  await lane.getByRole('button', { name: /^Seat.*Alba$/ }).click()
  const seated = page.getByRole('region', { name: 'Seated', exact: true })
  await expect(page.getByText(/Alba is seated at table T2/)).toBeVisible()
  await expect(seated.getByRole('listitem')).toHaveText([/Alba.*T2/])
  await expect(names).toHaveText([/Berg/, /Costa/])
  await page.keyboard.press('u')
  await expect(page.getByText('Alba is back on the waitlist')).toBeVisible()
  await expect(names).toHaveText([/Alba.*told 20 min/, /Berg/, /Costa/])
  await expect(seated.getByRole('listitem')).toHaveCount(0)
  expect(await bookingsOf(call, dinner)).toEqual([])

  // Two sit on the terrace and two inside; the third party is one too many.
  await lane.getByRole('button', { name: /^Seat.*Alba$/ }).click()
  await expect(seated.getByRole('listitem')).toHaveText([/Alba.*T2/])
  await lane.getByRole('button', { name: /^Seat.*Berg$/ }).click()
  await expect(seated.getByRole('listitem')).toHaveCount(2)
  await lane.getByRole('button', { name: /^Seat.*Costa$/ }).click()
  const refused = lane.getByRole('alert')
  await expect(refused).toBeVisible()
  await expect(names).toHaveText([/Costa/])
  await noFindings(page)
  await refused.getByRole('button', { name: 'Book anyway' }).click()
  await expect(names).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(names).toHaveText([/Costa/])

  // What else can be done is at hand, and is taken back as well.
  await lane.getByRole('button', { name: 'What can be done with Costa' }).click()
  await page.getByRole('menuitem', { name: 'Take off the list' }).click()
  await expect(names).toHaveCount(0)
  await page.getByRole('status').filter({ hasText: 'Costa is taken off the waitlist' }).getByRole('button', { name: 'Undo' }).click()
  await expect(names).toHaveText([/Costa.*told 40 min/])
  expect((await bookingsOf(call, dinner)).map(({ status }) => status)).toEqual(['seated', 'seated'])
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
  }
})
