import { formIn, json, jsonIn, type Reply, type Route, refusal, seeOther } from '../http/router.ts'
import { setFaults } from '../rms/admin-api.ts'
import type { Faults } from '../rms/faults.ts'
import { book, type GoogleMap, newToken, update } from './bookings.ts'
import type { Partner } from './exchange.ts'
import { problemPage } from './map-pages.ts'
import type { FeedDesk } from './feeds/feed-desk.ts'
import { isPublicKey } from './feeds/sftp-server.ts'
import type { Merchant } from './memory.ts'
import type { UpdatesHost } from './updates/updates-host.ts'

type Side = {
  map: GoogleMap
  updates: UpdatesHost
  desk: FeedDesk
  faults: Faults
  connect: (partner: Partner | undefined) => void
  list: (merchants: readonly Merchant[]) => void
}

const textIn = (body: Record<string, unknown>, name: string): string => (typeof body[name] === 'string' ? body[name] : '')
const bookAsTold = async ({ map }: Side, body: Record<string, unknown>): Promise<Reply> => {
  const person = (body['person'] ?? {}) as Record<string, unknown>
  const made = await book(map, {
    merchantId: textIn(body, 'merchantId'),
    candidate: {
      serviceId: 'reservation',
      startSec: Number(body['startSec']),
      durationSec: Number(body['durationSec'] ?? 0),
      partySize: Number(body['partySize']),
      open: undefined,
    },
    person: {
      user_id: textIn(person, 'userId'),
      given_name: textIn(person, 'givenName'),
      family_name: textIn(person, 'familyName'),
      telephone: textIn(person, 'telephone'),
      email: textIn(person, 'email'),
    },
    token: textIn(body, 'token') || newToken(),
  })
  return json(made)
}
const updateAsTold = async ({ map }: Side, id: string, body: Record<string, unknown>): Promise<Reply> => {
  const booking = map.memory.bookings.find((one) => one.id === id)
  if (!booking) return refusal(404, 'unknown', 'no such booking')
  const answer = await update(map, booking, {
    ...(body['status'] === 'CANCELED' ? { status: 'CANCELED' as const } : {}),
    ...(typeof body['startSec'] === 'number' ? { startSec: String(body['startSec']) } : {}),
    ...(typeof body['partySize'] === 'number' ? { partySize: body['partySize'] } : {}),
  })
  return json(answer)
}

const merchantsIn = (given: unknown): Merchant[] | undefined => {
  if (!Array.isArray(given)) return undefined
  const list = given as Partial<Merchant>[]
  return list.every(({ merchant_id: id, name }) => typeof id === 'string' && typeof name === 'string') ? (list as Merchant[]) : undefined
}
const partnerIn = (given: Record<string, unknown>): Partner | undefined => {
  const { server, username, password } = given
  return typeof server === 'string' && URL.canParse(server) && typeof username === 'string' && typeof password === 'string'
    ? { server: server.replace(/\/+$/, ''), username, password }
    : undefined
}

/** For tests and other programs: bookings as a person makes them, what was noted, faults, and who the partner is. */
export const adminRoutes = (side: Side): Route[] => [
  { method: 'GET', path: '/admin/bookings', act: () => json({ bookings: side.map.memory.bookings }) },
  { method: 'POST', path: '/admin/bookings', act: (request) => bookAsTold(side, jsonIn(request) ?? {}) },
  { method: 'POST', path: '/admin/bookings/:id', act: (request) => updateAsTold(side, request.params['id']!, jsonIn(request) ?? {}) },
  {
    method: 'GET',
    path: '/admin/calls',
    act: () => json({ figures: side.map.log.figures(), suspended: side.map.log.suspended(), calls: side.map.log.calls().slice(-200) }),
  },
  { method: 'GET', path: '/admin/complaints', act: () => json({ complaints: side.map.log.complaints() }) },
  { method: 'GET', path: '/admin/feeds', act: () => json({ feeds: side.desk.files(), slots: side.updates.inventory.size() }) },
  {
    method: 'POST',
    path: '/partner/keys',
    act: (request) => {
      const line = (formIn(request).get('key') ?? '').trim()
      if (!isPublicKey(line))
        return problemPage('This is no public key: one line that begins with ssh-rsa or ssh-ed25519.', ['/partner', 'Back'], 400)
      const { memory } = side.map
      memory.sshKeys = [...new Set([...memory.sshKeys, line])]
      memory.save()
      return seeOther('/partner')
    },
  },
  { method: 'GET', path: '/admin/updates', act: () => json({ updates: side.updates.received, quota: side.updates.quota.used() }) },
  {
    method: 'PUT',
    path: '/admin/quota',
    act: (request) => {
      const perMinute = jsonIn(request)?.['perMinute']
      if (typeof perMinute !== 'number' || perMinute < 0) return refusal(400, 'invalid', 'perMinute: a number')
      side.updates.quota.perMinute = perMinute
      return json({ perMinute })
    },
  },
  { method: 'GET', path: '/admin/faults', act: () => json({ faults: side.faults.list() }) },
  { method: 'PUT', path: '/admin/faults', act: (request) => setFaults(side, jsonIn(request)) },
  {
    method: 'PUT',
    path: '/admin/partner',
    act: (request) => {
      const partner = partnerIn(jsonIn(request) ?? {})
      side.connect(partner)
      return json({ connected: partner !== undefined })
    },
  },
  {
    method: 'PUT',
    path: '/admin/merchants',
    act: (request) => {
      const listed = merchantsIn(jsonIn(request)?.['merchants'])
      if (!listed) return refusal(400, 'invalid', 'merchants: a list in the form of the merchants feed')
      side.list(listed)
      return json({ merchants: listed.length })
    },
  },
]
