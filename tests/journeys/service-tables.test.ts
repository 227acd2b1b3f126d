import type { Page } from '@playwright/test'
import { aDinner, type Dinner, signIn, tonight } from './a-dinner.ts'
import { byApi, type Call } from './by-api.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, test } from './server.ts'

const guest = (firstName: string, lastName: string) => ({ firstName, lastName })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const addressOf = ({ venueId, date }: Dinner, more = '&phase=service') => `/reservations?venue=${venueId}&date=${date}&view=day${more}`

type Table = { id: string; name: string }
type Seat = { reservationId: string; tableIds: string[]; name: string; locked: boolean; version: number }

const withTables = async (call: Call, { venueId, date }: Dinner) => {
  const areas = await call<{ id: string }[]>('GET', `/v1/venues/${venueId}/areas`)
  const table = (name: string, maxCovers: number) => ({
    id: crypto.randomUUID(),
    name,
    areaId: areas[0]!.id,
    minCovers: 1,
    maxCovers,
    online: true,
  })
  const all: Table[] = [table('T4', 4), table('T2', 2), table('T8', 8)]
  await call('PUT', `/v1/venues/${venueId}/tables`, { on: true, tables: all, joins: [], chains: [], version: 0 })
  const dayOf = (day: string) =>
    call<{ seats: Seat[]; blocks: { tableId: string }[] }>('GET', `/v1/venues/${venueId}/table-day?date=${day}`)
  return {
    ids: Object.fromEntries(all.map(({ id, name }) => [name, id])),
    dayOf: () => dayOf(date),
    tableOf: async (id: string, day = date) => (await dayOf(day)).seats.find(({ reservationId }) => reservationId === id)?.name ?? '',
    give: (id: string, tableId: string, version = 0) =>
      call('PUT', `/v1/reservations/${id}/tables`, { tableIds: [tableId], locked: false, version }),
  }
}

test('RE5: who has no table stands first and is counted; a table is given by touch, from the menu and by key, and taken back', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  const house = await withTables(await byApi(product), dinner)
  const ana = await dinner.book('19:00', guest('Ana', 'Ferreira'))
  const bo = await dinner.book('19:30', guest('Bo', 'Lindqvist'), { partySize: 4 })
  const cleo = await dinner.book('20:00', guest('Cleo', 'Marchand'))
  await house.give(ana.id, house.ids['T8']!)
  await signIn(page, product, addressOf(dinner))
  const expected = region(page, 'Expected')
  await expect(expected).toContainText('2 without a table')
  await expect(expected.getByRole('listitem')).toHaveText([/Ana Ferreira.*T8/, /Bo Lindqvist/, /Cleo Marchand/])
  await noFindings(page)

  // Two touches: the mark, and what is suggested.
  await page.getByRole('button', { name: 'Bo Lindqvist: no table yet. Choose a table' }).click()
  const choices = page.getByRole('dialog', { name: 'Choose a table' })
  await expect(choices.getByRole('button', { name: 'T4 Seats exactly 4' })).toBeVisible()
  await noFindings(page)
  await choices.getByRole('button', { name: 'T4 Seats exactly 4' }).click()
  await expect(choices).toBeHidden()
  await expect.poll(() => house.tableOf(bo.id)).toBe('T4')
  await expect(expected).toContainText('1 without a table')
  await expect(page.getByText('Bo Lindqvist has table T4')).toBeVisible()
  await page.keyboard.press('u')
  await expect.poll(() => house.tableOf(bo.id)).toBe('')

  // From the menu in two as well.
  await page.getByRole('button', { name: 'What can be done with Bo Lindqvist' }).click()
  await page.getByRole('menuitem', { name: 'Table T4 Seats exactly 4' }).click()
  await expect.poll(() => house.tableOf(bo.id)).toBe('T4')

  // By key.
  await page.getByRole('button', { name: 'Cleo Marchand', exact: true }).focus()
  await page.keyboard.press('b')
  await expect(choices.getByRole('button', { name: 'T2 Seats exactly 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => house.tableOf(cleo.id)).toBe('T2')
  await expect(expected).not.toContainText('without a table')
  await page.keyboard.press('b')
  await choices.getByRole('button', { name: 'Keep this table' }).click()
  await expect.poll(async () => (await house.dayOf()).seats.find(({ reservationId }) => reservationId === cleo.id)?.locked).toBe(true)

  // The briefing names them, too.
  await page.getByRole('group', { name: 'Phase' }).getByRole('button', { name: 'Briefing' }).click()
  await expect(region(page, '19:30')).toContainText('T4')
  await noFindings(page)
})

test('RE5: whoever was faster is told by name, and the choice stays', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  const house = await withTables(await byApi(product), dinner)
  const ana = await dinner.book('19:00', guest('Ana', 'Ferreira'))
  const bo = await dinner.book('19:30', guest('Bo', 'Lindqvist'))
  await signIn(page, product, addressOf(dinner))
  await page.getByRole('button', { name: 'Ana Ferreira: no table yet. Choose a table' }).click()
  const choices = page.getByRole('dialog', { name: 'Choose a table' })
  const suggested = choices.getByRole('button', { name: 'T2 Seats exactly 2' })
  await expect(suggested).toBeVisible()
  // The other host's act is on its way to this screen while the button is pressed.
  await page.route(
    '**/v1/reservations/*/tables',
    async (route) => {
      if (route.request().method() === 'PUT') await house.give(bo.id, house.ids['T2']!)
      await route.continue()
    },
    { times: 1 },
  )
  await suggested.click()
  await expect(choices.getByRole('alert')).toContainText('Table T2 is taken then: Bo Lindqvist.')
  await expect(choices.getByRole('button', { name: /^T2.*Bo Lindqvist until/ })).toHaveAttribute('aria-current', 'true')
  await noFindings(page)
  await choices.getByRole('button', { name: /^T4 The smallest/ }).click()
  await expect.poll(() => house.tableOf(ana.id)).toBe('T4')
})

test('RE5: a party sits down at the suggested table in one act, and one act takes back both', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  const house = await withTables(await byApi(product), dinner)
  const ana = await dinner.book('19:00', guest('Ana', 'Ferreira'))
  await signIn(page, product, addressOf(dinner))
  await page.getByRole('button', { name: 'Seat : Ana Ferreira' }).click()
  await expect(page.getByText('Ana Ferreira is seated at table T2. Seats exactly 2.')).toBeVisible()
  await expect(region(page, 'Seated').getByRole('listitem')).toHaveText([/Ana Ferreira.*T2/])
  await page.keyboard.press('u')
  await expect.poll(async () => (await dinner.read(ana.id)).status).toBe('confirmed')
  await expect.poll(() => house.tableOf(ana.id)).toBe('')
  await expect(region(page, 'Expected')).toContainText('1 without a table')
})

test('RE5: who sits down where somebody still sits is told so, and sits at the next best table in the same act', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  const house = await withTables(await byApi(product), dinner)
  const bo = await dinner.book('17:00', guest('Bo', 'Lindqvist'))
  const ana = await dinner.book('20:00', guest('Ana', 'Ferreira'))
  await house.give(bo.id, house.ids['T2']!)
  await house.give(ana.id, house.ids['T2']!)
  await dinner.move(bo.id, 'seat')
  await signIn(page, product, addressOf(dinner))
  await page.getByRole('button', { name: 'Seat : Ana Ferreira' }).click()
  await expect(
    page.getByText('Table T2 is still taken. Ana Ferreira is seated at table T4. The smallest that is free: seats 4.'),
  ).toBeVisible()
  await expect.poll(() => house.tableOf(ana.id)).toBe('T4')
  expect(await house.tableOf(bo.id)).toBe('T2')
})

test('RE5: two that sit exchange their tables from the menu in one act, and one undo takes it back', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  const house = await withTables(await byApi(product), dinner)
  const bo = await dinner.book('19:00', guest('Bo', 'Lindqvist'))
  const ana = await dinner.book('19:30', guest('Ana', 'Ferreira'))
  await house.give(bo.id, house.ids['T2']!)
  await house.give(ana.id, house.ids['T4']!)
  for (const { id } of [bo, ana]) await dinner.move(id, 'seat')
  await signIn(page, product, addressOf(dinner))
  await page.getByRole('button', { name: 'Ana Ferreira: table T4. Choose a table' }).click()
  const choices = page.getByRole('dialog', { name: 'Choose a table' })
  await expect(choices.getByRole('button', { name: /^T2.*Exchange tables with Bo Lindqvist/ })).toBeVisible()
  await noFindings(page)
  await choices.getByRole('button', { name: /^T2.*Exchange tables with Bo Lindqvist/ }).click()
  await expect(page.getByText('Ana Ferreira has table T2 now, and Bo Lindqvist table T4')).toBeVisible()
  expect([await house.tableOf(ana.id), await house.tableOf(bo.id)]).toEqual(['T2', 'T4'])
  await page.keyboard.press('u')
  await expect.poll(() => house.tableOf(ana.id)).toBe('T4')
  expect(await house.tableOf(bo.id)).toBe('T2')
})

test('RE3: who comes in by the door sits at a table after two touches; a table is closed for tonight and opened again', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  // Until five in the morning it is still the evening before.
  const day = { ...dinner, date: tonight() }
  const house = await withTables(await byApi(product), day)
  await signIn(page, product, addressOf(day))
  await page.getByRole('button', { name: 'Walk-in' }).click()
  const sizes = page.getByRole('dialog', { name: 'How many guests?' })
  await noFindings(page)
  await sizes.getByRole('button', { name: '3', exact: true }).click()
  // Before and after the dinner the book says so, and whoever may goes past it.
  const anyway = sizes.getByRole('button', { name: 'Book anyway' })
  const notice = page.getByText('Walk-in (3) is seated at table T4. The smallest that is free: seats 4.')
  await expect(anyway.or(notice)).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(notice).toBeVisible()
  await expect(sizes).toBeHidden()
  await expect(region(page, 'Seated').getByRole('listitem')).toHaveText([/Walk-in.*T4/])

  await page.getByRole('button', { name: 'Tables', exact: true }).click()
  const tables = page.getByRole('dialog', { name: 'Tables of the house' })
  await expect(tables.getByRole('listitem')).toHaveText([/T4.*Walk-in \(3\) until/s, /T2.*free/s, /T8.*free/s])
  await tables.getByRole('button', { name: 'Close table T2' }).click()
  await expect(tables.getByRole('button', { name: /^Until closing/ })).toBeFocused()
  await tables.getByLabel('Reason').fill('Leg broken')
  await noFindings(page)
  await tables.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(tables).toContainText(/closed until \d\d:\d\d: Leg broken/)
  const blocks = async () => (await house.dayOf()).blocks.length
  await expect.poll(blocks).toBe(1)
  await tables.getByRole('button', { name: 'Open table T2 again' }).click()
  await expect.poll(blocks).toBe(0)
  // Whoever sits there keeps his table, and the reason that was typed stays.
  await tables.getByRole('button', { name: 'Close table T4' }).click()
  await tables.getByLabel('Reason').fill('Spilled')
  await tables.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(tables.getByRole('alert')).toContainText('Table T4 is taken then: Walk-in')
  await expect(tables.getByLabel('Reason')).toHaveValue('Spilled')
  await page.keyboard.press('Escape')
  await expect(tables).toBeHidden()
})

test('RE5: without tables nothing of them is shown, and nothing is asked but whether there are any', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', guest('Ana', 'Ferreira'))
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/(table-day|table-blocks|reservations\/[^/]+\/tables)/.test(request.url())) asked.push(request.url())
  })
  await signIn(page, product, addressOf(dinner))
  await page.getByRole('button', { name: 'Seat : Ana Ferreira' }).click()
  await expect(region(page, 'Seated').getByRole('button', { name: 'Ana Ferreira', exact: true })).toBeVisible()
  await expect(page.getByText('without a table')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Tables', exact: true })).toHaveCount(0)
  expect(asked).toEqual([])
})

test.describe('with a thumb', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  test('RE5: tables are given and closed with one thumb', async ({ page, product }) => {
    const dinner = await aDinner(product)
    const house = await withTables(await byApi(product), dinner)
    const ana = await dinner.book('19:00', guest('Ana', 'Ferreira'))
    await signIn(page, product, addressOf(dinner))
    await page.getByRole('button', { name: 'Ana Ferreira: no table yet. Choose a table' }).tap()
    await page.getByRole('dialog', { name: 'Choose a table' }).getByRole('button', { name: 'T2 Seats exactly 2' }).tap()
    await expect.poll(() => house.tableOf(ana.id)).toBe('T2')
    await page.getByRole('button', { name: 'Tables', exact: true }).tap()
    const tables = page.getByRole('dialog', { name: 'Tables of the house' })
    // It grows while it opens.
    for (const button of await tables.getByRole('button').all())
      await expect.poll(async () => (await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await noFindings(page)
    await noSideways(page)
    await page.keyboard.press('Escape')
    await expect(tables).toBeHidden()
    await noFindings(page)
    await noSideways(page)
  })
})
