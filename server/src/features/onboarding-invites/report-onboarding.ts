import { onboardingStatuses, type OnboardingStatus, openStatuses } from '@tablewire/contracts/onboarding/onboarding.rules'
import type { OnboardingReport, onboardingInvites } from '@tablewire/contracts/onboarding/onboarding-invites'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { momentsOf, ofOwnRequests } from '#src/features/onboarding/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

export type Filters = NonNullable<Received<typeof onboardingInvites.report>['query']['filters']>
type Group = {
  systemId: string
  systemName: string
  channelId: string
  channelName: string
  status: OnboardingStatus
  count: number
  late: number
}
type Stay = { status: OnboardingStatus; medianDays: number; stays: number }
type Partner = OnboardingReport['partners'][number]
type ToLive = { kind: 'system' | 'channel'; id: string; days: number }

const matching = (ctx: Ctx, { requestedFrom, requestedTo, zone, systemId, channelId }: Filters): RawBuilder<unknown> => {
  const { since, until } = momentsOf({ from: requestedFrom, to: requestedTo, zone })
  return sql`
  ${ofOwnRequests(ctx)} and (${since}::timestamptz is null or r.requested_at >= ${since}::timestamptz)
  and (${until}::timestamptz is null or r.requested_at < ${until}::timestamptz)
  and (${systemId ?? null}::uuid is null or r.system_id = ${systemId ?? null}::uuid)
  and (${channelId ?? null}::uuid is null or r.channel_id = ${channelId ?? null}::uuid)`
}

const rounded = (days: number): number => Math.round(days * 10) / 10

const groupsOf = async (ctx: Ctx, filters: Filters): Promise<Group[]> => {
  const { rows } = await sql<Group>`
    select r.system_id, s.name as system_name, r.channel_id, c.name as channel_name, r.status, count(*)::integer as count,
      count(*) filter (where d.remind_at <= ${ctx.clock().toString()}::timestamptz)::integer as late
    from onboarding_requests r join systems s on s.id = r.system_id join channels c on c.id = r.channel_id
      left join onboarding_deadlines d on d.request_id = r.id
    where ${matching(ctx, filters)} group by 1, 2, 3, 4, 5`.execute(ctx.db)
  return rows
}

/** How long a state took, of the stays that are over: from one move to the next. */
const staysOf = async (ctx: Ctx, filters: Filters): Promise<Stay[]> => {
  const { rows } = await sql<Stay>`
    select status, count(*)::integer as stays, percentile_cont(0.5) within group (order by days)::float8 as median_days from (
      select h.from_status as status,
        extract(epoch from h.at - coalesce(lag(h.at) over (partition by h.request_id order by h.at, h.id), r.requested_at)) / 86400 as days
      from onboarding_history h join onboarding_requests r on r.id = h.request_id
      where h.from_status is not null and h.to_status <> h.from_status and ${matching(ctx, filters)}
    ) t group by status`.execute(ctx.db)
  return rows
}

const toLive = async (ctx: Ctx, filters: Filters): Promise<ToLive[]> => {
  const { rows } = await sql<ToLive>`
    select kind, id, percentile_cont(0.5) within group (order by days)::float8 as days from (
      select k.kind, case k.kind when 'system' then r.system_id else r.channel_id end as id,
        extract(epoch from r.status_since - r.requested_at) / 86400 as days
      from onboarding_requests r cross join (values ('system'), ('channel')) as k (kind) where r.status = 'live' and ${matching(ctx, filters)}
    ) t group by kind, id`.execute(ctx.db)
  return rows
}

const sum = (rows: readonly Group[], pick: (row: Group) => number): number => rows.reduce((all, row) => all + pick(row), 0)
const isOpenGroup = ({ status }: Group): boolean => openStatuses.some((one) => one === status)

/** Who keeps others waiting most stands first, of either kind: what is late now, then how long it took until now. */
const slowestFirst = (a: Partner, b: Partner): number =>
  b.late - a.late || (b.medianDaysToLive ?? -1) - (a.medianDaysToLive ?? -1) || a.name.localeCompare(b.name)

const partnersOf = (groups: readonly Group[], live: readonly ToLive[]): Partner[] =>
  (['system', 'channel'] as const).flatMap((kind) => {
    const keyOf = (row: Group): string => (kind === 'system' ? row.systemId : row.channelId)
    return [...Map.groupBy(groups, keyOf)].map(([id, rows]) => {
      const days = live.find((one) => one.kind === kind && one.id === id)?.days
      const lateIn = openStatuses
        .map((status) => ({
          status,
          late: sum(
            rows.filter((row) => row.status === status),
            ({ late }) => late,
          ),
        }))
        .toSorted((a, b) => b.late - a.late)[0]!
      return {
        kind,
        id,
        name: kind === 'system' ? rows[0]!.systemName : rows[0]!.channelName,
        counts: onboardingStatuses.map((status) => ({
          status,
          count: sum(
            rows.filter((row) => row.status === status),
            ({ count }) => count,
          ),
        })),
        open: sum(rows.filter(isOpenGroup), ({ count }) => count),
        late: sum(rows, ({ late }) => late),
        medianDaysToLive: days === undefined ? null : rounded(days),
        stuckIn: lateIn.late > 0 ? lateIn.status : null,
      }
    })
  })

/** Where requests stand and where they get stuck, of those the caller may see. */
export const reportOnboarding = async (ctx: Ctx, filters: Filters = {}): Promise<OnboardingReport> => {
  const [groups, stays, live] = await Promise.all([groupsOf(ctx, filters), staysOf(ctx, filters), toLive(ctx, filters)])
  return {
    states: onboardingStatuses.map((status) => {
      const rows = groups.filter((row) => row.status === status)
      const stay = stays.find((one) => one.status === status)
      return {
        status,
        count: sum(rows, ({ count }) => count),
        late: sum(rows, ({ late }) => late),
        medianDays: stay ? rounded(stay.medianDays) : null,
        stays: stay?.stays ?? 0,
      }
    }),
    partners: partnersOf(groups, live).toSorted(slowestFirst),
  }
}
