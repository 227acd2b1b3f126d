import { sql } from 'kysely'
import { addDays, closureAt, isOpen, localOf } from '#src/features/availability/api.ts'
import { mealAt, type MealOfDay, mealsOn } from '#src/features/shift-notes/api.ts'
import { type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import { instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import type { SheetMailRecord } from './mail-rows.ts'

export type LetterData = { letterId: string }
/** A mail server may be away for a while; after the meal has begun nobody waits for it. */
export const mailSheetJob = defineJob<LetterData>('sheets.mail', 12)

type Planned = { date: string; meal: MealOfDay; dueMs: number; firstMs: number }

/** A meal has its mail so long before its first start, by the clock that everybody has: an hour that is jumped over or shown twice changes nothing. */
export const plannedAround = (
  venue: Pick<VenueWithBook, 'book' | 'timeZone'>,
  { minutesBefore, nowMs, days }: { minutesBefore: number; nowMs: number; days: number },
): Planned[] => {
  const today = localOf(nowMs, venue.timeZone).date
  return Array.from({ length: days + 2 }, (_, index) => addDays(today, index - 1)).flatMap((date) =>
    mealsOn(venue, date).flatMap((meal) =>
      meal.firstMs === undefined ? [] : [{ date, meal, firstMs: meal.firstMs, dueMs: meal.firstMs - minutesBefore * 60_000 }],
    ),
  )
}

/** How far the next one is looked for; a house that serves nothing so long is looked at again then. */
const aheadDays = 8

const nextOf = (venue: VenueWithBook, { minutesBefore }: SheetMailRecord, nowMs: number): string => {
  const coming = plannedAround(venue, { minutesBefore, nowMs, days: aheadDays }).filter(({ dueMs }) => dueMs > nowMs)
  return instantText(coming.length > 0 ? Math.min(...coming.map(({ dueMs }) => dueMs)) : nowMs + (aheadDays - 1) * 86_400_000)
}

const bookedAt = async (ctx: Ctx, venue: VenueWithBook, { date, meal }: Planned): Promise<boolean> => {
  const { rows } = await sql<{ minutes: number }>`
    select distinct (extract(epoch from r.starts_local - r.service_on::timestamp) / 60)::int as minutes from reservations r
    where r.venue_id = ${venue.id} and r.service_on = ${date} and r.status in ('pending_confirmation', 'requires_payment', 'confirmed', 'seated', 'completed')`.execute(
    ctx.db,
  )
  const meals = mealsOn(venue, date)
  return rows.some(({ minutes }) => mealAt(meals, minutes)?.id === meal.id)
}

/** Nothing is cooked: outside of opening hours, or the house is closed. */
const isClosed = ({ book }: VenueWithBook, { date, meal }: Planned): boolean =>
  !isOpen(book, date, meal.fromMinutes) || closureAt(book, { date, minutes: meal.fromMinutes, areaId: null }) !== undefined

const beginOne = async (ctx: Ctx, venue: VenueWithBook, { row, planned }: { row: SheetMailRecord; planned: Planned }): Promise<void> => {
  const nobody = (row.skipEmpty || isClosed(venue, planned)) && !(await bookedAt(ctx, venue, planned))
  const now = ctx.clock().toString()
  const run = { id: newId(), venueId: venue.id, serviceOn: planned.date, mealId: planned.meal.id, dueAt: instantText(planned.dueMs) }
  const made = await ctx.db
    .insertInto('sheetRuns')
    .values({ ...run, state: nobody ? 'skipped' : 'begun', createdAt: now })
    .onConflict((same) => same.columns(['venueId', 'serviceOn', 'mealId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made || nobody) return
  const recipients = await ctx.db.selectFrom('sheetRecipients').select('email').where('venueId', '=', venue.id).execute()
  for (const { email } of recipients) {
    const id = newId()
    await ctx.db.insertInto('sheetLetters').values({ id, runId: run.id, email, state: 'due', reason: null, at: now }).execute()
    await ctx.ports.jobs.enqueue(ctx, mailSheetJob, { letterId: id })
  }
}

/** What is due and has not begun, then when to look again: the run, its letters and their jobs are there together or not at all. */
const beginAt = async (ctx: Ctx, row: SheetMailRecord): Promise<void> => {
  const venue = await venueWithBook(ctx, row.venueId)
  const nowMs = ctx.clock().epochMilliseconds
  const due = venue.archived
    ? []
    : plannedAround(venue, { minutesBefore: row.minutesBefore, nowMs, days: 1 }).filter(
        ({ dueMs, firstMs }) => dueMs <= nowMs && nowMs < firstMs,
      )
  for (const planned of due) await beginOne(ctx, venue, { row, planned })
  const nextAt = venue.archived ? null : nextOf(venue, row, nowMs)
  await ctx.db.updateTable('sheetMails').set({ nextAt }).where('venueId', '=', row.venueId).execute()
}

const atOnce = 50

const beginSome = async (ctx: Ctx): Promise<number> => {
  const { rows } = await sql<SheetMailRecord>`
    select * from sheet_mails where enabled and next_at <= ${ctx.clock().toString()}::timestamptz order by next_at, venue_id limit ${atOnce} for update skip locked`.execute(
    ctx.db,
  )
  for (const row of rows) await beginAt(ctx, row)
  return rows.length
}

/** Every minute, by whichever process has the turn. */
export const beginMails = async (ctx: Ctx): Promise<void> => {
  while ((await transaction(ctx, beginSome)) === atOnce);
}

const keptDays = 60
export const tidyRuns = async (ctx: Ctx): Promise<void> => {
  const before = ctx
    .clock()
    .subtract({ hours: 24 * keptDays })
    .toString()
  await ctx.db.deleteFrom('sheetRuns').where('createdAt', '<', before).execute()
}
