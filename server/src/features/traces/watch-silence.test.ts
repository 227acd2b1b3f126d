import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb, type Recorded, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { listConnections } from './list-connections.ts'
import { watchSilence } from './watch-silence.ts'

let open: OpenDb
let venue: TestVenue
let channel: TestChannel
let recorded: Recorded

beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db, { timeZone: 'Europe/Madrid' })
})
afterAll(() => open.close())
beforeEach(async () => {
  await sql`delete from flow_counts`.execute(open.db)
  await sql`delete from silences`.execute(open.db)
  await sql`update channels set active = false`.execute(open.db)
  channel = await aChannel(open.db, { venues: [venue.id] })
  recorded = recordingPorts()
})

/** Bookings of the hour that ends at that moment by Madrid's clock, and some searches. */
const count = async (end: string, bookings: number): Promise<void> => {
  const at = Temporal.ZonedDateTime.from(`${end}[Europe/Madrid]`).toInstant().subtract({ minutes: 40 }).toString()
  await sql`insert into flow_counts (flow, party_id, at, calls, searches, bookings) values ('channel', ${channel.id}, ${at}::timestamptz, 99, 4, ${bookings})`.execute(
    open.db,
  )
}
/** Six weeks of Thursdays at 20:00, across the end of summer time on 25 October 2026, and an older one from which on it is known. */
const sixWeeks = async (): Promise<void> => {
  for (const day of ['2026-09-10', '2026-10-01', '2026-10-08', '2026-10-15', '2026-10-22', '2026-10-29', '2026-11-05'])
    await count(`${day}T20:00`, 12)
}
const watch = async (at: string): Promise<object[]> => {
  const clock = aClock(Temporal.ZonedDateTime.from(`${at}[Europe/Madrid]`).toInstant().toString())
  const before = recorded.jobs.length
  await watchSilence(aCtx(open.db, { clock, ports: recorded.ports }))
  return recorded.jobs.slice(before).map(({ data }) => JSON.parse((data as { about: string }).about) as object)
}

test('an evening without a booking is told once, shows in the health of the channel, and is told once when it is over', async () => {
  await sixWeeks()
  expect(await watch('2026-11-12T20:01')).toEqual([
    { name: channel.name.slice(0, 40), what: 'bookings', seen: 0, expected: 12, over: false },
  ])
  expect(await watch('2026-11-12T20:01')).toEqual([])
  const clock = aClock('2026-11-12T19:02:00Z')
  const [connection] = await listConnections(aCtx(open.db, { clock }))
  expect(connection).toMatchObject({ state: 'silent', silence: { what: 'bookings', seen: 0, expected: 12 } })
  await count('2026-11-12T20:00', 9)
  expect(await watch('2026-11-12T20:02')).toMatchObject([{ over: true, seen: 9 }])
  expect(await watch('2026-11-12T20:02')).toEqual([])
  expect(await listConnections(aCtx(open.db, { clock }))).toMatchObject([{ silence: null }])
})

test('another weekday, another hour, and a channel that is new are no silence', async () => {
  await sixWeeks()
  expect(await watch('2026-11-11T20:01')).toEqual([])
  expect(await watch('2026-11-12T18:31')).toEqual([])
  await sql`delete from flow_counts where at < '2026-10-28'`.execute(open.db)
  expect(await watch('2026-11-12T20:01')).toEqual([])
})

test('nobody expects anything on a day on which the venues keep closed, or of a channel that was switched off', async () => {
  await sixWeeks()
  const closures = JSON.stringify([
    { id: venue.id, name: 'Party', fromOn: '2026-11-12', toOn: '2026-11-12', from: null, to: null, areaId: null },
  ])
  const rules = (await sql<{ rules: object }>`select rules from books where venue_id = ${venue.id}`.execute(open.db)).rows[0]!.rules
  await sql`update books set rules = jsonb_set(rules, '{closures}', ${closures}::jsonb) where venue_id = ${venue.id}`.execute(open.db)
  expect(await watch('2026-11-12T20:01')).toEqual([])
  await sql`update books set rules = ${JSON.stringify(rules)}::jsonb where venue_id = ${venue.id}`.execute(open.db)
  expect(await watch('2026-11-12T20:01')).toHaveLength(1)
  await sql`update channels set active = false`.execute(open.db)
  expect(await watch('2026-11-12T20:11')).toEqual([])
  expect((await sql`select from silences`.execute(open.db)).rows).toEqual([])
})
