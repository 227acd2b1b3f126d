import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { PartnerBooking, PartnerStatus } from '@tablewire/contracts/rms/rms-api-objects'
import type { partners } from '@tablewire/contracts/rms/rms-api'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { type RawBuilder, sql } from 'kysely'
import { sessionOf, visible } from '#src/features/reservations/api.ts'
import { venueIdOf } from '#src/features/venues/api.ts'
import { hubId } from '#src/platform/id.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { Problem } from '#src/platform/problem.ts'

const wordOf = (status: Status): PartnerStatus => (status === 'no_show' ? 'no-show' : (status as PartnerStatus))
export const statusOf = <W extends PartnerStatus>(word: W) => (word === 'no-show' ? 'no_show' : word) as Exclude<W, 'no-show'> | 'no_show'
const unixOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000)

type Row = Omit<PartnerBooking, 'status' | 'date' | 'session' | 'canceledAt' | 'contact' | 'bookingChannel'> & {
  status: Status
  startsAt: string
  startsLocal: string
  canceledAt: string | null
  channelId: string | null
  channelName: string | null
  guestFirstName: string
  guestLastName: string
  guestEmail: string | null
  guestPhone: string | null
  guestLang: string | null
  guestOptIn: boolean
}
const columns = sql`r.id, rb.remote_id as external_id, r.reference, r.venue_id, v.external_id as venue_external_id, r.channel_id, c.name as channel_name,
  r.status, r.party_size, r.starts_at, to_char(r.starts_local, 'YYYY-MM-DD"T"HH24:MI') as starts_local, r.area_id, nullif(a.external_id, '') as area_external_id, r.notes, r.duration, r.booking_type, r.cancel_actor, r.cancel_reason, r.canceled_at,
  r.guest_first_name, r.guest_last_name, r.guest_email, r.guest_phone, r.guest_lang, r.guest_opt_in`
const joins = sql`join venues v on v.id = r.venue_id left join channels c on c.id = r.channel_id
  left join areas a on a.venue_id = r.venue_id and a.id = r.area_id
  left join remote_bookings rb on rb.venue_id = r.venue_id and rb.reservation_id = r.id`
/** Holds are not bookings yet, and those that ran out never were. */
const booked = sql`r.listed`

const viewOf = ({ channelId, channelName, startsAt, startsLocal, status, canceledAt, ...row }: Row): PartnerBooking => {
  const { guestFirstName, guestLastName, guestEmail, guestPhone, guestLang, guestOptIn, ...rest } = row
  return {
    ...rest,
    status: wordOf(status),
    date: unixOf(startsAt),
    session: sessionOf(startsLocal),
    canceledAt: canceledAt === null ? null : unixOf(canceledAt),
    bookingChannel: channelId === null ? null : { id: channelId, name: channelName! },
    contact: {
      firstname: guestFirstName,
      lastname: guestLastName,
      email: guestEmail,
      // Country code and digits, without the plus.
      telephone: guestPhone && guestPhone.replace(/^\+/, ''),
      locale: guestLang,
      optInConsent: guestOptIn,
    },
  }
}

export const listPartnerBookings = async (
  ctx: Ctx,
  { filters = {}, offset = 0, limit = 50, after }: Received<typeof partners.bookings>['query'],
): Promise<Result<typeof partners.bookings>> => {
  const { venueId, from, to, status, channelId } = filters
  const where = sql.join(
    [
      visible(ctx, 'r'),
      booked,
      ...(venueId === undefined ? [] : [sql`r.venue_id = ${await venueIdOf(ctx, venueId)}`]),
      ...(from === undefined ? [] : [sql`r.service_on >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`r.service_on <= ${to}::date`]),
      ...(status?.length ? [sql`r.status = any(${status.map(statusOf)}::text[])`] : []),
      ...(channelId === undefined ? [] : [sql`r.channel_id = ${channelId}`]),
    ],
    sql` and `,
  )
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (r.starts_at, r.id) > (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<Row>`
      with page as (select r.* from reservations r where ${where} ${beyond} order by r.starts_at, r.id limit ${limit + 1} offset ${offset})
      select ${columns} from page r ${joins} order by r.starts_at, r.id`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from reservations r where ${where}`.execute(ctx.db),
  ])
  const { data, next } = cutPage(page.rows, limit, ({ startsAt, id }) => ({ at: startsAt, id }))
  return { data: data.map(viewOf), total: counted.rows[0]!.total, next }
}

/** By our id or theirs; their id means something only to themselves. */
const named = (ctx: Ctx, ref: string): RawBuilder<unknown> => {
  const theirs =
    ctx.scope.kind === 'system'
      ? sql`r.id in (select reservation_id from remote_bookings where system_id = ${ctx.scope.systemId} and remote_id = ${ref})`
      : sql`false`
  return hubId.test(ref) ? sql`(r.id = ${ref}::uuid or ${theirs})` : theirs
}

export const readPartnerBooking = async (ctx: Ctx, ref: string): Promise<PartnerBooking> => {
  const { rows } = await sql<Row>`
    select ${columns} from reservations r ${joins} where ${named(ctx, ref)} and ${visible(ctx, 'r')} and ${booked} limit 1`.execute(ctx.db)
  if (!rows[0]) throw new Problem('reservation.not_found')
  return viewOf(rows[0])
}

const longestDays = 366

/** Sums over the service days of a span; what billing is built on. */
export const reportBookings = async (
  ctx: Ctx,
  { from, to, filters }: Received<typeof partners.reports>['query'],
): Promise<Result<typeof partners.reports>> => {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (days < 0 || days > longestDays) throw new Problem('range.invalid')
  const only = filters?.venueId === undefined ? sql`true` : sql`r.venue_id = ${await venueIdOf(ctx, filters.venueId)}`
  const { rows } = await sql<{ channelId: string | null; channelName: string | null; status: Status; bookings: number; covers: number }>`
    select r.channel_id, c.name as channel_name, r.status, count(*)::integer as bookings, sum(r.party_size)::integer as covers
    from reservations r left join channels c on c.id = r.channel_id
    where r.service_on between ${from}::date and ${to}::date and ${visible(ctx, 'r')} and ${booked} and ${only}
    group by r.channel_id, c.name, r.status order by lower(c.name) nulls first, r.channel_id, r.status`.execute(ctx.db)
  return rows.map(({ channelId, channelName, status, bookings, covers }) => ({
    bookingChannel: channelId === null ? null : { id: channelId, name: channelName! },
    status: wordOf(status),
    bookings,
    covers,
  }))
}
