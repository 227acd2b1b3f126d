import type { QuoteRecord, WaitQuote } from '@tablewire/contracts/booking/waitlist'
import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import { doorTables, shiftsOn, stayOf } from '#src/features/availability/api.ts'
import { isOfChannels, type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { opensIn, type Quoted, quoteOf, type Stay } from './door-quote.ts'

/** The evening that is being worked: also after midnight. */
export const tonightAt = (ctx: Ctx, timeZone: string): string =>
  ctx.clock().toZonedDateTimeISO(timeZone).subtract({ minutes: nightMinutes }).toPlainDate().toString()

/** Fewer say nothing. */
const leastQuotes = 5
const lastQuotes = 30

/** How the last quotes turned out: in time or not, and by how much. */
export const recordOf = async (ctx: Ctx, venueId: string): Promise<QuoteRecord> => {
  const { rows } = await sql<{ quotes: number; keptShare: number; medianEarlyMinutes: number }>`
    select count(*)::integer as quotes, coalesce(avg((early >= 0)::integer), 0)::float8 as "keptShare",
      coalesce(round(percentile_cont(0.5) within group (order by early)), 0)::integer as "medianEarlyMinutes"
    from (
      select e.quoted_minutes - extract(epoch from e.ready_at - e.joined_at) / 60 as early from waitlist_entries e
      where e.venue_id = ${venueId} and e.kind = 'door' and e.quoted_minutes is not null and e.ready_at is not null
      order by e.ready_at desc limit ${lastQuotes}
    ) last`.execute(ctx.db.withoutPlugins())
  const [record] = rows
  return record && record.quotes >= leastQuotes ? record : null
}

type Sitting = Stay & { seated: boolean }
const stays = async (ctx: Ctx, { id }: VenueWithBook, areaId: string | null): Promise<Sitting[]> => {
  const now = sql`${ctx.clock().toString()}::timestamptz`
  const { rows } = await sql<Sitting>`
    select r.party_size as "partySize", (extract(epoch from r.starts_at) * 1000)::float8 as "startMs",
      (extract(epoch from r.ends_at) * 1000)::float8 as "endMs", r.status = 'seated' as seated
    from reservations r
    where r.venue_id = ${id} and r.starts_at > ${now} - interval '8 hours' and r.starts_at < ${now} + interval '8 hours'
      and (r.status = 'seated' or r.status in ('confirmed', 'pending_confirmation', 'requires_payment') and r.starts_at > ${now} - interval '45 minutes'
        or r.status = 'held' and r.hold_expires_at > ${now})
      and (${areaId}::uuid is null or r.area_id = ${areaId}::uuid)`.execute(ctx.db.withoutPlugins())
  return rows
}

type Before = { partySize: number }
type Turn = { waitingSince: string; id: string }
const waitingBefore = async (
  ctx: Ctx,
  { venueId, serviceOn, turn }: { venueId: string; serviceOn: string; turn: Turn | undefined },
): Promise<Before[]> => {
  const { rows } = await sql<Before>`
    select e.party_size as "partySize" from waitlist_entries e
    where e.venue_id = ${venueId} and e.service_on = ${serviceOn} and e.kind = 'door' and e.status = 'waiting'
      and ${turn ? sql`(e.waiting_since, e.id) < (${turn.waitingSince}::timestamptz, ${turn.id}::uuid)` : sql`true`}
    order by e.waiting_since, e.id limit 200`.execute(ctx.db.withoutPlugins())
  return rows
}

/** Without any shift: the stay that is assumed. */
const plainStayMinutes = 90

/** Where tables decide, nobody sits before one is free for him, however many seats are; nor before the house opens. */
const notBefore = (quoted: Quoted, table: number | null): Quoted => {
  const later = (minutes: number | null): number | null => (minutes === null || table === null ? null : Math.max(minutes, table))
  return { minutes: later(quoted.minutes), least: later(quoted.least), most: later(quoted.most) }
}

/** What the evening is like at this moment; a party is quoted out of it. `turn`: of a party that waits already, only those before it count. */
type Ask = { venue: VenueWithBook; areaId: string | null; turn?: Turn | undefined }
export const quotesAt = async (ctx: Ctx, { venue, areaId, turn }: Ask): Promise<(partySize: number) => WaitQuote> => {
  const { book, timeZone } = venue
  if (areaId !== null && !book.areas.some(({ id }) => id === areaId)) throw new Problem('area.not_found')
  const serviceOn = tonightAt(ctx, timeZone)
  const nowMs = ctx.clock().epochMilliseconds
  const [all, ahead, record, tableFor] = await Promise.all([
    stays(ctx, venue, areaId),
    waitingBefore(ctx, { venueId: venue.id, serviceOn, turn }),
    recordOf(ctx, venue.id),
    doorTables(ctx, venue, serviceOn),
  ])
  const shifts = shiftsOn(book, serviceOn, timeZone)
  const opening = opensIn(shifts, nowMs)
  const shift = shifts.findLast(({ starts }) => (starts[0]?.ms ?? Infinity) <= nowMs)?.shift ?? book.shifts[0]
  const capacity = book.areas.filter(({ id }) => areaId === null || id === areaId).reduce((sum, area) => sum + area.capacity, 0)
  const evening = {
    nowMs,
    capacity,
    seated: all.filter((one) => one.seated),
    coming: all.filter((one) => !one.seated),
    ahead: ahead.map((one) => one.partySize),
    stayMs: (size: number) => (shift ? stayOf(shift, size) : plainStayMinutes) * 60_000,
  }
  return (partySize) => {
    const byCovers = quoteOf({ ...evening, partySize })
    const table = tableFor?.({ partySize, areaId, stayMs: evening.stayMs(partySize), ahead: ahead.length })
    const free = table === undefined ? byCovers : notBefore(byCovers, table)
    return { ...notBefore(free, opening), ahead: ahead.length, record }
  }
}

export const quoteFor = async (ctx: Ctx, { partySize, ...ask }: Ask & { partySize: number }): Promise<WaitQuote> =>
  (await quotesAt(ctx, ask))(partySize)

export const quoteParty = async (
  ctx: Ctx,
  { venueId, ...ask }: { venueId: string; partySize: number; areaId: string | null },
): Promise<WaitQuote> => {
  if (isOfChannels(ctx)) throw new Problem('venue.not_found')
  return quoteFor(ctx, { venue: await venueWithBook(ctx, venueId), ...ask })
}
