import type { ShiftNote, shiftNotes } from '@tablewire/contracts/booking/shift-notes'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { daysBetween } from '#src/features/availability/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { mealsOn } from './meals.ts'
import { notesOf } from './note-rows.ts'
import { ownVenue } from './read-notes.ts'

type Wanted = Received<typeof shiftNotes.save>['body']

/** A note of a meal that has gone from the book since is still written on. */
const mealNameOf = (venue: VenueWithBook, { date, mealId }: Wanted, before: ShiftNote | undefined): string => {
  if (mealId === null) return ''
  const name = mealsOn(venue, date).find(({ id }) => id === mealId)?.name ?? before?.mealName
  if (name === undefined) throw new Problem('shift_note.meal_unknown')
  return name
}

/** The audit keeps that it changed and by whom, not the words: they may name a guest, and it outlives him. */
const told = (date: string, { mealName, version, content }: Pick<ShiftNote, 'mealName' | 'version' | 'content'>) => ({
  date,
  meal: mealName,
  version,
  characters: content.length,
})

/** Whoever writes of a day beyond these has slipped in its year. */
const daysBack = 366
const daysAhead = 731
const requireNear = (ctx: Ctx, { timeZone }: VenueWithBook, date: string): void => {
  const days = daysBetween(ctx.clock().toZonedDateTimeISO(timeZone).toPlainDate().toString(), date)
  if (days < -daysBack || days > daysAhead) throw new Problem('request.invalid', {}, { date: [{ issue: 'day_far' }] })
}

export const saveNote = (ctx: Ctx, venueId: string, wanted: Wanted): Promise<ShiftNote> =>
  transaction(ctx, async (inner) => {
    const venue = await ownVenue(inner, venueId)
    if (venue.archived) throw new Problem('venue.archived')
    const { date, mealId, content } = wanted
    requireNear(inner, venue, date)
    const before = (await notesOf(inner, venue.id, date)).find((one) => one.mealId === mealId)
    if ((before?.version ?? 0) !== wanted.version) throw new Problem('shift_note.changed_meanwhile')
    const note: ShiftNote = {
      mealId,
      mealName: mealNameOf(venue, wanted, before),
      content: content.trim(),
      version: wanted.version + 1,
      authorName: inner.actor.name,
      writtenAt: inner.clock().toString(),
    }
    const written = await inner.db
      .insertInto('shiftNotes')
      .values({ id: newId(), venueId: venue.id, serviceOn: date, authorId: inner.actor.id, ...note })
      .onConflict((same) => same.doNothing())
      .returning('id')
      .executeTakeFirst()
    // Two at once who have read the same: the database lets one of them.
    if (!written) throw new Problem('shift_note.changed_meanwhile')
    await audit(inner, {
      action: 'shift_note.updated',
      subject: 'shift_note',
      subjectId: written.id,
      venueId: venue.id,
      ...(before ? { before: told(date, before) } : {}),
      after: told(date, note),
    })
    await inner.ports.live.publish(inner, { type: 'shift_note', venueId: venue.id, id: null, kind: null })
    return note
  })
