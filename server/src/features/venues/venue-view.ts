import type { Venue, VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { inScope, isOfChannels, ofScopedChannels } from './venue-scope.ts'

/** The columns of `Venue` beside `venueParts`; party limits stand in the book (VE1). */
export const venueColumns = sql`v.id, v.external_id, v.company_id, v.name, v.phone_number, v.address, v.postal_code, v.city, v.country_code,
  v.time_zone as timezone, v.currency, v.latitude, v.longitude, v.sdk_access, v.tripadvisor_id, v.active, v.archived_at, v.system_id, s.name as system_name, v.test,
  v.listing_enabled, v.meta_enabled, (b.rules #>> '{party,min}')::integer as min_covers, (b.rules #>> '{party,max}')::integer as max_covers`
export const venueParts = sql`join books b on b.venue_id = v.id left join known_systems s on s.id = v.system_id`

/** A card is needed wherever something is agreed. */
export const paymentDefinition = sql`jsonb_build_object('requireCreditCard', v.payment_type <> 'none', 'deposit', v.deposit, 'noShowFee', v.no_show_fee)`

/**
 * What `VenueDetail` has beyond; one truth for each value, so those of the book are read from the book. How many covers a house takes, and keeps from
 * channels, is not for their people.
 */
const detailColumns = (
  ctx: Ctx,
) => sql`v.version + b.version as version, c.name as company_name, v.created_at, greatest(v.updated_at, b.updated_at) as updated_at,
  v.display_name, v.display_color, v.email_domain, v.payment_type, ${paymentDefinition} as payment_definition, v.payment_policy,
  case when ${!isOfChannels(ctx)} or (v.payment_type <> 'none' and s.type <> 'built_in') then v.payment_gateway end as payment_gateway, v.email_sender_name, v.email_reply_to, v.email_notices, v.confirmation_text, v.message_texts, v.message_ports, v.message_lines, v.reminder_holdout, v.reminder_hours, v.same_day_hours, v.quiet_from, v.quiet_until, v.sync_enabled,
  v.meta_enabled_at, v.meta_page_id, v.meta_sso_enabled as "metaSSOEnabled", v.meta_sso_client_id as "metaSSOClientId", v.rwg_max_days, v.max_party_size,
  v.listing_enabled_at, v.ftp_user, v.ftp_folder, v.ftp_password_at as ftp_password_set_at,
  s.credentials_type as system_credentials, v.system_token_at as system_token_set_at,
  (b.rules ->> 'cutOffMinutes')::integer as cut_off, (b.rules ->> 'cancellationWindowMinutes')::integer as cancellation_window,
  (b.rules ->> 'holdingTimeSeconds')::integer as holding_time, (b.rules ->> 'horizonDays')::integer as max_days,
  (b.rules ->> 'bookableAreas')::boolean as bookeable_areas, (b.rules ->> 'pressureReleaseHours')::integer as pressure_release_hours,
  (select coalesce(jsonb_agg(jsonb_build_object('shiftId', t.shift -> 'id', 'name', t.shift -> 'name', 'covers', t.shift -> 'keptBackCovers',
      'coversMax', t.shift #> '{pacing,covers}') order by t.position), '[]')
    from jsonb_array_elements(b.rules -> 'shifts') with ordinality as t (shift, position) where ${!isOfChannels(ctx)}) as kept_back,
  (select count(*)::integer from live_links l where l.venue_id = v.id and ${ofScopedChannels(ctx, 'l.channel_id')}) as active_channels,
  (select jsonb_build_object('id', k.id, 'name', k.name) from venues k where k.id = v.merged_into and ${inScope(ctx, 'k.id')}) as merged_into`

export const seen = (ctx: Ctx): RawBuilder<SqlBool> => inScope(ctx, 'v.id')

/** What a house has for its own list and its products: no channel is told of it by its API, so none of its people is. */
const unlisted = {
  externalId: null,
  sdkAccess: false,
  tripadvisorId: null,
  listingEnabled: false,
  metaEnabled: false,
} satisfies Partial<Venue>
/** What a house keeps for itself and for the platform: the people of no partner read it. */
const ofHouse = {
  emailDomain: null,
  emailSenderName: null,
  emailReplyTo: null,
  emailNotices: [],
  messageTexts: {},
  messagePorts: {},
  messageLines: {},
  reminderHoldout: 0,
  reminderHours: 24,
  sameDayHours: 3,
  quietFrom: 21,
  quietUntil: 9,
  metaEnabledAt: null,
  metaPageId: null,
  metaSSOEnabled: false,
  metaSSOClientId: null,
  rwgMaxDays: null,
  maxPartySize: null,
  listingEnabledAt: null,
  ftpUser: null,
  ftpFolder: null,
  ftpPasswordSetAt: null,
} satisfies Partial<VenueDetail>
/** What is between a house and its reservation system. */
const ofSystem = {
  companyName: '',
  displayColor: null,
  cutOff: null,
  pressureReleaseHours: null,
  syncEnabled: false,
  systemCredentials: null,
  systemTokenSetAt: null,
} satisfies Partial<VenueDetail>

/** A venue of a list as the caller may read it. */
export const asListed = <T extends Venue>(ctx: Ctx, venue: T): T => (isOfChannels(ctx) ? { ...venue, ...unlisted } : venue)

const asTold = (ctx: Ctx, venue: VenueDetail): VenueDetail => {
  if (isOfChannels(ctx)) return { ...asListed(ctx, venue), ...ofHouse, ...ofSystem }
  // A system itself writes them with its key.
  return ctx.scope.kind === 'system' && ctx.actor.kind === 'user' ? { ...venue, ...ofHouse } : venue
}

/** One venue the caller may see, or `venue.not_found`. */
export const readVenue = async (ctx: Ctx, id: string): Promise<VenueDetail> => {
  const { rows } = await sql<VenueDetail>`
    select ${venueColumns}, ${detailColumns(ctx)} from venues v ${venueParts} join companies c on c.id = v.company_id where v.id = ${id} and ${seen(ctx)}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw new Problem('venue.not_found')
  return asTold(ctx, rows[0])
}

/** How many channels that the caller may know of sell each of these venues now, written into them. */
export const withChannels = async (ctx: Ctx, venues: readonly Venue[]): Promise<Venue[]> => {
  if (!venues.length) return []
  const { rows } = await sql<{ venueId: string; live: number }>`
    select venue_id, count(*)::integer as live from live_links l where venue_id = any(${venues.map(({ id }) => id)}::uuid[])
      and ${ofScopedChannels(ctx, 'l.channel_id')} group by venue_id`.execute(ctx.db)
  const live = new Map(rows.map((row) => [row.venueId, row.live]))
  return venues.map((venue) => ({ ...venue, activeChannels: live.get(venue.id) ?? 0 }))
}
