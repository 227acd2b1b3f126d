import { callKindOf } from '@tablewire/contracts/operations/call-kinds'
import type { CallKind } from '@tablewire/contracts/operations/traces'
import { noticedMs } from '@tablewire/contracts/operations/traces.rules'
import { sql } from 'kysely'
import type { Db, InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'
import { type LatestCall, mergedLatest, withLatest } from '#src/platform/traces/latest-calls.ts'
import type { HopCounter, TraceCount } from '#src/platform/traces/traces.ts'

type Flow = 'channel' | 'system' | 'webhook' | 'inbound' | 'venue'
type Counts = { calls: number; searches: number; bookings: number; refused: number; failed: number; durationMs: number }
type Place = { flow: Flow; partyId: string; at: string; kind: CallKind }
/** When of these calls one failed, and when one went well; null = none did. */
type Moments = {
  firstFailedAt: string | null
  lastFailedAt: string | null
  lastOkAt: string | null
  firstNoticedAt: string | null
  lastPromptAt: string | null
}
type Entry = Place & Counts & Moments & { latestCalls: readonly LatestCall[] }

type CountRows = Omit<Place, 'kind' | 'at'> &
  Counts &
  Record<Exclude<keyof Moments, 'firstNoticedAt' | 'lastPromptAt'>, NullableInstant> & { at: InstantColumn }
declare module '#src/platform/db/schema.ts' {
  interface Tables {
    flowCounts: CountRows
  }
}

const searching = new Set(['availability', 'availabilityBatch', 'calendar', 'areas', 'search'])
const booking = new Set(['book', 'commit', 'create'])
const stepMs = 600_000
const dayMs = 86_400_000
/** Bound of the buffer, reached only during an outage of the database. */
const most = 50_000

const flowOf = ({ from, to, channelId, systemId }: TraceCount): [Flow, string] | undefined => {
  if (from === 'channel' && channelId) return ['channel', channelId]
  if (to === 'channel' && channelId) return ['webhook', channelId]
  if (to === 'system' && systemId) return ['system', systemId]
  return from === 'system' && systemId ? ['inbound', systemId] : undefined
}
const beginningOf = (startedAt: string, stepOf: number): string => {
  const ms = Date.parse(startedAt)
  return new Date(ms - (ms % stepOf)).toISOString()
}
type Begun = { text: string; step: string; day: string }
let last: Begun = { text: '', step: '', day: '' }
/**
 * The ten-minute bucket and the day of an instant; undefined for an invalid one. Cached, as the next one is mostly of the same minute
 * (`2026-11-20T19:04`).
 */
const begunOf = (startedAt: string): Begun | undefined => {
  const minute = startedAt.slice(0, 16)
  if (minute === last.text && startedAt.endsWith('Z')) return last
  if (Number.isNaN(Date.parse(startedAt))) return undefined
  const begun = { text: startedAt.endsWith('Z') ? minute : '', step: beginningOf(startedAt, stepMs), day: beginningOf(startedAt, dayMs) }
  return (last = begun)
}
/** Retries are not counted twice: neither a channel's repeated booking, nor a system's third attempt. */
const books = ({ from, operation, outcome, attempt = 1 }: TraceCount): boolean =>
  booking.has(operation) && outcome === 'ok' && (from === 'hub' || attempt === 1)
const isFailure = ({ outcome, elsewhere }: TraceCount): boolean => !elsewhere && (outcome === 'failed' || outcome === 'unclear')
const momentsOf = (hop: TraceCount): Moments => {
  const failedAt = isFailure(hop) ? hop.startedAt : null
  return {
    firstFailedAt: failedAt,
    lastFailedAt: failedAt,
    lastOkAt: hop.outcome === 'ok' ? hop.startedAt : null,
    firstNoticedAt: hop.durationMs >= noticedMs ? hop.startedAt : null,
    lastPromptAt: hop.durationMs < noticedMs ? hop.startedAt : null,
  }
}
const earlier = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a)
const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a)
const countsOf = (hop: TraceCount): Counts => ({
  calls: 1,
  searches: searching.has(hop.operation) ? 1 : 0,
  bookings: books(hop) ? 1 : 0,
  refused: hop.outcome !== 'ok' && !isFailure(hop) ? 1 : 0,
  failed: isFailure(hop) ? 1 : 0,
  durationMs: Math.max(0, Math.round(hop.durationMs)) || 0,
})

/** One order everywhere, so that two processes cannot deadlock. */
const writeCounts = async (db: Db, entries: readonly Entry[]): Promise<void> => {
  await sql`
    with n as (
      select n.flow, n."partyId" as party_id, n.at, n.kind, n.calls, n.searches, n.bookings, n.refused, n.failed, n."durationMs" as duration_ms,
        n."firstFailedAt" as first_failed_at, n."lastFailedAt" as last_failed_at, n."lastOkAt" as last_ok_at,
        n."firstNoticedAt" as first_noticed_at, n."lastPromptAt" as last_prompt_at, n."latestCalls" as latest_calls
      from json_to_recordset(${JSON.stringify(entries)}::json) as n (flow text, "partyId" uuid, at timestamptz, kind text, calls integer,
        searches integer, bookings integer, refused integer, failed integer, "durationMs" bigint,
        "firstFailedAt" timestamptz, "lastFailedAt" timestamptz, "lastOkAt" timestamptz,
        "firstNoticedAt" timestamptz, "lastPromptAt" timestamptz, "latestCalls" jsonb)
    ), by_kind as (
      insert into channel_calls as c (channel_id, at, kind, calls, refused, failed, duration_ms, first_failed_at, last_failed_at, last_ok_at,
        first_noticed_at, last_prompt_at, latest_calls)
      select party_id, at, kind, calls, refused, failed, duration_ms, first_failed_at, last_failed_at, last_ok_at, first_noticed_at, last_prompt_at, latest_calls
      from n where flow = 'channel' order by party_id, at, kind
      on conflict (channel_id, at, kind) do update set calls = c.calls + excluded.calls, refused = c.refused + excluded.refused,
        failed = c.failed + excluded.failed, duration_ms = c.duration_ms + excluded.duration_ms, first_failed_at = least(c.first_failed_at, excluded.first_failed_at),
        last_failed_at = greatest(c.last_failed_at, excluded.last_failed_at), last_ok_at = greatest(c.last_ok_at, excluded.last_ok_at),
        first_noticed_at = least(c.first_noticed_at, excluded.first_noticed_at),
        last_prompt_at = greatest(c.last_prompt_at, excluded.last_prompt_at), latest_calls = ${mergedLatest}
    )
    insert into flow_counts as f (flow, party_id, at, calls, searches, bookings, refused, failed, duration_ms, first_failed_at, last_failed_at, last_ok_at)
    select flow, party_id, at, sum(calls), sum(searches), sum(bookings), sum(refused), sum(failed), sum(duration_ms),
      min(first_failed_at), max(last_failed_at), max(last_ok_at)
    from n group by flow, party_id, at order by flow, party_id, at
    on conflict (flow, party_id, at) do update set calls = f.calls + excluded.calls, searches = f.searches + excluded.searches,
      bookings = f.bookings + excluded.bookings, refused = f.refused + excluded.refused, failed = f.failed + excluded.failed,
      duration_ms = f.duration_ms + excluded.duration_ms, first_failed_at = least(f.first_failed_at, excluded.first_failed_at),
        last_failed_at = greatest(f.last_failed_at, excluded.last_failed_at), last_ok_at = greatest(f.last_ok_at, excluded.last_ok_at)`.execute(
    db,
  )
}

/** Write-behind counters: counted in memory, flushed in one statement now and then. A crash loses some seconds of counts, no more. */
export const makeTally = (db: Db): HopCounter => {
  const waiting = new Map<string, Entry>()
  const add = (place: Place, counts: Counts, { latestCalls, ...moments }: Moments & Pick<Entry, 'latestCalls'>): void => {
    const key = `${place.flow} ${place.partyId} ${place.at} ${place.kind}`
    const entry = waiting.get(key)
    if (!entry) {
      if (waiting.size < most) waiting.set(key, { ...place, ...counts, ...moments, latestCalls })
      return
    }
    for (const name of Object.keys(counts) as (keyof Counts)[]) entry[name] += counts[name]
    entry.firstFailedAt = earlier(entry.firstFailedAt, moments.firstFailedAt)
    entry.lastFailedAt = later(entry.lastFailedAt, moments.lastFailedAt)
    entry.lastOkAt = later(entry.lastOkAt, moments.lastOkAt)
    entry.firstNoticedAt = earlier(entry.firstNoticedAt, moments.firstNoticedAt)
    entry.lastPromptAt = later(entry.lastPromptAt, moments.lastPromptAt)
    entry.latestCalls = withLatest(entry.latestCalls, latestCalls)
  }
  return {
    count: (hop: TraceCount): void => {
      const way = flowOf(hop)
      const begun = begunOf(hop.startedAt)
      if (!way || !begun) return
      const [[flow, partyId], counts, kind] = [way, countsOf(hop), callKindOf(hop.operation)]
      const moments = {
        ...momentsOf(hop),
        latestCalls: [[hop.startedAt, counts.durationMs, isFailure(hop) ? 1 : 0]] satisfies LatestCall[],
      }
      add({ flow, partyId, kind, at: begun.step }, counts, moments)
      if (hop.venueId && flow === 'channel') add({ flow: 'venue', partyId: hop.venueId, kind, at: begun.day }, counts, moments)
    },
    write: async (): Promise<void> => {
      if (waiting.size === 0) return
      const entries = [...waiting.values()]
      waiting.clear()
      await writeCounts(db, entries).catch((error: unknown) => {
        for (const {
          flow,
          partyId,
          at,
          kind,
          firstFailedAt,
          lastFailedAt,
          lastOkAt,
          firstNoticedAt,
          lastPromptAt,
          latestCalls,
          ...counts
        } of entries)
          add({ flow, partyId, at, kind }, counts, { firstFailedAt, lastFailedAt, lastOkAt, firstNoticedAt, lastPromptAt, latestCalls })
        throw error
      })
    },
  }
}
