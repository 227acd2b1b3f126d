import type { BcVenue } from '@tablewire/contracts/channels/channel-api-objects'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod/mini'
import { bookingMessagesOf } from '#src/features/channels/api.ts'
import { inScope, mergedInto, paymentDefinition } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { Problem } from '#src/platform/problem.ts'

type Venue = z.output<typeof BcVenue>
type Row = Omit<Venue, 'rms' | 'city' | 'address' | 'bookingMessage'> & {
  city: string | null
  address: string | null
  systemId: string | null
  systemName: string | null
}
type Listed = Row & { sortName: string }
type Filters = { criteria?: string | undefined; city?: string | undefined; countryCode?: string | undefined }

/** A text in the language asked for, else in English. */
const inLanguage = ({ lang }: Ctx, texts: RawBuilder<unknown>) => sql`nullif(${texts} ->> ${lang}::text, ''), nullif(${texts} ->> 'en', '')`
const columnsFor = (ctx: Ctx) => sql`${columns},
  coalesce(${inLanguage(ctx, sql`(b.rules #> '{texts,largeParty}')`)}) as "largePartyText", coalesce(${inLanguage(ctx, sql`v.confirmation_text`)}) as "confirmationMessage",
  coalesce(${inLanguage(ctx, sql`v.payment_policy`)}) as "paymentPolicy"`
const columns = sql`v.id, coalesce(v.display_name, v.name) as name, v.city, v.address, v.country_code as "countryCode", v.time_zone as timezone, v.currency, v.postal_code as "postalCode",
  v.phone_number as "phoneNumber", v.website as url, v.latitude, v.longitude, (b.rules #>> '{party,min}')::int as "minCovers", (b.rules #>> '{party,max}')::int as "maxCovers",
  ${paymentDefinition} as "paymentDefinition",
  -- The built-in book takes no cards.
  case when v.payment_type <> 'none' and s.type <> 'built_in' then v.payment_gateway end as "paymentGateway",
  (b.rules ->> 'bookableAreas')::boolean as "bookableAreas", s.id as "systemId", s.name as "systemName",
  ceil(greatest((b.rules ->> 'noticeMinutes')::numeric * 60, co.min_advance_booking) / 3600)::int as "minAdvanceBooking",
  ceil(greatest((b.rules ->> 'cancellationWindowMinutes')::numeric * 60, co.min_advance_booking_cancelling) / 3600)::int as "minAdvanceOnlineCancelling"`
const tables = sql`venues v join books b on b.venue_id = v.id join companies co on co.id = v.company_id left join systems s on s.id = v.system_id`
const onSale = (ctx: Ctx): RawBuilder<SqlBool> => sql<SqlBool>`v.active and ${inScope(ctx, 'v.id')}`

const venueView = (row: Row, bookingMessage: string | null): Venue => ({
  id: row.id,
  name: row.name,
  countryCode: row.countryCode,
  timezone: row.timezone,
  currency: row.currency,
  postalCode: row.postalCode,
  url: row.url,
  latitude: row.latitude,
  longitude: row.longitude,
  minCovers: row.minCovers,
  maxCovers: row.maxCovers,
  largePartyText: row.largePartyText,
  bookingMessage,
  confirmationMessage: row.confirmationMessage,
  paymentPolicy: row.paymentPolicy,
  paymentDefinition: row.paymentDefinition,
  paymentGateway: row.paymentGateway,
  bookableAreas: row.bookableAreas,
  minAdvanceBooking: row.minAdvanceBooking,
  minAdvanceOnlineCancelling: row.minAdvanceOnlineCancelling,
  city: row.city ?? '',
  address: row.address ?? '',
  phoneNumber: row.phoneNumber && row.phoneNumber.replace(/\D/g, ''),
  rms: row.systemId && row.systemName ? { id: row.systemId, name: row.systemName } : null,
})

const viewsOf = async (ctx: Ctx, rows: readonly Row[]): Promise<Venue[]> => {
  const messages = await bookingMessagesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => venueView(row, messages.get(row.id) ?? null))
}

type Page = { filters?: Filters | undefined; offset?: number | undefined; limit?: number | undefined; after?: string | undefined }

/** Venues this channel may sell, by name. */
export const listVenues = async (
  ctx: Ctx,
  { filters = {}, offset = 0, limit = 50, after }: Page,
): Promise<{ total: number; data: Venue[]; next: string | null }> => {
  const { criteria, city, countryCode } = filters
  const conditions = [
    onSale(ctx),
    ...(criteria
      ? [sql<SqlBool>`(lower(v.name) like lower(${containing(criteria)}) or lower(v.display_name) like lower(${containing(criteria)}))`]
      : []),
    ...(city ? [sql<SqlBool>`lower(v.city) like lower(${containing(city)})`] : []),
    ...(countryCode ? [sql<SqlBool>`v.country_code = ${countryCode}`] : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const place = after === undefined ? undefined : readNameCursor(after, 'name')
  const beyond = place ? sql`and (lower(v.name), v.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const { rows } = await sql<Listed & { total: number }>`
    with page as (
      select ${columnsFor(ctx)}, lower(v.name) as "sortName" from ${tables} where ${where} ${beyond} order by lower(v.name), v.id limit ${limit + 1} offset ${offset}),
      counted as (select count(*)::int as total from ${tables} where ${where})
    select * from counted left join page on true order by page."sortName", page.id`.execute(ctx.db.withoutPlugins())
  const found = rows.filter((row) => row.id !== null)
  const { data, next } = cutNames(found, limit, { sort: 'name', placeOf: ({ sortName, id }) => ({ name: sortName, id }) })
  return { total: rows[0]!.total, data: await viewsOf(ctx, data), next }
}

export const getVenue = async (ctx: Ctx, id: string): Promise<Venue> => {
  const { rows } = await sql<Row>`select ${columnsFor(ctx)} from ${tables} where v.id = ${id} and ${onSale(ctx)}`.execute(
    ctx.db.withoutPlugins(),
  )
  const [venue] = await viewsOf(ctx, rows)
  if (venue) return venue
  const kept = await mergedInto(ctx, id)
  if (kept === undefined) throw new Problem('venue.not_found')
  return getVenue(ctx, kept)
}
