import type { ReadHours } from '@tablewire/contracts/estate/book-drafts'
import { sql } from 'kysely'
import { inScope, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { draftBook } from './draft-book.ts'
import { type Habits, habitsOf } from './habits.ts'
import { type HoursFinding, hoursReader } from './read-hours.ts'

export { draftBook } from './draft-book.ts'
export { type Habits, habitsOf, type Kind } from './habits.ts'
export { type Hours, hoursReader, type HoursReader } from './read-hours.ts'

/** What a shift of this venue is like, from those it has; a venue without any is taken for a restaurant. */
const habitsHere = ({ shifts, areas }: Awaited<ReturnType<typeof venueWithBook>>['book']): Habits => {
  const usual = habitsOf.restaurant
  const capacity = areas.reduce((sum, area) => sum + area.capacity, 0) || usual.capacity
  const [first] = shifts
  if (!first) return { ...usual, capacity }
  return { ...usual, capacity, intervalMinutes: first.intervalMinutes, requestFromParty: first.requestFromParty }
}

const quoted = ({ reason, done }: HoursFinding): string | null => {
  if (reason === 'hours.unreadable') return done.replace(/^no hours taken; stopped at: /, '')
  if (reason === 'hours.respelled') return done.replace(/^read as /, '')
  return reason === 'hours.dated' ? (/^\d+/.exec(done)?.[0] ?? null) : null
}

/** Opening hours as somebody wrote them, as the parts of a book they make; what is not understood is named. */
export const readOpeningHours = async (ctx: Ctx, { venueId, text }: { venueId: string; text: string }): Promise<ReadHours> => {
  const { book, countryCode, timeZone } = await venueWithBook(ctx, venueId)
  const { rows } = await sql<{ latitude: number | null; longitude: number | null }>`
    select v.latitude, v.longitude from venues v where v.id = ${venueId} and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  const today = ctx.clock().toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const hours = hoursReader(today)(text, { country: countryCode, latitude: null, longitude: null, ...rows[0] })
  const { openingHours, shifts, closures, specialDays } = draftBook(hours, habitsHere(book))
  return {
    state: hours.state,
    openingHours,
    shifts,
    closures,
    specialDays,
    findings: hours.findings.map((finding) => ({ reason: finding.reason, detail: quoted(finding) })),
  }
}
