import { sql } from 'kysely'
import type { Db } from '#src/platform/db/schema.ts'
import type { HopCounter, TraceCount } from '#src/platform/traces/traces.ts'

type Search = { venueId: string; channelId: string; date: number; partySize: number; at: string; searches: number }

/** The same search again within ten minutes is the same guest. */
const stepLength = 'yyyy-mm-ddThh:m'.length
/** Bound of the buffer, reached only during an outage of the database. */
const most = 50_000

const write = async (db: Db, searches: readonly Search[]): Promise<void> => {
  await sql`
    insert into turned_away as t (venue_id, day, asked_on, channel_id, party_size, searches)
    select v.id, (to_timestamp(n.date) at time zone v.time_zone)::date, (n.at at time zone v.time_zone)::date, n."channelId", n."partySize", sum(n.searches)
    from json_to_recordset(${JSON.stringify(searches)}::json) as n ("venueId" uuid, "channelId" uuid, date bigint, "partySize" integer, at timestamptz, searches integer)
      join venues v on v.id = n."venueId" join books b on b.venue_id = v.id
    where n."partySize" between (b.rules -> 'party' ->> 'min')::integer and (b.rules -> 'party' ->> 'max')::integer
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (venue_id, day, asked_on, channel_id, party_size) do update set searches = t.searches + excluded.searches`.execute(db)
}

/** Searches that found no free place, counted in memory and written now and then, in one statement. A crash loses some seconds of them, no more. */
export const makeTurnedAway = (db: Db): HopCounter => {
  let waiting: Search[] = []
  let step = ''
  const seen = new Set<string>()
  return {
    count: ({ turnedAway, venueId, channelId, startedAt }: TraceCount): void => {
      if (!turnedAway || !venueId || !channelId || waiting.length >= most) return
      const now = startedAt.slice(0, stepLength)
      if (now !== step) {
        step = now
        seen.clear()
      }
      const key = `${venueId} ${channelId} ${turnedAway.date} ${turnedAway.partySize}`
      if (seen.has(key) || seen.size >= most) return
      seen.add(key)
      waiting.push({ venueId, channelId, ...turnedAway, at: startedAt, searches: 1 })
    },
    write: async (): Promise<void> => {
      if (waiting.length === 0) return
      const searches = waiting
      waiting = []
      await write(db, searches).catch((error: unknown) => {
        waiting = [...searches, ...waiting].slice(0, most)
        throw error
      })
    },
  }
}
