import type { PartyKnown } from '@tablewire/contracts/booking/service-sheets'
import { type RawBuilder, sql } from 'kysely'
import { ownVenue } from '#src/features/shift-notes/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** `past` and `known` of each reservation `r`: what is known of a guest is known under each of his addresses. */
export const guestJoins: RawBuilder<unknown> = sql`
  lateral (
    select case when r.guest_id is not null then count(*) filter (where o.status in ('seated', 'completed'))::int end as visits,
      case when r.guest_id is not null then count(*) filter (where o.status = 'no_show')::int end as "noShows"
    from guest_addresses k join reservations o on o.venue_id = r.venue_id and o.guest_id = k.address_id and o.id <> r.id and o.starts_at < r.starts_at
    where k.guest_id = r.guest_id
  ) past,
  lateral (
    select coalesce(array_agg(distinct w.word order by w.word) filter (where w.kind = 'allergy'), '{}') as allergies,
      coalesce(array_agg(distinct w.word order by w.word) filter (where w.kind = 'tag'), '{}') as tags
    from guest_addresses k join guest_profiles p on p.guest_id = k.address_id,
      lateral (select 'allergy' as kind, unnest(p.allergies) as word union all select 'tag', unnest(p.tags)) w
    where k.guest_id = r.guest_id
  ) known`

const shown = ['pending_confirmation', 'requires_payment', 'confirmed', 'seated', 'completed', 'no_show']

/** `seated_at` is when the party last sat down: whoever got up by mistake and sits again has not sat down twice. */
export const knownQuery = (venueId: string, date: string, knows: boolean): RawBuilder<PartyKnown> => sql<PartyKnown>`
  select r.id, case when ${knows} then past.visits end as visits, case when ${knows} then past."noShows" end as "noShows",
    case when ${knows} then known.allergies else '{}' end as allergies, case when ${knows} then known.tags else '{}' end as "guestTags",
    (select coalesce((e.after ->> 'notedAt')::timestamptz, e.at) from reservation_events e
      where e.venue_id = r.venue_id and e.reservation_id = r.id and r.status in ('seated', 'completed') and e.to_status = 'seated'
        and coalesce(e.from_status, '') not in ('seated', 'completed') order by e.id desc limit 1) as "seatedAt"
  from reservations r, ${guestJoins}
  where r.venue_id = ${venueId} and r.service_on = ${date} and r.status = any(${shown}::text[])
  order by r.starts_at, r.id`

/** What the service view needs of a day beyond its bookings; nothing of guests for who may not see them. */
export const readKnown = async (ctx: Ctx, venueId: string, date: string): Promise<PartyKnown[]> => {
  const venue = await ownVenue(ctx, venueId)
  const { rows } = await knownQuery(venue.id, date, ctx.ability.can('read', 'guests')).execute(ctx.db.withoutPlugins())
  return rows
}
