import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { addDays, localOf } from '#src/features/availability/api.ts'
import type { GoogleSlot } from '#src/features/google-merchants/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** One start as Google was told of it: when, for how long, in which section, until when bookable, and of each party the tables open and in all. */
export type ToldStart = {
  startSec: number
  durationSec: number
  room: { id: string; name: string } | null
  lastBookableSec: number | null
  parties: [size: number, open: number, total: number][]
}
export type Told = {
  accountId: string
  venueId: string
  timeZone: string
  /** Local dates, both included. What is not among the slots is not offered. */
  from: string
  to: string
  slots: readonly GoogleSlot[]
  /** A feed tells of each day; an update of those that Google has heard of. */
  feedId: string | null
  /** When it was read from the book. */
  at: string
}

const startsOf = (slots: readonly GoogleSlot[]): ToldStart[] => {
  const starts = new Map<string, ToldStart>()
  for (const { startSec, durationSec, room, lastBookableSec, partySize, spotsOpen, spotsTotal } of slots) {
    // Parties of one start may stay for different times.
    const key = `${startSec} ${durationSec} ${room?.id ?? ''}`
    const start = starts.get(key) ?? {
      startSec,
      durationSec,
      room: room ? { id: room.id, name: room.name } : null,
      lastBookableSec: lastBookableSec ?? null,
      parties: [],
    }
    start.parties.push([partySize, spotsOpen, spotsTotal])
    starts.set(key, start)
  }
  return [...starts.values()]
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
const nothing = JSON.stringify([])

/** Days of a span, each with what was told of it. */
const daysOf = ({ timeZone, from, to, slots }: Told): Map<string, string> => {
  const byDay = new Map<string, GoogleSlot[]>()
  for (let day = from; day <= to; day = addDays(day, 1)) byDay.set(day, [])
  for (const slot of slots) byDay.get(localOf(slot.startSec * 1000, timeZone).date)?.push(slot)
  return new Map([...byDay].map(([day, ofDay]) => [day, JSON.stringify(startsOf(ofDay))]))
}

/** Of each day what counts as told last: of a feed only once it has arrived. */
const lastHashes = async (ctx: Ctx, { accountId, venueId, from, to }: Told): Promise<Map<string, string>> => {
  const { rows } = await sql<{ day: string; hash: string }>`
    select distinct on (p.day) p.day::text as day, p.hash from google_publications p left join google_feeds f on f.id = p.feed_id
    where p.account_id = ${accountId} and p.venue_id = ${venueId} and p.day between ${from}::date and ${to}::date and (p.feed_id is null or f.state = 'sent')
    order by p.day, p.at desc, p.id desc`.execute(ctx.db)
  return new Map(rows.map(({ day, hash }) => [day, hash]))
}

/** GO1: keeps what Google is told of each day, where that is not what it was told before. */
export const keepPublication = async (ctx: Ctx, told: Told): Promise<void> => {
  const [days, before] = [daysOf(told), await lastHashes(ctx, told)]
  const changed = [...days].flatMap(([day, text]) => {
    const hash = hashOf(text)
    const was = before.get(day)
    if (was === hash || (was === undefined && text === nothing && told.feedId === null)) return []
    return [{ day, hash, starts: deflateRawSync(text).toString('base64') }]
  })
  if (!changed.length) return
  await sql`
    insert into google_publications (account_id, venue_id, day, at, feed_id, hash, starts)
    select ${told.accountId}, ${told.venueId}, one.day, ${told.at}::timestamptz, ${told.feedId}::uuid, one.hash, decode(one.starts, 'base64')
    from json_to_recordset(${JSON.stringify(changed)}::json) as one (day date, hash text, starts text)`.execute(ctx.db)
}

/** A feed that is made anew tells something else. */
export const dropPublications = async (ctx: Ctx, feedId: string): Promise<void> => {
  await sql`delete from google_publications where feed_id = ${feedId}`.execute(ctx.db)
}

export const readStarts = (packed: Buffer): ToldStart[] => JSON.parse(inflateRawSync(packed).toString('utf8')) as ToldStart[]
