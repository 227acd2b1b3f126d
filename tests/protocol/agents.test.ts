import type { ReservationAnalytics } from '@tablewire/contracts/analytics/analytics'
import { Permission, type Role } from '@tablewire/contracts/identity/roles'
import type { UserDetail } from '@tablewire/contracts/identity/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { aReservation, dayFromNow } from '../build/a-reservation.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'

let testApp: TestApp
let office: string
let venues: TestVenue[]
beforeAll(async () => {
  testApp = await aTestApp()
  office = await testApp.signIn(await aUser(testApp.container.db))
  venues = await Promise.all(['First', 'Second', 'Third'].map((name) => aVenue(testApp.container.db, { name })))
})
afterAll(() => testApp.close())

const agentAs = (role: 'ROLE_RMS_AGENT' | 'ROLE_BC_AGENT') => aUser(testApp.container.db, { roles: [role, 'ROLE_MANAGER'], venues: [] })
const namesFor = async (token: string): Promise<string[]> =>
  (await testApp.ask({ method: 'GET', url: '/venues', token })).json<{ data: { name: string }[] }>().data.map(({ name }) => name)
const statusOf = async (token: string, url: string): Promise<number> => (await testApp.ask({ method: 'GET', url, token })).statusCode
const bind = async (url: string, email: string): Promise<void> => {
  const answer = await testApp.ask({ method: 'POST', url, token: office, body: { email } })
  expect(answer.statusCode).toBeLessThan(300)
}

test('ON1 AC4: an agent is made with what lets him sign in, and invited', async () => {
  const body = { email: 'agent@partner.test', firstName: 'A', lastName: 'G', roles: ['ROLE_BC_AGENT'] }
  const made = await testApp.ask({ method: 'POST', url: '/users', token: office, body })
  expect(made.json<{ data: UserDetail }>().data).toMatchObject({ roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'], state: 'invited' })
})

test('AC6: people of a channel see the venues it sells, and nothing of the others or of other channels', async () => {
  const channel = await aChannel(testApp.container.db, { venues: [venues[0]!.id] })
  const agent = await agentAs('ROLE_BC_AGENT')
  const token = await testApp.signIn(agent)
  expect(await namesFor(token)).toEqual([])
  await bind(`/booking-channels/${channel.id}/users`, agent.email)
  const bound = await testApp.signIn(agent)
  expect(await namesFor(bound)).toEqual(['First'])
  expect(await statusOf(bound, `/venues/${venues[0]!.id}`)).toBe(200)
  expect(await statusOf(bound, `/venues/${venues[1]!.id}`)).toBe(404)
  for (const closed of ['/booking-channels', '/v1/systems', '/users', '/v1/reservations', '/v1/audit'])
    expect([closed, await statusOf(bound, closed)]).toEqual([closed, 403])
  const other = await aChannel(testApp.container.db, { venues: [venues[2]!.id] })
  await bind(`/booking-channels/${other.id}/users`, agent.email)
  expect((await namesFor(await testApp.signIn(agent))).toSorted()).toEqual(['First', 'Third'])
})

const agentWithAll = (roles: Role[], companyId: string | null = null) =>
  aUser(testApp.container.db, { roles, permissions: [...Permission.options], companyId, ...(companyId === null ? { venues: [] } : {}) })

test.each([
  ['ROLE_MANAGER', false],
  ['ROLE_POS', false],
  ['ROLE_MANAGER', true],
] as const)(
  'AC6: with every area and %s, of a company: %s, people of channels see their own bookings only, by every way',
  async (role, ofCompany) => {
    const { db } = testApp.container
    const venue = venues[0]!
    const [one, two, foreign] = await Promise.all(
      ['One', 'Two', 'Foreign'].map((name) => aChannel(db, { name: `${name} ${role} ${ofCompany}`, venues: [venue.id] })),
    )
    const booked = await Promise.all([one!, two!, foreign!].map(({ id }) => aReservation(db, venue, { source: 'channel', channelId: id })))
    const phone = await aReservation(db, venue)
    const agent = await agentWithAll(['ROLE_BC_AGENT', role, 'ROLE_MANAGER'], ofCompany ? venue.companyId : null)
    const sees = async (): Promise<string[][]> => {
      const token = await testApp.signIn(agent)
      const ids = async (url: string): Promise<string[]> =>
        (await testApp.ask({ method: 'GET', url, token })).json<{ data: { id: string }[] }>().data.map(({ id }) => id)
      for (const id of [phone.id, booked[2]!.id]) {
        expect(await statusOf(token, `/v1/reservations/${id}`)).toBe(404)
        expect(await statusOf(token, `/v1/rms/booking/${id}`)).toBe(404)
      }
      const [from, to] = [dayFromNow(0, venue), dayFromNow(3, venue)]
      const report = await testApp.ask({ method: 'GET', url: `/v1/rms/reports/bookings?from=${from}&to=${to}`, token })
      const channels = report
        .json<{ data: { bookingChannel: { id: string } | null }[] }>()
        .data.map(({ bookingChannel }) => bookingChannel?.id ?? 'none')
      const licences = await testApp.ask({ method: 'GET', url: '/v1/licences', token })
      const sellers = licences.json<{ data: { channels: { id: string }[] }[] }>().data.flatMap((row) => row.channels.map(({ id }) => id))
      const lists = [await ids('/v1/reservations?limit=200'), await ids('/v1/rms/booking?limit=200')]
      return [...lists, channels, sellers, await ids('/v1/rms/booking-channels')].map((list) => list.toSorted())
    }
    const writes = async (): Promise<number[]> => {
      const token = await testApp.signIn(agent)
      const calls = [
        ['PUT', `/venues/${venue.id}`, { city: 'X' }],
        ['PUT', `/booking-channels/${foreign!.id}/unlink-venues`, { venues: [venue.id] }],
        ['GET', '/v1/audit', undefined],
        ['GET', '/booking-channels', undefined],
      ] as const
      return Promise.all(
        calls.map(async ([method, url, body]) => (await testApp.ask({ method, url, token, ...(body ? { body } : {}) })).statusCode),
      )
    }
    expect(await sees()).toEqual([[], [], [], [], []])
    await bind(`/booking-channels/${one!.id}/users`, agent.email)
    expect(await sees()).toEqual([[booked[0]!.id], [booked[0]!.id], [one!.id], [one!.id], [one!.id]])
    await bind(`/booking-channels/${two!.id}/users`, agent.email)
    const [bookings, channels] = [[booked[0]!.id, booked[1]!.id].toSorted(), [one!.id, two!.id].toSorted()]
    expect(await sees()).toEqual([bookings, bookings, channels, channels, channels])
    expect(await writes()).toEqual([403, 403, 403, 403])
  },
)

test('AC6: venues given to somebody of a partner who is bound to nothing show nothing; a former agent has his company again', async () => {
  const { db } = testApp.container
  const [venue, foreign] = await Promise.all([aVenue(db, { name: 'Given' }), aVenue(db, { name: 'Elsewhere' })])
  await aReservation(db, venue)
  const given = await aUser(db, { roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'], permissions: [...Permission.options], venues: [venue.id] })
  const token = await testApp.signIn(given)
  for (const url of ['/v1/reservations', '/v1/rms/booking', '/venues', '/v1/licences'])
    expect([url, (await testApp.ask({ method: 'GET', url, token })).json<{ data: unknown[] }>().data]).toEqual([url, []])
  const system = await aSystem(db, { venues: [foreign.id] })
  const former = await agentWithAll(['ROLE_RMS_AGENT', 'ROLE_MANAGER'], venue.companyId)
  await bind(`/v1/systems/${system.id}/users`, former.email)
  expect(await namesFor(await testApp.signIn(former))).toEqual(['Elsewhere'])
  await db
    .updateTable('users')
    .set({ roles: ['ROLE_MANAGER'] })
    .where('id', '=', former.id)
    .execute()
  const now = await testApp.signIn(former)
  expect(await namesFor(now)).toEqual(['Given'])
  expect((await testApp.ask({ method: 'PUT', url: `/venues/${foreign.id}`, token: now, body: { city: 'X' } })).statusCode).toBe(404)
})

test('AC6: people of a reservation system see its venues', async () => {
  const system = await aSystem(testApp.container.db, { venues: [venues[1]!.id] })
  const agent = await agentAs('ROLE_RMS_AGENT')
  await bind(`/v1/systems/${system.id}/users`, agent.email)
  const token = await testApp.signIn(agent)
  expect(await namesFor(token)).toEqual(['Second'])
  expect(await statusOf(token, '/v1/licences')).toBe(200)
  expect(await statusOf(token, '/v1/systems')).toBe(403)
  expect((await testApp.ask({ method: 'PUT', url: `/venues/${venues[1]!.id}`, token, body: { city: 'X' } })).statusCode).toBe(403)
})

test('AN1 AC6: people of a partner read the figures of their side, take them away by a right of its own, and are refused what is not theirs', async () => {
  const { db } = testApp.container
  const venue = await aVenue(db, { name: 'Figures' })
  const [own, foreign] = await Promise.all(['Own', 'Foreign'].map((name) => aChannel(db, { name: `${name} figures`, venues: [venue.id] })))
  await aReservation(db, venue, { source: 'channel', channelId: own!.id, partySize: 3 })
  await aReservation(db, venue, { source: 'channel', channelId: foreign!.id, partySize: 40 })
  const agent = await agentAs('ROLE_BC_AGENT')
  await bind(`/booking-channels/${own!.id}/users`, agent.email)
  const [from, to] = [dayFromNow(0, venue), dayFromNow(3, venue)]
  const url = `/v1/analytics/reservations?from=${from}&to=${to}&whole=1`
  const figures = async (token: string, more = '') => {
    const answer = await testApp.ask({ method: 'GET', url: url + more, token })
    const { data, code } = answer.json<{ data?: ReservationAnalytics; code?: string }>()
    expect(answer.body).not.toContain('Foreign figures')
    return code ?? data!.figures.find(({ id }) => id === 'covers')!.value
  }
  const token = await testApp.signIn(agent)
  expect(await figures(token)).toBe(3)
  expect(await figures(token, `&channelId=${own!.id}`)).toBe(3)
  expect(await figures(token, `&channelId=${foreign!.id}`)).toBe('channel.not_found')
  expect(await figures(token, `&venueId=${venues[1]!.id}`)).toBe('venue.not_found')
  for (const closed of ['/v1/analytics/listing', '/v1/analytics/reviews'])
    expect([closed, await statusOf(token, `${closed}?from=${from}&to=${to}`)]).toEqual([closed, 403])
  // The house has stopped selling by the channel: what was booked stays theirs, in the list and in the figure.
  await sql`update channel_venues set state = 'paused' where channel_id = ${own!.id} and venue_id = ${venue.id}`.execute(db)
  expect(await figures(token)).toBe(3)
  const order = async (who: string, channelId: string) =>
    (
      await testApp.ask({
        method: 'POST',
        url: '/v1/analytics/reservations/report',
        token: who,
        body: { question: { from, to, channelId: [channelId] } },
      })
    ).statusCode
  expect(await order(token, own!.id)).toBe(403)
  const taker = await agentWithAll(['ROLE_BC_AGENT', 'ROLE_MANAGER'])
  await bind(`/booking-channels/${own!.id}/users`, taker.email)
  const taking = await testApp.signIn(taker)
  expect([await order(taking, own!.id), await order(taking, foreign!.id)]).toEqual([201, 404])
  await testApp.ask({ method: 'DELETE', url: `/booking-channels/${own!.id}/users/${agent.id}`, token: office })
  expect(await figures(token)).toBe(0)
})
