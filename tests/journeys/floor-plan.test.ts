import type { Locator, Page } from '@playwright/test'
import { aDinner, type Dinner, signIn, tonight } from './a-dinner.ts'
import { byApi, type Call } from './by-api.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, type Product, test } from './server.ts'

type Layout = {
  id: string
  name: string
  places: { tableId: string; x: number; y: number; turn: number }[]
  away: string[]
  days: unknown[]
}
type Floor = { layouts: Layout[]; version: number }
type Seat = { reservationId: string; name: string }

const guest = (firstName: string, lastName: string) => ({ firstName, lastName })

const aHouse = async (call: Call, { venueId, date }: Dinner) => {
  const areas = await call<{ id: string }[]>('GET', `/v1/venues/${venueId}/areas`)
  const all = [
    ['T4', 4],
    ['T2', 2],
    ['T8', 8],
  ].map(([name, maxCovers]) => ({
    id: crypto.randomUUID(),
    name: String(name),
    areaId: areas[0]!.id,
    minCovers: name === 'T8' ? 6 : 1,
    maxCovers,
    online: true,
  }))
  await call('PUT', `/v1/venues/${venueId}/tables`, { on: true, tables: all, joins: [], chains: [], version: 0 })
  return {
    ids: Object.fromEntries(all.map(({ id, name }) => [name, id])),
    seats: async () =>
      (await call<{ seats: Seat[] }>('GET', `/v1/venues/${venueId}/table-day?date=${date}`)).seats.filter(({ name }) => name !== ''),
    floor: () => call<Floor>('GET', `/v1/venues/${venueId}/floor`),
    tableOf: async (id: string) =>
      (await call<{ seats: Seat[] }>('GET', `/v1/venues/${venueId}/table-day?date=${date}`)).seats.find(
        ({ reservationId }) => reservationId === id,
      )?.name ?? '',
  }
}

const plan = (page: Page) => page.getByRole('region', { name: 'Floor plan' })
const table = (page: Page, name: string) => plan(page).getByRole('button', { name: new RegExp(`^Table ${name},`) })

test('RE5: tables are arranged, moved by hand, by keys and by figures, and what was done is taken back', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  const dinner = await aDinner(product)
  const house = await aHouse(await byApi(product), dinner)
  await signIn(page, product, `/venues?id=${dinner.venueId}&tab=tables`)
  await plan(page).getByRole('button', { name: 'Arrange the tables' }).click()
  await expect(table(page, 'T8')).toBeVisible()
  await noFindings(page)

  // By keys: half a metre, ten centimetres, an eighth of a turn.
  await table(page, 'T2').focus()
  const at = async () =>
    /at ([\d.]+) and ([\d.]+) m, turned by (\d+)/
      .exec((await table(page, 'T2').textContent())!)!
      .slice(1)
      .map(Number)
  await page.keyboard.press('ArrowRight')
  const [x, y] = await at()
  expect(x! % 0.5).toBe(0)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('r')
  expect(await at()).toEqual([x! + 0.5, Number((y! + 0.1).toFixed(1)), 45])
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  expect(await at()).toEqual([x! + 0.5, y, 0])
  await page.keyboard.press('Control+Shift+z')
  expect(await at()).toEqual([x! + 0.5, Number((y! + 0.1).toFixed(1)), 0])

  // By hand, onto the grid.
  const box = (await table(page, 'T2').boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 90, { steps: 6 })
  await page.mouse.up()
  const [x2, y2] = await at()
  expect(x2).toBeGreaterThan(x! + 0.5)
  expect((y2! * 10) % 5).toBe(0)

  // Escape lets a held piece stay where it was.
  const held = (await table(page, 'T2').boundingBox())!
  await page.mouse.move(held.x + held.width / 2, held.y + held.height / 2)
  await page.mouse.down()
  await page.mouse.move(held.x - 60, held.y + 40, { steps: 6 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await at()).toEqual([x2, y2, 0])
  expect(await table(page, 'T2').evaluate((piece) => piece.style.getPropertyValue('--x'))).toBe(String(x2! * 10))

  // Put away by a key: the keys go on at the next table, and take it back.
  await table(page, 'T2').focus()
  await page.keyboard.press('Delete')
  await expect(table(page, 'T2')).toHaveCount(0)
  await expect(plan(page).locator('button.piece:focus')).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(table(page, 'T2')).toBeVisible()
  expect(await at()).toEqual([x2, y2, 0])

  // Keys stop at the wall, as the hand does, and the room stays as large as it was.
  const wide = await plan(page).getByLabel('Room width, m').inputValue()
  await table(page, 'T2').focus()
  for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowRight')
  const [most] = await at()
  expect(most).toBeLessThan(Number(wide))
  expect(await plan(page).getByLabel('Room width, m').inputValue()).toBe(wide)

  // By figures.
  const form = plan(page).getByRole('region', { name: 'Chosen piece' })
  await form.getByLabel('From the left, m').fill('3.3')
  await form.getByLabel('From the left, m').fill('9999')
  await form.getByLabel('From the left, m').press('Tab')
  await expect(form.getByText(/^Between 0.5 and [\d.]+\. The last figure that fits stays\.$/)).toBeVisible()
  await expect(form.getByLabel('From the left, m')).toHaveValue('9999')
  await form.getByLabel('From the left, m').fill('3.3')
  await form.getByLabel('Shape').selectOption('Round')
  expect((await at())[0]).toBe(3.3)
  // What stands on another table is said, and reached from there.
  await form.getByLabel('On the plan').selectOption('T8')
  const large = async (label: string) => form.getByLabel(label).inputValue()
  const [x8, y8] = [await large('From the left, m'), await large('From the top, m')]
  await form.getByLabel('On the plan').selectOption('T4')
  const [x4, y4] = [await large('From the left, m'), await large('From the top, m')]
  await form.getByLabel('From the left, m').fill(x8)
  await form.getByLabel('From the top, m').fill(y8)
  await plan(page).getByRole('button', { name: 'T4 and T8 stand on each other' }).click()
  await noFindings(page)
  await form.getByLabel('From the left, m').fill(x4)
  await form.getByLabel('From the top, m').fill(y4)
  await expect(plan(page).getByText('T4 and T8 stand on each other')).toHaveCount(0)
  await plan(page).getByRole('button', { name: 'Save plan' }).click()
  await expect(page.getByText('The floor plan is saved.')).toBeVisible()
  const { layouts } = await house.floor()
  expect(layouts).toMatchObject([{ name: 'Usual', days: [], away: [] }])
  expect(layouts[0]!.places.find(({ tableId }) => tableId === house.ids['T2'])).toMatchObject({ x: 33, shape: 'round' })
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
  }
})

test('RE5: a layout for one date puts a table away; who would lose it is named first, and who was faster is told', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  const dinner = await aDinner(product)
  const call = await byApi(product)
  const house = await aHouse(call, dinner)
  const ana = await dinner.book('19:00', guest('Ana', 'Ferreira'), { partySize: 4 })
  await call('PUT', `/v1/reservations/${ana.id}/tables`, { tableIds: [house.ids['T4']], locked: false, version: 0 })
  await signIn(page, product, `/venues?id=${dinner.venueId}&tab=tables`)
  await plan(page).getByRole('button', { name: 'Arrange the tables' }).click()
  await plan(page).getByRole('button', { name: 'Add a layout' }).click()
  const dialog = page.getByRole('dialog', { name: 'New layout' })
  await dialog.getByLabel('Name').fill('Banquet')
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Say on which days')
  await dialog.getByRole('button', { name: 'Add a single day' }).click()
  await dialog.getByLabel('From').fill(dinner.date)
  await dialog.getByLabel('From').press('Tab')
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(dialog).toBeHidden()
  await table(page, 'T4').focus()
  await page.keyboard.press('Delete')
  await expect(plan(page).getByRole('region', { name: 'Put away' })).toContainText('T4')
  // Somebody else is faster.
  const other = { id: crypto.randomUUID(), name: 'Theirs', days: [], rooms: [], places: [], away: [], things: [] }
  await call('PUT', `/v1/venues/${dinner.venueId}/floor`, { layouts: [other], version: 0 })
  // A layout that is taken out is named; undo brings it back.
  await plan(page).getByRole('button', { name: 'Remove layout' }).click()
  await expect(page.getByText('Layout Banquet is taken out')).toBeVisible()
  await plan(page).getByRole('button', { name: 'Undo' }).click()
  await plan(page)
    .getByRole('button', { name: /^Banquet/ })
    .click()
  await plan(page).getByRole('button', { name: 'Save plan' }).click()
  const touched = page.getByRole('dialog', { name: '1 party would lose its table' })
  await expect(touched).toContainText('Ana Ferreira (4)')
  await noFindings(page)
  await touched.getByRole('button', { name: 'Save nevertheless' }).click()
  await expect(plan(page).getByRole('alert')).toContainText('What you drew is still here.')
  await plan(page).getByRole('button', { name: 'Save mine' }).click()
  await touched.getByRole('button', { name: 'Save nevertheless' }).click()
  await expect(page.getByText('The floor plan is saved.')).toBeVisible()
  expect((await house.floor()).layouts.map(({ name, away }) => [name, away])).toEqual([
    ['Usual', []],
    ['Banquet', [house.ids['T4']]],
  ])
  expect(await house.tableOf(ana.id)).toBe('')

  // Whoever still draws in a layout learns that it was removed.
  await plan(page)
    .getByRole('button', { name: /^Banquet/ })
    .click()
  await plan(page).getByLabel('Room width, m').fill('30')
  const { layouts, version } = await house.floor()
  await call('PUT', `/v1/venues/${dinner.venueId}/floor`, { layouts: layouts.slice(0, 1), version })
  await expect(plan(page).getByRole('alert')).toContainText('Somebody else has removed the layout Banquet.')
})

test('RE5: the room of the evening: a party is carried to a table, given one from its panel, and the address holds the room', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  const house = await aHouse(await byApi(product), dinner)
  const ana = await dinner.book('19:00', guest('Ana', 'Ferreira'))
  const bo = await dinner.book('19:30', guest('Bo', 'Lindqvist'), { partySize: 4 })
  await signIn(page, product, `/reservations?venue=${dinner.venueId}&date=${dinner.date}&view=day&phase=service`)
  await page.getByRole('button', { name: 'Room', exact: true }).click()
  await expect(page).toHaveURL(/room=all/)
  const t2 = page.getByRole('button', { name: /^Table T2, seats 2: free/ })
  await expect(t2).toBeVisible()
  await noFindings(page)
  const without = page.getByRole('region', { name: 'No table yet' })
  await expect(without.getByRole('listitem')).toHaveCount(2)

  // By hand: while she is carried each table says what becomes of her there.
  const from = (await without.getByRole('button', { name: 'Ana Ferreira', exact: true }).boundingBox())!
  const to = (await t2.boundingBox())!
  await page.mouse.move(from.x + 10, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(from.x - 40, from.y + 5, { steps: 3 })
  const t8 = page.getByRole('button', { name: /^Table T8/ })
  const large = (await t8.boundingBox())!
  await page.mouse.move(large.x + large.width / 2, large.y + large.height / 2, { steps: 5 })
  await expect(t8).toHaveAttribute('data-verdict', 'warn')
  await expect(page.getByText('T8: is meant for 6 or more')).toBeVisible()
  await expect(t2).toHaveAttribute('data-verdict', 'may')
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => house.tableOf(ana.id)).toBe('T2')
  await expect(page.getByRole('button', { name: /^Table T2, seats 2: Ana Ferreira \(2\) comes at 19:00/ })).toBeVisible()

  // From the panel of a table, by keys.
  await page.getByRole('button', { name: /^Table T2/ }).click()
  await expect(page.getByRole('region', { name: 'Table T2, seats 2' })).toContainText(
    'Bo Lindqvist (4), 19:30: Ana Ferreira has it from 19:00 to 21:00 · seats only 2',
  )
  await page.getByRole('button', { name: /^Table T4/ }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Table T4, seats 4' })
  await panel.getByRole('button', { name: 'Bo Lindqvist (4), 19:30' }).click()
  await expect.poll(() => house.tableOf(bo.id)).toBe('T4')
  await expect(without).toContainText('Everybody has a table.')
  await expect(panel.getByRole('button', { name: 'Bo Lindqvist', exact: true })).toBeVisible()
  await noFindings(page)

  // Closed for tonight, and said in words.
  await page.getByRole('button', { name: /^Table T8/ }).click()
  await page.getByRole('button', { name: 'Close table T8' }).click()
  const closing = page.getByRole('form', { name: 'Close table T8' })
  const [around, reason] = [(await closing.boundingBox())!, (await closing.getByLabel('Reason').boundingBox())!]
  expect(reason.width).toBeGreaterThan(around.width * 0.9)
  await closing.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Table T8, seats 8: closed until/ })).toBeVisible()
  await page.getByRole('region', { name: 'Table T8, seats 8' }).getByRole('button', { name: 'Close', exact: true }).click()
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('button', { name: /^Table T4/ })).toBeVisible()
    await noSideways(page)
  }
})

test('RE5: who stands at the door sits down at the very table that is pointed at, and both are taken back at once', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dinner = await aDinner(product)
  // Until five in the morning it is still the evening before.
  const day = { ...dinner, date: tonight() }
  const house = await aHouse(await byApi(product), day)
  await signIn(page, product, `/reservations?venue=${day.venueId}&date=${day.date}&view=day&phase=service&room=all`)
  await page.getByRole('button', { name: /^Table T4/ }).click()
  const panel = page.getByRole('region', { name: 'Table T4, seats 4' })
  await expect(panel.getByRole('button', { name: 'More than 4' })).toBeVisible()
  await noFindings(page)
  await panel.getByRole('button', { name: '2', exact: true }).click()
  // Before and after the dinner the book says so, and whoever may goes past it.
  const anyway = panel.getByRole('button', { name: 'Book anyway' })
  const notice = page.getByText('Walk-in (2) has table T4')
  await expect(anyway.or(notice)).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(notice).toBeVisible()
  await expect(page.getByRole('button', { name: /^Table T4, seats 4: Walk-in \(2\)/ })).toBeFocused()
  await expect(panel.getByText('Walk-in here')).toHaveCount(0)
  const seated = async () => (await house.seats()).map(({ name }) => name)
  await expect.poll(seated).toEqual(['T4'])
  await page.keyboard.press('u')
  await expect.poll(seated).toEqual([])
  await expect(panel.getByText('Walk-in here')).toBeVisible()
})

const clockIn = (minutes: number): { startsAt: string; time: string } => {
  const startsAt = new Date(Math.floor(Date.now() / 60_000) * 60_000 + minutes * 60_000).toISOString()
  return { startsAt, time: startsAt.slice(11, 16) }
}

/** An evening that is on, in which somebody comes to each of these tables a little later. */
const anEveningWithGuests = async (product: Product, names: readonly string[]) => {
  const dinner = await aDinner(product)
  const call = await byApi(product)
  const day = { ...dinner, date: tonight() }
  const house = await aHouse(call, day)
  const { startsAt, time } = clockIn(45)
  for (const name of names) {
    const body = { venueId: day.venueId, startsAt, partySize: 2, guest: guest('Later', name), override: true }
    const { id } = await call<{ id: string }>('POST', '/v1/reservations', body)
    await call('PUT', `/v1/reservations/${id}/tables`, { tableIds: [house.ids[name]], locked: false, version: 0 })
  }
  const path = `/reservations?venue=${day.venueId}&date=${day.date}&view=day&phase=service`
  return { house, time, path }
}

/** Before and after the dinner the book says so, and whoever may goes past it. */
const pastTheBook = async (page: Page, notice: Locator) => {
  const anyway = page.getByRole('button', { name: 'Book anyway' })
  await expect(anyway.or(notice).first()).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(notice).toBeVisible()
}

for (const width of [390, 820])
  test(`RE5: at ${width} pixels a table opens from below over the room, and gives the focus back`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 900 })
    const { time, path } = await anEveningWithGuests(product, ['T4'])
    await signIn(page, product, `${path}&room=all`)
    const t4 = page.locator('button.hit', { hasText: /^Table T4/ })
    await t4.click()
    const sheet = page.getByRole('dialog', { name: 'Table T4, seats 4' })
    await expect(sheet.getByText(`Walk-in here: free until ${time}`)).toBeVisible()
    await expect(sheet.getByRole('button', { name: '2', exact: true })).toBeFocused()
    await noFindings(page)
    const [over, below] = [(await t4.boundingBox())!, (await sheet.boundingBox())!]
    expect(over.y + over.height).toBeLessThanOrEqual(below.y + 1)
    expect(below.y + below.height).toBeLessThanOrEqual(900)
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(t4).toBeFocused()
    // A touch beside it closes it as well.
    await t4.click()
    await expect(sheet).toBeVisible()
    await page.mouse.click(width - 4, 4)
    await expect(sheet).toHaveCount(0)
    await expect(t4).toBeFocused()
  })

test('RE5: who comes in by the door has a table until somebody else does, pointed at or offered, and a slip of the hand counts nowhere', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { house, time, path } = await anEveningWithGuests(product, ['T2', 'T4', 'T8'])
  const seated = async () => (await house.seats()).map(({ name }) => name).toSorted()
  await signIn(page, product, `${path}&room=all`)
  await page.getByRole('button', { name: /^Table T4/ }).click()
  const panel = page.getByRole('region', { name: 'Table T4, seats 4' })
  await expect(panel).toContainText(`Walk-in here: free until ${time}`)
  await expect(panel).toContainText(`then Later T4 (2) at ${time}`)
  await panel.getByRole('button', { name: '3', exact: true }).click()
  await pastTheBook(page, page.getByText(`Walk-in (3) has table T4 until ${time}`))
  await expect.poll(seated).toEqual(['T2', 'T4', 'T4', 'T8'])

  // Nothing is free for a whole stay: what is free the longest is offered.
  await page.goto(new URL(path, page.url()).href)
  await page.locator('[data-walk-in]').click()
  await page.getByRole('dialog', { name: 'How many guests?' }).getByRole('button', { name: '2', exact: true }).click()
  const offer = page.getByRole('button', { name: `Table T2 until ${time}` })
  await pastTheBook(page, offer)
  await expect(
    page.getByText(`Walk-in (2) is seated. No table that fits is free for the whole stay; table T2 is free until ${time}.`),
  ).toBeVisible()
  await offer.click()
  await expect(page.getByText(`Walk-in (2) has table T2 until ${time}`)).toBeVisible()
  await expect.poll(seated).toEqual(['T2', 'T2', 'T4', 'T4', 'T8'])
  const lane = page.getByRole('region', { name: 'Seated' })
  await expect(lane.getByRole('listitem')).toHaveCount(2)

  // Taken back: the table first, then the booking, of which nothing is left.
  await page.keyboard.press('u')
  await expect.poll(seated).toEqual(['T2', 'T4', 'T4', 'T8'])
  await expect(lane.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('u')
  await expect(lane.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Done' }).getByRole('listitem')).toHaveCount(0)
  await expect(page.getByText('not coming')).toHaveCount(0)
})
