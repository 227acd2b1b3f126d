import type { Forecast, MealForecast } from '@tablewire/contracts/booking/service-sheets'
import { type RawBuilder, sql } from 'kysely'
import { addDays, weekdayOf } from '#src/features/availability/api.ts'
import { mealAt, type MealOfDay, mealsOn, ownVenue } from '#src/features/shift-notes/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { forecastOf, type Week, weeksBack } from './forecast.ts'

type Cell = { on: string; minutes: number; booked: number; final: number }

const minutes = sql`(extract(epoch from r.starts_local - r.service_on::timestamp) / 60)::int`

/** The same day of the week, eight times back, each with the moment as far before it as now is before this one, by the venue's clock. */
const weeksBefore = (ctx: Ctx, date: string, timeZone: string): { on: string; at: string }[] => {
  const local = ctx.clock().toZonedDateTimeISO(timeZone).toPlainDateTime()
  return Array.from({ length: weeksBack }, (_, index) => ({
    on: addDays(date, -7 * (index + 1)),
    at: local
      .subtract({ days: 7 * (index + 1) })
      .toZonedDateTime(timeZone)
      .toInstant()
      .toString(),
  }))
}

/** By day and minute of arrival: what was booked at that moment, and who came. At most eight evenings, by the index of service days. */
export const pastQuery = (venueId: string, weeks: readonly { on: string; at: string }[]): RawBuilder<Cell> => sql<Cell>`
  select w.day::text as on, ${minutes} as minutes,
    coalesce(sum(r.party_size) filter (where r.created_at <= w.at and (r.canceled_at is null or r.canceled_at > w.at)), 0)::int as booked,
    coalesce(sum(r.party_size) filter (where r.status in ('confirmed', 'seated', 'completed')), 0)::int as final
  from unnest(${weeks.map(({ on }) => on)}::date[], ${weeks.map(({ at }) => at)}::timestamptz[]) w (day, at)
    join reservations r on r.venue_id = ${venueId} and r.service_on = w.day
  where r.status not in ('held', 'expired', 'rejected')
  group by 1, 2`

const nowQuery = (venueId: string, date: string) => sql<{ minutes: number; covers: number }>`
  select ${minutes} as minutes, sum(r.party_size)::int as covers from reservations r
  where r.venue_id = ${venueId} and r.service_on = ${date} and r.status in ('pending_confirmation', 'requires_payment', 'confirmed', 'seated', 'completed')
  group by 1`

/** A day that has no meals is one. */
type Part = Pick<MealOfDay, 'fromMinutes' | 'toMinutes' | 'name' | 'target'> & { id: string | null }
const partsOf = (meals: readonly MealOfDay[]): readonly Part[] =>
  meals.length > 0 ? meals : [{ id: null, name: '', fromMinutes: 0, toMinutes: 1440, target: null }]

const isOver = (ctx: Ctx, { timeZone }: VenueWithBook, [date, part]: readonly [string, Part]): boolean => {
  const now = ctx.clock().toZonedDateTimeISO(timeZone)
  const today = now.toPlainDate().toString()
  const minute = now.hour * 60 + now.minute + (today > date ? 1440 * (today === addDays(date, 1) ? 1 : 2) : 0)
  return today > date && minute >= part.toMinutes ? true : today === date && minute >= part.toMinutes
}

/** Of a venue the caller was let in to. */
export const forecastsAt = async (ctx: Ctx, venue: VenueWithBook, date: string): Promise<MealForecast[]> => {
  const parts = partsOf(mealsOn(venue, date))
  const weeks = weeksBefore(ctx, date, venue.timeZone)
  const { rows: now } = await nowQuery(venue.id, date).execute(ctx.db.withoutPlugins())
  const { rows: past } = await pastQuery(venue.id, weeks).execute(ctx.db.withoutPlugins())
  const ofPart = <Row extends { minutes: number }>(rows: readonly Row[], part: Part): Row[] =>
    rows.filter((row) => mealAt(parts, row.minutes) === part)
  return parts.map((part) => {
    const booked = ofPart(now, part).reduce((sum, { covers }) => sum + covers, 0)
    const cells = ofPart(past, part)
    const told: Week[] = weeks.map(({ on }) => {
      const mine = cells.filter((cell) => cell.on === on)
      return { booked: mine.reduce((sum, cell) => sum + cell.booked, 0), final: mine.reduce((sum, cell) => sum + cell.final, 0) }
    })
    const found = isOver(ctx, venue, [date, part]) ? null : forecastOf(booked, told)
    const forecast: Forecast = found && { ...found, weekday: weekdayOf(date) }
    return { mealId: part.id, name: part.name, booked, target: part.target, forecast }
  })
}

export const readForecasts = async (ctx: Ctx, venueId: string, date: string): Promise<MealForecast[]> =>
  forecastsAt(ctx, await ownVenue(ctx, venueId), date)
