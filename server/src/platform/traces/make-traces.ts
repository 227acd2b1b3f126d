import { sql } from 'kysely'
import { systemClock } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { sqlCodeOf } from '../db/transaction.ts'
import { newId } from '../id.ts'
import type { Logger } from '../log.ts'
import { maskNote } from './mask-note.ts'
import { dayMaker } from './trace-days.ts'
import type { HopCounter, TraceCount, TraceNote, Traces } from './traces.ts'

/** Rows per statement. */
const atOnce = 200
const afterMs = 250
const countsAfterMs = 3000
/** Bound of the buffer, reached only during an outage of the database; the oldest are dropped first. */
const longest = 20_000
const heaviest = 64_000_000

/** A row as sent: rows go as one array parameter, so that the statement's text never varies. */
type Row = { operation: string; startedAt: string; text: string }

const rowOf = (note: TraceNote): Row => ({
  operation: note.operation,
  startedAt: note.startedAt,
  text: JSON.stringify({
    id: newId(),
    started_at: note.startedAt,
    from_party: note.from,
    to_party: note.to,
    operation: note.operation,
    system_id: note.systemId,
    channel_id: note.channelId,
    venue_id: note.venueId,
    reservation_id: note.reservationId,
    other_ids: note.otherIds ?? [],
    request_id: note.requestId,
    key_id: note.keyId,
    attempt: note.attempt ?? 1,
    outcome: note.outcome,
    error: note.error,
    http_status: note.httpStatus,
    duration_ms: Math.max(0, Math.round(note.durationMs)) || 0,
    method: note.method,
    url: note.url,
    request_headers: note.requestHeaders,
    request_body: note.requestBody,
    response_headers: note.responseHeaders,
    response_body: note.responseBody,
  }),
})

const insert = async (db: Db, rows: readonly Row[]): Promise<void> => {
  await sql`insert into traces select * from json_populate_recordset(null::traces, ${`[${rows.map(({ text }) => text).join(',')}]`}::json)`.execute(
    db,
  )
}

/** A value the database will never accept (SQLSTATE 22, 23), as against an outage. */
const isRefusal = (error: unknown): boolean => /^2[23]/.test(sqlCodeOf(error) ?? '')

const writeBatch = async (db: Db, log: Logger, batch: Row[]): Promise<void> => {
  try {
    await insert(db, batch)
  } catch (error) {
    if (!isRefusal(error)) throw error
    // A row that cannot be stored must not fail the others.
    for (const row of batch)
      await insert(db, [row]).catch((cause: unknown) => {
        if (!isRefusal(cause)) throw cause
        log.warn({ err: cause, operation: row.operation }, 'trace not written')
      })
  }
}

const uncounted: HopCounter = { count: () => undefined, write: () => Promise.resolve() }

/** `counter` receives every hop, stored or only counted. */
export const makeTraces = (db: Db, log: Logger, counter: HopCounter = uncounted): Traces => {
  const makeDays = dayMaker(db, systemClock)
  let waiting: Row[] = []
  let weight = 0
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let countTimer: NodeJS.Timeout | undefined

  // Write-behind: rows are buffered for a moment or until they fill a statement; rows one by one cost several times as much.
  const writeWaiting = async (least: number): Promise<void> => {
    for (let enough = 1; waiting.length >= enough; enough = least) {
      const batch = waiting.slice(0, atOnce)
      await makeDays(batch.map(({ startedAt }) => startedAt)).catch((error: unknown) => log.warn({ err: error }, 'day of traces not made'))
      await writeBatch(db, log, batch)
      const written = new Set(batch)
      waiting = waiting.filter((row) => !written.has(row))
      weight = waiting.reduce((sum, row) => sum + row.text.length, 0)
    }
  }
  const write = (least: number): Promise<void> =>
    (writing ??= writeWaiting(least)
      .then(() => void (waiting.length && writeSoon()))
      .catch((error: unknown) => log.warn({ err: error }, 'traces not written'))
      .finally(() => (writing = undefined)))
  const writeSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void write(atOnce)
    }, afterMs).unref()
  }
  const writeCounts = (): Promise<void> => counter.write().catch((error: unknown) => log.warn({ err: error }, 'counts of hops not written'))

  const count = (hop: TraceCount): void => {
    counter.count(hop)
    countTimer ??= setTimeout(() => {
      countTimer = undefined
      void writeCounts()
    }, countsAfterMs).unref()
  }
  const keep = (trace: TraceNote): void => {
    const row = rowOf(maskNote(trace))
    waiting.push(row)
    weight += row.text.length
    while (waiting.length > longest || weight > heaviest) weight -= waiting.shift()!.text.length
    writeSoon()
  }
  return {
    note: (trace) => (keep(trace), count(trace)),
    keep,
    count,
    stop: async () => {
      await writing
      clearTimeout(timer)
      clearTimeout(countTimer)
      timer = undefined
      countTimer = undefined
      await Promise.all([write(1), writeCounts()])
    },
  }
}
