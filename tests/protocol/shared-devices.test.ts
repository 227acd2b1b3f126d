import { isTrivialPin } from '@tablewire/contracts/identity/shared-devices.rules'
import type { LetIn } from '@tablewire/contracts/identity/shared-devices'
import type { ReservationEvent } from '@tablewire/contracts/booking/reservations'
import type {} from '@tablewire/server/features/shared-devices/device-rows'
import type { LightMyRequestResponse } from 'fastify'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aReservation, dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aTestApp, type Ask, type TestApp } from '../build/a-test-app.ts'
import { aUser, type TestUser } from '../build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../build/a-venue.ts'

let testApp: TestApp
let venue: TestVenue
let other: TestVenue
let manager: TestUser
let managerToken: string
beforeAll(async () => {
  testApp = await aTestApp({ addresses: 20 })
  const companyId = await aCompany(testApp.container.db, { name: 'Casa Uno' })
  ;[venue, other] = [await aVenue(testApp.container.db, { companyId }), await aVenue(testApp.container.db, { companyId })]
  manager = await person({ permissions: ['reservations', 'venues'] })
  managerToken = await testApp.signIn(manager)
})
afterAll(() => testApp.close())

const person = (over: Partial<TestUser> = {}) =>
  aUser(testApp.container.db, { companyId: venue.companyId, roles: ['ROLE_MANAGER'], permissions: ['reservations'], ...over })
const codeOf = (answer: { json: () => unknown; statusCode: number }) =>
  (answer.json() as { code?: string }).code ?? `answered ${answer.statusCode}`
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what the call answers
const dataOf = <T>(answer: LightMyRequestResponse): T => {
  const { data } = answer.json<{ data?: T }>()
  if (!data) throw new Error(answer.body)
  return data
}
const call = (method: string, url: string, over: Omit<Ask, 'method' | 'url'> = {}) => testApp.ask({ method, url, ...over })

const aPin = (): string => {
  const pin = String(randomInt(1000, 10_000))
  return isTrivialPin(pin) ? aPin() : pin
}
const givePin = async (user: TestUser, pin = aPin()): Promise<string> => {
  const answer = await call('PUT', '/user/pin', {
    token: await testApp.signIn(user),
    body: { pin, currentPassword: user.password },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return pin
}
const aTablet = async (at = venue): Promise<{ id: string; token: string }> => {
  const answer = await call('POST', `/v1/venues/${at.id}/shared-devices`, { token: managerToken, body: { name: 'Host stand' } })
  const { device, token } = dataOf<{ device: { id: string }; token: string }>(answer)
  return { id: device.id, token }
}
const knock = (token: string, personId: string, pin: string) => call('POST', '/v1/shared-device/people', { token, body: { personId, pin } })
const letIn = async (token: string, user: TestUser, pin: string) => dataOf<LetIn>(await knock(token, user.id, pin)).token
const seat = (token: string, id: string, act?: string) =>
  call('POST', `/v1/reservations/${id}/seat`, { token, body: {}, ...(act ? { headers: { 'tablewire-act': act } } : {}) })
const booked = async (at = venue) => (await aReservation(testApp.container.db, at)).id

test('a tablet reads the evening of its venue, and does nothing without a person', async () => {
  const { id, token } = await aTablet()
  const [mine, theirs] = [await booked(), await booked(other)]
  expect(dataOf(await call('GET', '/user-me', { token }))).toMatchObject({
    id,
    firstName: 'Host stand',
    roles: [],
    device: { venueId: venue.id },
  })
  expect(dataOf<{ id: string }>(await call('GET', `/v1/reservations/${mine}`, { token })).id).toBe(mine)
  expect(codeOf(await call('GET', `/v1/reservations/${theirs}`, { token }))).toBe('reservation.not_found')
  expect(codeOf(await seat(token, mine))).toBe('shared_device.person_needed')
  const closed = [
    '/users',
    '/venues',
    `/v1/venues/${venue.id}/book`,
    '/v1/guests',
    '/v1/audit',
    '/user/sessions',
    '/v1/notifications',
    '/user/pin',
  ]
  for (const url of closed) expect([url, codeOf(await call('GET', url, { token }))]).toEqual([url, 'shared_device.not_there'])
  expect(codeOf(await call('DELETE', '/v2/token', { token }))).toBe('shared_device.not_there')
})

test('an act carries the person and the tablet, in the history and in the audit', async () => {
  const { id, token } = await aTablet()
  const host = await person()
  const act = await letIn(token, host, await givePin(host))
  const reservation = await booked()
  expect((await seat(token, reservation, act)).statusCode).toBe(200)
  const events = dataOf<ReservationEvent[]>(await call('GET', `/v1/reservations/${reservation}/events`, { token }))
  expect(events.at(-1)).toMatchObject({ actorName: 'Ada Example', deviceName: 'Host stand', approvedByName: null, side: 'venue' })
  const entry = await testApp.container.db
    .selectFrom('auditEntries')
    .select(['action', 'actorId', 'deviceId', 'deviceName'])
    .where('subjectId', '=', reservation)
    .execute()
  expect(entry).toEqual([{ action: 'reservation.seated', actorId: host.id, deviceId: id, deviceName: 'Host stand' }])
})

test('whoever is let in may no more than elsewhere, and nothing of the own account', async () => {
  const { token } = await aTablet()
  const host = await person()
  const pin = await givePin(host)
  const act = await letIn(token, host, pin)
  const change = { newPassword: 'a quite different one', currentPassword: host.password }
  const asked = [
    call('PUT', '/user/change-password', { token, body: change, headers: { 'tablewire-act': act } }),
    call('PUT', '/user/pin', { token, body: { pin: aPin(), currentPassword: host.password }, headers: { 'tablewire-act': act } }),
    call('GET', '/v1/guests', { token, headers: { 'tablewire-act': act } }),
  ]
  expect((await Promise.all(asked)).map(codeOf)).toEqual(Array.from(asked, () => 'shared_device.not_there'))
  await testApp.container.db.updateTable('users').set({ permissions: [] }).where('id', '=', host.id).execute()
  expect(codeOf(await seat(token, await booked(), act))).toBe('access.denied')
  // The token of an act is no session.
  expect(codeOf(await call('GET', '/user-me', { token: act }))).toBe('session.expired')
})

test('a token of an act is good on its own tablet, while it lasts, and until the tablet is signed out', async () => {
  const [tablet, foreign] = [await aTablet(), await aTablet(other)]
  const host = await person()
  const pin = await givePin(host)
  const act = await letIn(tablet.token, host, pin)
  const reservation = await booked()
  expect(codeOf(await seat(foreign.token, await booked(other), act))).toBe('shared_device.person_needed')
  const past = new Date(Date.now() - 1000)
  await testApp.container.db
    .updateTable('deviceActs')
    .set({ issuedAt: new Date(Date.now() - 60_000), expiresAt: past })
    .where('deviceId', '=', tablet.id)
    .execute()
  expect(codeOf(await seat(tablet.token, reservation, act))).toBe('shared_device.person_needed')
  const again = await letIn(tablet.token, host, pin)
  const next = await letIn(tablet.token, host, pin)
  expect(codeOf(await seat(tablet.token, reservation, again))).toBe('shared_device.person_needed')
  expect((await call('POST', '/v1/shared-device/lock', { token: tablet.token })).statusCode).toBe(200)
  expect(codeOf(await seat(tablet.token, reservation, next))).toBe('shared_device.person_needed')
  const last = await letIn(tablet.token, host, pin)
  expect((await call('DELETE', `/v1/shared-devices/${tablet.id}`, { token: managerToken })).statusCode).toBe(200)
  expect(codeOf(await seat(tablet.token, reservation, last))).toBe('shared_device.ended')
  expect(codeOf(await call('GET', '/user-me', { token: tablet.token }))).toBe('shared_device.ended')
})

test('two hundred wrong PINs at once get no more than the five tries there are; the right one waits as well', async () => {
  const { id, token } = await aTablet()
  const host = await person()
  const pin = await givePin(host)
  const wrong = pin === '8263' ? '7152' : '8263'
  const answers = await Promise.all(Array.from({ length: 200 }, () => knock(token, host.id, wrong)))
  const codes = answers.map(codeOf)
  expect(codes.filter((code) => code === 'pin.wrong')).toHaveLength(5)
  expect(codes.filter((code) => code === 'pin.locked')).toHaveLength(195)
  expect(codeOf(await knock(token, host.id, pin))).toBe('pin.locked')
  // Nor does another tablet help.
  expect(codeOf(await knock((await aTablet()).token, host.id, pin))).toBe('pin.locked')
  const told = await testApp.container.db
    .selectFrom('auditEntries')
    .select(['deviceId', 'after'])
    .where('action', '=', 'pin.refused')
    .where('subjectId', '=', host.id)
    .execute()
  expect(told).toHaveLength(5)
  expect(told[0]).toMatchObject({ deviceId: id })
  expect(JSON.stringify(told)).not.toContain(wrong)
  // Others work on meanwhile, and a manager opens it by taking the PIN away.
  const another = await person()
  await letIn(token, another, await givePin(another))
  expect((await call('DELETE', `/v1/venues/${venue.id}/pins/${host.id}`, { token: managerToken })).statusCode).toBe(200)
  expect(codeOf(await knock(token, host.id, pin))).toBe('pin.missing')
})

test('each further wrong PIN closes it for twice as long', async () => {
  const { token } = await aTablet()
  const host = await person()
  const pin = await givePin(host)
  const wrong = pin === '8263' ? '7152' : '8263'
  const { db } = testApp.container
  const opened = () => db.updateTable('pinTries').set({ lockedUntil: null }).where('id', '=', host.id).execute()
  const seconds: number[] = []
  for (let n = 1; n <= 8; n++) {
    await knock(token, host.id, wrong)
    const row = await db.selectFrom('pinTries').select('lockedUntil').where('id', '=', host.id).executeTakeFirstOrThrow()
    seconds.push(row.lockedUntil === null ? 0 : Math.round((Date.parse(row.lockedUntil) - Date.now()) / 30_000) * 30)
    await opened()
  }
  expect(seconds).toEqual([0, 0, 0, 0, 60, 120, 240, 480])
})

test('strangers, people of other houses, and easy PINs', async () => {
  const { token } = await aTablet()
  const [stranger, elsewhere] = [
    await aUser(testApp.container.db, { companyId: await aCompany(testApp.container.db) }),
    await person({ venues: [other.id] }),
  ]
  for (const user of [stranger, elsewhere]) expect(codeOf(await knock(token, user.id, await givePin(user)))).toBe('pin.wrong')
  const host = await person()
  const hostToken = await testApp.signIn(host)
  const put = async (pin: string, currentPassword = host.password) =>
    codeOf(await call('PUT', '/user/pin', { token: hostToken, body: { pin, currentPassword } }))
  expect(await Promise.all(['1234', '0000', '121212', '1987'].map((pin) => put(pin)))).toEqual(
    Array.from({ length: 4 }, () => 'pin.trivial'),
  )
  expect([await put('739'), await put('7391', 'not this')]).toEqual(['request.invalid', 'password.wrong'])
  await givePin(host, '7391')
  const kept = await testApp.container.db.selectFrom('personPins').selectAll().where('userId', '=', host.id).execute()
  expect(kept).toHaveLength(1)
  expect(kept[0]!.sealed).not.toMatch(/7391|argon2/)
  expect(codeOf(await call('POST', `/v1/venues/${venue.id}/shared-devices`, { token: hostToken, body: { name: 'Mine' } }))).toBe(
    'access.denied',
  )
})

test("a protected act needs a manager's PIN, for that one act; both stand in its history", async () => {
  const { token } = await aTablet()
  const host = await person()
  const [pin, managersPin] = [await givePin(host), await givePin(manager)]
  const act = await letIn(token, host, pin)
  const startsAt = instantAt(venue, dayFromNow(2, venue), '20:00')
  const body = { venueId: venue.id, startsAt, partySize: 2, override: true, guest: { firstName: 'Lena', lastName: 'Law' } }
  const book = (over: object = {}, approval?: string, key?: string) =>
    call('POST', '/v1/reservations', {
      token,
      body: { ...body, ...over },
      headers: {
        'tablewire-act': act,
        ...(approval ? { 'tablewire-approval': approval } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
    })
  const refusal = (await book()).json<{ code: string; details: { act: string; digest: string } }>()
  expect(refusal).toMatchObject({ code: 'shared_device.approval_needed', details: { act: 'overbook' } })
  const approve = (user: TestUser, by: string, { act: what, digest } = refusal.details) =>
    call('POST', '/v1/shared-device/approvals', { token, body: { personId: user.id, pin: by, act: what, digest } })
  expect(codeOf(await approve(host, pin))).toBe('pin.not_manager')
  expect(codeOf(await approve(manager, pin === '8263' ? '7152' : '8263'))).toBe('pin.wrong')
  const approval = dataOf<LetIn>(await approve(manager, managersPin)).token
  // Not for another act, and not for whoever has no leave for any.
  expect(codeOf(await book({ partySize: 40 }, approval))).toBe('shared_device.approval_needed')
  expect(codeOf(await book({}, 'made up'))).toBe('shared_device.approval_needed')
  const made = await book({}, approval)
  expect(made.statusCode, made.body).toBe(201)
  expect(codeOf(await book({}, approval))).toBe('shared_device.approval_needed')
  const { id } = dataOf<{ id: string }>(made)
  const events = dataOf<ReservationEvent[]>(await call('GET', `/v1/reservations/${id}/events`, { token }))
  expect(events[0]).toMatchObject({ actorName: 'Ada Example', deviceName: 'Host stand', approvedByName: 'Ada Example' })
  const [entry] = await testApp.container.db
    .selectFrom('auditEntries')
    .select(['actorId', 'approvedById'])
    .where('subjectId', '=', id)
    .execute()
  expect(entry).toEqual({ actorId: host.id, approvedById: manager.id })
  // While the manager was fetched whoever asked was out; with the leave there is the time to do it.
  const late = (await book({ partySize: 3 })).json<{ details: { act: string; digest: string } }>()
  const ago = new Date(Date.now() - 20_000).toISOString()
  await testApp.container.db
    .updateTable('deviceActs')
    .set({ issuedAt: new Date(Date.now() - 40_000).toISOString(), expiresAt: ago })
    .where('userId', '=', host.id)
    .where('act', 'is', null)
    .execute()
  expect(codeOf(await book({ partySize: 3 }))).toBe('shared_device.person_needed')
  const lateLeave = dataOf<LetIn>(await approve(manager, managersPin, late.details)).token
  expect((await book({ partySize: 3 }, lateLeave)).statusCode).toBe(201)
  // With a key a lost answer is asked for again, and is the same booking.
  const keyed = (await book({}, undefined, 'a-key-of-this-act')).json<{ details: { act: string; digest: string } }>()
  const leave = dataOf<LetIn>(await approve(manager, managersPin, keyed.details)).token
  const [one, two] = [await book({}, leave, 'a-key-of-this-act'), await book({}, leave, 'a-key-of-this-act')]
  expect([one.statusCode, dataOf<{ id: string }>(two).id]).toEqual([201, dataOf<{ id: string }>(one).id])
})

test('what is protected is the venue’s to say; a note taken away, an export and giving the tablet up ask at first', async () => {
  const { token } = await aTablet()
  const host = await person()
  const act = await letIn(token, host, await givePin(host))
  const headers = { 'tablewire-act': act }
  const note = (content: string, version: number) =>
    call('PUT', `/v1/venues/${venue.id}/shift-notes`, {
      token,
      headers,
      body: { date: dayFromNow(3, venue), mealId: null, content, version },
    })
  expect((await note('Truffles', 0)).statusCode).toBe(200)
  // Nor what is drawn as nothing: a Hangul filler, an empty braille cell.
  for (const nothing of [' ', '\u3164', '\u2800 \u115F'])
    expect([nothing, codeOf(await note(nothing, 1))]).toEqual([nothing, 'shared_device.approval_needed'])
  expect(codeOf(await call('POST', '/v1/reservations/export', { token, headers, body: { filters: { venueId: [venue.id] } } }))).toBe(
    'shared_device.approval_needed',
  )
  expect(codeOf(await call('DELETE', '/v1/shared-device', { token, headers }))).toBe('shared_device.approval_needed')
  const larger = async () => codeOf(await call('PATCH', `/v1/reservations/${await booked()}`, { token, headers, body: { partySize: 3 } }))
  expect(await larger()).toBe('answered 200')
  const rules = (version: number) =>
    call('PUT', `/v1/venues/${venue.id}/shared-device-rules`, {
      token: managerToken,
      body: { stay: 'five_minutes', protectedActs: ['larger_party'], version },
    })
  expect((await rules(0)).statusCode).toBe(200)
  expect(codeOf(await rules(0))).toBe('venue.version_stale')
  expect(await larger()).toBe('shared_device.approval_needed')
  expect((await note(' ', 1)).statusCode).toBe(200)
  expect(codeOf(await call('DELETE', '/v1/shared-device', { token, headers }))).toBe('shared_device.approval_needed')
})

test('after twenty slips at a tablet a right PIN opens it, and locks nobody out', async () => {
  const { id, token } = await aTablet()
  const ada = await person()
  const pin = await givePin(ada)
  const past = new Date(Date.now() - 60_000).toISOString()
  await testApp.container.db.insertInto('pinTries').values({ kind: 'device', id, wrong: 20, lockedUntil: past, triedAt: past }).execute()
  for (let times = 0; times < 3; times++) expect((await knock(token, ada.id, pin)).statusCode).toBe(200)
  // Nor does one slip after a right one close the door for long, however many there were before.
  await testApp.container.db
    .insertInto('pinTries')
    .values({ kind: 'person', id: ada.id, wrong: 12, lockedUntil: past, triedAt: past })
    .onConflict((same) => same.columns(['kind', 'id']).doUpdateSet({ wrong: 12, lockedUntil: past }))
    .execute()
  expect((await knock(token, ada.id, pin)).statusCode).toBe(200)
  expect(codeOf(await knock(token, ada.id, pin === '4711' ? '4712' : '4711'))).toBe('pin.wrong')
  expect((await knock(token, ada.id, pin)).statusCode).toBe(200)
})

test('asking for somebody without a PIN opens no tablet to guess on', async () => {
  const { id, token } = await aTablet()
  const [ada, without] = [await person(), await person()]
  const pin = await givePin(ada)
  const wrong = pin === '4711' ? '4712' : '4711'
  const triesOf = async () =>
    (await testApp.container.db.selectFrom('pinTries').select('wrong').where('id', '=', id).executeTakeFirst())?.wrong
  for (let times = 0; times < 3; times++) {
    expect(codeOf(await knock(token, ada.id, wrong))).toBe('pin.wrong')
    expect(codeOf(await knock(token, without.id, wrong))).toBe('pin.missing')
  }
  expect(await triesOf()).toBe(6)
})

test('a tablet shows nothing of weeks ago', async () => {
  const { token } = await aTablet()
  const sheet = (days: number) => call('GET', `/v1/venues/${venue.id}/service-sheet?date=${dayFromNow(days, venue)}`, { token })
  expect(codeOf(await sheet(0))).toBe('answered 200')
  expect(codeOf(await sheet(-30))).toBe('shared_device.not_there')
})

test('a tablet locks out nobody who does not work there', async () => {
  const { token } = await aTablet()
  const stranger = await aUser(testApp.container.db, { companyId: await aCompany(testApp.container.db), permissions: ['reservations'] })
  for (let times = 0; times < 6; times++) expect(codeOf(await knock(token, stranger.id, '4711'))).toBe('pin.wrong')
  const counted = await testApp.container.db.selectFrom('pinTries').select('wrong').where('id', '=', stranger.id).execute()
  expect(counted).toEqual([])
})

test('whoever is disabled is out at once, and a restaurant that changes hands leaves its tablets behind', async () => {
  const sold = await aVenue(testApp.container.db, { companyId: venue.companyId })
  const { token } = await aTablet(sold)
  const ada = await person()
  const act = await letIn(token, ada, await givePin(ada))
  const off = { disabledAt: new Date().toISOString() }
  await testApp.container.db.updateTable('users').set(off).where('id', '=', ada.id).execute()
  await testApp.container.db.updateTable('users').set({ disabledAt: null }).where('id', '=', ada.id).execute()
  expect(codeOf(await seat(token, await booked(sold), act))).toBe('shared_device.person_needed')
  const next = await aCompany(testApp.container.db)
  await testApp.container.db.updateTable('venues').set({ companyId: next }).where('id', '=', sold.id).execute()
  expect(codeOf(await call('GET', '/v1/reservations', { token }))).toBe('shared_device.ended')
})
