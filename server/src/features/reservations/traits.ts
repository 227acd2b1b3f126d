import type { ReservationFilters } from '@tablewire/contracts/booking/reservations'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod/mini'
import { ofOwnSide } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/*
 * What figures count of a reservation beyond its columns, of `reservations r join venues v`: here once, so that a figure and the list behind it are the
 * same reservations.
 */

/** By which day a reservation is counted: of the evening it is for, or on which it was made; both on the calendar of the venue. */
export type Basis = 'meal' | 'creation'
export const dayOf = (basis: Basis): RawBuilder<string> => sql.raw(basis === 'meal' ? 'r.service_on' : 'r.created_on')
/** The hour of the venue's clock when the party comes, or when it was booked. */
export const hourOf = (basis: Basis): RawBuilder<number> =>
  sql.raw(`extract(hour from ${basis === 'meal' ? 'r.starts_local' : 'r.created_at at time zone v.time_zone'})::integer`)

/** The side that canceled; what none of the others is written for is the hub's own. */
export const canceledBy = sql.raw(`case when r.cancel_actor in ('guest', 'venue', 'channel', 'system') then r.cancel_actor else 'hub' end`)

/** Hours before the party is due from which a table is seldom sold again. */
const lateHours = 24
export const canceledLate = sql.raw(`(r.status = 'canceled' and r.canceled_at > r.starts_at - interval '${lateHours} hours')`)

/** Minutes from the booking to the table; whoever comes without one, and what a file brings, has none. */
export const leadMinutes = sql.raw(
  `case when r.source not in ('walk_in', 'import') then greatest(0, floor(extract(epoch from r.starts_at - r.created_at) / 60)) end`,
)

/** Of a day before `from`, or made by the moment `at` so many days before, on the clock of its venue. */
export const madeBy = (basis: Basis, { at, days, from }: { at: string; days: number; from: string }): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${dayOf(basis)} < ${from}::date
    or (r.created_at at time zone v.time_zone) <= (${at}::timestamptz at time zone v.time_zone) - make_interval(days => ${days}))`

/** What was agreed and not taken back: refused requests never stood in the book. */
const standing = `r.status in ('pending_confirmation', 'confirmed', 'seated', 'completed', 'no_show')`
export const standsNow = sql.raw(standing)
/** Was in the book at some time, whether it still is or not. */
export const stood = sql.raw(`(${standing} or (r.status = 'canceled' and r.canceled_at is not null))`)
/** The day of the venue on which it left the book again; null = it did not. */
export const leftOn = sql.raw(`case when r.status = 'canceled' then (r.canceled_at at time zone v.time_zone)::date end`)

const firstAmong = (
  seen: RawBuilder<SqlBool>,
): RawBuilder<boolean> => sql`case when r.first_visit is not null then r.first_visit when r.guest_id is not null then not exists (select from reservations f
  where f.venue_id = r.venue_id and f.guest_id = r.guest_id and (f.created_at, f.id) < (r.created_at, r.id) and ${seen}) end`
/** Whether its guest had never been booked at the venue before; null where the guest is not known. */
export const isFirst = firstAmong(sql`true`)

/** Whole minutes from the first time it had one status to the first time it had another after that. */
const minutesBetween = (
  from: string,
  to: string,
): string => `(select floor(extract(epoch from min(coalesce((t.after ->> 'notedAt')::timestamptz, t.at)) - f.at) / 60)
    from (select min(coalesce((s.after ->> 'notedAt')::timestamptz, s.at)) as at from reservation_events s where s.venue_id = r.venue_id and s.reservation_id = r.id and s.to_status = '${from}') f
    join reservation_events t on t.venue_id = r.venue_id and t.reservation_id = r.id and t.to_status = '${to}' and coalesce((t.after ->> 'notedAt')::timestamptz, t.at) >= f.at group by f.at)`

/** From the request to its confirmation; null where nobody had to confirm it. */
export const confirmMinutes = sql.raw(
  `case when r.status not in ('pending_confirmation', 'rejected') then ${minutesBetween('pending_confirmation', 'confirmed')} end`,
)
/** From seated to completed. */
export const stayMinutes = sql.raw(`case when r.status = 'completed' then ${minutesBetween('seated', 'completed')} end`)

type Condition = RawBuilder<SqlBool>

/** The venue of a reservation `r`, for what its clock or its company decides. */
const atVenue = (condition: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`exists (select from venues v where v.id = r.venue_id and ${condition})`

/** `10-20`: both included; `10-`: from there on. */
const between = (value: RawBuilder<unknown>, range: string, toIncluded: boolean): Condition => {
  const [from, to = ''] = range.split('-')
  const above = sql<SqlBool>`${value} >= ${Number(from)}`
  if (to === '') return above
  return sql<SqlBool>`(${above} and ${value} ${toIncluded ? sql`<=` : sql`<`} ${Number(to)})`
}

/** On the books when that day began at the venue: made before, and not canceled before. */
const onBooksAt = (day: string): Condition =>
  sql<SqlBool>`(${stood} and r.created_on < ${day}::date and ${atVenue(sql`coalesce(${leftOn}, 'infinity') >= ${day}::date`)})`

const ofGuest = { new: sql`is true`, returning: sql`is false` } as const

type Filters = z.infer<typeof ReservationFilters>

const ofVenue = ({ companyId, groupId, test }: Filters): Condition[] => [
  ...(companyId ? [atVenue(sql`v.company_id = ${companyId}`)] : []),
  ...(groupId ? [atVenue(sql`v.group_id = ${groupId}`)] : []),
  ...(test === undefined ? [] : [atVenue(sql`v.test = ${test}`)]),
]

const ofOrigin = ({ ofChannel, ofSystem }: Filters): Condition[] => [
  ...(ofChannel === undefined ? [] : [sql<SqlBool>`(r.channel_id is not null) = ${ofChannel}`]),
  ...(ofSystem === undefined ? [] : [sql<SqlBool>`(r.system_id is not null) = ${ofSystem}`]),
]

const ofCourse = ({ canceledBy: sides, canceledLate: late, confirmed, stayed }: Filters): Condition[] => [
  ...(sides?.length ? [sql<SqlBool>`(r.status = 'canceled' and ${canceledBy} = any(${[...sides]}::text[]))`] : []),
  ...(late === undefined ? [] : [sql<SqlBool>`${canceledLate} = ${late}`]),
  ...(confirmed === undefined ? [] : [sql<SqlBool>`(${confirmMinutes} is not null) = ${confirmed}`]),
  ...(stayed === undefined ? [] : [sql<SqlBool>`(${stayMinutes} is not null) = ${stayed}`]),
]

/** A partner is told nothing of what the guest booked elsewhere. */
const ofGuests = (ctx: Ctx, { guestIs = [] }: Filters): Condition[] => {
  const first = firstAmong(ofOwnSide(ctx, 'f'))
  const conditions = [...new Set(guestIs)].map((one) => sql`${first} ${ofGuest[one]}`)
  return conditions.length ? [sql<SqlBool>`(${sql.join(conditions, sql` or `)})`] : []
}

/** `2026-11-19_2026-11-26T05:05:00Z_7`: the first day that it is asked of, the moment and how many days before it. */
const madeByText = (basis: Basis, text: string): Condition => {
  const [from = '', at = '', days] = text.split('_')
  return atVenue(madeBy(basis, { from, at, days: Number(days) }))
}

const ofTime = ({ dateBasis: basis = 'meal', weekday, hour, lead, sizes, onBooks, madeBy: made }: Filters): Condition[] => [
  ...(weekday?.length ? [sql<SqlBool>`extract(isodow from ${dayOf(basis)}) = any(${[...weekday]}::int[])`] : []),
  ...(hour?.length ? [atVenue(sql`${hourOf(basis)} = any(${[...hour]}::int[])`)] : []),
  ...(lead ? [between(leadMinutes, lead, false)] : []),
  ...(sizes ? [between(sql`r.party_size`, sizes, true)] : []),
  ...(onBooks ? [onBooksAt(onBooks)] : []),
  ...(made ? [madeByText(basis, made)] : []),
]

/** What a figure counts beyond the columns of the list: who follows a figure to its rows meets exactly these. */
export const traitConditions = (ctx: Ctx, filters: Filters): Condition[] => [
  ...ofVenue(filters),
  ...ofOrigin(filters),
  ...ofCourse(filters),
  ...ofGuests(ctx, filters),
  ...ofTime(filters),
]
