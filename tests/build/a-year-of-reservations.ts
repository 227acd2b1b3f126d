import { AnalyticsQuery, bases, comparisons, periods } from '@tablewire/contracts/analytics/analytics'
import { sources } from '@tablewire/contracts/booking/reservations'
import type { Query } from '@tablewire/server/features/analytics-questions/ask'
import type { Ctx } from '@tablewire/server/platform/ctx'
import type { Db } from '@tablewire/server/platform/db/schema'
import { newId } from '@tablewire/server/platform/id'
import { sql } from 'kysely'
import { aChannel } from './a-channel.ts'
import { aDb, type OpenDb } from './a-ctx.ts'
import { aReservation } from './a-reservation.ts'
import { aUser, ctxOfUser } from './a-user.ts'
import { aCompany, aVenue, type TestVenue } from './a-venue.ts'

/** The same numbers in every run, so that a failing one can be looked at. */
let seed = 17
const chance = (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}
export const below = (max: number): number => Math.floor(chance() * max)
export const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!

const outcomes = ['pending_confirmation', 'confirmed', 'seated', 'completed', 'no_show', 'canceled', 'rejected', 'held', 'expired'] as const
const sides = ['guest', 'venue', 'channel', 'system', 'hub', null] as const
/** Among them the nights in which Berlin and Chatham set their clocks. */
const nights = [
  '2026-03-28',
  '2026-03-29',
  '2026-04-04',
  '2026-04-05',
  '2026-09-26',
  '2026-09-27',
  '2026-10-24',
  '2026-10-25',
  '2026-10-26',
]
const day = (): string =>
  below(4) === 0 ? oneOf(nights) : `2026-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`
const two = (value: number): string => String(value).padStart(2, '0')

export type Year = {
  open: OpenDb
  /** Of an administrator. */
  ctx: Ctx
  /** Two of one company in the zones furthest from one another, one in Berlin, one in New York. */
  venues: TestVenue[]
  /** The first one of all venues, the second one of the first venue. */
  channelIds: string[]
  /** Of the first two venues. */
  companyId: string
  /** Of the first venue. */
  groupId: string
  guests: ReadonlyMap<string, readonly string[]>
}

export const guestOf = async (open: OpenDb, venue: TestVenue): Promise<string> => {
  const id = newId()
  await open.db
    .insertInto('guests')
    .values({
      venueId: venue.id,
      id,
      firstName: 'Ana',
      lastName: 'García',
      email: null,
      phone: null,
      lang: null,
      notes: null,
      importBatchId: null,
    })
    .execute()
  return id
}

/** Any reservation there may be, made and due on any days; with its history, at one moment. */
export const anyReservation = (year: Year): Promise<void> => year.open.db.transaction().execute((db) => writeAny(db, year))
const writeAny = async (db: Db, { venues, channelIds, guests }: Pick<Year, 'venues' | 'channelIds' | 'guests'>): Promise<void> => {
  const venue = oneOf(venues)
  const source = oneOf(sources)
  const status = oneOf(outcomes)
  const known = guests.get(venue.id)!
  const made = `${day()}T${two(below(24))}:${two(below(60))}:00Z`
  const date = day()
  const { id } = await aReservation(db, venue, {
    date,
    time: `${two(2 + below(22))}:${oneOf(['00', '15', '30', '45'])}`,
    minutes: 60,
    source,
    status,
    partySize: below(12) === 0 ? 20 + below(30) : 1 + below(8),
    // What a file brings may name a channel, or none.
    channelId: source === 'channel' ? oneOf(channelIds) : source === 'import' ? oneOf([null, ...channelIds]) : null,
    guestId: below(3) === 0 ? null : oneOf(known),
    createdAt: made,
    ...(status === 'canceled' ? { canceledAt: `${date}T${two(below(24))}:00:00Z`, cancelActor: oneOf(sides) } : {}),
  })
  const steps = { completed: ['seated', 'completed'], confirmed: ['pending_confirmation', 'confirmed'] }[status as string] ?? []
  for (const [at, toStatus] of steps.entries())
    await sql`insert into reservation_events (venue_id, reservation_id, id, kind, to_status, side, actor_kind, actor_name, at)
      values (${venue.id}, ${id}, ${newId()}, 'moved', ${toStatus}, 'venue', 'user', 'x', ${made}::timestamptz + ${at * (10 + below(100))} * interval '1 minute')`.execute(
      db,
    )
}

/** A year of reservations of every kind at four venues; nothing of it is summed up yet. */
export const aYear = async ({ reservations = 400 } = {}): Promise<Year> => {
  const open = await aDb()
  const ctx = ctxOfUser(open.db, await aUser(open.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  const companyId = await aCompany(open.db)
  const groupId = newId()
  await open.db.insertInto('groups').values({ id: groupId, companyId, name: 'Coast' }).execute()
  const zones = ['Pacific/Chatham', 'Pacific/Marquesas', 'Europe/Berlin', 'America/New_York']
  const venues: TestVenue[] = []
  for (const [at, timeZone] of zones.entries())
    venues.push(await aVenue(open.db, { companyId: at < 2 ? companyId : await aCompany(open.db), timeZone }))
  await open.db.updateTable('venues').set({ groupId }).where('id', '=', venues[0]!.id).execute()
  const channelIds = [
    (await aChannel(open.db, { venues: venues.map(({ id }) => id) })).id,
    (await aChannel(open.db, { venues: [venues[0]!.id] })).id,
  ]
  const guests = new Map<string, string[]>()
  for (const venue of venues) guests.set(venue.id, [await guestOf(open, venue), await guestOf(open, venue), await guestOf(open, venue)])
  const year = { open, ctx, venues, channelIds, companyId, groupId, guests }
  for (let made = 0; made < reservations; made++) await anyReservation(year)
  return year
}

/** Any question, as it stands in an address. */
export const anyQuery = ({ venues, channelIds, companyId, groupId }: Year): Query => {
  const [first, second] = [day(), day()].toSorted()
  const compare = oneOf(comparisons)
  const maybe = <T>(value: T, one = 4): T | undefined => (below(one) === 0 ? value : undefined)
  const query = {
    from: first!,
    to: second!,
    basis: oneOf(bases),
    period: oneOf(periods),
    compare,
    align: oneOf(['weekday', 'date'] as const),
    ...(compare === 'custom' ? { compareFrom: '2026-02-01', compareTo: '2026-05-31' } : {}),
    venueId: maybe(oneOf(venues).id),
    companyId: undefined as string | undefined,
    brandId: undefined as string | undefined,
    channelId: maybe(oneOf(channelIds)),
    partySize: maybe('2,4,25', 6),
    excludeCanceled: maybe('1', 2),
  }
  if (!query.venueId) Object.assign(query, below(3) === 0 ? { companyId } : below(3) === 0 ? { brandId: groupId } : {})
  return AnalyticsQuery.parse(Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)))
}
