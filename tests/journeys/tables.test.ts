import { aDinner, signIn } from './a-dinner.ts'
import { byApi } from './by-api.ts'
import { noFindings, noSideways } from './frame.ts'
import { expect, test } from './server.ts'

type Plan = { tables: { id: string; name: string; priority: number }[]; joins: unknown[]; chains: object[]; version: number }

test('RE5: a venue’s tables are entered, joined and switched on; nothing is lost when a name is taken', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const call = await byApi(product)
  await signIn(page, product, `/venues?id=${dinner.venueId}&tab=tables`)
  await expect(page.getByText('No tables yet').first()).toBeVisible()
  const add = async (name: string, beside?: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add a table' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a table' })
    await dialog.getByLabel('Name').fill(name)
    if (beside) await dialog.getByLabel(beside, { exact: true }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await add('T1')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await add('t1')
  const dialog = page.getByRole('dialog', { name: 'Add a table' })
  await expect(dialog.getByText('Every table needs a name that no other one has.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('t1')
  await noFindings(page)
  await dialog.getByLabel('Name').fill('T2')
  await dialog.getByLabel('T1', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('T1 + T2').first()).toBeVisible()
  await page.getByRole('switch', { name: 'Work with tables' }).click()
  await expect(page.getByRole('switch', { name: 'Work with tables' })).toBeChecked()
  // Hosts would see none any more: that is asked first.
  await page.getByRole('switch', { name: 'Work with tables' }).click()
  await page.getByRole('dialog', { name: 'Stop working with tables?' }).getByRole('button', { name: 'Stop working with tables' }).click()
  await expect(page.getByRole('switch', { name: 'Work with tables' })).not.toBeChecked()
  await page.getByRole('switch', { name: 'Work with tables' }).click()
  await expect(page.getByRole('switch', { name: 'Work with tables' })).toBeChecked()
  await expect.poll(async () => (await call<{ on: boolean }>('GET', `/v1/venues/${dinner.venueId}/tables`)).on).toBe(true)
  await page.getByRole('button', { name: 'Edit T1 + T2' }).click()
  await page.getByRole('dialog', { name: 'T1 + T2' }).getByLabel('Seats').fill('5')
  const chain = page.getByRole('dialog', { name: 'T1 + T2' })
  await chain.getByLabel('For parties that book online').selectOption('No, given by the team only')
  await chain.getByLabel('Order of sale').fill('120')
  await expect(chain.getByText('A whole number from 1 to 99.')).toBeVisible()
  await noFindings(page)
  await chain.getByLabel('Order of sale').fill('7')
  await chain.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Seats 5 · Order of sale 7')).toBeVisible()
  const order = page.getByRole('region', { name: 'What is sold first' })
  await expect(order.getByRole('listitem')).toHaveText([/^T1 \+ T2\s+Not online$/, 'T1', 'T2'])
  await order.getByLabel('Guests').fill('5')
  await expect(order.getByRole('listitem')).toHaveText([/^T1 \+ T2/])
  expect((await call<Plan>('GET', `/v1/venues/${dinner.venueId}/tables`)).chains).toMatchObject([{ covers: 5, online: false, priority: 7 }])
  await page.getByRole('button', { name: 'Sell T2 earlier' }).click()
  await expect
    .poll(async () => (await call<Plan>('GET', `/v1/venues/${dinner.venueId}/tables`)).tables.map(({ name }) => name))
    .toEqual(['T2', 'T1'])
  await noFindings(page)
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
  }
})

test('RE5: archiving a table names who comes to it and leads there, and they stand without a table afterwards', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  const call = await byApi(product)
  const areas = await call<{ id: string }[]>('GET', `/v1/venues/${dinner.venueId}/areas`)
  const id = crypto.randomUUID()
  const table = { id, name: 'T1', areaId: areas[0]!.id, minCovers: 1, maxCovers: 2, online: true }
  await call('PUT', `/v1/venues/${dinner.venueId}/tables`, { on: true, tables: [table], joins: [], chains: [], version: 0 })
  const ines = await dinner.book('19:00', { firstName: 'Ines', lastName: 'Vidal' })
  await call('PUT', `/v1/reservations/${ines.id}/tables`, { tableIds: [id], locked: false, version: 0 })
  await signIn(page, product, `/venues?id=${dinner.venueId}&tab=tables`)
  await page.getByRole('button', { name: 'Archive T1' }).click()
  const asked = page.getByRole('dialog', { name: 'Archive T1' })
  await expect(asked.getByRole('link', { name: /^Ines Vidal \(2\), .*19:00/ })).toHaveAttribute('href', new RegExp(ines.id))
  await noFindings(page)
  await asked.getByRole('button', { name: 'Archive' }).click()
  // Taken back from its notice, while that stands.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Table T1 is back. Who had it stands without a table.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Archive T1' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { seats } = await call<{ seats: { tableIds: string[] }[] }>('GET', `/v1/venues/${dinner.venueId}/table-day?date=${dinner.date}`)
  expect(seats).toMatchObject([{ tableIds: [] }])
})

test('RE5: a party gets the suggested table by keys, is fixed there, and who is slower is told and shown where it sits', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  const call = await byApi(product)
  const areas = await call<{ id: string }[]>('GET', `/v1/venues/${dinner.venueId}/areas`)
  const table = (name: string, maxCovers: number) => ({
    id: crypto.randomUUID(),
    name,
    areaId: areas[0]!.id,
    minCovers: 1,
    maxCovers,
    online: true,
  })
  const all = [table('T4', 4), table('T2', 2)]
  await call('PUT', `/v1/venues/${dinner.venueId}/tables`, { on: true, tables: all, joins: [], chains: [], version: 0 })
  await dinner.book('19:00', { firstName: 'Ines', lastName: 'Vidal' })
  await signIn(page, product, `/reservations?date=${dinner.date}&venue=${dinner.venueId}`)
  await page.getByText('Ines Vidal').first().click()
  const open = page.getByRole('button', { name: 'No table yet' })
  await open.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Choose a table' })
  await expect(menu.getByRole('button', { name: 'T2 Seats exactly 2' })).toBeFocused()
  await noFindings(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'T2', exact: true }).click()
  await menu.getByRole('button', { name: 'Keep this table' }).click()
  await expect(page.getByRole('img', { name: 'Fixed' })).toBeVisible()

  // Somebody else moves the party: it is seen here without a reload.
  const { seats } = await call<{ seats: { reservationId: string; version: number }[] }>(
    'GET',
    `/v1/venues/${dinner.venueId}/table-day?date=${dinner.date}`,
  )
  const { reservationId, version } = seats[0]!
  await call('PUT', `/v1/reservations/${reservationId}/tables`, { tableIds: [all[0]!.id], locked: false, version })
  await expect(page.getByRole('button', { name: 'T4', exact: true })).toBeVisible({ timeout: 5000 })
  await expect(page.getByRole('gridcell', { name: 'Ines Vidal T4 · Main room' })).toBeVisible()
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
  }
})
