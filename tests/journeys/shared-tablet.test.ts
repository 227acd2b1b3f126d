import type { Locator, Page } from '@playwright/test'
import { aDinner, type Dinner } from './a-dinner.ts'
import { byApi } from './by-api.ts'
import { looksRight, noFindings, signIn } from './frame.ts'
import { expect, type Product, test } from './server.ts'

const [managerEmail, hostEmail] = ['oste@tablewire.test', 'okami@tablewire.test']
const [chiara, yumiko] = ['Chiara De Luca', '由美子 渡辺']
const password = 'tablewire-demo'

type Person = { id: string; email: string; companyId: string; version: number } & Record<string, unknown>

/** A manager and a host of one house, who work together in the demo's data only from now on. */
const aTeam = async (product: Product): Promise<Dinner> => {
  const call = await byApi(product)
  const found = async (email: string): Promise<Person> => {
    const [row] = await call<Person[]>('GET', `/users?filters[search]=${encodeURIComponent(email)}`)
    return call<Person>('GET', `/users/${row!.id}`)
  }
  const manager = await found(managerEmail)
  const { email, username, firstName, lastName, city, country, lang, roles, version } = manager
  const permissions = ['reservations', 'venues', 'profileManagement']
  const body = { email, username, firstName, lastName, city, country, lang, roles, permissions, version }
  await call('PUT', `/users/${manager.id}/account`, body)
  const host = await found(hostEmail)
  if (host.companyId !== manager.companyId)
    await call('PUT', `/users/${host.id}/company`, { companyId: manager.companyId, version: host.version })
  return aDinner(product, manager.companyId)
}

const setPin = async (page: Page, pin: string): Promise<void> => {
  const part = page.getByRole('region', { name: 'PIN for shared tablets' })
  await part.getByLabel('New PIN').fill('1234')
  await part.getByLabel('Current password').fill(password)
  await part.getByRole('button', { name: /PIN$/ }).first().click()
  await expect(part.getByText('This is too easy to guess: no rows, repetitions or years.')).toBeVisible()
  await part.getByLabel('New PIN').fill(pin)
  await part.getByRole('button', { name: /PIN$/ }).first().click()
  await expect(part.getByText(/A PIN is set since/)).toBeVisible()
}

const keypad = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const bar = (page: Page): Locator => page.getByRole('complementary', { name: 'Shared tablet Host stand' })
const tap = async (pad: Locator, pin: string): Promise<void> => {
  for (const digit of pin) await pad.getByRole('button', { name: digit, exact: true }).click()
  await pad.getByRole('button', { name: 'Confirm the PIN' }).click()
}
const letIn = async (page: Page, name: string, pin: string): Promise<void> => {
  await keypad(page, 'Who is there?').getByRole('button', { name }).click()
  await tap(keypad(page, `PIN of ${name}`), pin)
  await expect(bar(page)).toContainText(name)
}
/** Without the page, where it is not the story. */
const pinOf = async ({ url }: Product, email: string, pin: string): Promise<void> => {
  const headers = { 'content-type': 'application/json' }
  const sent = { grant_type: 'password', client_id: 'portal', client_secret: 'portal', username: email, password }
  const answer = await fetch(`${url}/v2/token`, { method: 'POST', headers, body: JSON.stringify(sent) })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const body = JSON.stringify({ pin, currentPassword: password })
  const set = await fetch(`${url}/user/pin`, { method: 'PUT', headers: { ...headers, authorization: `Bearer ${token}` }, body })
  expect(set.status).toBe(200)
}
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** The tablet of that dinner, with the host let in and the evening on it. */
const atTheDoor = async (page: Page, product: Product, dinner: Dinner): Promise<void> => {
  for (const [email, pin] of [
    [hostEmail, '739164'],
    [managerEmail, '5208'],
  ] as const)
    await pinOf(product, email, pin)
  await signIn(page, `/venues?id=${dinner.venueId}&tab=tablets`, managerEmail)
  await page.getByRole('button', { name: 'Share this device' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Share this device' }).click()
  await bar(page).getByRole('button', { name: 'Enter PIN' }).click()
  await letIn(page, yumiko, '739164')
  await page.goto(`/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  await bar(page).getByRole('button', { name: 'Enter PIN' }).click()
  await letIn(page, yumiko, '739164')
}

test('a tablet is signed in once; each act is somebody’s, and a manager approves what is protected', async ({ browser, page, product }) => {
  test.slow()
  const dinner = await aTeam(product)
  const { id } = await dinner.book('19:00', { firstName: 'Ana', lastName: 'Ferreira' })
  await dinner.book('20:00', { firstName: 'Bo', lastName: 'Lindqvist' }, { partySize: 9 })

  // The host sets a PIN in the own account.
  const own = await (await browser.newContext({ baseURL: product.url })).newPage()
  await signIn(own, '/settings/account', hostEmail)
  await setPin(own, '739164')
  await own.context().close()

  // The manager too, and makes the tablet.
  await signIn(page, '/settings/account', managerEmail)
  await setPin(page, '5208')
  await page.goto(`/venues?id=${dinner.venueId}&tab=tablets`)
  await expect(page.getByText('This venue has no shared tablet.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: yumiko })).toContainText('PIN is set')
  await noFindings(page)
  await page.getByRole('button', { name: 'Share this device' }).click()
  const sure = page.getByRole('dialog', { name: 'Share this device as “Host stand”?' })
  await sure.getByRole('button', { name: 'Share this device' }).click()

  await expect(bar(page)).toContainText('Nobody is let in')
  await page.goto(`/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  await expect(row(page, 'Ana Ferreira')).toBeVisible()
  await looksRight(page)
  await page.goto('/settings/account')
  await expect(page.getByRole('heading', { name: 'You are not authorized!' })).toBeVisible()

  // The first act asks who is there; a wrong PIN moves nothing on the keypad.
  await page.goto(`/reservations?venue=${dinner.venueId}&date=${dinner.date}`)
  await row(page, 'Ana Ferreira').getByRole('button', { name: 'Seat' }).click()
  const who = keypad(page, 'Who is there?')
  await expect(who.getByRole('button', { name: chiara })).toBeVisible()
  await noFindings(page)
  await who.getByRole('button', { name: yumiko }).click()
  const pad = keypad(page, `PIN of ${yumiko}`)
  const [nine] = [pad.getByRole('button', { name: '9', exact: true })]
  const before = await nine.boundingBox()
  expect(before!.height).toBeGreaterThanOrEqual(44)
  await tap(pad, '739165')
  await expect(pad.getByRole('alert')).toContainText('This PIN is not right.')
  expect(await nine.boundingBox()).toEqual(before)
  await noFindings(page)
  await looksRight(page)
  // By the keys of a keyboard as well.
  await page.keyboard.type('739164')
  await page.keyboard.press('Enter')
  await expect(pad).toBeHidden()
  await expect(bar(page)).toContainText(yumiko)
  await expect.poll(async () => (await dinner.read(id)).status).toBe('seated')

  // Whoever is let in goes on without a question, and what is protected asks for a manager.
  await page.goto(`/reservations?venue=${dinner.venueId}&date=${dinner.date}&form=new`)
  const form = page.getByRole('dialog', { name: 'New reservation' })
  await form.getByRole('radio', { name: /^20:00 closed/ }).click()
  await form.getByLabel('Last name').fill('Overbook')
  await form.getByRole('button', { name: 'Book anyway', exact: true }).click()
  // A page loaded anew is locked.
  await keypad(page, 'Who is there?').getByRole('button', { name: yumiko }).click()
  await tap(keypad(page, `PIN of ${yumiko}`), '739164')
  const leave = keypad(page, `PIN of ${chiara}`)
  await expect(leave).toContainText('It needs a manager’s PIN, for this booking alone.')
  await noFindings(page)
  await tap(leave, '5208')
  await expect(form).toBeHidden()
  await row(page, 'Overbook').getByText('Overbook').first().click()
  const panel = page.getByLabel('Reservation details')
  await expect(panel.getByText(new RegExp(`${yumiko}.*on Host stand.*approved by ${chiara}`))).toBeVisible()

  // Locked by hand: the next act asks again, and leaving it changes nothing.
  await page.keyboard.press('Escape')
  await bar(page).getByRole('button', { name: 'Lock' }).click()
  await expect(bar(page)).toContainText('Nobody is let in')
  await row(page, 'Bo Lindqvist').getByRole('button', { name: 'Seat' }).click()
  await keypad(page, 'Who is there?').getByRole('button', { name: 'Cancel' }).click()
  await expect(keypad(page, 'Who is there?')).toHaveCount(0)
  await expect(row(page, 'Bo Lindqvist')).toContainText('Confirmed')

  // Where the venue wants it, a person is let in for one act.
  const call = await byApi(product)
  await call('PUT', `/v1/venues/${dinner.venueId}/shared-device-rules`, { stay: 'act', protectedActs: ['export'], version: 0 })
  await page.reload()
  await row(page, 'Bo Lindqvist').getByRole('button', { name: 'Seat' }).click()
  await letIn(page, yumiko, '739164')
  await expect(row(page, 'Bo Lindqvist')).toContainText('Seated')
  await expect(bar(page)).toContainText('Nobody is let in')

  // The office signs it out from afar.
  const { devices } = await call<{ devices: { id: string; name: string }[] }>('GET', `/v1/venues/${dinner.venueId}/shared-devices`)
  await call('DELETE', `/v1/shared-devices/${devices[0]!.id}`)
  await page.goto('/reservations')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('This tablet is no longer signed in as a shared tablet.')).toBeVisible()
})

test('a step taken without a network waits for the person who took it, and goes in nobody else’s name', async ({ page, product }) => {
  test.slow()
  const dinner = await aTeam(product)
  const { id } = await dinner.book('19:00', { firstName: 'Ana', lastName: 'Ferreira' })
  const call = await byApi(product)
  await atTheDoor(page, product, dinner)
  await expect(row(page, 'Ana Ferreira')).toBeVisible()

  await page.context().setOffline(true)
  await row(page, 'Ana Ferreira').getByRole('button', { name: 'Seat' }).click()
  await expect(row(page, 'Ana Ferreira')).toContainText('Seated')
  await bar(page).getByRole('button', { name: 'Lock' }).click()
  await page.context().setOffline(false)

  // Asked for her by herself; put off, it waits.
  const hers = keypad(page, `PIN of ${yumiko}`)
  await expect(hers).toContainText('did this without a network')
  await hers.getByRole('button', { name: 'Later' }).click()
  const waits = bar(page).getByRole('button', { name: `${yumiko}: 1 step waits` })
  await expect(waits).toBeVisible()
  await bar(page).getByRole('button', { name: 'Enter PIN' }).click()
  await letIn(page, chiara, '5208')
  await expect(bar(page)).toContainText(chiara)
  expect((await dinner.read(id)).status).toBe('confirmed')
  await waits.click()
  await tap(hers, '739164')
  await expect.poll(async () => (await dinner.read(id)).status).toBe('seated')
  const events = await call<{ move: string | null; actorName: string; deviceName: string | null }[]>('GET', `/v1/reservations/${id}/events`)
  expect(events.at(-1)).toMatchObject({ move: 'seat', actorName: yumiko, deviceName: 'Host stand' })
  await expect(waits).toBeHidden()
})

test('what was done without a network after the tablet was locked goes in the name of whoever says that it was his', async ({
  page,
  product,
}) => {
  test.slow()
  const dinner = await aTeam(product)
  const ana = await dinner.book('19:00', { firstName: 'Ana', lastName: 'Ferreira' })
  const bo = await dinner.book('19:15', { firstName: 'Bo', lastName: 'Novak' })
  const call = await byApi(product)
  await atTheDoor(page, product, dinner)
  await expect(row(page, 'Bo Novak')).toBeVisible()

  await page.context().setOffline(true)
  await row(page, 'Ana Ferreira').getByRole('button', { name: 'Seat' }).click()
  await expect(row(page, 'Ana Ferreira')).toContainText('Seated')
  await bar(page).getByRole('button', { name: 'Lock' }).click()
  await row(page, 'Bo Novak').getByRole('button', { name: 'Seat' }).click()
  await expect(row(page, 'Bo Novak')).toContainText('Seated')
  await page.context().setOffline(false)

  await tap(keypad(page, `PIN of ${yumiko}`), '739164')
  await expect.poll(async () => (await dinner.read(ana.id)).status).toBe('seated')
  // She is let in, and still the other step is not hers.
  await expect(keypad(page, 'Who is there?')).toContainText('after the tablet was locked: Bo Novak')
  expect((await dinner.read(bo.id)).status).toBe('confirmed')
  await letIn(page, chiara, '5208')
  await expect.poll(async () => (await dinner.read(bo.id)).status).toBe('seated')
  const by = async (id: string): Promise<string | undefined> => {
    const events = await call<{ move: string | null; actorName: string }[]>('GET', `/v1/reservations/${id}/events`)
    return events.findLast(({ move }) => move === 'seat')?.actorName
  }
  expect([await by(ana.id), await by(bo.id)]).toEqual([yumiko, chiara])
})
