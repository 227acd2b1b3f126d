import { googleLimitOf } from '@tablewire/contracts/google/google-calls.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { perDatabase, rootDbOf } from '#src/platform/db/connect.ts'
import type { MethodName } from './messages.ts'
import type { Outcome } from './note-call.ts'

type Counted = { a: string; m: MethodName; at: string; calls: number; failed: number; late: number; ms: number; times: number[] }
type Looked = { a: string; v: string; at: string }
type Buffer = { counted: Map<string, Counted>; looked: Map<string, Looked>; cancel: (() => void) | undefined }

/** Write-behind: lookups come by the hundred a second. */
const bufferOf = perDatabase((): Buffer => ({ counted: new Map(), looked: new Map(), cancel: undefined }))
const writeEveryMs = 3000
/** Of each minute so many times: they say what the others were like. */
const timesMost = 8

/** As Google counts: an error of any status, and of bookings also a place that had gone. */
const hasFailed = (method: MethodName, { status, error }: Outcome): boolean =>
  status !== 200 || (method === 'CreateBooking' && error === 'SLOT_UNAVAILABLE')

type Call = { accountId: string; method: MethodName; outcome: Outcome; durationMs: number }
export const countCall = (ctx: Ctx, { accountId, method, outcome, durationMs }: Call): void => {
  const buffer = bufferOf(ctx.db)
  const at = `${ctx.clock().toString().slice(0, 16)}:00Z`
  const key = `${accountId} ${method} ${at}`
  const one = buffer.counted.get(key) ?? { a: accountId, m: method, at, calls: 0, failed: 0, late: 0, ms: 0, times: [] }
  const failed = hasFailed(method, outcome)
  one.calls += 1
  one.failed += failed ? 1 : 0
  one.late += !failed && durationMs > googleLimitOf(method).ms ? 1 : 0
  one.ms += Math.round(durationMs)
  if (one.times.length < timesMost) one.times.push(Math.round(durationMs))
  buffer.counted.set(key, one)
  writeSoon(ctx, buffer)
}
const writeSoon = (ctx: Ctx, buffer: Buffer): void => {
  buffer.cancel ??= ctx.ports.timers.after(writeEveryMs, () => void writeCalls({ ...ctx, db: rootDbOf(ctx.db) }))
}

/** That Google has asked this account for free places at a venue. */
export const noteLookup = (ctx: Ctx, accountId: string, venueId: string): void => {
  const buffer = bufferOf(ctx.db)
  buffer.looked.set(`${accountId} ${venueId}`, { a: accountId, v: venueId, at: ctx.clock().toString() })
  writeSoon(ctx, buffer)
}

/** What a process that dies has not written is missing from figures, and from nothing else. */
export const writeCalls = async ({ db, log }: Pick<Ctx, 'db' | 'log'>): Promise<void> => {
  const buffer = bufferOf(db)
  buffer.cancel?.()
  buffer.cancel = undefined
  const [rows, looked] = [[...buffer.counted.values()], [...buffer.looked.values()]]
  buffer.counted.clear()
  buffer.looked.clear()
  if (looked.length) await writeLookups({ db, log }, looked)
  if (!rows.length) return
  await sql`
    insert into google_calls as c (account_id, method, minute, calls, failed, late, duration_ms, times)
    select a, m, at, calls, failed, late, ms, times
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as t (a uuid, m text, at timestamptz, calls integer, failed integer, late integer, ms bigint, times integer[])
    where exists (select from google_accounts g where g.id = a) order by a, m, at
    on conflict (account_id, method, minute) do update set calls = c.calls + excluded.calls, failed = c.failed + excluded.failed,
      late = c.late + excluded.late, duration_ms = c.duration_ms + excluded.duration_ms, times = (c.times || excluded.times)[1:${timesMost}]`
    .execute(db)
    .catch((error: unknown) => log.warn({ err: error }, 'calls of Google'))
}

const writeLookups = async ({ db, log }: Pick<Ctx, 'db' | 'log'>, looked: readonly Looked[]): Promise<void> => {
  await sql`
    insert into google_lookups as l (account_id, venue_id, at)
    select t.a, t.v, t.at from json_to_recordset(${JSON.stringify(looked)}::json) as t (a uuid, v uuid, at timestamptz)
    where exists (select from google_accounts g where g.id = t.a) and exists (select from venues v where v.id = t.v) order by 1, 2
    on conflict (account_id, venue_id) do update set at = greatest(l.at, excluded.at)`
    .execute(db)
    .catch((error: unknown) => log.warn({ err: error }, 'lookups of Google'))
}
