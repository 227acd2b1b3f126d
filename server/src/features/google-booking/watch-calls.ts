import { googleLimitOf, googleWindowMinutes, isBeyondGoogle } from '@tablewire/contracts/google/google-calls.rules'
import type { GoogleTroubleNews } from '@tablewire/contracts/operations/notifications'
import { sql } from 'kysely'
import { signInsRefusedSince } from '#src/features/google-accounts/api.ts'
import { publishGoogleTrouble } from '#src/features/notifications/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'

/** Within its limits for so long it is over: a rate on the limit would tell of itself every minute. */
const calmMinutes = 10

/** What holds a whole account up; kept among the methods that are in trouble. */
const standing = ['signed_out', 'stopped'] as const
/** A single refusal, or a quota that was used up for a moment, passes by itself. */
const standingMinutes = 5

type Seen = Pick<GoogleTroubleNews, 'accountId' | 'name' | 'environment'> & {
  method: string
  calls: number
  bad: number
  since: string | null
  lastAt: string | null
}

/** Of each method the calls of the last five minutes, and whether it was beyond its limits before; accounts that are switched off have none. */
const seenNow = async (ctx: Ctx): Promise<Seen[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<Seen>`
    select a.id as account_id, a.name, a.environment, coalesce(c.method, t.method) as method, coalesce(c.calls, 0) as calls, coalesce(c.bad, 0) as bad, t.since, t.last_at
    from (
      select account_id, method, sum(calls)::integer as calls, sum(failed + late)::integer as bad from google_calls
      where minute > ${now}::timestamptz - make_interval(mins => ${googleWindowMinutes}) group by account_id, method
    ) c full join (select * from google_call_troubles where method <> all(${[...standing]})) t on t.account_id = c.account_id and t.method = c.method
      join google_accounts a on a.id = coalesce(c.account_id, t.account_id)
    where a.active order by a.id, method`.execute(ctx.db)
  return rows
}

const newsOf = ({ accountId, name, environment, method, calls, bad }: Seen, over: boolean): GoogleTroubleNews => ({
  accountId,
  name,
  environment,
  what: over ? 'calls_over' : 'calls',
  subject: method,
  count: calls ? Math.round((bad / calls) * 1000) / 10 : 0,
  limit: googleLimitOf(method).errorShare * 100,
})

const begins = (ctx: Ctx, seen: Seen): Promise<void> =>
  transaction(ctx, async (inner) => {
    const now = inner.clock().toString()
    const { rows } = await sql<{ begun: boolean }>`
      insert into google_call_troubles as t (account_id, method, since, last_at, calls, bad)
      values (${seen.accountId}, ${seen.method}, ${now}::timestamptz, ${now}::timestamptz, ${seen.calls}, ${seen.bad})
      on conflict (account_id, method) do update set last_at = excluded.last_at, calls = excluded.calls, bad = excluded.bad
      returning xmax = 0 as begun`.execute(inner.db)
    if (rows[0]?.begun) await publishGoogleTrouble(inner, newsOf(seen, false))
  })

const ends = (ctx: Ctx, seen: Seen): Promise<void> =>
  transaction(ctx, async (inner) => {
    const { numAffectedRows } = await sql`
      delete from google_call_troubles where account_id = ${seen.accountId} and method = ${seen.method}`.execute(inner.db)
    if (numAffectedRows) await publishGoogleTrouble(inner, newsOf(seen, true))
  })

/** Tells once, when Google has signed in with a wrong password or taken no changes for a while. */
const watchStanding = (ctx: Ctx): Promise<void> =>
  transaction(ctx, async (inner) => {
    const now = inner.clock().toString()
    const held = sql`
      select a.id, a.name, a.environment, x.what, x.since from google_accounts a, lateral (values
        ('signed_out', (${signInsRefusedSince(inner)})::timestamptz), ('stopped', (select g.since from google_stopped g where g.account_id = a.id))) as x (what, since)
      where a.active and x.since is not null`
    await sql`
      delete from google_call_troubles t where t.method = any(${[...standing]})
        and not exists (select from (${held}) h where h.id = t.account_id and h.what = t.method)`.execute(inner.db)
    const { rows } = await sql<Pick<Seen, 'accountId' | 'name' | 'environment'> & { what: (typeof standing)[number] }>`
      with begun as (
        insert into google_call_troubles (account_id, method, since, last_at, calls, bad)
        select h.id, h.what, h.since, ${now}::timestamptz, 0, 0 from (${held}) h
        where h.since <= ${now}::timestamptz - make_interval(mins => ${standingMinutes})
        on conflict do nothing returning account_id, method
      ) select a.id as account_id, a.name, a.environment, b.method as what from begun b join google_accounts a on a.id = b.account_id`.execute(
      inner.db,
    )
    for (const news of rows) await publishGoogleTrouble(inner, { ...news, subject: '', count: 0, limit: null })
  })

/** GO1: tells once when a method goes beyond what Google allows, and once when that is over. */
export const watchCalls = async (ctx: Ctx): Promise<void> => {
  await watchStanding(ctx)
  const nowMs = ctx.clock().epochMilliseconds
  for (const seen of await seenNow(ctx))
    if (isBeyondGoogle(seen.method, seen)) await begins(ctx, seen)
    else if (seen.lastAt !== null && nowMs - Date.parse(seen.lastAt) >= calmMinutes * 60_000) await ends(ctx, seen)
  // One that is switched off is judged by nobody.
  await sql`delete from google_call_troubles t using google_accounts a where a.id = t.account_id and not a.active`.execute(ctx.db)
}
