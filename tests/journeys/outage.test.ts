import type { Page } from '@playwright/test'
import { aDinner } from './a-dinner.ts'
import { aLine } from './a-line.ts'
import { expect, test } from './server.ts'
import { signInAt } from './session-steps.ts'

const ana = { firstName: 'Ana', lastName: 'Ferreira', email: 'ana@example.test' }
const row = (page: Page) => page.getByRole('row').filter({ hasText: 'Ana Ferreira' })
const unsentSign = (page: Page) => row(page).getByLabel('Not sent yet: waits for the connection').filter({ visible: true })
const asOf = (page: Page) => page.getByText(/^As of /)
const workerRules = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)).toBe('activated')
const brought = (page: Page, name: string): Promise<void> =>
  expect
    .poll(() => page.evaluate((wanted) => performance.getEntriesByType('resource').some((one) => one.name.includes(wanted)), name))
    .toBe(true)

/** Until no further script has come for a second: what a part needs comes behind it. */
const allBrought = async (page: Page): Promise<void> => {
  const scripts = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).length)
  let last = -1
  await expect
    .poll(
      async () => {
        const before = last
        last = await scripts()
        return last === before
      },
      { intervals: [1000] },
    )
    .toBe(true)
}

test('SH8: the server goes away, and the evening stays: list, drawer, form, and the list again after a reload', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  using line = await aLine(product)
  const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path })
  await expect(row(page)).toBeVisible()
  await workerRules(page)
  await brought(page, 'AskBefore')
  line.cut()
  await row(page).click()
  await expect(page.getByLabel('Reservation details')).toContainText('Ana Ferreira')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'New reservation' }).getByLabel('Last name')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asOf(page)).toBeVisible()
  await page.goto(`${line.origin}${path}`)
  await expect(row(page)).toBeVisible()
  await expect(asOf(page)).toBeVisible()
  await line.mend()
  await expect(asOf(page)).toBeHidden()
  await expect(row(page)).toBeVisible()
})

test('SH8: commands, keys and views open while the server is away, and the list stays behind them', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  using line = await aLine(product)
  await signInAt(page, {
    origin: line.origin,
    email: product.adminEmail,
    path: `/reservations?venue=${dinner.venueId}&date=${dinner.date}`,
  })
  await expect(row(page)).toBeVisible()
  for (const part of ['CommandPalette', 'ShortcutsDialog', 'ViewChoices', 'Customizer']) await brought(page, part)
  await allBrought(page)
  line.cut()
  await row(page).focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('seat')
  await expect(page.getByRole('combobox').filter({ visible: true })).toHaveValue('seat')
  await page.keyboard.press('Escape')
  await expect(row(page)).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Saved views' }).first().click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page)).toBeVisible()
})

test('SH8: a part that cannot be had says so, and neither page nor list goes', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  using line = await aLine(product)
  await page.route(/assets\/AskBefore-/, (route) => route.abort())
  await signInAt(page, {
    origin: line.origin,
    email: product.adminEmail,
    path: `/reservations?venue=${dinner.venueId}&date=${dinner.date}`,
  })
  await expect(row(page)).toBeVisible()
  await page.evaluate(() => ((globalThis as { before?: boolean }).before = true))
  line.cut()
  await row(page).focus()
  await page.keyboard.press('x')
  await expect(page.getByText('This cannot be opened while the server is away.')).toBeVisible()
  await expect(row(page)).toBeVisible()
  expect(await page.evaluate(() => (globalThis as { before?: boolean }).before)).toBe(true)
})

// Some begin like an address of the API, which no worker looks at.
for (const path of ['/settings/account', '/venues', '/audit'])
  test(`SH8: in a new tab the page without a connection stands at ${path} and finds the server again by itself`, async ({
    page,
    product,
  }) => {
    using line = await aLine(product)
    await page.goto(`${line.origin}/login`)
    await workerRules(page)
    line.cut()
    const cold = await page.context().newPage()
    await page.close()
    await cold.goto(`${line.origin}${path}`)
    await expect(cold.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await line.mend()
    await expect(cold.locator('input[type=password]')).toBeVisible({ timeout: 60_000 })
  })

test('SH8: while the rows are still on their way, the last ones stand there with their time', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
  await signInAt(page, { origin: product.url, email: product.adminEmail, path })
  await expect.poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).toContain('Ferreira')
  const looked = Promise.withResolvers<void>()
  await page.route('**/v1/reservations?*', async (route) => {
    await looked.promise
    await route.continue()
  })
  await page.reload()
  await expect(row(page)).toBeVisible()
  await expect(asOf(page)).toBeVisible()
  looked.resolve()
  await expect(asOf(page)).toBeHidden()
  await expect(row(page)).toBeVisible()
})

test('SH8: what is kept of the list goes with the session', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
  await signInAt(page, { origin: product.url, email: product.adminEmail, path })
  const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  await expect.poll(stored).toContain('Ferreira')
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page.locator('input[type=password]')).toBeVisible()
  expect(await stored()).not.toContain('Ferreira')
})

test('SH8, RE3: a party seated while the server is away is marked, outlives a reload, and is sent once it is back', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  using line = await aLine(product)
  const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path })
  await expect(row(page)).toBeVisible()
  await workerRules(page)
  await brought(page, 'AskBefore')
  const other = await page.context().newPage()
  await signInAt(other, { origin: product.url, email: product.adminEmail, path })
  await expect(row(other)).toContainText('Confirmed')
  line.cut()
  await row(page).focus()
  await page.keyboard.press('s')
  await expect(row(page)).toContainText('Seated')
  await expect(unsentSign(page)).toBeVisible()
  await expect(page.getByText('1 step not sent yet')).toBeVisible()
  await page.goto(`${line.origin}${path}`)
  await expect(row(page)).toContainText('Seated')
  await expect(page.getByText('1 step not sent yet')).toBeVisible()
  await expect(row(other)).toContainText('Confirmed')
  await line.mend()
  await expect(page.getByText('1 step not sent yet')).toBeHidden()
  await expect(row(page)).toContainText('Seated')
  await expect(row(other)).toContainText('Seated')
})

test('SH8, RE3: a step taken back before it was sent leaves the party where it was', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  using line = await aLine(product)
  const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path })
  await expect(row(page)).toBeVisible()
  line.cut()
  await row(page).focus()
  await page.keyboard.press('s')
  await expect(unsentSign(page)).toBeVisible()
  await page.keyboard.press('u')
  await expect(row(page)).toContainText('Confirmed')
  await line.mend()
  await expect(page.getByText(/not sent yet/)).toBeHidden()
  await expect(row(page)).toContainText('Confirmed')
})

test('SH8, RE3: a step and its undo both outlive a reload, and leave the party where it was', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const { id } = await dinner.book('19:00', ana)
  using line = await aLine(product)
  const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path })
  await workerRules(page)
  await expect(row(page)).toBeVisible()
  line.cut()
  await row(page).focus()
  await page.keyboard.press('s')
  await expect(unsentSign(page)).toBeVisible()
  await page.keyboard.press('u')
  await expect(row(page)).toContainText('Confirmed')
  await page.goto(`${line.origin}${path}`)
  await expect(row(page)).toContainText('Confirmed')
  await line.mend()
  await expect(page.getByText(/not sent yet/)).toBeHidden()
  await expect(row(page)).toContainText('Confirmed')
  await expect.poll(async () => (await dinner.read(id)).status).toBe('confirmed')
})

for (const width of [1360, 820])
  test(`SH8, RE3: after a reload without a connection the keys work as before (${width})`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 850 })
    const dinner = await aDinner(product)
    const { id } = await dinner.book('19:00', ana)
    const other = await dinner.book('20:00', { firstName: 'Bea', lastName: 'Moreau' })
    using line = await aLine(product)
    const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
    await signInAt(page, { origin: line.origin, email: product.adminEmail, path })
    await workerRules(page)
    await brought(page, 'AskBefore')
    await expect.poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).toContain('Ferreira')
    line.cut()
    await page.goto(`${line.origin}${path}`)
    await row(page).focus()
    await page.keyboard.press('s')
    await expect(row(page)).toContainText('Seated')
    await expect(unsentSign(page)).toBeVisible()
    const bea = page.getByRole('row').filter({ hasText: 'Bea Moreau' })
    await bea.focus()
    await page.keyboard.press('x')
    await expect(page.getByRole('dialog', { name: /^Cancel the reservation of Bea/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await bea.focus()
    await page.keyboard.press('e')
    // With what this device keeps of the party, where that was brought in time.
    const change = page.getByRole('dialog', { name: 'Change reservation' })
    await expect(change.getByText('The server cannot be reached.').or(change.getByLabel('First name')).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Change reservation' })).toBeHidden()
    // By key in the details, which know it from the list alone.
    await bea.focus()
    if (width < 1040) await page.keyboard.press('Enter')
    await expect(page.getByLabel('Reservation details')).toContainText('Bea Moreau')
    await page.getByLabel('Reservation details').getByRole('heading', { name: 'Bea' }).click()
    await page.keyboard.press('s')
    await expect(page.getByText('2 steps not sent yet')).toBeVisible()
    await line.mend()
    await expect.poll(async () => (await dinner.read(id)).status).toBe('seated')
    await expect.poll(async () => (await dinner.read(other.id)).status).toBe('seated')
  })

test('SH8, RE3: after a reload U takes back the step that still waits', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const { id } = await dinner.book('19:00', ana)
  using line = await aLine(product)
  const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path })
  await workerRules(page)
  await expect.poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).toContain('Ferreira')
  line.cut()
  await row(page).focus()
  await page.keyboard.press('s')
  await expect(unsentSign(page)).toBeVisible()
  await page.goto(`${line.origin}${path}`)
  await expect(row(page)).toContainText('Seated')
  await page.keyboard.press('u')
  await expect(row(page)).toContainText('Confirmed')
  await line.mend()
  await expect(page.getByText(/not sent yet/)).toBeHidden()
  await expect.poll(async () => (await dinner.read(id)).status).toBe('confirmed')
})

test('SH8: while the server is away another day shows its own list or none, never the rows of the day before', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
  await signInAt(page, { origin: product.url, email: product.adminEmail, path })
  await expect(row(page)).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(page.getByText(/is not kept here$/)).toBeVisible()
  await expect(row(page)).toBeHidden()
  await page.getByRole('button', { name: 'Previous day' }).click()
  await expect(row(page)).toBeVisible()
  await expect(asOf(page)).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(page.getByText(/^No reservations on/)).toBeVisible()
})

test('RE1: rows that still answer the question before do nothing, by mouse or key', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  await signInAt(page, {
    origin: product.url,
    email: product.adminEmail,
    path: `/reservations?venue=${dinner.venueId}&date=${dinner.date}`,
  })
  await row(page).focus()
  const looked = Promise.withResolvers<void>()
  await page.route('**/v1/reservations?*', async (route) => {
    await looked.promise
    await route.continue()
  })
  await page.keyboard.press('l')
  await expect(page.locator('[aria-busy="true"]')).toBeVisible()
  await page.keyboard.press('s')
  await page.keyboard.press('Enter')
  await row(page).dispatchEvent('click')
  await expect(page.getByLabel('Reservation details')).toBeHidden()
  await expect(row(page)).toContainText('Confirmed')
  looked.resolve()
  await expect(row(page)).toBeHidden()
})

test('RE2: a cancellation nobody answers says that it may have arrived, and is done once when the server is back', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  using line = await aLine(product)
  await signInAt(page, {
    origin: line.origin,
    email: product.adminEmail,
    path: `/reservations?venue=${dinner.venueId}&date=${dinner.date}`,
  })
  await expect(row(page)).toBeVisible()
  await workerRules(page)
  await brought(page, 'AskBefore')
  line.cut()
  await row(page).focus()
  await page.keyboard.press('x')
  const dialog = page.getByRole('dialog', { name: /Ana Ferreira/ })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Called off by phone')
  await dialog.getByRole('button', { name: 'Cancel reservation' }).click()
  const said = dialog.getByRole('alert')
  await expect(said).toContainText('No answer: it may have arrived.')
  await expect(said).toContainText('Trying again is safe: it is done once.')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Called off by phone')
  await line.mend()
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Cancel reservation' }).click()
    await expect(dialog).toBeHidden({ timeout: 10_000 })
  }).toPass()
  await expect(row(page)).toContainText('Canceled')
})

test('RE2: a cancellation whose answer is lost is found done, and nothing is said to be unreached', async ({ page, product }) => {
  const dinner = await aDinner(product)
  const { id } = await dinner.book('19:00', ana)
  const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
  await signInAt(page, { origin: product.url, email: product.adminEmail, path })
  await page.route('**/v1/reservations/*/cancel', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await row(page).focus()
  await page.keyboard.press('x')
  const dialog = page.getByRole('dialog', { name: /Ana Ferreira/ })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Called off by phone')
  await dialog.getByRole('button', { name: 'Cancel reservation' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Ana Ferreira is canceled')).toBeVisible()
  await expect(row(page)).toContainText('Canceled')
  await expect(page.getByText('The server cannot be reached.')).toBeHidden()
  expect((await dinner.read(id)).status).toBe('canceled')
})

test('RE2: a cancellation without a network was not sent, and says so', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
  await signInAt(page, { origin: product.url, email: product.adminEmail, path })
  await expect(row(page)).toBeVisible()
  await brought(page, 'AskBefore')
  await page.context().setOffline(true)
  await row(page).focus()
  await page.keyboard.press('x')
  const dialog = page.getByRole('dialog', { name: /Ana Ferreira/ })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Called off by phone')
  await dialog.getByRole('button', { name: 'Cancel reservation' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Not sent: the server does not answer.')
  await page.context().setOffline(false)
})

test('SH8, RE3: a step whose try hangs while the network is away is shown and marked at once', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
  await signInAt(page, { origin: product.url, email: product.adminEmail, path })
  await expect(row(page)).toBeVisible()
  // The network is away, and no try comes to an end.
  await page.route('**/v1/reservations/*/seat', () => undefined)
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await row(page).focus()
  await page.keyboard.press('s')
  await expect(row(page)).toContainText('Seated')
  await expect(unsentSign(page)).toBeVisible()
})

test('SH8, RE3: a step that nobody answers is told as noted, also where nobody knew yet that the server is away', async ({
  page,
  product,
}) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  await signInAt(page, {
    origin: product.url,
    email: product.adminEmail,
    path: `/reservations?venue=${dinner.venueId}&date=${dinner.date}`,
  })
  await expect(row(page)).toBeVisible()
  const busy = { status: 503, json: { code: 'server.busy' } }
  await page.route('**/v1/reservations/*/seat', (route) => route.fulfill(busy))
  await row(page).focus()
  await page.keyboard.press('s')
  await expect(page.getByText('Ana Ferreira is seated – noted, sent once the connection is back')).toBeVisible()
  await expect(page.getByText('Live', { exact: true }).filter({ visible: true })).toBeVisible()
})

test('SH8: a day view opened while the server is away comes by itself when it is back', async ({ page, product }) => {
  const dinner = await aDinner(product)
  await dinner.book('19:00', ana)
  using line = await aLine(product)
  const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
  await signInAt(page, { origin: line.origin, email: product.adminEmail, path })
  await expect(row(page)).toBeVisible()
  await workerRules(page)
  await brought(page, 'PhaseView')
  line.cut()
  await page.goto(`${line.origin}${path}&view=day`)
  // As the device keeps it, where the evening was brought in time.
  const party = page.locator('[data-reservation]').filter({ hasText: 'Ferreira' })
  await expect(page.getByText('This could not be loaded').or(party).first()).toBeVisible()
  await line.mend()
  await expect(page.getByText('No connection to the server.')).toBeHidden()
  await expect(party).toBeVisible()
})

for (const width of [820, 390])
  test(`SH8: at ${width} px no row moves when the connection goes and comes`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 900 })
    const dinner = await aDinner(product)
    await dinner.book('19:00', ana)
    const path = `/reservations?venue=${dinner.venueId}&date=${dinner.date}`
    await signInAt(page, { origin: product.url, email: product.adminEmail, path })
    await expect(row(page)).toContainText('Confirmed')
    const top = async () => (await row(page).boundingBox())?.y
    const before = await top()
    await page.context().setOffline(true)
    await expect(page.getByText('No connection to the server.')).toBeVisible()
    await expect(asOf(page)).toBeVisible()
    expect(await top()).toBe(before)
    await page.context().setOffline(false)
    await expect(page.getByText('No connection to the server.')).toBeHidden()
    expect(await top()).toBe(before)
  })
