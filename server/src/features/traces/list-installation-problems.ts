import { toldWithinMinutes } from '@tablewire/contracts/google/google-calls.rules'
import type { InstallationProblem } from '@tablewire/contracts/operations/traces'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { signInsRefusedSince } from '#src/features/google-accounts/api.ts'
import type {} from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { metaPages, tripadvisorIds } from './partner-problems.ts'

const namedAtMost = 10

/** Accounts at Google without a password that goes on for longer than thirty days; one that never had any is not in use yet. */
const googlePasswords = async (ctx: Ctx): Promise<InstallationProblem[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<{ id: string; name: string; last: string; days: number }>`
    select * from (
      select a.id, a.name, max(p.expires_at) as last, ceil(extract(epoch from max(p.expires_at) - ${now}::timestamptz) / 86400)::integer as days
      from google_accounts a join google_passwords p on p.account_id = a.id where a.active group by a.id
    ) ends where last <= ${now}::timestamptz + interval '30 days' order by last, id`.execute(ctx.db)
  const ended = rows.filter(({ days }) => days <= 0)
  const ending = rows.filter(({ days }) => days > 0)
  const accounts = (some: typeof rows) => some.slice(0, namedAtMost).map(({ id, name }) => ({ id, name }))
  const monthBefore = (instant: string) => new Date(Date.parse(instant) - 30 * 86_400_000).toISOString()
  return [
    ...(ended[0] ? [{ what: 'google_ended' as const, since: ended[0].last, count: ended.length, accounts: accounts(ended) }] : []),
    ...(ending[0]
      ? [{ what: 'google_ending' as const, since: monthBefore(ending[0].last), count: ending[0].days, accounts: accounts(ending) }]
      : []),
  ]
}

/** Accounts whose password Google does not know: nobody can book there. */
const googleSignedOut = async (ctx: Ctx): Promise<InstallationProblem[]> => {
  const { rows } = await sql<{ id: string; name: string; since: string }>`
    select * from (select a.id, a.name, ${signInsRefusedSince(ctx)} as since from google_accounts a where a.active) x where since is not null order by since, id`.execute(
    ctx.db,
  )
  const accounts = rows.slice(0, namedAtMost).map(({ id, name }) => ({ id, name }))
  return rows[0] ? [{ what: 'google_signed_out', since: rows[0].since, count: rows.length, accounts }] : []
}

/** Google wants to hear of changes within five minutes, and what it refused is waited for by nobody. */
const googleUpdates = async (ctx: Ctx): Promise<InstallationProblem[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<{
    id: string
    name: string
    oldest: string | null
    minutes: number
    refused: number
    refusedSince: string | null
  }>`
    select a.id, a.name, late.oldest, floor(extract(epoch from ${now}::timestamptz - late.oldest) / 60)::integer as minutes, kept.refused, kept.refused_since
    from google_accounts a,
      lateral (select min(c.at) as oldest from google_changes c where c.account_id = a.id and not c.refused) late,
      lateral (select count(*)::integer as refused, min(c.at) as refused_since from google_changes c where c.account_id = a.id and c.refused) kept
    where a.active and (late.oldest < ${now}::timestamptz - make_interval(mins => ${toldWithinMinutes}) or kept.refused > 0) order by late.oldest, a.id`.execute(
    ctx.db,
  )
  const behind = rows.filter(({ oldest, minutes }) => oldest !== null && minutes >= toldWithinMinutes)
  const refused = rows.filter((row) => row.refused > 0)
  const accounts = (some: typeof rows) => some.slice(0, namedAtMost).map(({ id, name }) => ({ id, name }))
  const told: InstallationProblem[] = []
  if (behind[0]?.oldest) told.push({ what: 'google_behind', since: behind[0].oldest, count: behind[0].minutes, accounts: accounts(behind) })
  const since = refused.flatMap(({ refusedSince }) => refusedSince ?? []).toSorted()[0]
  if (since !== undefined)
    told.push({ what: 'google_refused', since, count: refused.reduce((sum, row) => sum + row.refused, 0), accounts: accounts(refused) })
  return told
}

/** Venues renamed when a system's own ids became unique (migration 0061), as long as their id is still the generated one. */
const doubledIds = async (ctx: Ctx): Promise<InstallationProblem[]> => {
  const { rows } = await sql<{ id: string; name: string; count: number; since: string | null }>`
    select v.id, v.name, count(*) over ()::integer as count,
      (select e.at from audit_entries e where e.venue_id = v.id and e.request_id = '0061-own-venue-ids' order by e.at limit 1) as since
    from venues v where right(v.external_id, 13) = '~' || right(v.id::text, 12) order by lower(v.name), v.id limit ${namedAtMost}`.execute(
    ctx.db,
  )
  const since = rows.flatMap((row) => row.since ?? []).toSorted()[0]
  // An id that merely looks generated was chosen by a user.
  if (since === undefined) return []
  const venues = rows.filter((row) => row.since !== null).map(({ id, name }) => ({ id, name }))
  return [{ what: 'ids_doubled', since, count: rows.length < namedAtMost ? venues.length : rows[0]!.count, venues }]
}

/** The language model of sales pages, as long as it has failed since it last answered; the pages have the rules' words meanwhile. */
const salesModel = async (ctx: Ctx): Promise<InstallationProblem[]> => {
  if (!ctx.ports.config.salesModelUrl) return []
  const { rows } = await sql<{ since: string; count: number }>`select since, count from sales_model_trouble`.execute(ctx.db)
  return rows.map(({ since, count }) => ({ what: 'sales_model', since, count }))
}

/** Feeds whose newest has not arrived, or was refused here. */
const googleFeeds = async (ctx: Ctx): Promise<InstallationProblem[]> => {
  const { rows } = await sql<{ since: string | null; count: number }>`
    select min(since) as since, count(*)::integer as count from google_feed_problems`.execute(ctx.db)
  return rows.flatMap(({ since, count }) => (since === null ? [] : [{ what: 'google_feeds' as const, since, count }]))
}

/** Accounts at Google that show other tables than the book: more than a twentieth of the newest sample. */
const googleDrift = async (ctx: Ctx): Promise<InstallationProblem[]> => {
  const { rows } = await sql<{ id: string; name: string; since: string; count: number }>`
    select account_id as id, name, at as since, wrong * 100 / checked as count from google_drift_problems order by wrong::float8 / checked desc, account_id`.execute(
    ctx.db,
  )
  const accounts = rows.slice(0, namedAtMost).map(({ id, name }) => ({ id, name }))
  return rows[0] ? [{ what: 'google_drift', since: rows[0].since, count: rows[0].count, accounts }] : []
}

/** The database went back in time: the latest of the last week. */
const restored = async (ctx: Ctx): Promise<InstallationProblem[]> => {
  const { rows } = await sql<{ since: string; count: number; from: string; to: string }>`
    select found_at as since, ceil(extract(epoch from to_at - from_at) / 60)::integer as count, from_at as from, to_at as to
    from restored_lately order by found_at desc limit 1`.execute(ctx.db)
  return rows.map(({ since, count, from, to }) => ({ what: 'restored' as const, since, count, between: { from, to } }))
}

/** Passing ones are no matter: the primary answers meanwhile. */
const replicaPatienceSeconds = 60
const replicaWords = {
  starting: undefined,
  ok: undefined,
  behind: 'replica_behind',
  away: 'replica_away',
  ahead: 'replica_wrong',
  not_standby: 'replica_wrong',
  other_database: 'replica_wrong',
} as const

/** A standby that has not been asked for a while. */
const replica = ({ ports, clock }: Ctx): InstallationProblem[] => {
  const figures = ports.replica.figures()
  const what = figures && replicaWords[figures.state]
  if (!figures || !what || clock().since(Temporal.Instant.from(figures.since)).total('seconds') < replicaPatienceSeconds) return []
  return [{ what, since: figures.since, count: figures.lagMs === null ? null : Math.ceil(figures.lagMs / 1000) }]
}

/** What this server stands on, where it is not well: for the platform's people, who may do something about it. */
export const listInstallationProblems = async (ctx: Ctx): Promise<InstallationProblem[]> => {
  if (ctx.scope.kind !== 'all') return []
  const { storage, secrets, descriptors } = await ctx.ports.ground.look()
  const problems: InstallationProblem[] = []
  if (storage.fault !== null && storage.since !== null)
    problems.push({
      what: `storage_${storage.fault}`,
      since: storage.since,
      count: storage.disk && Math.floor(storage.disk.freeBytes / 1_000_000),
    })
  if (secrets.since !== null)
    problems.push({
      what: secrets.proven ? 'secrets_unreadable' : 'secrets_wrong_key',
      since: secrets.since,
      count: secrets.unreadable.reduce((sum, { count }) => sum + count, 0),
    })
  if (descriptors.fullSince !== null) problems.push({ what: 'descriptors', since: descriptors.fullSince, count: descriptors.limit })
  return [
    ...problems,
    ...replica(ctx),
    ...(await restored(ctx)),
    ...(await googlePasswords(ctx)),
    ...(await googleSignedOut(ctx)),
    ...(await googleUpdates(ctx)),
    ...(await googleFeeds(ctx)),
    ...(await googleDrift(ctx)),
    ...(await doubledIds(ctx)),
    ...(await salesModel(ctx)),
    ...(await metaPages(ctx)),
    ...(await tripadvisorIds(ctx)),
  ]
}
