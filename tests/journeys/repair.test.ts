import type { Page } from '@playwright/test'
import { aDinner, type Dinner, signIn } from './a-dinner.ts'
import { byApi, type Call } from './by-api.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, test } from './server.ts'

type Seat = { reservationId: string; tableIds: string[]; name: string; version: number; until: string | null }
type Booked = { id: string; serviceOn: string; status: string; version: number }

/** Where it is evening just now, so that who sits and who comes next are of one service day. */
const zones = [
  'Pacific/Honolulu',
  'America/Phoenix',
  'America/Lima',
  'America/Sao_Paulo',
  'Atlantic/Reykjavik',
  'Asia/Dubai',
  'Asia/Bangkok',
  'Australia/Brisbane',
  'Pacific/Tarawa',
]
const hourIn = (timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date()))

/** Jo sits at T1 and sat down a little late; Kim comes to T1 when Jo should have left. T2 is free. */
const anOverrun = async (call: Call, { venueId }: Dinner) => {
  await call('PUT', `/venues/${venueId}`, { timezone: zones.find((zone) => hourIn(zone) >= 17 && hourIn(zone) <= 20) })
  const areas = await call<{ id: string }[]>('GET', `/v1/venues/${venueId}/areas`)
  const all = ['T1', 'T2'].map((name) => ({
    id: crypto.randomUUID(),
    name,
    areaId: areas[0]!.id,
    minCovers: 1,
    maxCovers: 4,
    online: true,
  }))
  await call('PUT', `/v1/venues/${venueId}/tables`, { on: true, tables: all, joins: [], chains: [], version: 0 })
  const start = Math.floor(Date.now() / 60_000) * 60_000 - 300_000
  const book = (startMs: number, firstName: string, lastName: string) =>
    call<Booked>('POST', '/v1/reservations', {
      venueId,
      partySize: 2,
      override: true,
      guest: { firstName, lastName },
      startsAt: new Date(startMs).toISOString(),
    })
  const jo = await book(start, 'Jo', 'Tanaka')
  const kim = await book(start + 7_200_000, 'Kim', 'Osei')
  const seatOf = async (id: string) => {
    const { seats } = await call<{ seats: Seat[] }>('GET', `/v1/venues/${venueId}/table-day?date=${jo.serviceOn}`)
    return seats.find(({ reservationId }) => reservationId === id)
  }
  const give = async (id: string, locked = false) =>
    call('PUT', `/v1/reservations/${id}/tables`, { tableIds: [all[0]!.id], locked, version: (await seatOf(id))?.version ?? 0 })
  // Whoever books may be given a table at once.
  await give(jo.id)
  await give(kim.id)
  await call('POST', `/v1/reservations/${jo.id}/seat`, {})
  return { jo, kim, date: jo.serviceOn, seatOf, lock: () => give(kim.id, true), tableOf: async (id: string) => (await seatOf(id))?.name }
}
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Jo Tanaka sits longer' })

test('RE5: who sits longer is written down with who moves for it, and one undo takes back both', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  const evening = await anOverrun(await byApi(product), dinner)
  const { jo, kim, seatOf, tableOf } = evening
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${evening.date}&view=timeline`)
  await expect(page.getByText(/^Jo Tanaka sits past the time at T1; Kim Osei comes at/)).toBeVisible()
  await noFindings(page)
  await page.getByRole('button', { name: 'Who moves?' }).click()
  const untils = dialog(page).getByRole('group', { name: 'Until when' }).getByRole('button')
  await untils.nth(2).click()
  await expect(untils.nth(2)).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog(page).getByRole('listitem')).toHaveText(/Kim Osei \(2\).*T1.*T2/)
  await noFindings(page)
  await dialog(page).getByRole('button', { name: 'Move 1 party' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText(/^Jo Tanaka stays until .*; 1 party has another table$/)).toBeVisible()
  expect(await tableOf(kim.id)).toBe('T2')
  expect(Date.parse((await seatOf(jo.id))!.until!)).toBeGreaterThan(Date.now() + 7_200_000)
  await expect(page.getByRole('button', { name: 'Who moves?' })).toBeHidden()
  // The line that led there is gone: the keys go on at who moved.
  await expect(page.getByRole('button', { name: /Kim Osei/ }).first()).toBeFocused()
  await page.keyboard.press('u')
  await expect.poll(() => tableOf(kim.id)).toBe('T1')
  expect((await seatOf(jo.id))!.until).toBeNull()
  await expect(page.getByRole('button', { name: 'Who moves?' })).toBeVisible()
})

test('RE5: a party that is to keep its table is given another by hand where the repair is asked for, from service and room as well', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const dinner = await aDinner(product)
  const evening = await anOverrun(await byApi(product), dinner)
  const { jo, kim, seatOf, tableOf } = evening
  await evening.lock()
  const at = `/reservations?venue=${dinner.venueId}&date=${evening.date}`
  await signIn(page, product, `${at}&view=day&phase=service`)
  await expect(page.getByText(/^T1: Kim Osei comes at/)).toBeVisible()
  await page.getByRole('button', { name: '1 Seated' }).click()
  await page.getByRole('button', { name: 'What can be done with Jo Tanaka' }).click()
  await page.getByRole('menuitem', { name: 'Sits longer: who moves?' }).click()
  await expect(dialog(page)).toContainText('is to keep table T1')
  await noSideways(page)
  await noFindings(page)
  await dialog(page).getByRole('button', { name: 'Give Kim Osei table T2 (seats 4)' }).click()
  await expect.poll(() => tableOf(kim.id)).toBe('T2')
  await dialog(page)
    .getByRole('button', { name: /^Note: stays until/ })
    .click()
  await expect(dialog(page)).toBeHidden()
  expect((await seatOf(jo.id))!.until).not.toBeNull()

  // Both are taken back one after the other, also to where Jo sits past the time.
  await page.keyboard.press('u')
  await expect.poll(async () => (await seatOf(jo.id))!.until).toBeNull()
  await page.keyboard.press('u')
  await expect.poll(() => tableOf(kim.id)).toBe('T1')
  await page.goto(`${product.url}${at}&view=day&phase=service&room=all`)
  await expect(page.getByRole('button', { name: /^Table T1.*Kim Osei comes to this table at/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Who moves?' })).toBeVisible()
})
