import type { Db, NullableJson } from '../db/schema.ts'
import { sqlCodeOf } from '../db/transaction.ts'
import { newId } from '../id.ts'
import type { Logger } from '../log.ts'
import { makeTally } from './flow-tally.ts'
import { maskNote } from './mask-note.ts'
import type { TraceCount, TraceNote, Traces } from './traces.ts'

type TraceRows = {
  id: string
  startedAt: string
  fromParty: TraceNote['from']
  toParty: TraceNote['to']
  operation: string
  systemId: string | null
  channelId: string | null
  venueId: string | null
  reservationId: string | null
  otherIds: string[]
  requestId: string
  attempt: number
  outcome: TraceNote['outcome']
  error: string | null
  httpStatus: number | null
  durationMs: number
  method: string | null
  url: string | null
  requestHeaders: NullableJson<unknown>
  requestBody: NullableJson<unknown>
  responseHeaders: NullableJson<unknown>
  responseBody: NullableJson<unknown>
}

declare module '../db/schema.ts' {
  interface Tables {
    traces: TraceRows
  }
}

/** Rows of one statement. */
const atOnce = 200
const afterMs = 250
const countsAfterMs = 3000
/** More than this waits only when the database is away; what came first goes first. */
const longest = 20_000
const heaviest = 64_000_000

const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))

const rowOf = (note: TraceNote) => ({
  id: newId(),
  startedAt: note.startedAt,
  fromParty: note.from,
  toParty: note.to,
  operation: note.operation,
  systemId: note.systemId ?? null,
  channelId: note.channelId ?? null,
  venueId: note.venueId ?? null,
  reservationId: note.reservationId ?? null,
  otherIds: [...(note.otherIds ?? [])],
  requestId: note.requestId,
  attempt: note.attempt ?? 1,
  outcome: note.outcome,
  error: note.error ?? null,
  httpStatus: note.httpStatus ?? null,
  durationMs: Math.max(0, Math.round(note.durationMs)) || 0,
  method: note.method ?? null,
  url: note.url ?? null,
  requestHeaders: json(note.requestHeaders),
  requestBody: json(note.requestBody),
  responseHeaders: json(note.responseHeaders),
  responseBody: json(note.responseBody),
})
type Row = ReturnType<typeof rowOf>

const weightOf = ({ requestBody, responseBody }: Row): number => 1000 + (requestBody?.length ?? 0) + (responseBody?.length ?? 0)

/** A value the database will never take (SQLSTATE 22, 23), as against a database that is away. */
const isRefusal = (error: unknown): boolean => /^2[23]/.test(sqlCodeOf(error) ?? '')

const writeBatch = async (db: Db, log: Logger, batch: Row[]): Promise<void> => {
  const insert = (rows: Row[]) => db.insertInto('traces').values(rows).execute()
  try {
    await insert(batch)
  } catch (error) {
    if (!isRefusal(error)) throw error
    // One that cannot be stored must not keep the others.
    for (const row of batch)
      await insert([row]).catch((cause: unknown) => {
        if (!isRefusal(cause)) throw cause
        log.warn({ err: cause, operation: row.operation }, 'trace not written')
      })
  }
}

/** `observe` hears of every hop, kept or only counted. */
export const makeTraces = (db: Db, log: Logger, observe: (hop: TraceCount) => void = () => undefined): Traces => {
  const tally = makeTally(db)
  let waiting: Row[] = []
  let weight = 0
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let countTimer: NodeJS.Timeout | undefined

  const writeAll = async (): Promise<void> => {
    while (waiting.length) {
      const batch = waiting.slice(0, atOnce)
      await writeBatch(db, log, batch)
      const written = new Set(batch)
      waiting = waiting.filter((row) => !written.has(row))
      weight = waiting.reduce((sum, row) => sum + weightOf(row), 0)
    }
  }
  const write = (): Promise<void> =>
    (writing ??= writeAll()
      .catch((error: unknown) => log.warn({ err: error }, 'traces not written'))
      .finally(() => (writing = undefined)))
  const writeCounts = (): Promise<void> => tally.write().catch((error: unknown) => log.warn({ err: error }, 'counts of flows not written'))

  const count = (hop: TraceCount): void => {
    observe(hop)
    tally.count(hop)
    countTimer ??= setTimeout(() => {
      countTimer = undefined
      void writeCounts()
    }, countsAfterMs).unref()
  }
  return {
    note: (trace) => {
      const row = rowOf(maskNote(trace))
      waiting.push(row)
      weight += weightOf(row)
      while (waiting.length > longest || weight > heaviest) weight -= weightOf(waiting.shift()!)
      timer ??= setTimeout(() => {
        timer = undefined
        void write()
      }, afterMs).unref()
      count(trace)
    },
    count,
    stop: async () => {
      clearTimeout(timer)
      clearTimeout(countTimer)
      timer = undefined
      countTimer = undefined
      await writing
      await Promise.all([write(), writeCounts()])
    },
  }
}
