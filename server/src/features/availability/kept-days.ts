import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import type { Fact, Kept } from '#src/platform/memory/memory.ts'
import { addDays, daysBetween } from './local-time.ts'

/** A party that takes up room; times in epoch milliseconds. */
export type Party = { id: string; startMs: number; endMs: number; partySize: number; areaId: string }
/** As a place is kept: a hold counts until its time is over, which is asked with each answer. */
export type KeptParty = Party & { heldUntilMs: number | null; channelId: string | null; serviceOn: string }
type VenueDay = { subject: string; day: string }

/** Beyond the years of four digits nobody comes, and no database reads such a date. */
const [firstMs, lastMs] = [Date.parse('0001-01-02T00:00Z'), Date.parse('9999-12-30T00:00Z')] as const
/** The date of UTC. */
export const utcDay = (ms: number): string => new Date(Math.max(firstMs, Math.min(ms, lastMs))).toISOString().slice(0, 10)

const columns = sql`r.venue_id as "venueId", (r.starts_at at time zone 'UTC')::date::text as day, r.id, r.area_id as "areaId", r.party_size as "partySize",
  (extract(epoch from r.starts_at) * 1000)::float8 as "startMs", (extract(epoch from r.ends_at) * 1000)::float8 as "endMs",
  case when r.status = 'held' then (extract(epoch from r.hold_expires_at) * 1000)::float8 end as "heldUntilMs", r.channel_id as "channelId",
  r.service_on::text as "serviceOn"`

type Row = KeptParty & { venueId: string; day: string }

/** One range of days of one venue has a plan that holds for every other; days of many are asked about one by one. */
const rowsOf = async (db: Db, days: readonly VenueDay[]): Promise<Row[]> => {
  const [{ subject }] = days as readonly [VenueDay]
  const inOrder = days.map(({ day }) => day).toSorted()
  const [from, to] = [inOrder[0]!, inOrder.at(-1)!]
  const isRange = days.every((one) => one.subject === subject) && daysBetween(from, to) < 2 * days.length
  const { rows } = await (
    isRange
      ? sql<Row>`select ${columns} from placed_bookings r
          where r.venue_id = ${subject} and r.starts_at >= ${`${from}T00:00:00Z`}::timestamptz and r.starts_at < ${`${addDays(to, 1)}T00:00:00Z`}::timestamptz
            and occupies(r.status)`
      : sql<Row>`select ${columns}
          from unnest(${days.map((one) => one.subject)}::uuid[], ${days.map(({ day }) => `${day}T00:00:00Z`)}::timestamptz[]) as asked (venue_id, day)
            join placed_bookings r on r.venue_id = asked.venue_id and r.starts_at >= asked.day and r.starts_at < asked.day + interval '24 hours'
          where occupies(r.status)`
  ).execute(db.withoutPlugins())
  return rows
}

/** The same few ids and dates stand in every row: each is kept once. */
const shared = (): ((text: string) => string) => {
  const known = new Map<string, string>()
  return (text) => {
    const one = known.get(text)
    if (one === undefined) known.set(text, text)
    return one ?? text
  }
}

/** An object, its id and its two or three times. */
const partyBytes = 260

const placesOfDay: Fact<VenueDay, readonly KeptParty[]> = {
  fact: 'places',
  read: async (db, days) => {
    const found = new Map<string, KeptParty[]>()
    const once = shared()
    for (const { venueId, day, areaId, channelId, serviceOn, ...row } of await rowsOf(db, days)) {
      const party = { ...row, areaId: once(areaId), channelId: channelId && once(channelId), serviceOn: once(serviceOn) }
      const key = `${venueId} ${day}`
      const parties = found.get(key)
      if (parties) parties.push(party)
      else found.set(key, [party])
    }
    return days.map(({ subject, day }) => found.get(`${subject} ${day}`) ?? [])
  },
  bytesOf: (parties) => parties.length * partyBytes,
}

const isOfCalendar = (day: string): boolean => day.length === 10 && day > '0001-01-01' && day < '9999-12-31'

export type KeptSpan = { venueId: string; fromDay: string; toDay: string }

/** Everybody with a place who comes on these days of UTC, by venue; holds past their time are left out. */
export const keptPlaces = async (ctx: Ctx, kept: Kept, spans: readonly KeptSpan[]): Promise<Map<string, readonly KeptParty[]>> => {
  const asked = new Map<string, VenueDay>()
  for (const { venueId, fromDay, toDay } of spans) {
    const subject = venueId.toLowerCase()
    for (let index = 0; index <= daysBetween(fromDay, toDay); index++) {
      const day = addDays(fromDay, index)
      if (isOfCalendar(day)) asked.set(`${subject} ${day}`, { subject, day })
    }
  }
  const days = [...asked.values()]
  const read = await kept.of(days, placesOfDay)
  const nowMs = ctx.clock().epochMilliseconds
  const found = new Map<string, KeptParty[]>()
  for (const [index, { subject }] of days.entries()) {
    const parties = found.get(subject) ?? []
    found.set(subject, parties)
    for (const party of read[index]!) if (party.heldUntilMs === null || party.heldUntilMs > nowMs) parties.push(party)
  }
  return found
}

type CoversAsk = { channelId: string; ignore: string | undefined; days: readonly { venueId: string; from: string; to: string }[] }
type Covers = { venueId: string; serviceOn: string; covers: number }

/** What a channel has placed on each service day; a service ends within the second day after its date, and no clock is more than 14 hours from UTC. */
export const keptCovers = async (ctx: Ctx, kept: Kept, { channelId, ignore, days }: CoversAsk): Promise<Covers[]> => {
  const spans = days.map(({ venueId, from, to }) => ({ venueId, fromDay: addDays(from, -1), toDay: addDays(to, 2) }))
  const places = await keptPlaces(ctx, kept, spans)
  const sums = new Map<string, Covers>()
  const asked = new Map(days.map((one) => [`${one.venueId} ${one.from} ${one.to}`, one]))
  for (const { venueId, from, to } of asked.values())
    for (const party of places.get(venueId.toLowerCase()) ?? []) {
      const { serviceOn } = party
      if (party.channelId !== channelId || party.id === ignore || serviceOn < from || serviceOn > to) continue
      const sum = sums.get(`${venueId} ${serviceOn}`) ?? { venueId, serviceOn, covers: 0 }
      sum.covers += party.partySize
      sums.set(`${venueId} ${serviceOn}`, sum)
    }
  return [...sums.values()]
}
