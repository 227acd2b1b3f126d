import { createSign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Google, serveGoogle, usualPartnerId } from '../../sandbox/src/google/serve-google.ts'

let google: Google
beforeAll(async () => {
  google = await serveGoogle({ merchants: [{ merchant_id: 'm1', name: 'Casa Uno', geo: { address: { street_address: 'Calle 1' } } }] })
})
afterAll(() => google.close())
beforeEach(() => {
  google.faults.set([])
  google.updates.quota.perMinute = 1500
  google.memory.bookings.splice(0)
})

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
/** As Google's libraries make it out of a key file. */
const assertion = (claims: object = {}, key = google.keyFile): string => {
  const iat = Math.floor(Date.now() / 1000)
  const said = {
    iss: key.client_email,
    scope: 'https://www.googleapis.com/auth/mapsbooking',
    aud: key.token_uri,
    iat,
    exp: iat + 3600,
    ...claims,
  }
  const text = `${part({ alg: 'RS256', typ: 'JWT', kid: key.private_key_id })}.${part(said)}`
  return `${text}.${createSign('sha256').update(text).sign(key.private_key).toString('base64url')}`
}
const askToken = async (signed: string) => {
  const answer = await fetch(google.keyFile.token_uri, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: signed }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const bearer = async (): Promise<string> => `Bearer ${String((await askToken(assertion())).body['access_token'])}`

type Ask = { method?: string; authorization?: string; body?: unknown }
const ask = async (path: string, { method = 'POST', authorization, body }: Ask = {}) => {
  const answer = await fetch(`${google.origin}/v1alpha${path}`, {
    method,
    headers: { authorization: authorization ?? (await bearer()), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & { error?: { status: string; message: string } } }
}
const partner = `/notification/partners/${usualPartnerId}`
const inventory = `/inventory/partners/${usualPartnerId}`

const aBooking = (id: string) => {
  const booking = {
    id,
    token: id,
    merchantId: 'm1',
    serviceId: 'reservation',
    startSec: Math.floor(Date.now() / 1000) + 86_400,
    durationSec: 5400,
    partySize: 2,
    status: 'CONFIRMED' as const,
    person: { user_id: '1', given_name: 'Ana', family_name: 'Lima', telephone: '+34', email: 'a@example.test' },
    told: [],
  }
  google.memory.bookings.push(booking)
  return booking
}
const owned = { merchantId: 'm1', serviceId: 'reservation' }

test('GO1: a token is given for a signed assertion only: signature, audience, account, times and scope are looked at', async () => {
  const good = await askToken(assertion())
  expect(good).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
  const nowSec = Math.floor(Date.now() / 1000)
  for (const claims of [
    { aud: 'https://oauth2.googleapis.com/token' },
    { iss: 'nobody@example.test' },
    { iat: nowSec - 8000, exp: nowSec - 4400 },
    { exp: nowSec + 7200 },
  ])
    expect(await askToken(assertion(claims)), JSON.stringify(claims)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await askToken(assertion({ scope: 'https://www.googleapis.com/auth/drive' }))).toMatchObject({ body: { error: 'invalid_scope' } })
  expect(await askToken(`${assertion().slice(0, -8)}AAAAAAAA`)).toMatchObject({ body: { error_description: 'Invalid JWT Signature.' } })
  google.faults.set([{ kind: 'expired_key', on: '*', probability: 1, ms: 0 }])
  expect(await askToken(assertion())).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('GO1: a notification changes what the map knows; what is wrong with one is said in the form of Google', async () => {
  const { id, startSec } = aBooking('b1')
  const path = `${partner}/bookings/${id}`
  const later = new Date((startSec + 3600) * 1000).toISOString().replace('.000', '')
  const moved = await ask(`${path}?updateMask=partySize,startTime`, {
    method: 'PATCH',
    body: { name: `partners/${usualPartnerId}/bookings/b1`, ...owned, partySize: '4', startTime: later, status: 'CANCELED' },
  })
  expect(moved).toMatchObject({ status: 200, body: { partySize: '4', startTime: later, status: 'CONFIRMED' } })
  const refused = async (query: string, body: object, method = 'PATCH') => {
    const answer = await ask(`${path}${query}`, { method, body })
    return `${answer.status} ${answer.body.error?.status}`
  }
  expect(await refused('?updateMask=status', { ...owned, status: 'CANCELLED' })).toBe('400 INVALID_ARGUMENT')
  expect(await refused('?updateMask=guests', { ...owned, status: 'CANCELED' })).toBe('400 INVALID_ARGUMENT')
  expect(await refused('?updateMask=status', { merchantId: 'm1', status: 'CANCELED' })).toBe('400 INVALID_ARGUMENT')
  expect(await refused('?updateMask=status', { ...owned, status: 'CANCELED', extra: 1 })).toBe('400 INVALID_ARGUMENT')
  expect(await refused('?updateMask=startTime', { ...owned, startTime: '2026-05-01 18:00' })).toBe('400 INVALID_ARGUMENT')
  expect(await refused('?updateMask=status&bookingFailure.cause=SLOT_UNAVAILABLE', { ...owned, status: 'CANCELED' })).toBe(
    '400 INVALID_ARGUMENT',
  )
  expect(
    (await ask(`${partner}/bookings/nobody?updateMask=status`, { method: 'PATCH', body: { ...owned, status: 'CANCELED' } })).body.error
      ?.status,
  ).toBe('NOT_FOUND')
  expect(google.memory.bookings[0]).toMatchObject({ status: 'CONFIRMED', partySize: 4 })
  expect(google.log.complaints().length).toBeGreaterThanOrEqual(7)
  expect((await ask(`${path}?updateMask=status`, { method: 'PATCH', body: { ...owned, status: 'CANCELED' } })).status).toBe(200)
  expect(google.memory.bookings[0]).toMatchObject({ status: 'CANCELED' })
})

test('GO1: no token, another partner, more than the quota, and faults: 401, 403, 429 and no answer after the work', async () => {
  aBooking('b2')
  const body = { ...owned, status: 'NO_SHOW' }
  const path = `${partner}/bookings/b2?updateMask=status`
  expect((await ask(path, { method: 'PATCH', authorization: 'Bearer nothing', body })).body.error?.status).toBe('UNAUTHENTICATED')
  expect((await ask('/notification/partners/1/bookings/b2', { method: 'PATCH', body })).body.error?.status).toBe('PERMISSION_DENIED')
  google.updates.quota.perMinute = 0
  expect((await ask(path, { method: 'PATCH', body })).body.error?.status).toBe('RESOURCE_EXHAUSTED')
  google.updates.quota.perMinute = 1500
  google.faults.set([{ kind: 'busy', on: 'booking', probability: 1, ms: 0, times: 1 }])
  expect((await ask(path, { method: 'PATCH', body })).body.error).toMatchObject({ status: 'RESOURCE_EXHAUSTED' })
  expect(google.memory.bookings[0]!.status).toBe('CONFIRMED')
  google.faults.set([{ kind: 'cut', on: 'booking', probability: 1, ms: 0, times: 1 }])
  await expect(ask(path, { method: 'PATCH', body })).rejects.toThrow('fetch failed')
  expect(google.memory.bookings[0]!.status).toBe('NO_SHOW')
})

test('GO1: a replace puts its window in place of what was there; a bad one is left out with its reason', async () => {
  const at = (hour: number): string => `${new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)}T${hour}:00:00Z`
  const slot = (hour: number, open: number, more: object = {}) => ({
    startTime: at(hour),
    duration: '5400s',
    spotsTotal: '3',
    spotsOpen: String(open),
    resources: { partySize: 2 },
    ...more,
  })
  google.inventory.replaceAll(new Map(), 0)
  const window = (availability: object[], more: object = {}) => ({
    ...owned,
    startTimeRestrict: at(18),
    endTimeRestrict: at(22),
    availability,
    ...more,
  })
  const open = (): number[] =>
    google.inventory
      .slots({ merchantId: 'm1', fromSec: 0, toSec: Infinity, partySize: 2 })!
      .filter((one) => one.open)
      .map(({ startSec }) => new Date(startSec * 1000).getUTCHours())
      .toSorted((a, b) => a - b)
  const send = (list: object[]) => ask(`${inventory}/availability:replace`, { body: { extendedServiceAvailability: list } })
  expect((await send([window([slot(18, 3), slot(19, 1), slot(20, 0)])])).body).toMatchObject({ extendedServiceAvailability: [owned] })
  expect(open()).toEqual([18, 19])
  const before = google.log.complaints().length
  const bad = [
    window([slot(18, 4)]),
    window([slot(23, 1)]),
    window([slot(18, 1), slot(18, 1)]),
    window([slot(18, 1, { duration: '0s' })]),
    window([slot(18, 1, { resources: { partySize: 2, roomId: 'r' } })]),
    window([], { startTimeRestrict: at(22) }),
  ]
  expect((await send([...bad, window([slot(21, 1)])])).body['extendedServiceAvailability']).toHaveLength(1)
  expect(open()).toEqual([21])
  const complaints = google.log.complaints().slice(before)
  expect(complaints.map(({ code }) => code)).toEqual([
    'AVAILABILITY_SPOT_COUNT_OUT_OF_RANGE',
    'RECORD_OUT_OF_RESTRICTION',
    'DUPLICATE_SLOT',
    'DURATION_OUT_OF_RANGE',
    'MISSING_RESOURCES',
    'INVALID_TIME_RANGE',
  ])
  const { merchantId: _m, serviceId: _s, ...single } = window([slot(20, 2)])
  const one = `${inventory}/merchants/m1/services/reservation/availability:replace`
  expect((await ask(one, { body: { serviceAvailability: single } })).status).toBe(200)
  expect(open()).toEqual([20])
  expect((await ask(one, { body: { serviceAvailability: { ...single, availability: [slot(20, 9)] } } })).status).toBe(400)
})

test('GO1: merchants and services: made once, changed, gone; 409 and 404 as Google answers them', async () => {
  const merchant = { merchantName: 'Casa Dos', geo: { address: { street_address: 'Calle 2' } } }
  expect((await ask(`${inventory}/merchants?merchantId=m2`, { body: merchant })).status).toBe(200)
  expect((await ask(`${inventory}/merchants?merchantId=m2`, { body: merchant })).body.error?.status).toBe('ALREADY_EXISTS')
  expect((await ask(`${inventory}/merchants?merchantId=m3`, { body: { merchantName: 'No address' } })).status).toBe(400)
  expect((await ask(`${inventory}/merchants/m2?updateMask=telephone`, { method: 'PATCH', body: { telephone: '+34 1' } })).status).toBe(200)
  expect(google.memory.merchants['m2']).toMatchObject({ name: 'Casa Dos', telephone: '+34 1' })
  const services = `${inventory}/merchants/m2/services`
  expect((await ask(`${services}?serviceId=reservation`, { body: { serviceName: 'Reservation' } })).status).toBe(200)
  expect((await ask(`${services}?serviceId=reservation`, { body: {} })).status).toBe(409)
  // Who may wait there: as the service says, and no other change takes it away.
  const waits = { minPartySize: 1, maxPartySize: 6, supportsAdditionalRequest: true }
  const tell = async (mask: string, body: object) =>
    (await ask(`${services}/reservation?updateMask=${mask}`, { method: 'PATCH', body })).status
  expect(await tell('rules,waitlistRules', { waitlistRules: waits })).toBe(200)
  expect(await tell('rules', { rules: { minAdvanceBooking: '60s' } })).toBe(200)
  expect(google.memory.waitlists['m2']).toEqual({ min_party_size: 1, max_party_size: 6, supports_additional_request: true })
  expect(await tell('waitlistRules', { waitlistRules: { ...waits, seats: 4 } })).toBe(400)
  expect(await tell('waitlistRules', {})).toBe(200)
  expect(google.memory.waitlists['m2']).toBeUndefined()
  expect((await ask(`${inventory}/merchants/m2/status`, { method: 'GET' })).body).toMatchObject({
    geoMatch: { name: 'Casa Dos' },
    bookingStatus: { hasValidFutureInventory: false },
  })
  expect((await ask(`${inventory}/merchants/m2`, { method: 'DELETE' })).status).toBe(200)
  expect((await ask(`${inventory}/merchants/m2`, { method: 'DELETE' })).body.error?.status).toBe('NOT_FOUND')
})
