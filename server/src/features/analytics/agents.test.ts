import { ReservationFilters } from '@tablewire/contracts/booking/reservations'
import { Permission } from '@tablewire/contracts/identity/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx } from '../../../../tests/build/a-ctx.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { anyQuery, anyReservation, aYear, type Year } from '../../../../tests/build/a-year-of-reservations.ts'
import type { Query } from '#src/features/analytics-questions/api.ts'
import { askOf, narrowingOf } from '#src/features/analytics-questions/ask.ts'
import { getReservation } from '#src/features/reservations/get-reservation.ts'
import { refreshDays } from '#src/features/day-sums/refresh-days.ts'
import { listReservations } from '#src/features/reservations/list-reservations.ts'
import type { Ctx, VenueScope } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { paceOf } from './pace.ts'
import { analyticsOf } from './reservation-analytics.ts'
import { listMeasures } from './routes.ts'

let year: Year
let foreignChannel: string
let systemId: string
let foreignSystem: string
/** Somebody of one channel, of two, and of a system, all of whom were given every area of a manager as well. */
let agents: Record<'one' | 'two' | 'system', Ctx>

beforeAll(async () => {
  year = await aYear()
  const { open, venues, channelIds } = year
  const { db } = open
  foreignChannel = (await aChannel(db, { venues: venues.map(({ id }) => id) })).id
  systemId = (await aSystem(db, { venues: [venues[0]!.id, venues[2]!.id] })).id
  foreignSystem = (await aSystem(db, { venues: [venues[1]!.id] })).id
  // Houses that stopped selling by a channel, or that stood in another system when they were booked.
  await sql`update channel_venues set state = 'paused' where channel_id = ${channelIds[0]} and venue_id = ${venues[2]!.id}`.execute(db)
  await sql`update reservations set channel_id = ${foreignChannel} where channel_id is not null and md5(id::text) < '6'`.execute(db)
  await sql`update reservations set system_id = case when md5(id::text) < '9' then ${systemId}::uuid else ${foreignSystem}::uuid end
    where md5(id::text) < 'd'`.execute(db)
  const agent = async (role: 'ROLE_BC_AGENT' | 'ROLE_RMS_AGENT', scope: VenueScope): Promise<Ctx> =>
    ctxOfUser(db, await aUser(db, { roles: [role, 'ROLE_MANAGER'], permissions: [...Permission.options], venues: [venues[3]!.id] }), {
      scope,
    })
  agents = {
    one: await agent('ROLE_BC_AGENT', { kind: 'channel', channelId: channelIds[0]! }),
    two: await agent('ROLE_BC_AGENT', { kind: 'channels', channelIds }),
    system: await agent('ROLE_RMS_AGENT', { kind: 'system', systemId }),
  }
})
afterAll(() => year.open.close())

const listed = async (ctx: Ctx, rows: Record<string, string>): Promise<number> =>
  (await listReservations(ctx, { filters: ReservationFilters.parse(rows), limit: 1 })).total

/** A question that this person may ask; others are refused as if what they name were not there. */
const anAsk = async (ctx: Ctx) => {
  for (;;)
    try {
      return await askOf(ctx, anyQuery(year))
    } catch (error) {
      if (!(error instanceof Problem) || !error.code.endsWith('.not_found')) throw error
    }
}

const rowsAgree = async (ctx: Ctx, answer: Awaited<ReturnType<typeof analyticsOf>>): Promise<void> => {
  const before = answer.comparedRows
  const parties = ['bookings', 'cancellationRate', 'canceledByGuestRate', 'lateCancellationRate', 'noShowRate']
  for (const { id, value, compared, parts, rows, ofRows, comparedRows } of answer.figures.filter((one) => parties.includes(one.id))) {
    expect([id, await listed(ctx, rows!)]).toEqual([id, parts ? parts.count : value])
    if (ofRows) expect([id, await listed(ctx, ofRows)]).toEqual([id, parts!.of])
    if (id === 'bookings' && before) expect(await listed(ctx, comparedRows!)).toBe(compared)
  }
  for (const part of ['heat', 'channels', 'systems'] as const)
    for (const one of answer[part].filter(({ bookings }) => bookings > 0).slice(0, 6))
      expect([part, await listed(ctx, one.rows)]).toEqual([part, one.bookings])
  for (const venue of answer.league.venues) expect(await listed(ctx, venue.rows)).toBe(venue.bookings)
  for (const { parts } of answer.changes.filter(({ measure }) => measure === 'bookings'))
    for (const { rows, value } of parts.slice(0, 2)) expect(await listed(ctx, rows)).toBe(value)
}

test.each(['one', 'two', 'system'] as const)(
  'AN1: somebody of a partner (%s) is told the same figures by sums, by reservations and by the list as he sees it',
  async (who) => {
    const ctx = agents[who]
    for (let asked = 0; asked < 70; asked++) {
      if (asked === 20) await refreshDays(aCtx(year.open.db))
      if (asked > 50) await anyReservation(year)
      const ask = await anAsk(ctx)
      const summed = await analyticsOf(ctx, ask)
      expect({ ...summed, asOf: '' }).toEqual({ ...(await analyticsOf(ctx, ask, { raw: true })), asOf: '' })
      if (asked % 5 === 0) await rowsAgree(ctx, summed)
    }
  },
  180_000,
)

const whole: Query = { from: '2026-01-01', to: '2026-12-31', compare: 'none' }
const figuresOf = async (ctx: Ctx, query: Partial<Query> = {}) => analyticsOf(ctx, await askOf(ctx, { ...whole, ...query }))

test('AN1: all that a channel’s people see in their list is counted, also where it is not sold any more, and nothing else', async () => {
  for (const who of ['one', 'two'] as const) {
    const ctx = agents[who]
    const answer = await figuresOf(ctx)
    const all = await listed(ctx, { from: whole.from, to: whole.to, test: '0' })
    expect(answer.figures.find(({ id }) => id === 'bookings')!.value).toBe(all)
    expect(answer.league.venues.map(({ venueId }) => venueId)).toContain(year.venues[2]!.id)
    const own = who === 'one' ? year.channelIds.slice(0, 1) : year.channelIds
    expect(new Set(answer.channels.map(({ channelId }) => channelId))).toEqual(new Set(own))
    expect(answer.systems).toEqual([])
    expect(JSON.stringify(answer)).not.toContain(foreignChannel)
    expect(JSON.stringify(answer)).not.toContain(foreignSystem)
  }
})

test('AN1: a system’s people are told of what was booked in their system, not of what a house did in another one', async () => {
  const answer = await figuresOf(agents.system)
  expect(answer.systems.map((one) => one.systemId)).toEqual([systemId])
  expect(new Set(answer.league.venues.map(({ venueId }) => venueId))).toEqual(new Set([year.venues[0]!.id, year.venues[2]!.id]))
  expect(JSON.stringify(answer)).not.toContain(foreignSystem)
  // Nor does the list, which is the same reservations, hold what a house booked elsewhere.
  const bookings = answer.figures.find(({ id }) => id === 'bookings')!.value
  expect(await listed(agents.system, { from: whole.from, to: whole.to, test: '0' })).toBe(bookings)
  const elsewhere = await sql<{ id: string }>`select id from reservations where venue_id = ${year.venues[0]!.id}
    and system_id is distinct from ${systemId} limit 1`.execute(year.open.db)
  const { id } = elsewhere.rows[0]!
  await expect(getReservation(agents.system, id)).rejects.toMatchObject({ code: 'reservation.not_found' })
  expect(await getReservation(year.ctx, id)).toMatchObject({ id })
})

test('AN1, RL1: the list refuses a filter by another partner as figures do, beside its field, and tells no channel whether a house has a system', async () => {
  const refused = async (ctx: Ctx, rows: Record<string, string>) => {
    const error = (await listed(ctx, rows).catch((problem: unknown) => problem)) as Problem
    return [error.code, ...Object.keys(error.fields!)]
  }
  for (const rmsId of [systemId, foreignSystem]) expect(await refused(agents.two, { rmsId })).toEqual(['system.not_found', 'filters.rmsId'])
  for (const ofSystem of ['0', '1']) expect(await refused(agents.one, { ofSystem })).toEqual(['system.not_found', 'filters.ofSystem'])
  expect(await refused(agents.system, { rmsId: foreignSystem })).toEqual(['system.not_found', 'filters.rmsId'])
  expect(await refused(agents.one, { channelId: foreignChannel })).toEqual(['channel.not_found', 'filters.channelId'])
  const [own, all] = [await listed(agents.system, { rmsId: systemId.toUpperCase() }), await listed(agents.system, {})]
  expect(own).toBe(all)
  expect(await listed(year.ctx, { rmsId: foreignSystem })).toBeGreaterThan(0)
})

test('AN1: what tells of others’ bookings is no measure for people of partners', async () => {
  const told = (ctx: Ctx): string[] => listMeasures(ctx).map(({ id }) => id)
  const [admin, channel, system] = [told(year.ctx), told(agents.two), told(agents.system)]
  expect(admin.filter((id) => !channel.includes(id))).toEqual(['occupancy', 'newGuestShare'])
  expect(admin.filter((id) => !system.includes(id))).toEqual(['occupancy', 'turnedAway', 'newGuestShare'])
  for (const ctx of Object.values(agents)) {
    const answer = await figuresOf(ctx)
    expect(answer.figures.map(({ id }) => id)).toEqual(told(ctx))
    expect(Object.keys(answer.series[0]!.values)).toEqual(told(ctx))
  }
  // An agent who is bound to nothing is of no house either.
  expect(told({ ...agents.one, scope: { kind: 'venues', ids: [] } })).toEqual(system)
})

test('AN1: a filter by what belongs to another partner is refused as unknown, beside its field, also of the pace', async () => {
  const refused = async (ctx: Ctx, query: Partial<Query>) => {
    const error = await askOf(ctx, { ...whole, ...query }).catch((problem: unknown) => problem)
    expect(await narrowingOf(ctx, query).catch((problem: unknown) => (problem as Problem).code)).toBe((error as Problem).code)
    return [(error as Problem).code, Object.keys((error as Problem).fields!)]
  }
  const channel = ['channel.not_found', ['channelId']]
  const system = ['system.not_found', ['rmsId']]
  expect(await refused(agents.one, { channelId: [year.channelIds[1]!] })).toEqual(channel)
  expect(await refused(agents.two, { channelId: [year.channelIds[0]!, foreignChannel] })).toEqual(channel)
  expect(await refused(agents.two, { channelId: [newId()] })).toEqual(channel)
  expect(await refused(agents.one, { rmsId: [systemId] })).toEqual(system)
  expect(await refused(agents.system, { rmsId: [systemId, foreignSystem] })).toEqual(system)
  expect(await refused(agents.system, { venueId: [year.venues[1]!.id] })).toEqual(['venue.not_found', ['venueId']])
  const capitals = await figuresOf(agents.two, { channelId: [year.channelIds[1]!.toUpperCase()] })
  expect(capitals.channels.every(({ channelId }) => channelId === year.channelIds[1])).toBe(true)
  const venueId = year.venues[0]!.id
  const twice = await askOf(agents.system, { ...whole, rmsId: [systemId.toUpperCase()], venueId: [venueId, venueId.toUpperCase()] })
  expect([twice.venues.length, twice.venueRows]).toEqual([1, { venueId }])
  const own = await figuresOf(agents.two, { channelId: [year.channelIds[1]!] })
  expect(own.channels.every(({ channelId }) => channelId === year.channelIds[1])).toBe(true)
})

test('AN1: the pace of a partner’s people is of their own bookings, by sums and by reservations', async () => {
  for (const ctx of Object.values(agents)) {
    const narrowing = await narrowingOf(ctx, { today: '2026-07-01' })
    const summed = await paceOf(ctx, { ...narrowing, today: '2026-07-01' })
    expect({ ...summed, asOf: '' }).toEqual({ ...(await paceOf(ctx, { ...narrowing, today: '2026-07-01' }, { raw: true })), asOf: '' })
    const day = summed.days.find(({ books }) => books > 0)!
    const rows = { ...summed.rows, from: day.day, to: day.day, onBooks: '2026-07-01' }
    const { data } = await listReservations(ctx, { filters: ReservationFilters.parse(rows), limit: 200 })
    expect(data.reduce((sum, { partySize }) => sum + partySize, 0)).toBe(day.books)
  }
})
