import type { ServiceSheet, SheetParty } from '@tablewire/contracts/booking/service-sheets'
import { sql } from 'kysely'
import { mealAt, type MealOfDay, mealsOn, mealView, notesOf, ownVenue } from '#src/features/shift-notes/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { offsetWhereTwice } from './coming.ts'
import { guestJoins } from './known-guests.ts'
import { kitchenOf } from './kitchen.ts'
import { forecastsAt } from './read-forecast.ts'

type Row = Omit<SheetParty, 'offset'> & { minutes: number }
type Ask = { date: string; mealId: string | undefined }

const listedMost = 500
const shown = ['pending_confirmation', 'requires_payment', 'confirmed', 'seated', 'completed', 'no_show', 'canceled']
const unconfirmed: readonly string[] = ['pending_confirmation', 'requires_payment']

/** Where the venue works with tables, those of a party as their cards say. */
const tableName = sql`(select string_agg(d.name, ' + ' order by d.position, d.id)
  from table_plans p join table_times t on t.venue_id = p.venue_id join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id
  where p.venue_id = r.venue_id and p.active and t.reservation_id = r.id and (t.active or not keeps_table(r.status)))`

/** Where it is served: the room of its table, which may be another one than it was booked for. */
const areaName = sql`coalesce((select s.name
  from table_plans p join table_times t on t.venue_id = p.venue_id join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id
    join areas s on s.venue_id = d.venue_id and s.id = d.area_id
  where p.venue_id = r.venue_id and p.active and t.reservation_id = r.id and (t.active or not keeps_table(r.status))
  order by d.position, d.id limit 1), a.name)`

/** All of the day in order of arrival; what is known of a guest is known under each of his addresses. */
const rowsOf = async (ctx: Ctx, venueId: string, date: string): Promise<Row[]> => {
  const knows = ctx.ability.can('read', 'guests')
  const { rows } = await sql<Row>`
    select r.id, r.reference, r.starts_at as "startsAt", to_char(r.starts_local, 'YYYY-MM-DD"T"HH24:MI') as "startsLocal", r.status,
      (extract(epoch from r.starts_local - r.service_on::timestamp) / 60)::int as minutes, r.party_size as "partySize",
      r.guest_first_name as "firstName", r.guest_last_name as "lastName", r.guest_phone as phone, ${areaName} as "areaName", ${tableName} as "tableName", r.notes, r.tags,
      r.source = 'walk_in' as "walkIn", r.late_minutes as "lateMinutes", past.visits, past."noShows",
      case when ${knows} then known.allergies else '{}' end as allergies, case when ${knows} then known.tags else '{}' end as "guestTags"
    from reservations r left join areas a on a.venue_id = r.venue_id and a.id = r.area_id,
      ${guestJoins}
    where r.venue_id = ${venueId} and r.service_on = ${date} and r.status = any(${shown}::text[])
    order by r.starts_at, r.guest_last_name, r.id`.execute(ctx.db.withoutPlugins())
  return rows
}

const partyOf = (row: Row, timeZone: string): SheetParty => {
  const { minutes: _minutes, ...party } = row
  return { ...party, offset: offsetWhereTwice(row.startsAt, timeZone) }
}

const sumsOf = (rows: readonly Row[]): ServiceSheet['sums'] => {
  const expected = rows.filter(({ status }) => status !== 'no_show' && status !== 'canceled')
  const count = (wanted: (row: Row) => boolean): number => rows.filter(wanted).length
  return {
    parties: expected.length,
    covers: expected.reduce((sum, { partySize }) => sum + partySize, 0),
    unconfirmed: count(({ status }) => unconfirmed.includes(status)),
    noShows: count(({ status }) => status === 'no_show'),
    canceled: count(({ status }) => status === 'canceled'),
  }
}

const mealOf = (meals: readonly MealOfDay[], mealId: string | undefined): MealOfDay | undefined => {
  if (mealId === undefined) return undefined
  const found = meals.find(({ id }) => id === mealId)
  if (!found) throw new Problem('shift_note.meal_unknown')
  return found
}

const forecastOfSheet = async (ctx: Ctx, venue: VenueWithBook, { date, mealId }: Ask): Promise<ServiceSheet['forecast']> => {
  const all = await forecastsAt(ctx, venue, date)
  // Several meals of a day have no error in common.
  return (
    (mealId === undefined && all.length > 1 ? undefined : all.find((one) => mealId === undefined || one.mealId === mealId))?.forecast ??
    null
  )
}

/** Of a venue the caller was let in to. */
export const sheetOf = async (ctx: Ctx, venue: VenueWithBook, { date, mealId }: Ask): Promise<ServiceSheet> => {
  const meals = mealsOn(venue, date)
  const meal = mealOf(meals, mealId)
  const day = await rowsOf(ctx, venue.id, date)
  const rows = meal ? day.filter(({ minutes }) => mealAt(meals, minutes) === meal) : day
  const parties = rows.filter(({ status }) => status !== 'canceled').map((row) => partyOf(row, venue.timeZone))
  const notes = await notesOf(ctx, venue.id, date)
  const mine = notes.filter((note) => note.content !== '' && (!meal || note.mealId === null || note.mealId === meal.id))
  return {
    venueId: venue.id,
    venueName: venue.name,
    timezone: venue.timeZone,
    date,
    meals: meals.map(mealView),
    meal: meal ? mealView(meal) : null,
    drawnAt: ctx.clock().toString(),
    parties: parties.slice(0, listedMost),
    more: parties.length > listedMost,
    sums: sumsOf(rows),
    kitchen: kitchenOf(
      parties.filter(({ status }) => status !== 'no_show'),
      venue.timeZone,
    ),
    notes: mine,
    forecast: await forecastOfSheet(ctx, venue, { date, mealId }),
  }
}

export const readSheet = async (ctx: Ctx, venueId: string, ask: Ask): Promise<ServiceSheet> =>
  sheetOf(ctx, await ownVenue(ctx, venueId), ask)
