import { sql } from 'kysely'
import type { Db } from '#src/platform/db/schema.ts'
import type { HopCounter, RefusedSearch, TraceCount } from '#src/platform/traces/traces.ts'
import { findWhy } from './find-why.ts'
import { type Search, writeRefused } from './write-refused.ts'

/** The same search again within ten minutes of the one that counted is the same guest. */
const sameMs = 10 * 60_000
/** Bound of the buffer, reached only during an outage of the database. */
const most = 50_000
/** A party beyond that is nobody's. */
const largest = 200

/** Who is turned away from a house that is open, by the days of asking as well. */
export const writeTurnedAway = async (db: Db, searches: readonly Search[]): Promise<void> => {
  const rows = searches.map(({ venueId, channelId, date, partySize, at }) => ({ venueId, channelId, date, partySize, at }))
  if (rows.length === 0) return
  await sql`
    insert into turned_away as t (venue_id, day, asked_on, channel_id, party_size, searches)
    select v.id, (to_timestamp(n.date) at time zone v.time_zone)::date, (n.at at time zone v.time_zone)::date, n."channelId", n."partySize", count(*)
    from json_to_recordset(${JSON.stringify(rows)}::json) as n ("venueId" uuid, "channelId" uuid, date bigint, "partySize" integer, at timestamptz)
      join venues v on v.id = n."venueId" join books b on b.venue_id = v.id
    where n."partySize" between (b.rules -> 'party' ->> 'min')::integer and (b.rules -> 'party' ->> 'max')::integer
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (venue_id, day, asked_on, channel_id, party_size) do update set searches = t.searches + excluded.searches`.execute(db)
}

/** One guest, as far as it is known who asks: his first search says what he came for, and those after it where else he looked. */
const guestOf = ({ date, partySize, who }: RefusedSearch): string => who ?? `${date} ${partySize}`

/**
 * Searches that found no free place, counted in memory and written now and then, in one transaction, with the rules that bound them. A crash loses some
 * seconds of them, no more.
 */
export const makeTurnedAway = (db: Db): HopCounter => {
  let waiting: Search[] = []
  /** Since when, the oldest first. */
  const seen = new Map<string, number>()
  const forgetOld = (nowMs: number): void => {
    for (const [key, sinceMs] of seen) {
      if (nowMs - sinceMs < sameMs) return
      seen.delete(key)
    }
  }
  return {
    count: ({ turnedAway, venueId, channelId, startedAt }: TraceCount): void => {
      if (!turnedAway || !venueId || !channelId || waiting.length >= most || turnedAway.partySize > largest) return
      const nowMs = Date.parse(startedAt)
      forgetOld(nowMs)
      const key = `${venueId} ${channelId} ${guestOf(turnedAway)}`
      if (seen.has(key) || seen.size >= most) return
      seen.set(key, nowMs)
      waiting.push({ venueId, channelId, ...turnedAway, at: startedAt })
    },
    write: async (): Promise<void> => {
      if (waiting.length === 0) return
      const searches = waiting
      waiting = []
      try {
        const why = await findWhy(searches)
        await db.transaction().execute(async (inner) => {
          await writeTurnedAway(
            inner,
            searches.filter(({ beside }) => !beside),
          )
          await writeRefused(inner, searches, why)
        })
      } catch (error) {
        waiting = [...searches, ...waiting].slice(0, most)
        throw error
      }
    },
  }
}
