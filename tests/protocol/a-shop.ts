import type { FastifyInstance } from 'fastify'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aVenue, type TestVenue, type VenueOverrides } from '../build/a-venue.ts'

export type Answer<T = Record<string, unknown>> = { status: number; body: T; headers: Headers }
export type Call = { method?: string; key?: string; idempotencyKey?: string; headers?: Record<string, string> }
export type Shop = TestApp & {
  venue: TestVenue
  channel: TestChannel
  /** One call over real HTTP with the channel's key, as any partner makes it; a text is sent as it is. */
  call: <T = Record<string, unknown>>(path: string, body?: unknown, call?: Call) => Promise<Answer<T>>
  /** Unix seconds of a wall-clock time of the venue, that many days from now. */
  at: (time: string, days?: number, venue?: TestVenue) => number
  openVenue: (overrides?: VenueOverrides) => Promise<TestVenue>
}

const listen = async (app: FastifyInstance): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' })

/** The product behind a real port, one venue in Madrid and one channel that sells it. */
export const aShop = async (options: { work?: boolean; env?: Readonly<Record<string, string>> } = {}): Promise<Shop> => {
  const testApp = await aTestApp(options)
  const { db } = testApp.container
  const venue = await aVenue(db)
  const channel = await aChannel(db, { venues: [venue.id] })
  const url = await listen(testApp.app)
  const call: Shop['call'] = async (path, body, { method, key = channel.key, idempotencyKey, headers = {} } = {}) => {
    const answer = await fetch(`${url}/v1/bc/${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        'x-token': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text ? JSON.parse(text) : undefined) as never, headers: answer.headers }
  }
  const openVenue: Shop['openVenue'] = async (overrides) => {
    const opened = await aVenue(db, overrides)
    await db.insertInto('channelVenues').values({ venueId: opened.id, channelId: channel.id, state: 'live' }).execute()
    return opened
  }
  const at: Shop['at'] = (time, days = 3, place = venue) => Math.floor(Date.parse(instantAt(place, dayFromNow(days, place), time)) / 1000)
  return { ...testApp, venue, channel, call, at, openVenue }
}

export const aContact = (overrides: Record<string, unknown> = {}) => ({
  firstname: 'Lena',
  lastname: 'Brandt',
  email: 'lena@example.test',
  telephone: '34600111222',
  locale: 'de',
  optInConsent: true,
  ...overrides,
})
