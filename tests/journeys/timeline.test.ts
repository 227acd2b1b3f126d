import type { Page } from '@playwright/test'
import { aDinner, type Dinner, signIn } from './a-dinner.ts'
import { byApi, type Call } from './by-api.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, test } from './server.ts'

const guest = (firstName: string, lastName: string) => ({ firstName, lastName })
const addressOf = ({ venueId, date }: Dinner) => `/reservations?venue=${venueId}&date=${date}&view=timeline`
const line = (page: Page, table: string) => page.getByRole('region', { name: new RegExp(`^Table ${table},`) })
const lane = (page: Page) => page.getByRole('region', { name: 'Without a table' })
const bar = (page: Page, name: string) => page.locator('.bar:not(.copy)').getByRole('button', { name: new RegExp(` ${name}`) })

type Seat = { reservationId: string; tableIds: string[]; name: string; locked: boolean; version: number }
const withTables = async (call: Call, { venueId, date }: Dinner) => {
  const areas = await call<{ id: string }[]>('GET', `/v1/venues/${venueId}/areas`)
  const [areaId] = areas.map(({ id }) => id)
  const all = [2, 4, 4, 8].map((maxCovers, n) => ({
    id: crypto.randomUUID(),
    name: `T${n + 1}`,
    areaId,
    minCovers: 1,
    maxCovers,
    online: true,
  }))
  const ids = Object.fromEntries(all.map(({ id, name }) => [name, id]))
  const joins = [[ids['T2'], ids['T3']]]
  await call('PUT', `/v1/venues/${venueId}/tables`, { on: true, tables: all, joins, chains: [], version: 0 })
  const seatOf = async (id: string) =>
    (await call<{ seats: Seat[] }>('GET', `/v1/venues/${venueId}/table-day?date=${date}`)).seats.find((one) => one.reservationId === id)
  return {
    seatOf,
    tableOf: async (id: string) => (await seatOf(id))?.name ?? '',
    give: async (id: string, table: string, locked = false) =>
      call('PUT', `/v1/reservations/${id}/tables`, { tableIds: [ids[table]], locked, version: (await seatOf(id))?.version ?? 0 }),
  }
}

/** Lets a party go over the middle of a table's name, at the time it has. */
const carry = async (page: Page, name: string, table: string, quarters = 0): Promise<void> => {
  const from = (await bar(page, name).boundingBox())!
  const to = (await line(page, table).boundingBox())!
  const quarter = await page
    .locator('.line')
    .first()
    .evaluate((one) => Number.parseFloat(getComputedStyle(one).getPropertyValue('--q')))
  const [x, y] = [from.x + 20, from.y + from.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 12, { steps: 3 })
  await page.mouse.move(x + quarters * quarter, to.y + to.height / 2, { steps: 8 })
}

test('RE5: parties go from the lane to a table, to another table and time, by hand and by keys, and one undo takes back both', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  const house = await withTables(await byApi(product), dinner)
  const ana = await dinner.book('19:00', guest('Ana', 'Ferreira'))
  const bo = await dinner.book('19:30', guest('Bo', 'Lindqvist'), { partySize: 7 })
  await house.give(ana.id, 'T1')
  await signIn(page, product, addressOf(dinner))
  await expect(lane(page)).toContainText('1')
  await expect(line(page, 'T1').getByRole('listitem')).toHaveText(/Ana Ferreira/)
  await noFindings(page)
  await noSideways(page)

  // Seven fit at no single table but the eight; over one that can be joined they get both.
  await carry(page, 'Bo Lindqvist', 'T1')
  await expect(page.locator('.carry-ghost')).toContainText('Ana Ferreira has it from 19:00')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await house.tableOf(bo.id)).toBe('')
  await carry(page, 'Bo Lindqvist', 'T3')
  await expect(page.locator('.carry-ghost')).toContainText('T2 + T3')
  await page.mouse.up()
  await expect.poll(() => house.tableOf(bo.id)).toBe('T2 + T3')
  await expect(lane(page)).toContainText('Everybody has a table.')
  await expect(line(page, 'T2').getByRole('listitem')).toHaveText(/Bo Lindqvist/)
  await expect(line(page, 'T3').getByRole('listitem')).toHaveText(/Bo Lindqvist/)
  await noFindings(page)

  // Another table and half an hour later, in one act.
  await carry(page, 'Ana Ferreira', 'T4', 2)
  await page.mouse.up()
  await expect.poll(() => house.tableOf(ana.id)).toBe('T4')
  expect((await dinner.read(ana.id)).startsLocal).toContain('T19:30')
  await page.keyboard.press('u')
  await expect.poll(() => house.tableOf(ana.id)).toBe('T1')
  expect((await dinner.read(ana.id)).startsLocal).toContain('T19:00')
  // The screen knows it as well, before keys are pressed on it.
  await expect(line(page, 'T1').getByRole('listitem')).toHaveText(/Ana Ferreira/)

  // By keys: up, down and along the time; Escape leaves all as it was.
  await bar(page, 'Ana Ferreira').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.carry-bar')).toContainText('Ana Ferreira')
  await page.keyboard.press('Escape')
  expect(await house.tableOf(ana.id)).toBe('T1')
  await page.keyboard.press('Enter')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await expect.poll(() => house.tableOf(ana.id)).toBe('T4')
  await expect(bar(page, 'Ana Ferreira')).toBeFocused()
})

test('RE5: who is locked stays, and whoever carries a party that another host has just moved is told so', async ({ page, product }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  const dinner = await aDinner(product)
  const house = await withTables(await byApi(product), dinner)
  const ana = await dinner.book('19:00', guest('Ana', 'Ferreira'))
  const bo = await dinner.book('19:30', guest('Bo', 'Lindqvist'))
  await house.give(ana.id, 'T1', true)
  await house.give(bo.id, 'T2')
  await signIn(page, product, addressOf(dinner))
  await carry(page, 'Ana Ferreira', 'T4')
  await expect(page.locator('.carry-ghost')).toContainText('is to keep its table')
  await page.mouse.up()
  await expect(page.getByText('Ana Ferreira keeps time and table')).toBeVisible()
  expect(await house.tableOf(ana.id)).toBe('T1')

  await page.route(
    '**/v1/reservations/*/tables',
    async (route) => {
      if (route.request().method() === 'PUT') await house.give(bo.id, 'T3')
      await route.continue()
    },
    { times: 1 },
  )
  await carry(page, 'Bo Lindqvist', 'T4')
  await page.mouse.up()
  await expect(page.getByRole('alert').filter({ hasText: /meanwhile/ })).toBeVisible()
  await expect(line(page, 'T3').getByRole('listitem')).toHaveText(/Bo Lindqvist/)
  expect(await house.tableOf(bo.id)).toBe('T3')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(bar(page, 'Bo Lindqvist')).toBeVisible()
  await noSideways(page)
  await noFindings(page)
})
