import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { TraceCount } from './traces.ts'

type Flow = 'channel' | 'system' | 'webhook' | 'inbound' | 'venue'
type Counts = { calls: number; searches: number; bookings: number; refused: number; failed: number; durationMs: number }
type Entry = Counts & { flow: Flow; partyId: string; at: string }

type CountRows = Entry
declare module '../db/schema.ts' {
  interface Tables {
    flowCounts: CountRows
  }
}

const searching = new Set(['availability', 'availabilityBatch', 'calendar', 'areas', 'search'])
const booking = new Set(['book', 'commit', 'create'])
const stepMs = 600_000
const dayMs = 86_400_000
/** More than these wait only when the database is away. */
const most = 50_000

const flowOf = ({ from, to, channelId, systemId }: TraceCount): [Flow, string] | undefined => {
  if (from === 'channel' && channelId) return ['channel', channelId]
  if (to === 'channel' && channelId) return ['webhook', channelId]
  if (to === 'system' && systemId) return ['system', systemId]
  return from === 'system' && systemId ? ['inbound', systemId] : undefined
}
const beginning = (startedAt: string, stepOf: number): string => {
  const ms = Date.parse(startedAt)
  return new Date(ms - (ms % stepOf)).toISOString()
}
/** A channel that repeats a booking it has made books no second time; a system that makes one on the third attempt makes it once. */
const books = ({ from, operation, outcome, attempt = 1 }: TraceCount): boolean =>
  booking.has(operation) && outcome === 'ok' && (from === 'hub' || attempt === 1)
const countsOf = (hop: TraceCount): Counts => ({
  calls: 1,
  searches: searching.has(hop.operation) ? 1 : 0,
  bookings: books(hop) ? 1 : 0,
  refused: hop.outcome === 'refused' ? 1 : 0,
  failed: hop.outcome === 'failed' || hop.outcome === 'unclear' ? 1 : 0,
  durationMs: Math.max(0, Math.round(hop.durationMs)) || 0,
})

/** Counts in memory, written in one statement now and then. What a killed process had not written yet is missing: some seconds of counts, no more. */
export const makeTally = (db: Db) => {
  const waiting = new Map<string, Entry>()
  const add = (flow: Flow, partyId: string, [at, counts]: [string, Counts]): void => {
    const key = `${flow} ${partyId} ${at}`
    const entry = waiting.get(key)
    if (entry) for (const name of Object.keys(counts) as (keyof Counts)[]) entry[name] += counts[name]
    else if (waiting.size < most) waiting.set(key, { flow, partyId, at, ...counts })
  }
  return {
    count: (hop: TraceCount): void => {
      const [flow, counts] = [flowOf(hop), countsOf(hop)]
      if (!flow || Number.isNaN(Date.parse(hop.startedAt))) return
      add(...flow, [beginning(hop.startedAt, stepMs), counts])
      if (hop.venueId && flow[0] === 'channel') add('venue', hop.venueId, [beginning(hop.startedAt, dayMs), counts])
    },
    write: async (): Promise<void> => {
      if (waiting.size === 0) return
      const entries = [...waiting.values()]
      waiting.clear()
      // In one order everywhere, so that two processes wait for each other and never for ever.
      await sql`
        insert into flow_counts as f (flow, party_id, at, calls, searches, bookings, refused, failed, duration_ms)
        select n.flow, n."partyId", n.at, n.calls, n.searches, n.bookings, n.refused, n.failed, n."durationMs"
        from json_to_recordset(${JSON.stringify(entries)}::json) as n (flow text, "partyId" uuid, at timestamptz, calls integer, searches integer,
          bookings integer, refused integer, failed integer, "durationMs" bigint)
        order by n.flow, n."partyId", n.at
        on conflict (flow, party_id, at) do update set calls = f.calls + excluded.calls, searches = f.searches + excluded.searches,
          bookings = f.bookings + excluded.bookings, refused = f.refused + excluded.refused, failed = f.failed + excluded.failed,
          duration_ms = f.duration_ms + excluded.duration_ms`
        .execute(db)
        .catch((error: unknown) => {
          for (const { flow, partyId, at, ...counts } of entries) add(flow, partyId, [at, counts])
          throw error
        })
    },
  }
}
