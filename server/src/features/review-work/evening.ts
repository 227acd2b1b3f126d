import type { Evening, ReviewBooking } from '@tablewire/contracts/reviews/review-work'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '#src/features/reservations/api.ts'
import { type MarkedReview, requireReview, writeMarks } from '#src/features/reviews/api.ts'
import { inScope, ofScopedChannels } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'

const othersShown = 20
const bookingsShown = 300

const bookingColumns: RawBuilder<unknown> = sql`b.id, b.reference, b.status, trim(b.guest_first_name || ' ' || b.guest_last_name) as guest_name, b.party_size,
  to_char(b.starts_local, 'YYYY-MM-DD"T"HH24:MI') as starts_local, a.name as area_name`
const areaOf: RawBuilder<unknown> = sql`left join areas a on a.venue_id = b.venue_id and a.id = b.area_id`

type Sat = ReviewBooking &
  Pick<Evening, 'notes' | 'waitMinutes' | 'covers' | 'overbooked' | 'visits' | 'noShows'> & { guestId: string | null }

/** The booking, when its guest got the table, and how full the house was then. */
const sat = async (ctx: Ctx, { venueId, reservationId }: MarkedReview): Promise<Sat | undefined> => {
  const { rows } = await sql<Sat>`
    select ${bookingColumns}, b.notes, b.guest_id, seated.wait_minutes, night.covers, beside.overbooked, past.visits, past.no_shows
    from reservations b ${areaOf},
      lateral (
        select round(extract(epoch from max(e.at) - b.starts_at) / 60)::int as wait_minutes from reservation_events e
        where e.venue_id = b.venue_id and e.reservation_id = b.id and e.kind = 'moved' and e.to_status = 'seated' and e.from_status <> 'completed'
      ) seated,
      lateral (
        select coalesce(sum(o.party_size), 0)::int as covers from reservations o
        where o.venue_id = b.venue_id and o.service_on = b.service_on and o.status in ('confirmed', 'seated', 'completed')
      ) night,
      lateral (
        select count(*)::int as overbooked from reservations o
        where o.venue_id = b.venue_id and o.service_on = b.service_on and o.override and o.status in ('confirmed', 'seated', 'completed')
          and o.starts_at < b.ends_at and o.ends_at > b.starts_at
      ) beside,
      lateral (
        select count(*) filter (where o.status in ('seated', 'completed'))::int as visits, count(*) filter (where o.status = 'no_show')::int as no_shows
        from reservations o where o.venue_id = b.venue_id and o.guest_id = b.guest_id and o.id <> b.id
      ) past
    where b.venue_id = ${venueId} and b.id = ${reservationId} and ${visible(ctx, 'b')}`.execute(ctx.db)
  return rows[0]
}

const othersOf = async (ctx: Ctx, { id, venueId }: MarkedReview, guestId: string | null): Promise<Evening['others']> => {
  if (guestId === null) return []
  const { rows } = await sql<Evening['others'][number]>`
    select r.id, r.rating::float8 as rating, r.scale::float8 as scale, r.recommended, r.stars, left(coalesce(r.title, r.content), 160) as beginning, r.source,
      r.published_at
    from reservations b join reviews r on r.venue_id = b.venue_id and r.reservation_id = b.id
    where b.venue_id = ${venueId} and b.guest_id = ${guestId} and r.id <> ${id} and ${inScope(ctx, 'r.venue_id')} and ${ofScopedChannels(ctx, 'r.channel_id')}
    order by r.published_at desc, r.id desc limit ${othersShown}`.execute(ctx.db)
  return rows
}

const unknown = {
  booking: null,
  tiedBy: null,
  notes: null,
  waitMinutes: null,
  covers: null,
  overbooked: null,
  visits: null,
  noShows: null,
  others: [],
} as const satisfies Omit<Evening, 'state'>

/** LI2: how the evening went. Guests are known only to who may read reservations. */
export const readEvening = async (ctx: Ctx, id: string): Promise<Evening> => {
  const review = await requireReview(ctx, id)
  if (review.reservationId === null) return { state: 'none', ...unknown, others: [] }
  const booked = ctx.ability.can('read', 'reservation-list') ? await sat(ctx, review) : undefined
  if (!booked) return { state: 'hidden', ...unknown, others: [] }
  const { notes, waitMinutes, covers, overbooked, visits, noShows, guestId, ...booking } = booked
  return {
    state: 'shown',
    booking,
    tiedBy: review.tiedBy,
    notes,
    waitMinutes,
    covers,
    overbooked,
    visits,
    noShows,
    others: await othersOf(ctx, review, guestId),
  }
}

/** Both rights are needed here, and an endpoint names one: to whom the other one is not given, no review is there. */
const requireReviewsToo = ({ ability }: Ctx, action: 'read' | 'update'): void => {
  if (!ability.can(action, 'reviews')) throw new Problem('review.not_found')
}

export const bookingsFor = async (ctx: Ctx, id: string, date: string | undefined): Promise<{ date: string; bookings: ReviewBooking[] }> => {
  requireReviewsToo(ctx, 'read')
  const { venueId, visitedOn, publishedAt } = await requireReview(ctx, id)
  const day = date ?? visitedOn
  const { rows: days } = await sql<{ day: string }>`
    select coalesce(${day}::date, ((${publishedAt}::timestamptz at time zone v.time_zone)::date - 1))::text as day from venues v where v.id = ${venueId}`.execute(
    ctx.db,
  )
  const on = days[0]!.day
  const { rows } = await sql<ReviewBooking>`
    select ${bookingColumns} from reservations b ${areaOf}
    where b.venue_id = ${venueId} and b.service_on = ${on}::date and b.status not in ('held', 'expired', 'rejected') and ${visible(ctx, 'b')}
    order by b.starts_at, b.id limit ${bookingsShown}`.execute(ctx.db)
  return { date: on, bookings: rows }
}

const referenceOf = async (ctx: Ctx, venueId: string, id: string | null): Promise<string | null> => {
  if (id === null) return null
  const { rows } = await sql<{ reference: string }>`
    select b.reference from reservations b where b.venue_id = ${venueId} and b.id = ${id} and b.status not in ('held', 'expired') and ${visible(ctx, 'b')}`.execute(
    ctx.db,
  )
  return rows[0]?.reference ?? null
}

/** To a booking of its own venue, or to none. */
export const tieBooking = (ctx: Ctx, id: string, reservationId: string | null): Promise<Evening> =>
  transaction(ctx, async (inner) => {
    requireReviewsToo(inner, 'update')
    const review = await requireReview(inner, id, { locked: true })
    const reference = await referenceOf(inner, review.venueId, reservationId)
    if (reservationId !== null && reference === null) throw new Problem('reservation.not_found')
    if (reservationId !== review.reservationId) {
      await writeMarks(inner, review, { reservationId, tiedBy: reservationId === null ? null : inner.actor.name })
      // Not to which: an entry stays when its guest is erased, and would tie them still.
      await audit(inner, { action: 'review.tied', subject: 'review', subjectId: id, venueId: review.venueId })
    }
    return readEvening(inner, id)
  })
