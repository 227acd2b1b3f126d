import type { Fault, RemoteDay } from '@tablewire/connectors/kit/connector'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#src/platform/ctx.ts'
import { unpackDay } from './day-rows.ts'

/** Whose free places are meant: a venue of another system, a party, an area or (null) all of them. */
export type DaysOf = { venue: { id: string; systemId: string | null; timeZone: string }; partySize: number; areaId: string | null }
/** Local dates, both included. */
export type DaySpan = { from: string; to: string }

/**
 * A day as its system reported it. `known` false: never reported, and `slots` is empty; `stale`: the system does not answer now, and this answer is
 * up to ten minutes old.
 */
export type CachedDay = RemoteDay & { known: boolean; stale: boolean; knownAt: string | null }
export type RemoteDays = { days: CachedDay[]; fault: Fault | null }

/** The cached days, with the system's ids of venue and area. */
export type AtHand = {
  venueExternalId: string | null
  /** Null = in all areas; undefined = the system does not know the area. */
  areaExternalId: string | null | undefined
  days: Map<string, { slots: string; knownMs: number; forgotten: boolean }>
}

type Row = {
  externalId: string | null
  areaExternalId: string | null
  mapped: boolean
  daysFrom: string | null
  daysTo: string | null
  daysSizes: number[] | null
  daysAt: string | null
  onDate: string | null
  slots: string | null
  fetchedAt: string | null
  forgottenAt: string | null
}

const ms = (instant: string | null): number => (instant === null ? -Infinity : Date.parse(instant))

/** A full sync writes only what differs; unchanged days are as old as that sync. */
const knownMsOf = (row: Row, partySize: number, areaId: string | null): number => {
  const inRound =
    areaId === null && row.daysFrom! <= row.onDate! && row.onDate! <= row.daysTo! && row.daysSizes?.includes(partySize) === true
  return inRound ? Math.max(ms(row.fetchedAt), ms(row.daysAt)) : ms(row.fetchedAt)
}

/** One query for everything; an unknown venue has no days. */
export const readDays = async (ctx: Ctx, { venue, partySize, areaId }: DaysOf, { from, to }: DaySpan): Promise<AtHand> => {
  const { rows } = await sql<Row>`
    select v.external_id, a.external_id as area_external_id,
      ${areaId === null ? sql`false` : sql`exists (select from areas m where m.venue_id = v.id and m.external_id <> '' and m.archived_at is null)`} as mapped,
      rv.days_from::text as days_from, rv.days_to::text as days_to, rv.days_sizes, rv.days_at,
      d.on_date::text as on_date, d.slots, d.fetched_at, d.forgotten_at
    from venues v
      left join areas a on a.venue_id = v.id and a.id = ${areaId}
      left join remote_venues rv on rv.venue_id = v.id
      left join remote_days d on d.venue_id = v.id and d.on_date between ${from}::date and ${to}::date
        and d.party_size = ${partySize} and d.area = ${areaId ?? ''} and d.slots is not null
    where v.id = ${venue.id}`.execute(ctx.db)
  const first = rows[0]
  // Where no area has an id at the system, areas are the hub's own matter and the whole venue is meant.
  const area = areaId === null || !first?.mapped ? null : (first.areaExternalId ?? undefined)
  const days = rows.flatMap((row): [string, { slots: string; knownMs: number; forgotten: boolean }][] => {
    if (row.onDate === null || row.slots === null) return []
    const knownMs = knownMsOf(row, partySize, areaId)
    return [[row.onDate, { slots: row.slots, knownMs, forgotten: ms(row.forgottenAt) >= knownMs }]]
  })
  return { venueExternalId: first?.externalId ?? null, areaExternalId: area, days: new Map(days) }
}

/** TTLs: how old an answer may be for this evening, another day, or (for long spans) any day. */
const lives = { today: 10_000, day: 60_000, overviewToday: 60_000, overview: 900_000 }
/** The longest span that wants every day fresh; a longer one is an overview. */
const exactDays = 2
/** Stale-if-error: how old an answer may be while the system does not answer. */
const staleMs = 600_000

export type DaysLookup = { dates: readonly string[]; nowMs: number; today: string; exact: boolean }
export const daysLookup = (ctx: Ctx, { venue }: DaysOf, { from, to }: DaySpan): DaysLookup => {
  const now = ctx.clock()
  const first = Temporal.PlainDate.from(from)
  const length = first.until(Temporal.PlainDate.from(to)).days + 1
  return {
    dates: Array.from({ length: Math.max(0, length) }, (_, index) => first.add({ days: index }).toString()),
    nowMs: now.epochMilliseconds,
    today: now.toZonedDateTimeISO(venue.timeZone).toPlainDate().toString(),
    exact: length <= exactDays,
  }
}
/** Yesterday's evening may still run: it changes as often as today's. */
export const ttlMs = ({ today, exact }: Pick<DaysLookup, 'today' | 'exact'>, date: string): number => {
  if (date <= today) return exact ? lives.today : lives.overviewToday
  return exact ? lives.day : lives.overview
}
export const isFresh = (looked: DaysLookup, date: string, { days }: AtHand): boolean => {
  const day = days.get(date)
  return day !== undefined && !day.forgotten && looked.nowMs - day.knownMs <= ttlMs(looked, date)
}
/** Stale, but usable while nothing newer is available. */
export const isUsableStale = (looked: DaysLookup, date: string, { days }: AtHand): boolean => {
  const day = days.get(date)
  return day !== undefined && looked.nowMs - day.knownMs <= ttlMs(looked, date) + staleMs
}

export const knownDays = (looked: DaysLookup, { partySize, areaId }: DaysOf, atHand: AtHand): CachedDay[] =>
  looked.dates.map((date) => {
    const [good, day] = [isFresh(looked, date, atHand), atHand.days.get(date)]
    if (!day || !(good || isUsableStale(looked, date, atHand)))
      return { date, partySize, areaId, durationSeconds: null, slots: [], known: false, stale: false, knownAt: null }
    const knownAt = new Date(day.knownMs).toISOString()
    return { date, partySize, areaId, ...unpackDay(day.slots), known: true, stale: !good, knownAt }
  })

/** A day as it was last reported, if that was no earlier than `sinceMs`. */
export const keptDay = ({ date, partySize, areaId }: CachedDay, { days }: AtHand, sinceMs: number): CachedDay | undefined => {
  const day = days.get(date)
  if (!day || day.knownMs < sinceMs) return undefined
  return { date, partySize, areaId, ...unpackDay(day.slots), known: true, stale: true, knownAt: new Date(day.knownMs).toISOString() }
}
