import { sql } from 'kysely'
import { sellsByWidget } from '#src/features/channels/api.ts'
import { bookingOrigin, linkOrigin } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** What a partner's link carries, so that whoever counts visits knows where they came from. */
type BookingParams = Readonly<Record<string, string>>
/** Where guests book at one venue: on our booking page, else at an address of its own, else on its public page. */
export type BookingPlace = { venueId: string; name: string; city: string | null; url: string; own: boolean }

/** Venues with somewhere to book, by name; those in the archive have none. */
const placesOf = async (ctx: Ctx, venueIds: readonly string[]): Promise<BookingPlace[]> => {
  const { rows } = await sql<Omit<BookingPlace, 'url' | 'own'> & { widget: boolean; elsewhere: string | null; slug: string | null }>`
    select v.id as venue_id, coalesce(v.display_name, v.name) as name, v.city, ${sellsByWidget('v')} as widget, p.booking_url as elsewhere, s.slug
    from venues v left join listing_profiles p on p.venue_id = v.id left join venue_slugs s on s.venue_id = v.id and s.current and v.listing_enabled
    where v.id = any(${[...venueIds]}::uuid[]) and v.archived_at is null and not v.test
      and (p.booking_url is not null or s.slug is not null or ${sellsByWidget('v')})
    order by lower(coalesce(v.display_name, v.name)), v.id`.execute(ctx.db)
  const [origin, booking] = [await linkOrigin(ctx), await bookingOrigin(ctx)]
  return rows.map(({ widget, elsewhere, slug, ...place }) => ({
    ...place,
    own: widget,
    url: widget ? `${booking}/book/${place.venueId}` : (elsewhere ?? `${origin}/r/${slug}`),
  }))
}

/** Our own booking page of a venue, or null where it does not sell by it. */
export const bookingPageOf = async (ctx: Ctx, venueId: string): Promise<string | null> => {
  const { rows } = await sql`select from venues v where v.id = ${venueId} and v.active and ${sellsByWidget('v')}`.execute(ctx.db)
  return rows.length ? `${await bookingOrigin(ctx)}/book/${venueId}` : null
}

const linkTo = (origin: string, id: string, params: BookingParams): string => {
  const url = new URL(`/book/${id}`, origin)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

/**
 * The one address that partners are given for booking at a venue, a group or a company, and that stands on buttons which nobody changes again:
 * `/book/<id>` leads on to wherever guests book at that time. Null while there is nowhere to lead to.
 */
export const bookingLink = async (
  ctx: Ctx,
  { id, venueIds }: { id: string; venueIds: readonly string[] },
  params: BookingParams,
): Promise<string | null> => {
  const places = await placesOf(ctx, venueIds)
  if (!places.length) return null
  return linkTo(await bookingOrigin(ctx), id, params)
}

/** The same of each venue of a page, by its id; those with nowhere to lead to are left out. */
export const venueLinks = async <Row extends { id: string }>(
  ctx: Ctx,
  rows: readonly Row[],
  paramsOf: (row: Row) => BookingParams,
): Promise<Map<string, string>> => {
  const here = new Set(
    (
      await placesOf(
        ctx,
        rows.map(({ id }) => id),
      )
    ).map(({ venueId }) => venueId),
  )
  const origin = await bookingOrigin(ctx)
  return new Map(rows.flatMap((row) => (here.has(row.id) ? [[row.id, linkTo(origin, row.id, paramsOf(row))] as const] : [])))
}

const longestParam = 200
const mostParams = 12
/** The address with what came along in the link; what it says itself stays. */
const withParams = (text: string, params: BookingParams): string => {
  const url = new URL(text)
  for (const [name, value] of Object.entries(params).slice(0, mostParams))
    if (!url.searchParams.has(name) && name.length <= longestParam && value.length <= longestParam) url.searchParams.set(name, value)
  return url.href
}

/** Where a link leads now: to one place, or to several to choose from. Undefined = nowhere. */
export const followBookingLink = async (
  ctx: Ctx,
  id: string,
  params: BookingParams,
): Promise<{ name: string; places: readonly BookingPlace[] } | undefined> => {
  const { rows } = await sql<{ name: string; venueIds: string[] }>`
    select coalesce(v.display_name, v.name) as name, array[v.id]::text[] as venue_ids from venues v where v.id = ${id}
    union all select g.name, coalesce((select array_agg(v.id) from venues v where v.group_id = g.id), '{}')::text[] from groups g where g.id = ${id}
    union all select c.name, coalesce((select array_agg(v.id) from venues v where v.company_id = c.id), '{}')::text[] from companies c where c.id = ${id}
    union all select b.name, coalesce((select array_agg(v.id) from companies c join venues v on v.company_id = c.id where c.brand_id = b.id), '{}')::text[]
      from brands b where b.id = ${id}
    limit 1`.execute(ctx.db)
  const [row] = rows
  if (!row) return undefined
  const places = await placesOf(ctx, row.venueIds)
  return places.length ? { name: row.name, places: places.map((place) => ({ ...place, url: withParams(place.url, params) })) } : undefined
}
