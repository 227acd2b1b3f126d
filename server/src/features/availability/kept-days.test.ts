import type { Book } from '@tablewire/contracts/estate/book'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { anArea, aShift, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { venuesWithBooks } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { lookingFrom } from '#src/platform/memory/looking-from.ts'
import { type Memory, startMemory } from '#src/platform/memory/memory.ts'
import { makeLogger } from '#src/platform/log.ts'
import { daysOf } from './api.ts'

/** Two memories of one database, as two processes have them. */
let open: OpenDb
let memories: Memory[] = []
const venues: TestVenue[] = []
let channels: { id: string }[] = []
const clock = aClock('2026-11-20T10:00:00Z')
const dates = ['2026-11-20', '2026-11-21', '2026-11-22']

beforeAll(async () => {
  open = await aDb()
  const log = makeLogger('silent')
  memories = [1, 2].map(() => startMemory({ url: open.url, prepare: true, mostBytes: 4_000_000, log }))
  for (const timeZone of ['Europe/Madrid', 'Pacific/Auckland', 'America/Los_Angeles'])
    venues.push(
      await aVenue(open.db, {
        timeZone,
        book: {
          openingHours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '17:00', to: '02:00' })),
          shifts: [aShift({ to: '02:00', lastSeating: '00:30', intervalMinutes: 30, pacing: { covers: 12, parties: 4 } })],
          areas: [anArea({ capacity: 14 }), anArea({ name: 'Terrace', capacity: 6, byDefault: false })],
        },
      }),
    )
  const sold = { venues: venues.map(({ id }) => id) }
  channels = [await aChannel(open.db, sold), await aChannel(open.db, sold)]
  await sql`update channels set limits = '{"coversPerDay": 20}' where id = ${channels[1]!.id}`.execute(open.db)
})
afterAll(async () => {
  await Promise.all(memories.map((memory) => memory.stop()))
  await open.close()
})

/** The same numbers each time. */
const random = (seed: number) => {
  let state = seed
  const below = (most: number): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % most
  return { below, one: <T>(all: readonly T[]): T => all[below(all.length)]! }
}
type Random = ReturnType<typeof random>
type Question = { venue: TestVenue; channel: { id: string } | undefined; date: string; partySize: number }

const callerOf = ({ channel }: Question, memory?: Memory): Ctx => {
  const { ports } = recordingPorts()
  const actor = channel && { actor: { kind: 'channel', id: channel.id, name: 'Channel', rateLimitPerMinute: 1 } as const }
  return aCtx(open.db, {
    clock,
    ports: memory ? { ...ports, memory } : ports,
    ...actor,
    ...(channel ? { scope: { kind: 'channel', channelId: channel.id } as const } : {}),
  })
}
/** Two evenings as a channel or the house sees them; undefined where it may not know the venue. */
const answer = async (question: Question, memory?: Memory) => {
  const ctx = await lookingFrom(callerOf(question, memory))
  const [venue] = await venuesWithBooks(ctx, [question.venue.id])
  const asker = question.channel ? 'channel' : 'staff'
  const { date, partySize } = question
  const from = dates[Math.max(0, dates.indexOf(date) - 1)]!
  return venue && (await daysOf(ctx, { venue, from, to: date, partySize, areaId: null, asker, explain: true }))
}

const questionBy = ({ below, one }: Random): Question => ({
  venue: one(venues),
  channel: one([undefined, ...channels]),
  date: one(dates),
  partySize: 1 + below(8),
})

const someone = async (db: OpenDb['db'], { below, one }: Random): Promise<{ venueId: string; id: string } | undefined> => {
  const { rows } = await sql<{ venueId: string; id: string }>`
    select venue_id, id from reservations where venue_id = ${one(venues).id} and occupies(status) order by id offset ${below(6)} limit 1`.execute(
    db,
  )
  return rows[0]
}
const changeOf = async (db: OpenDb['db'], chance: Random, text: ReturnType<typeof sql>): Promise<void> => {
  const found = await someone(db, chance)
  if (found) await sql`update reservations set ${text} where venue_id = ${found.venueId} and id = ${found.id}`.execute(db)
}
const bookChange = async (db: OpenDb['db'], { id }: TestVenue, path: keyof Book, value: unknown): Promise<void> => {
  await sql`update books set version = version + 1, rules = jsonb_set(rules, ${`{${path}}`}::text[], ${JSON.stringify(value)}::jsonb) where venue_id = ${id}`.execute(
    db,
  )
}

/** Whatever an answer depends on, changed beside the product's own verbs. */
const writes: ((db: OpenDb['db'], chance: Random) => Promise<unknown>)[] = [
  (db, { below, one }) => {
    const held = below(4) === 0
    return aReservation(db, one(venues), {
      date: one(dates),
      time: one(['17:30', '20:00', '21:00', '23:30']),
      partySize: 1 + below(6),
      channelId: one([null, ...channels.map(({ id }) => id)]),
      ...(held
        ? {
            status: 'held' as const,
            holdExpiresAt: clock()
              .add({ seconds: 30 + below(200) })
              .toString(),
          }
        : {}),
      override: true,
    })
  },
  (db, chance) => changeOf(db, chance, sql`status = case when status = 'held' then 'expired' else 'canceled' end`),
  (db, chance) => changeOf(db, chance, sql`party_size = ${1 + chance.below(7)}, override = true`),
  (db, chance) =>
    changeOf(db, chance, sql`starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day', override = true`),
  (db, chance) => changeOf(db, chance, sql`ends_at = ends_at + interval '45 minutes', override = true`),
  (db, { below, one }) => bookChange(db, one(venues), 'noticeMinutes', below(300)),
  (db, { below, one }) => bookChange(db, one(venues), 'party', { min: 1, max: 3 + below(10) }),
  (db, { below, one }) => sql`update areas set capacity = ${6 + below(12)} where venue_id = ${one(venues).id} and by_default`.execute(db),
  (db, { below, one }) => sql`update venues set active = ${below(4) > 0} where id = ${one(venues).id}`.execute(db),
  (db, { below, one }) => sql`update companies set min_advance_booking = ${below(40_000)} where id = ${one(venues).companyId}`.execute(db),
  (db, { one }) =>
    sql`update channel_venues set state = ${one(['live', 'live', 'paused'])} where venue_id = ${one(venues).id} and channel_id = ${one(channels).id}`.execute(
      db,
    ),
  (db, { below }) =>
    sql`update channels set limits = jsonb_set(limits, '{coversPerDay}', ${String(below(40))}::jsonb) where id = ${channels[1]!.id}`.execute(
      db,
    ),
  async () => clock.move({ seconds: 20 }),
]

test('what is kept answers as the database does after each of three hundred writes, in both processes', async () => {
  const chance = random(20_261_128)
  const differing: unknown[] = []
  let open_ = 0
  for (let n = 0; n < 300; n++) {
    await chance
      .one(writes)(open.db, chance)
      .catch((error: unknown) => {
        // A move that the life cycle does not know is refused by the database.
        if ((error as { code?: string }).code === undefined) throw error
      })
    const question = questionBy(chance)
    const [asked, ...kept] = [await answer(question), ...(await Promise.all(memories.map((memory) => answer(question, memory))))]
    open_ += asked?.flatMap(({ slots }) => slots).filter((slot) => slot.open).length ?? 0
    for (const one of kept) if (JSON.stringify(one) !== JSON.stringify(asked)) differing.push({ n, question, asked, one })
  }
  expect(differing.slice(0, 1)).toEqual([])
  expect(open_).toBeGreaterThan(50)
  const [first] = memories.map((memory) => memory.figures())
  expect(first!.hits).toBeGreaterThan(first!.misses)
  expect(first!.unsure).toBe(0)
})
