import { sql } from 'kysely'
import { sellsByWidget, widgetHosts } from '#src/features/channels/api.ts'
import { bookingOrigin, linkOrigin } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** What a partner's link carries, so that whoever counts visits knows where they came from. */
type BookingParams = Readonly<Record<string, string>>
/** Where guests book at one venue: on our booking page, else at an address of its own, else on its public page. */
export type BookingPlace = {
  venueId: string
  name: string
  city: string | null
  /** Of its company. */ brandId: string | null
  url: string
  own: boolean
  /** Origins on whose pages our booking page of it may stand; none = any. */ hosts: readonly string[]
}
type PlaceRow = Omit<BookingPlace, 'url' | 'own' | 'hosts'> & { hosts: string[] | null; elsewhere: string | null; slug: string | null }
type Wanted = {
  venueIds: readonly string[]
  /** Only those that it sells on our booking page. */ channel?: string | null
  /** Not those that take no bookings for now. */ openOnly?: boolean
}

/** Venues with somewhere to book, by name; those in the archive have none. */
const placesOf = async (ctx: Ctx, { venueIds, channel = null, openOnly = false }: Wanted): Promise<BookingPlace[]> => {
  const { rows } = await sql<PlaceRow>`select * from (
    select v.id as venue_id, coalesce(v.display_name, v.name) as name, v.city, c.brand_id, ${widgetHosts('v', channel)} as hosts, p.booking_url as elsewhere, s.slug
    from venues v join companies c on c.id = v.company_id left join listing_profiles p on p.venue_id = v.id
      left join venue_slugs s on s.venue_id = v.id and s.current and v.listing_enabled
    where v.id = any(${[...venueIds]}::uuid[]) and v.archived_at is null and not v.test and (v.active or not ${openOnly}::boolean)
  ) place where hosts is not null or ${channel}::uuid is null and (elsewhere is not null or slug is not null) order by lower(name), venue_id`.execute(
    ctx.db,
  )
  const [origin, booking] = [await linkOrigin(ctx), await bookingOrigin(ctx)]
  return rows.map(({ hosts, elsewhere, slug, ...place }) => ({
    ...place,
    own: hosts !== null,
    hosts: hosts ?? [],
    url: hosts ? `${booking}/book/${place.venueId}` : (elsewhere ?? `${origin}/r/${slug}`),
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
  const places = await placesOf(ctx, { venueIds })
  if (!places.length) return null
  return linkTo(await bookingOrigin(ctx), id, params)
}

/** The same of each venue of a page, by its id; those with nowhere to lead to are left out. */
export const venueLinks = async <Row extends { id: string }>(
  ctx: Ctx,
  rows: readonly Row[],
  paramsOf: (row: Row) => BookingParams,
): Promise<Map<string, string>> => {
  const places = await placesOf(ctx, { venueIds: rows.map(({ id }) => id) })
  const here = new Set(places.map(({ venueId }) => venueId))
  const origin = await bookingOrigin(ctx)
  return new Map(rows.flatMap((row) => (here.has(row.id) ? [[row.id, linkTo(origin, row.id, paramsOf(row))] as const] : [])))
}

const longestParam = 200
const mostParams = 12
/** The address with what came along in the link; what it says itself stays. */
const withParams = (text: string, params: BookingParams): string => {
  const url = new URL(text)
  // Between our own loader and our own pages.
  const { frame: _frame, host: _host, path: _path, loader: _loader, all: _all, q: _q, ...others } = params
  for (const [name, value] of Object.entries(others).slice(0, mostParams))
    if (!url.searchParams.has(name) && name.length <= longestParam && value.length <= longestParam) url.searchParams.set(name, value)
  return url.href
}

export type BookedAt = {
  kind: 'venue' | 'group' | 'company' | 'brand' | 'channel'
  name: string
  /** All of its venues. */ venueIds: readonly string[]
  places: readonly BookingPlace[]
}

/**
 * What stands under an id that a booking address names, and where guests book there; places may be none. Undefined = nothing does. A channel of type widget
 * is one as well, and any of the others may be asked for by the channel that sells there. Whoever asks for one venue is led on though it is paused.
 */
export const bookedAt = async (ctx: Ctx, { id, channel }: { id: string; channel: string | null }): Promise<BookedAt | undefined> => {
  const { rows } = await sql<Omit<BookedAt, 'places'>>`
    select found.* from (
      select 'venue' as kind, coalesce(v.display_name, v.name) as name, array[v.id]::text[] as venue_ids from venues v where v.id = ${id}
      union all select 'group', g.name, coalesce((select array_agg(v.id) from venues v where v.group_id = g.id), '{}')::text[] from groups g where g.id = ${id}
      union all select 'company', c.name, coalesce((select array_agg(v.id) from venues v where v.company_id = c.id), '{}')::text[] from companies c where c.id = ${id}
      union all select 'brand', b.name, coalesce((select array_agg(v.id) from companies c join venues v on v.company_id = c.id where c.brand_id = b.id), '{}')::text[]
        from brands b where b.id = ${id}
      union all select 'channel', c.name, coalesce((select array_agg(l.venue_id) from live_links l where l.channel_id = c.id), '{}')::text[]
        from channels c where c.id = ${id} and c.id = coalesce(${channel}::uuid, c.id) and c.type = 'widget' and c.active and not c.test
    ) found limit 1`.execute(ctx.db)
  const [found] = rows
  if (!found) return undefined
  const { kind, venueIds } = found
  const places = await placesOf(ctx, { venueIds, channel: kind === 'channel' ? id : channel, openOnly: kind !== 'venue' })
  return { ...found, places }
}

/** Origins on whose pages a page may stand that leads to all of these; none = any. */
export const hostsOf = (places: readonly BookingPlace[]): string[] => {
  const own = places.filter((place) => place.own)
  return own.some(({ hosts }) => hosts.length === 0) ? [] : [...new Set(own.flatMap(({ hosts }) => hosts))]
}

/** Where a link leads now: to one place, or to several to choose from. Undefined = nowhere. */
export const followBookingLink = async (
  ctx: Ctx,
  { id, channel }: { id: string; channel: string | null },
  params: BookingParams,
): Promise<BookedAt | undefined> => {
  const found = await bookedAt(ctx, { id, channel })
  if (!found?.places.length) return undefined
  return { ...found, places: found.places.map((place) => ({ ...place, url: withParams(place.url, params) })) }
}
