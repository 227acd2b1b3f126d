import { toldWithinMinutes } from '@tablewire/contracts/google/google-calls.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Change } from './change-rows.ts'

/** Longer than any call with all its repetitions; after a crash another process goes on. */
const leaseSeconds = 120

/** One round of telling. Two jobs may run at once in one process: each of them is a holder of its own. */
export type Lease = { accountId: string; holder: string }

/** True while this round alone tells Google for the account, and Google has not asked it to wait. */
export const holdLease = async (ctx: Ctx, { accountId, holder }: Lease): Promise<boolean> => {
  const now = ctx.clock().toString()
  const { rows } = await sql`
    insert into google_update_states as s (account_id, leased_until, leased_by)
    values (${accountId}, ${now}::timestamptz + make_interval(secs => ${leaseSeconds}), ${holder})
    on conflict (account_id) do update set leased_until = excluded.leased_until, leased_by = excluded.leased_by
      where (s.leased_until is null or s.leased_until < ${now}::timestamptz or s.leased_by = excluded.leased_by)
        and (s.paused_until is null or s.paused_until <= ${now}::timestamptz)
    returning account_id`.execute(ctx.db)
  return rows.length > 0
}
export const leaveLease = async (ctx: Ctx, { accountId, holder }: Lease): Promise<void> => {
  await sql`update google_update_states set leased_until = null where account_id = ${accountId} and leased_by = ${holder}`.execute(ctx.db)
}

/** Accounts with something to tell. */
export const waitingAccounts = async (ctx: Ctx): Promise<string[]> => {
  const { rows } = await sql<{ accountId: string }>`
    select a.id as account_id from google_accounts a where exists (select from google_changes c where c.account_id = a.id and not c.refused) order by a.id`.execute(
    ctx.db,
  )
  return rows.map(({ accountId }) => accountId)
}

type Row = Change & { bookings: boolean }

/**
 * The matters that are due, bookings first, then the longest waiting. Rows of one matter are one; what failed waits until its time, however much comes
 * to it meanwhile. Dates of one venue that follow one another are told together.
 */
export const dueChanges = async (ctx: Ctx, accountId: string, most: number): Promise<Change[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<Row>`
    select array_agg(c.id::text order by c.id) as ids, c.venue_id, c.kind, c.ref, max(c.attempts) as attempts, min(c.at) as since
    from google_changes c where c.account_id = ${accountId} and not c.refused
    group by c.kind, c.venue_id, c.ref
    having min(c.next_at) <= ${now}::timestamptz
      and coalesce(max(c.next_at) filter (where c.attempts > 0) <= ${now}::timestamptz, true)
    order by max(c.attempts), c.kind <> 'booking', min(c.at), c.venue_id, c.ref limit ${most}`.execute(ctx.db)
  return gathered(rows)
}

const dayMs = 86_400_000
const isNext = (before: string, date: string): boolean => Date.parse(date) - Date.parse(before) <= dayMs

/** All of a venue's dates are one matter where all are to be told anyway, and runs of dates are one call. */
export const gathered = (changes: readonly Change[]): Change[] => {
  const whole = new Map(changes.filter(({ kind, ref }) => kind === 'availability' && ref === '*').map((change) => [change.venueId, change]))
  const kept: Change[] = []
  const dated: Change[] = []
  for (const change of changes) {
    const all = change.kind === 'availability' && change.ref !== '*' ? whole.get(change.venueId) : undefined
    if (all) all.ids.push(...change.ids)
    else (change.kind === 'availability' && change.ref !== '*' ? dated : kept).push(change)
  }
  const runs: Change[] = []
  for (const change of dated.toSorted((a, b) => a.venueId.localeCompare(b.venueId) || a.ref.localeCompare(b.ref))) {
    const last = runs.at(-1)
    const follows = last?.venueId === change.venueId && isNext(last.ref.split(' ').at(-1)!, change.ref)
    if (!last || !follows) runs.push({ ...change, ids: [...change.ids] })
    else {
      last.ids.push(...change.ids)
      last.ref = `${last.ref.split(' ')[0]} ${change.ref}`
      last.attempts = Math.max(last.attempts, change.attempts)
    }
  }
  return [...kept, ...runs]
}

export const forgetChange = async (ctx: Ctx, { ids }: Change): Promise<void> => {
  await sql`delete from google_changes where id = any(${ids}::bigint[])`.execute(ctx.db)
}

/** True where a feed has told Google of the restaurant. */
export const isFed = async (ctx: Ctx, accountId: string, venueId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from google_merchants m where m.account_id = ${accountId} and m.venue_id = ${venueId} and m.sent_at is not null`.execute(ctx.db)
  return rows.length > 0
}

/** A refusal is over with the feed that has told the same since, and with a visit that Google no longer asks about: two weeks, for so long it measures. */
export const forgetRefused = async (ctx: Ctx): Promise<void> => {
  await sql`
    delete from google_changes c where c.refused and (
      c.at < ${ctx.clock().toString()}::timestamptz - make_interval(days => 14)
      or c.kind <> 'booking' and exists (
        select from google_feeds f where f.account_id = c.account_id and f.state = 'sent' and f.created_at > c.at
          and f.kind = case c.kind when 'merchant' then 'merchants' else 'availability' end))`.execute(ctx.db)
}

type Failed = { error: string; refused: boolean; waitMs: number }
/** To be tried again after a while, or never, when Google will not have it. */
export const postponeChange = async (ctx: Ctx, { ids, attempts }: Change, { error, refused, waitMs }: Failed): Promise<void> => {
  await sql`
    update google_changes set attempts = ${attempts + 1}, error = ${error}, refused = ${refused},
      next_at = ${ctx.clock().toString()}::timestamptz + make_interval(secs => ${waitMs / 1000})
    where id = any(${ids}::bigint[])`.execute(ctx.db)
}

/** Google takes nothing of this account for a while. */
export const pauseAccount = async (
  ctx: Ctx,
  accountId: string,
  { error, waitMs }: { error: string; waitMs: number | undefined },
): Promise<void> => {
  const now = ctx.clock().toString()
  await sql`
    update google_update_states set strikes = strikes + 1, error = ${error}, error_since = coalesce(error_since, ${now}::timestamptz),
      paused_until = ${now}::timestamptz + make_interval(secs => ${waitMs === undefined ? sql`least(60, power(2, least(strikes, 6)))` : waitMs / 1000})
    where account_id = ${accountId}`.execute(ctx.db)
}
export const noteTold = async (ctx: Ctx, accountId: string): Promise<void> => {
  await sql`
    update google_update_states set strikes = 0, error = null, error_since = null, paused_until = null, told_at = ${ctx.clock().toString()}::timestamptz
    where account_id = ${accountId}`.execute(ctx.db)
}

export const lateMs = toldWithinMinutes * 60_000

/** So many changes of a day were told, and so many of them late: what Google looks at after the launch. */
export const countTold = async (ctx: Ctx, accountId: string, { change, refused }: { change: Change; refused: boolean }): Promise<void> => {
  const now = ctx.clock()
  const late = !refused && now.epochMilliseconds - Date.parse(change.since) > lateMs
  await sql`
    insert into google_told_days as d (account_id, day, kind, told, late, refused)
    values (${accountId}, ${now.toString().slice(0, 10)}, ${change.kind}, ${refused ? 0 : 1}, ${late ? 1 : 0}, ${refused ? 1 : 0})
    on conflict (account_id, day, kind) do update set told = d.told + excluded.told, late = d.late + excluded.late, refused = d.refused + excluded.refused`.execute(
    ctx.db,
  )
}

type VenueTold = { venueId: string; at: string; from: string; to: string; digest: string }
/** When Google was last told of a venue's free tables, for which days, and a digest of what. */
export const noteVenueTold = async (ctx: Ctx, accountId: string, { venueId, at, from, to, digest }: VenueTold): Promise<void> => {
  await sql`
    insert into google_told_venues (account_id, venue_id, at, from_day, to_day, digest)
    values (${accountId}, ${venueId}, ${at}::timestamptz, ${from}::date, ${to}::date, ${digest})
    on conflict (account_id, venue_id) do update set at = excluded.at, from_day = excluded.from_day, to_day = excluded.to_day, digest = excluded.digest`.execute(
    ctx.db,
  )
}

/** One event is heard of by several ways within so long; later the same is told again, whatever made somebody want it. */
const sameForMinutes = 10

/** True where the very last that Google was told of the venue is this, and no feed has come since. */
export const isToldAlready = async (
  ctx: Ctx,
  accountId: string,
  { venueId, digest }: Pick<VenueTold, 'venueId' | 'digest'>,
): Promise<boolean> => {
  const { rows } = await sql`
    select from google_told_venues t where t.account_id = ${accountId} and t.venue_id = ${venueId} and t.digest = ${digest}
      and t.at > ${ctx.clock().toString()}::timestamptz - make_interval(mins => ${sameForMinutes})
      and not exists (select from google_feeds f where f.account_id = t.account_id and f.kind = 'availability' and f.state = 'sent' and f.ended_at >= t.at)`.execute(
    ctx.db,
  )
  return rows.length > 0
}
