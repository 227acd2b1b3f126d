import { toldWithinMinutes } from '@tablewire/contracts/google/google-calls.rules'
import type { GoogleAccount } from '@tablewire/contracts/google/google-accounts'
import type { GoogleLaunch } from '@tablewire/contracts/google/google-launch'
import { type GoogleFeedKind, googleFeedKinds } from '@tablewire/contracts/google/google-feeds'
import { sql } from 'kysely'
import { readAccount } from '#src/features/google-accounts/api.ts'
import { dueTimes } from '#src/features/google-feeds/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Calls, checksOf, type Figures } from './checks.ts'
import { stoppedOf } from './standing.ts'

const days = 7
const dayMs = 86_400_000
/** Nobody needs to know of more. */
const madeMost = 10_000

type FeedRow = { day: string; kind: GoogleFeedKind; good: boolean }

/** The feeds of each of the last seven days; today counts once its own were due. */
const feedDays = async (
  ctx: Ctx,
  { id: accountId, createdAt }: Pick<GoogleAccount, 'id' | 'createdAt'>,
): Promise<GoogleLaunch['feedDays']> => {
  const { today, isOver } = dueTimes(ctx, accountId)
  const last = Date.parse(today) - (isOver ? 0 : dayMs)
  const wanted = Array.from({ length: days }, (_, index) => new Date(last - (days - 1 - index) * dayMs).toISOString().slice(0, 10))
  const { rows } = await sql<FeedRow>`
    select to_char(f.ended_at at time zone 'UTC', 'YYYY-MM-DD') as day, f.kind, bool_or(f.error_count = 0 and not exists (
      select from google_feed_files x where x.feed_id = f.id and (x.google_state = 'FAILURE' or x.google_details is not null))) as good
    from google_feeds f
    where f.account_id = ${accountId} and f.created_at >= ${wanted[0]!}::timestamptz - interval '2 days' and f.state = 'sent' group by 1, 2`.execute(
    ctx.db,
  )
  const good = new Set(rows.filter((row) => row.good).map(({ day, kind }) => `${day} ${kind}`))
  return wanted.map((day) => {
    const bad = googleFeedKinds.filter((kind) => !good.has(`${day} ${kind}`))
    return { day, good: bad.length === 0, early: bad.length > 0 && day <= createdAt.slice(0, 10), bad }
  })
}

const measured = ['BatchAvailabilityLookup', 'CreateBooking', 'UpdateBooking'] as const
type Method = (typeof measured)[number]
/** Its own, whoever else books as the same channel; as Google counts, what came too late is wrong. */
const callsSince = async (ctx: Ctx, accountId: string, since: string): Promise<Record<Method, Calls>> => {
  const { rows } = await sql<Calls & { method: Method }>`
    select c.method, sum(c.calls)::integer as calls, sum(c.failed + c.late)::integer as wrong, (
      select percentile_cont(0.95) within group (order by one)
      from google_calls x, unnest(x.times) as one where x.account_id = ${accountId} and x.minute >= ${since}::timestamptz and x.method = c.method
    ) as p95_ms
    from google_calls c where c.account_id = ${accountId} and c.minute >= ${since}::timestamptz and c.method = any(${[...measured]}::text[])
    group by c.method`.execute(ctx.db)
  const of = (method: Method): Calls => rows.find((row) => row.method === method) ?? { calls: 0, wrong: 0, p95Ms: null }
  return Object.fromEntries(measured.map((method) => [method, of(method)])) as Record<Method, Calls>
}

type Known = Pick<Figures, 'merchants' | 'matched' | 'made' | 'told' | 'late' | 'probed' | 'drifted'> & {
  waitingLate: number
  refused: number
  askedAt: string | null
  askError: string | null
  stopped: GoogleLaunch['stopped']
}
const knownOf = async (ctx: Ctx, accountId: string, since: string): Promise<Known> => {
  const { rows } = await sql<Known>`
    select merchants.count as merchants, states.matched, made.count as made, told.told, told.late, told.refused, waiting.count as waiting_late, states.asked_at, states.ask_error, ${stoppedOf(accountId)} as stopped,
      coalesce(drift.checked, 0) as probed, coalesce(drift.wrong, 0) as drifted
    from (select count(*)::integer as count from google_merchants m
        where m.account_id = ${accountId} and m.sent_at is not null and m.leaving_since is null) merchants,
      (select count(*) filter (where s.match = 'matched')::integer as matched, max(s.asked_at) as asked_at, max(s.error) as ask_error
        from google_merchant_states s join google_merchants m on m.account_id = s.account_id and m.venue_id = s.venue_id
        where s.account_id = ${accountId} and m.leaving_since is null) states,
      (select count(*)::integer as count from (select from google_bookings where account_id = ${accountId} limit ${madeMost}) few) made,
      (select coalesce(sum(d.told), 0)::integer as told, coalesce(sum(d.late), 0)::integer as late, coalesce(sum(d.refused), 0)::integer as refused from google_told_days d
        where d.account_id = ${accountId} and d.day >= (${since}::timestamptz at time zone 'UTC')::date and d.kind = 'booking') told,
      (select count(*)::integer as count from google_changes c where c.account_id = ${accountId} and not c.refused and c.kind = 'booking'
        and c.at < ${ctx.clock().toString()}::timestamptz - make_interval(mins => ${toldWithinMinutes})) waiting
      left join lateral (select d.checked, d.wrong from google_drifts d where d.account_id = ${accountId} order by d.at desc, d.id desc limit 1) drift on true`.execute(
    ctx.db,
  )
  return rows[0]!
}

/** What Google wants of an account, against what was measured in seven days. */
export const readLaunch = async (ctx: Ctx, id: string): Promise<GoogleLaunch> => {
  const account = await readAccount(ctx, id)
  const { environment } = account
  const since = ctx
    .clock()
    .subtract({ hours: 24 * days })
    .toString()
  const [fed, calls, known] = await Promise.all([feedDays(ctx, account), callsSince(ctx, id, since), knownOf(ctx, id, since)])
  const { waitingLate, refused, askedAt, askError, stopped, ...counts } = known
  const checks = checksOf({
    environment,
    goodDays: fed.filter(({ good }) => good).length,
    ...counts,
    lookups: calls.BatchAvailabilityLookup,
    bookings: calls.CreateBooking,
    changes: calls.UpdateBooking,
    told: counts.told + waitingLate + refused,
    late: counts.late + waitingLate + refused,
  })
  return { accountId: id, environment, since, checks, feedDays: fed, askedAt, askError, stopped }
}
