import type { callLog, LoggedCall, LoggedCallDetail } from '@tablewire/contracts/operations/call-log'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { Problem } from '#src/platform/problem.ts'
import { tracesInScope } from './trace-filters.ts'

export type Caller = 'channel' | 'system'
type Query = Received<typeof callLog.channelCalls>['query']

const keyOf = ({ actor }: Ctx): string | null => ('keyId' in actor ? (actor.keyId ?? null) : null)

/** What the caller may see of calls that came from that kind of partner. */
const callsOf = (ctx: Ctx, caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`${tracesInScope(ctx)} and t.from_party = ${caller} and t.to_party = 'hub' and t.operation <> 'doubled'`

const labels = {
  channel: sql`(select substr(encode(k.hash, 'hex'), 1, 12) from channel_keys k where k.id = t.key_id)`,
  system: sql`(select k.hint from system_keys k where k.id = t.key_id)`,
}
const columnsFor = (ctx: Ctx, caller: Caller) => sql`t.id, t.started_at as at, t.method, t.url as path, t.http_status as status, t.outcome,
  case when t.outcome <> 'ok' then t.response_body ->> 'code' end as code, t.duration_ms, t.request_id, t.venue_id, t.reservation_id,
  coalesce(t.response_headers ->> 'idempotent-replayed' = 'true', false) as replayed,
  case when t.key_id is not null then json_build_object('id', t.key_id, 'label', ${labels[caller]}, 'current', t.key_id = ${keyOf(ctx)}::uuid is true) end as key`

const wanted = (ctx: Ctx, caller: Caller, filters: NonNullable<Query['filters']>): RawBuilder<SqlBool> => {
  const { key, outcome, httpStatus, method, requestId, from, to } = filters
  const since = from ?? (requestId ? undefined : ctx.clock().subtract({ hours: 24 }).toString())
  return sql.join(
    [
      callsOf(ctx, caller),
      ...(key === 'this' ? [sql`t.key_id = ${keyOf(ctx)}::uuid`] : []),
      ...(outcome?.length ? [sql`t.outcome = any(${outcome})`] : []),
      ...(httpStatus === undefined ? [] : [sql`t.http_status = ${httpStatus}`]),
      ...(method ? [sql`t.method = ${method}`] : []),
      ...(requestId ? [sql`t.request_id = ${requestId}`] : []),
      ...(since ? [sql`t.started_at >= ${since}::timestamptz`] : []),
      ...(to ? [sql`t.started_at < ${to}::timestamptz`] : []),
    ],
    sql` and `,
  ) as RawBuilder<SqlBool>
}

/** A partner's own calls, newest first. */
export const listCalls = async (ctx: Ctx, caller: Caller, query: Query): Promise<Result<typeof callLog.channelCalls>> => {
  const { limit = 50, offset = 0, after, filters = {} } = query
  const where = wanted(ctx, caller, filters)
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (t.started_at, t.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<LoggedCall>`
      select ${columnsFor(ctx, caller)} from traces t where ${where} ${beyond} order by t.started_at desc, t.id desc
      limit ${limit + 1} offset ${offset}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from traces t where ${where}`.execute(ctx.db),
  ])
  const { data, next } = cutPage(page.rows, limit, ({ at, id }) => ({ at, id }))
  return { data, next, total: counted.rows[0]!.total }
}

type Bodies = Record<'requestHeaders' | 'responseHeaders', Record<string, unknown> | null> & Record<'requestBody' | 'responseBody', unknown>

/** One of them in full; `trace.not_found` for another partner's. */
export const getCall = async (ctx: Ctx, caller: Caller, id: string): Promise<LoggedCallDetail> => {
  const { rows } = await sql<LoggedCall & Bodies>`
    select ${columnsFor(ctx, caller)}, t.request_headers, t.request_body, t.response_headers, t.response_body
    from traces t where t.id = ${id} and ${callsOf(ctx, caller)}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('trace.not_found')
  const { requestHeaders, requestBody, responseHeaders, responseBody, ...call } = rows[0]
  return { ...call, request: { headers: requestHeaders, body: requestBody }, response: { headers: responseHeaders, body: responseBody } }
}
