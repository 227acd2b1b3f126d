import type { Page } from '@playwright/test'
import { aDinner, type Dinner, tonight } from './a-dinner.ts'
import { aLine } from './a-line.ts'
import { byApi, type Call } from './by-api.ts'
import { noFindings } from './frame.ts'
import { expect, test } from './server.ts'
import { signInAt } from './session-steps.ts'

const guest = (firstName: string, lastName: string) => ({ firstName, lastName })
const ana = guest('Ana', 'Ferreira')
const bo = guest('Bo', 'Lindqvist')
const addressOf = ({ venueId, date }: Dinner, more = '&view=day&phase=service') => `/reservations?venue=${venueId}&date=${date}${more}`
const party = (page: Page, name: string) => page.locator('[data-party]').filter({ hasText: name })
const unsent = (page: Page) => page.getByText(/steps? not sent yet/)

/** Until the device keeps the day, with what is known of each party, and the worker keeps the pages. */
const kept = async (page: Page, { venueId, date }: Dinner): Promise<void> => {
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)).toBe('activated')
  const parties = () =>
    page.evaluate(async (name) => {
      const asked = indexedDB.open('tablewire:tonight')
      const db = await new Promise<IDBDatabase>((resolve) => asked.addEventListener('success', () => resolve(asked.result)))
      if (!db.objectStoreNames.contains('copies')) return db.close()
      const found = db.transaction('copies').objectStore('copies').get(name)
      const copy = await new Promise<{ answers: { key: unknown[] }[] } | undefined>((resolve) =>
        found.addEventListener('success', () => resolve(found.result as never)),
      )
      db.close()
      return copy?.answers.some(({ key }) => key[0] === 'serviceSheets' && key[1] === 'get')
    }, `${venueId} ${date}`)
  await expect.poll(parties, { timeout: 30_000 }).toBe(true)
}

const withTables = async (call: Call, { venueId, date }: Dinner) => {
  const areas = await call<{ id: string }[]>('GET', `/v1/venues/${venueId}/areas`)
  const tables = ['T1', 'T2'].map((name) => ({
    id: crypto.randomUUID(),
    name,
    areaId: areas[0]!.id,
    minCovers: 1,
    maxCovers: 4,
    online: true,
  }))
  await call('PUT', `/v1/venues/${venueId}/tables`, { on: true, tables, joins: [], chains: [], version: 0 })
  type Day = { seats: { reservationId: string; name: string }[] }
  return {
    tableOf: async (id: string) =>
      (await call<Day>('GET', `/v1/venues/${venueId}/table-day?date=${date}`)).seats.find(({ reservationId }) => reservationId === id)
        ?.name ?? '',
    give: (id: string, name: string) =>
      call('PUT', `/v1/reservations/${id}/tables`, { tableIds: [tables.find((one) => one.name === name)!.id], locked: false, version: 0 }),
  }
}

test('RE5: without a server the evening opens anew, whole, in a new tab as well: phases, details never opened, tables and the sheet', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  const call = await byApi(product)
  const house = await withTables(call, dinner)
  const first = await dinner.book('19:00', ana, { notes: 'Window, please' })
  await dinner.book('19:30', bo)
  await house.give(first.id, 'T1')
  await call('PUT', `/v1/venues/${dinner.venueId}/shift-notes`, { date: dinner.date, mealId: null, content: 'No oysters', version: 0 })
  using line = await aLine(product)
  // The list alone was looked at.
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path: addressOf(dinner, '') })
  await expect(page.getByRole('row').filter({ hasText: 'Ferreira' })).toBeVisible()
  await kept(page, dinner)
  await expect(page.getByLabel(/^Kept on this device, as of/)).toBeVisible()
  line.cut()
  const other = await page.context().newPage()
  await other.goto(`${line.origin}${addressOf(dinner)}`)
  await expect(party(other, 'Ferreira')).toContainText('T1')
  await expect(other.getByText('No oysters')).toBeVisible()
  await expect(other.getByText(/^As of /)).toBeVisible()
  await other.getByRole('button', { name: 'Briefing' }).click()
  await expect(other.getByRole('button', { name: 'Ana Ferreira', exact: true }).first()).toBeVisible()
  await other.getByRole('button', { name: 'Close' }).first().click()
  await expect(other.getByRole('button', { name: 'Bo Lindqvist', exact: true }).first()).toBeVisible()
  await other.getByRole('button', { name: 'Ana Ferreira', exact: true }).first().click()
  const details = other.getByLabel('Reservation details')
  await expect(details).toContainText('Window, please')
  await expect(details).toContainText('First visit')
  await other.goto(`${line.origin}/service-sheet?venue=${dinner.venueId}&date=${dinner.date}`)
  await expect(other.getByRole('article', { name: 'Service list' })).toContainText('Ana Ferreira')
  await expect(other.getByRole('article', { name: 'Service list' })).toContainText('No oysters')
  await expect(other.getByRole('article', { name: 'Kitchen' })).toContainText('19:00')
})

test('RE3, RE5: a walk-in, its table and its end, a note and who waits are kept, outlive a reload, and are done once when the server is back', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  const call = await byApi(product)
  const today = tonight()
  using line = await aLine(product)
  const path = `/reservations?venue=${dinner.venueId}&view=day&phase=service`
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path })
  await expect(page.getByRole('button', { name: 'Walk-in', exact: true })).toBeVisible()
  await kept(page, { ...dinner, date: today })
  line.cut()
  await page.getByRole('button', { name: 'Walk-in', exact: true }).click()
  await page.getByRole('dialog', { name: 'How many guests?' }).getByRole('button', { name: '3', exact: true }).click()
  await expect(party(page, 'Walk-in')).toBeVisible()
  await expect(page.getByText(/Walk-in is booked.*noted, sent once the connection is back/)).toBeVisible()
  await page.getByRole('button', { name: /Write a note|note for the team/ }).click()
  const note = page.getByRole('dialog', { name: 'Notes' }).or(page.getByLabel('Notes', { exact: true }))
  await note.getByRole('textbox').first().fill('Cards only tonight')
  await note.getByRole('button', { name: 'Save' }).first().click()
  await page.keyboard.press('Escape')
  await expect(unsent(page)).toBeVisible()
  await page.goto(`${line.origin}${path}`)
  await expect(party(page, 'Walk-in')).toBeVisible()
  await expect(page.getByText('Cards only tonight')).toBeVisible()
  await party(page, 'Walk-in')
    .getByRole('button', { name: /^Complete/ })
    .click()
  await expect(unsent(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`${line.origin}${path}`)
  await expect(unsent(other)).toBeVisible()
  await line.mend()
  await expect(unsent(page)).toBeHidden()
  await expect(unsent(other)).toBeHidden()
  type Row = { source: string; status: string; partySize: number }
  const rows = await call<Row[]>('GET', `/v1/reservations?limit=20&filters[venueId]=${dinner.venueId}&filters[date]=${today}`)
  expect(rows.map(({ source, status, partySize }) => ({ source, status, partySize }))).toEqual([
    { source: 'walk_in', status: 'completed', partySize: 3 },
  ])
  const notes = await call<{ notes: { content: string; version: number }[] }>(
    'GET',
    `/v1/venues/${dinner.venueId}/shift-notes?date=${today}`,
  )
  expect(notes.notes).toMatchObject([{ content: 'Cards only tonight', version: 1 }])
})

test('RE5: what somebody else was faster with is listed with who and what, blocks what builds on it, outlives a reload, and people decide', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  const first = await dinner.book('19:00', ana)
  const second = await dinner.book('19:30', bo)
  using line = await aLine(product)
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path: addressOf(dinner) })
  await expect(party(page, 'Ferreira')).toBeVisible()
  await kept(page, dinner)
  line.cut()
  for (const [name, steps] of [
    ['Ana Ferreira', ['s', 'c']],
    ['Bo Lindqvist', ['s']],
  ] as const) {
    for (const key of steps) {
      await page.getByRole('button', { name, exact: true }).focus()
      await page.keyboard.press(key)
      // It goes into another lane.
      await expect(party(page, name).getByRole('button', { name: new RegExp(`^${key === 's' ? 'Complete' : 'Seat'}`) })).toHaveCount(
        key === 's' ? 1 : 0,
      )
    }
  }
  await expect(page.getByText('3 steps not sent yet')).toBeVisible()
  await dinner.cancel(first.id)
  await line.mend()
  const conflicts = page.getByRole('button', { name: '1 act could not be carried out' })
  await expect(conflicts).toBeVisible()
  await expect.poll(async () => (await dinner.read(second.id)).status).toBe('seated')
  await page.reload()
  await expect(conflicts).toBeVisible()
  await conflicts.click()
  const list = page.getByLabel('Not carried out', { exact: true })
  await expect(list).toContainText('Ana Ferreira: Seat')
  await expect(list).toContainText(/Now: Canceled – .+, /)
  await expect(list).toContainText('1 later act waits behind it:')
  await noFindings(page)
  expect((await dinner.read(first.id)).status).toBe('canceled')
  await list.getByRole('button', { name: 'Do it anyway' }).click()
  await expect.poll(async () => (await dinner.read(first.id)).status).toBe('completed')
  await expect(list).toContainText('Everything is settled.')
})

test('RE5: a party that is seated with its table is one step, said to be noted, and dropped as one', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const house = await withTables(await byApi(product), dinner)
  const first = await dinner.book('19:00', ana)
  using line = await aLine(product)
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path: addressOf(dinner) })
  await expect(party(page, 'Ferreira')).toBeVisible()
  await kept(page, dinner)
  line.cut()
  await page.getByRole('button', { name: 'Ana Ferreira', exact: true }).focus()
  await page.keyboard.press('s')
  await expect(page.getByText(/Ana Ferreira is seated at table T1\. .+ Noted, sent once the connection is back\./)).toBeVisible()
  await expect(page.getByText('1 step not sent yet')).toBeVisible()
  await dinner.cancel(first.id)
  await line.mend()
  const conflicts = page.getByRole('button', { name: '1 act could not be carried out' })
  await conflicts.click()
  const list = page.getByLabel('Not carried out', { exact: true })
  await expect(list.getByRole('heading', { name: 'Ana Ferreira: Seat · Ana Ferreira: table T1' })).toBeVisible()
  await list.getByRole('button', { name: 'Drop it', exact: true }).click()
  await expect(list).toContainText('Everything is settled.')
  await expect(unsent(page)).toBeHidden()
  await expect(page.getByText('Ana Ferreira: table T1 – could not be carried out')).toHaveCount(0)
  await expect(conflicts).toBeHidden()
  expect(await house.tableOf(first.id)).toBe('')
})

test('RE5: a table that somebody else has by now is not taken from him, and the act can be dropped', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const house = await withTables(await byApi(product), dinner)
  const first = await dinner.book('19:00', ana)
  const second = await dinner.book('19:00', bo)
  using line = await aLine(product)
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path: addressOf(dinner) })
  await expect(party(page, 'Ferreira')).toBeVisible()
  await kept(page, dinner)
  line.cut()
  await page.getByRole('button', { name: 'Ana Ferreira: no table yet. Choose a table' }).click()
  await page.getByRole('dialog', { name: 'Choose a table' }).getByRole('button', { name: /^T1/ }).first().click()
  await expect(party(page, 'Ferreira')).toContainText('T1')
  await house.give(second.id, 'T1')
  await line.mend()
  const conflicts = page.getByRole('button', { name: '1 act could not be carried out' })
  await expect(conflicts).toBeVisible()
  await conflicts.click()
  const list = page.getByLabel('Not carried out', { exact: true })
  await expect(list).toContainText('Ana Ferreira: table T1')
  await expect(list).toContainText('T1: Bo Lindqvist')
  await expect(list.getByRole('button', { name: 'Do it anyway' })).toBeHidden()
  await list.getByRole('button', { name: 'Drop it' }).click()
  await expect(list).toContainText('Everything is settled.')
  expect(await house.tableOf(second.id)).toBe('T1')
  expect(await house.tableOf(first.id)).toBe('')
})

test('SH8: what the device keeps of the evening goes with the session', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  await signInAt(page, { origin: product.url, email: product.adminEmail, path: addressOf(dinner) })
  await kept(page, dinner)
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page.locator('input[type=password]')).toBeVisible()
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('tablewire:tonight')
})

test('SH8: whoever signs out and deletes what was not sent leaves nothing of it behind', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  using line = await aLine(product)
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path: addressOf(dinner) })
  await expect(party(page, 'Ferreira')).toBeVisible()
  await kept(page, dinner)
  line.cut()
  await party(page, 'Ferreira').getByRole('button', { name: 'Seat' }).first().click()
  await expect(unsent(page)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  const question = page.getByRole('dialog', { name: 'Sign out and delete what was not sent?' })
  await expect(question).toContainText('1 step would be deleted:')
  await expect(question).toContainText('Ana Ferreira: Seat')
  await question.getByRole('button', { name: 'Sign out and delete' }).click()
  await expect(page).toHaveURL(/\/login/)
  // A step is tried again two or three seconds after its first try.
  await page.waitForTimeout(4_000)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':act:')))).toEqual([])
})

test('RE3, SH8: late minutes wait for the connection, and signing out asks before it deletes them', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const { id } = await dinner.book('19:00', ana)
  using line = await aLine(product)
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path: addressOf(dinner) })
  await expect(party(page, 'Ferreira')).toBeVisible()
  await kept(page, dinner)
  line.cut()
  await page.getByRole('button', { name: 'What can be done with Ana Ferreira' }).click()
  await page.getByRole('menuitem', { name: /^Will be late/ }).click()
  await page.getByRole('button', { name: /^20/ }).click()
  await expect(unsent(page)).toBeVisible()
  await expect(party(page, 'Ferreira')).toContainText('20 min late')
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  const question = page.getByRole('dialog', { name: 'Sign out and delete what was not sent?' })
  await expect(question).toContainText('Ana Ferreira will be 20 minutes late')
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await noFindings(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign out' }).first()).toBeFocused()
  await expect(party(page, 'Ferreira')).toBeVisible()
  await line.mend()
  await expect(unsent(page)).toBeHidden()
  await expect.poll(async () => (await dinner.read(id)) as unknown).toMatchObject({ lateMinutes: 20 })
})

test('RE3, RE5: without a network a walk-in sits at once, and a form says that nobody answers and keeps what was typed', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  const today = tonight()
  const path = `/reservations?venue=${dinner.venueId}&view=day&phase=service`
  await signInAt(page, { origin: product.url, email: product.adminEmail, path: addressOf(dinner) })
  await expect(party(page, 'Ferreira')).toBeVisible()
  await kept(page, dinner)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'What can be done with Ana Ferreira' }).click()
  await page.getByRole('menuitem', { name: /^Change/ }).click()
  const form = page.getByLabel('Change reservation')
  await expect(form.getByText('Which times are free is asked as soon as the connection is back.')).toBeVisible()
  await form.getByLabel('Other time').fill('20:00')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByRole('alert').getByText(/cannot be reached/)).toBeVisible()
  await expect(form.getByLabel('Other time')).toHaveValue('20:00')
  await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
  await page.context().setOffline(false)
  await expect(form.getByText(/Which times are free/)).toBeHidden({ timeout: 15_000 })
  await expect(form.getByRole('radio', { name: /^21:00/ })).toBeVisible()
  await expect(form.getByLabel('Other time')).toHaveValue('20:00')
  await page.goto(`${product.url}${path}`)
  await expect(page.getByRole('button', { name: 'Walk-in', exact: true })).toBeVisible()
  await kept(page, { ...dinner, date: today })
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Walk-in', exact: true }).click()
  await page.getByRole('dialog', { name: 'How many guests?' }).getByRole('button', { name: '3', exact: true }).click()
  await expect(party(page, 'Walk-in')).toBeVisible()
  await expect(unsent(page)).toBeVisible()
  await page.context().setOffline(false)
  await expect(unsent(page)).toBeHidden()
})

test('RE3, RE5: without a network a new reservation and "can I take" say at once that they need it, and answer by themselves when it is back', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  await signInAt(page, { origin: product.url, email: product.adminEmail, path: addressOf(dinner) })
  await expect(party(page, 'Ferreira')).toBeVisible()
  await kept(page, dinner)
  await page.context().setOffline(true)
  await page.keyboard.press('q')
  const ask = page.getByRole('dialog', { name: /^Can I take/ })
  await expect(ask.getByText('This needs the connection')).toBeVisible({ timeout: 2_000 })
  await ask.getByRole('button', { name: '4', exact: true }).click()
  await ask.getByLabel('Time', { exact: true }).fill('20:30')
  await noFindings(page)
  await page.context().setOffline(false)
  await expect(ask.getByText('Yes: 4 at 20:30')).toBeVisible({ timeout: 15_000 })
  await page.keyboard.press('Escape')
  await expect(ask).toBeHidden()
  await page.context().setOffline(true)
  await page.keyboard.press('a')
  const form = page.getByLabel('New reservation')
  await expect(form.getByText(/A new reservation is booked only then; what you type stays here/)).toBeVisible({ timeout: 2_000 })
  await form.getByLabel('Last name').fill('Lindqvist')
  await page.context().setOffline(false)
  await expect(form.getByRole('radio', { name: /^20:00/ })).toBeVisible({ timeout: 15_000 })
  await expect(form.getByLabel('Last name')).toHaveValue('Lindqvist')
})
