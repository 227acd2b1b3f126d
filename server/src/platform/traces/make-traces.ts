import type { Db, NullableJson } from '../db/schema.ts'
import { newId } from '../id.ts'
import type { Logger } from '../log.ts'
import type { TraceNote, Traces } from './traces.ts'

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
/** More than this waits only when the database is away; what came first goes first. */
const longest = 20_000

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
  durationMs: Math.max(0, Math.round(note.durationMs)),
  method: note.method ?? null,
  url: note.url ?? null,
  requestHeaders: json(note.requestHeaders),
  requestBody: json(note.requestBody),
  responseHeaders: json(note.responseHeaders),
  responseBody: json(note.responseBody),
})

export const makeTraces = (db: Db, log: Logger): Traces => {
  let waiting: ReturnType<typeof rowOf>[] = []
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const writeAll = async (): Promise<void> => {
    while (waiting.length) {
      const batch = waiting.slice(0, atOnce)
      await db.insertInto('traces').values(batch).execute()
      waiting = waiting.slice(batch.length)
    }
  }
  const write = (): Promise<void> =>
    (writing ??= writeAll()
      .catch((error: unknown) => log.warn({ err: error }, 'traces not written'))
      .finally(() => (writing = undefined)))

  return {
    note: (trace) => {
      waiting.push(rowOf(trace))
      if (waiting.length > longest) waiting.shift()
      timer ??= setTimeout(() => {
        timer = undefined
        void write()
      }, afterMs).unref()
    },
    stop: async () => {
      clearTimeout(timer)
      await writing
      await write()
    },
  }
}
