import type { GoogleStanding } from '@tablewire/contracts/google/google-launch'
import { sql } from 'kysely'
import { accountById, signInsRefusedSince } from '#src/features/google-accounts/api.ts'
import { inScope, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { standingsOf, stoppedOf } from './standing.ts'

/** A venue in sight, or `venue.not_found`. */
export const requireVenue = async (ctx: Ctx, id: string): Promise<void> => {
  const { rows } = await sql`select from venues v where v.id = ${id} and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  if (!rows.length) throw new Problem('venue.not_found')
}

type AccountRow = { id: string; name: string; environment: 'sandbox' | 'production'; channelName: string }
/** Accounts whose channel sells it; who sells for a channel sees its own. */
export const accountsOf = async (ctx: Ctx, venueId: string): Promise<AccountRow[]> => {
  const { rows } = await sql<AccountRow>`
    select a.id, a.name, a.environment, c.name as channel_name from channel_venues cv join google_accounts a on a.channel_id = cv.channel_id join channels c on c.id = a.channel_id
    where cv.venue_id = ${venueId} and cv.state <> 'not_enabled' and a.active and ${ofScopedChannels(ctx, 'cv.channel_id')}
    order by a.environment, lower(a.name), a.id`.execute(ctx.db)
  return rows
}

type More = Pick<
  GoogleStanding,
  'feeds' | 'toldAt' | 'toldFrom' | 'toldTo' | 'waiting' | 'waitingSince' | 'stopped' | 'refusedSince' | 'refusal' | 'unknown'
>
const moreOf = async (ctx: Ctx, accountId: string, venueId: string): Promise<More> => {
  const { rows } = await sql<More>`
    select (select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'sentAt', to_char(f.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))), '[]')
        from unnest(array['merchants', 'services', 'availability']) as k (kind), lateral (
          select f.ended_at from google_feeds f where f.account_id = ${accountId} and f.kind = k.kind and f.state = 'sent' order by f.created_at desc limit 1) f) as feeds,
      (select t.at from google_told_venues t where t.account_id = ${accountId} and t.venue_id = ${venueId}) as told_at,
      (select t.from_day::text from google_told_venues t where t.account_id = ${accountId} and t.venue_id = ${venueId}) as told_from,
      (select t.to_day::text from google_told_venues t where t.account_id = ${accountId} and t.venue_id = ${venueId}) as told_to,
      (select count(*)::integer from google_changes c where c.account_id = ${accountId} and c.venue_id = ${venueId} and not c.refused) as waiting,
      (select min(c.at) from google_changes c where c.account_id = ${accountId} and c.venue_id = ${venueId} and not c.refused) as waiting_since,
      ${stoppedOf(accountId)} as stopped,
      (select ${signInsRefusedSince(ctx)} from google_accounts a where a.id = ${accountId}) as refused_since,
      (select case when c.error like 'Google answered 404%' then case c.kind when 'booking' then 'booking' else 'merchant' end end from google_changes c
        where c.account_id = ${accountId} and c.venue_id = ${venueId} and c.refused order by c.at desc limit 1) as unknown,
      (select c.error from google_changes c where c.account_id = ${accountId} and c.venue_id = ${venueId} and c.refused order by c.at desc limit 1) as refusal`.execute(
    ctx.db,
  )
  return rows[0]!
}

/** How a venue stands with each account at Google that it belongs to. */
export const venueStandings = async (ctx: Ctx, venueId: string): Promise<GoogleStanding[]> => {
  await requireVenue(ctx, venueId)
  const standings: GoogleStanding[] = []
  for (const { id, name, channelName } of await accountsOf(ctx, venueId)) {
    const account = await accountById(ctx.db, id)
    const [standing] = account ? await standingsOf(ctx, account, [venueId]) : []
    if (!account || !standing) continue
    const { venueId: _venue, name: _name, city: _city, ...rest } = standing
    const more = await moreOf(ctx, id, venueId)
    standings.push({ accountId: id, accountName: name, environment: account.environment, channelName, ...rest, ...more })
  }
  return standings
}
