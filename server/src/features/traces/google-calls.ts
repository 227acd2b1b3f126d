import type { GoogleCalls } from '@tablewire/contracts/operations/google-calls'
import { googleLimitOf, googleWindowMinutes, judgedMethods } from '@tablewire/contracts/google/google-calls.rules'
import { sql } from 'kysely'
import type {} from '#src/features/google-booking/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { seesWhole } from './connection-sides.ts'

type Row = Omit<GoogleCalls, 'errorShare' | 'ms'> & { channelId: string }

/** By channel, the methods of its accounts that were called within the window or are beyond their limits; for those who answer for all of it. */
export const readGoogleCalls = async (ctx: Ctx, now: string): Promise<Map<string, GoogleCalls[]>> => {
  if (!seesWhole(ctx)) return new Map()
  const { rows } = await sql<Row>`
    select a.channel_id, a.id as account_id, a.name as account_name, a.environment, coalesce(c.method, t.method) as method,
      coalesce(c.calls, 0) as calls, coalesce(c.failed, 0) as failed, coalesce(c.late, 0) as late, t.since
    from (
      select account_id, method, sum(calls)::integer as calls, sum(failed)::integer as failed, sum(late)::integer as late from google_calls
      where minute > ${now}::timestamptz - make_interval(mins => ${googleWindowMinutes}) group by account_id, method
    ) c full join google_call_troubles t on t.account_id = c.account_id and t.method = c.method
      join google_accounts a on a.id = coalesce(c.account_id, t.account_id)
    where a.active and coalesce(c.method, t.method) = any(${[...judgedMethods]}::text[]) order by t.since nulls last, a.name, method`.execute(
    ctx.db,
  )
  const byChannel = Map.groupBy(rows, ({ channelId }) => channelId)
  return new Map([...byChannel].map(([channelId, all]) => [channelId, all.map(callsOf)]))
}

const callsOf = (row: Row): GoogleCalls => {
  const { channelId: _, ...seen } = row
  const { errorShare, ms } = googleLimitOf(seen.method)
  return { ...seen, errorShare, ms }
}
