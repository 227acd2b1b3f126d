import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import type {} from '@tablewire/server/features/notifications/notification-rows'
import { aUser } from '../build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../build/a-venue.ts'

/** Two companies that know nothing of each other, and one caller of each kind. */
export type World = TestApp & {
  venue: TestVenue
  foreignVenue: TestVenue
  channel: TestChannel
  foreignChannel: TestChannel
  admin: string
  /** Of the other company, as `admin` is of the first. */
  foreignAdmin: string
  /** Sees the whole platform. */
  superAdmin: string
  superAdminId: string
  /** A manager without a single permission. */
  powerless: string
  foreignUserId: string
  /** A fresh confirmed reservation of the venue. */
  reservation: (over?: { foreign?: boolean }) => Promise<string>
  /** A fresh booking or hold of the channel. */
  booking: (key?: string) => Promise<string>
  hold: (key?: string) => Promise<string>
  /** Of the administrator of the whole platform, as `superAdmin` is, unless it is to be somebody else's. */
  notification: (of?: { userId: string; venueId: string }) => Promise<string>
  pushDevice: () => Promise<string>
  mail: () => Promise<string>
}

/** A start nobody else uses: every call moves on by a quarter of an hour, evenings first. */
const makeStarts = (): (() => number) => {
  let n = 0
  const first = Math.floor(Date.now() / 86_400_000) * 86_400 + 2 * 86_400 + 17 * 3600
  return () => {
    const at = n++
    return first + Math.floor(at / 16) * 86_400 + (at % 16) * 900
  }
}
const nextStart = makeStarts()
export const startText = (): string => new Date(nextStart() * 1000).toISOString()
export const startSeconds = (): number => nextStart()
export const pushBrowser = () => {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
  return { endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`, keys, device: 'Chrome on Linux' }
}
export const contact = () => ({ firstname: 'Lena', lastname: 'Law', email: `lena-${randomUUID()}@example.test` })

export const aWorld = async (): Promise<World> => {
  const testApp = await aTestApp({ addresses: 20 })
  const { db } = testApp.container
  const [companyId, foreignCompany] = [await aCompany(db, { name: 'Ours' }), await aCompany(db, { name: 'Theirs' })]
  const venue = await aVenue(db, { companyId, timeZone: 'Europe/Madrid' })
  const foreignVenue = await aVenue(db, { companyId: foreignCompany, timeZone: 'Europe/Madrid' })
  const channel = await aChannel(db, { venues: [venue.id] })
  const foreignChannel = await aChannel(db, { venues: [foreignVenue.id] })
  const superAdminUser = await aUser(db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  const foreignUser = await aUser(db, { companyId: foreignCompany })
  const [superAdmin, foreignAdmin, admin, powerless] = await Promise.all([
    testApp.signIn(superAdminUser),
    testApp.signIn(foreignUser),
    testApp.signIn(await aUser(db, { companyId })),
    testApp.signIn(await aUser(db, { companyId, roles: ['ROLE_MANAGER'] })),
  ])
  const made = async (ask: Parameters<TestApp['ask']>[0], path: 'data' | 'bare'): Promise<string> => {
    const answer = await testApp.ask(ask)
    if (answer.statusCode !== 201) throw new Error(`${ask.url} answered ${answer.statusCode} ${answer.body}`)
    const body = answer.json<{ id: string; data: { id: string } }>()
    return path === 'data' ? body.data.id : body.id
  }
  const bookAt = (key: string, venueId: string) =>
    made({ method: 'POST', url: '/v1/bc/booking', key, body: { venueId, partySize: 2, date: startSeconds(), contact: contact() } }, 'bare')
  return {
    ...testApp,
    venue,
    foreignVenue,
    channel,
    foreignChannel,
    admin,
    foreignAdmin,
    superAdmin,
    superAdminId: superAdminUser.id,
    powerless,
    foreignUserId: foreignUser.id,
    reservation: ({ foreign = false } = {}) =>
      made(
        {
          method: 'POST',
          url: '/v1/reservations',
          token: superAdmin,
          body: {
            venueId: foreign ? foreignVenue.id : venue.id,
            startsAt: startText(),
            partySize: 2,
            guest: { firstName: 'Lena', lastName: 'Law', email: 'lena@example.test' },
          },
        },
        'data',
      ),
    booking: (key = channel.key) => bookAt(key, key === channel.key ? venue.id : foreignVenue.id),
    hold: (key = channel.key) =>
      made(
        {
          method: 'POST',
          url: '/v1/bc/pending-booking',
          key,
          body: { venueId: key === channel.key ? venue.id : foreignVenue.id, partySize: 2, date: startSeconds() },
        },
        'bare',
      ),
    notification: async ({ userId, venueId } = { userId: superAdminUser.id, venueId: venue.id }) => {
      const id = randomUUID()
      const [eventId, createdAt] = [randomUUID(), new Date()]
      await db
        .insertInto('notifications')
        .values({
          id,
          userId,
          eventId,
          event: 'review',
          venueId,
          inApp: true,
          email: 'none',
          push: 'none',
          createdAt,
        })
        .execute()
      return id
    },
    pushDevice: async () => {
      const answer = await testApp.ask({ method: 'POST', url: '/v1/notifications/devices', token: superAdmin, body: pushBrowser() })
      return answer.json<{ data: { id: string } }>().data.id
    },
    mail: async () => {
      const id = randomUUID()
      await db
        .insertInto('mails')
        .values({
          id,
          sender: 'a@tablewire.test',
          recipient: 'b@example.test',
          subject: 'Law',
          text: 'Law',
          html: '<p>Law</p>',
          sentAt: new Date(),
        })
        .execute()
      return id
    },
  }
}

/** The caller an endpoint is meant for: the whole platform's administrator, or the channel. */
export const callerFor = (world: World, endpoint: Endpoint): { token?: string; key?: string } =>
  endpoint.can === 'public' ? {} : endpoint.can === 'channel' ? { key: world.channel.key } : { token: world.superAdmin }

export const fill = (
  endpoint: Endpoint,
  { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, unknown> },
): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? randomUUID()))
  const search = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([k, v]) => `${name}[${k}]=${encodeURIComponent(String(v))}`)
      : [`${name}=${encodeURIComponent(String(value))}`],
  )
  return search.length ? `${path}?${search.join('&')}` : path
}
