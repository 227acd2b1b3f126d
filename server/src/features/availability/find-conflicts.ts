import type { Verdict } from '@tablewire/contracts/booking/availability'
import type { Book } from '@tablewire/contracts/estate/book'
import type { BookConflict, BookConflicts } from '@tablewire/contracts/estate/book-drafts'
import { requireConsistent, type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import { instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type ComingParty, comingParties } from './coming-parties.ts'
import { placesIn } from './places-in-book.ts'

/** More are counted, not named. */
export const shownConflicts = 200

export type ConflictingParty = { party: ComingParty; rules: Verdict[] }

/** Who has a place by one book and none by the next, for rules that were not broken before. */
export const newlyClosed = async (
  venue: VenueWithBook,
  parties: readonly ComingParty[],
  next: Book,
): Promise<{ closed: ConflictingParty[]; fitting: string[] }> => {
  const before = await placesIn(venue, parties)
  const after = await placesIn({ ...venue, book: next }, parties)
  const closed: ConflictingParty[] = []
  const fitting: string[] = []
  for (const party of parties) {
    const verdicts = after.get(party.id) ?? []
    const known = new Set((before.get(party.id) ?? []).map(({ rule }) => rule))
    const rules = verdicts.filter(({ rule }) => !known.has(rule))
    if (rules.length) closed.push({ party, rules })
    if (!verdicts.length) fitting.push(party.id)
  }
  return { closed: closed.toSorted((a, b) => a.party.startMs - b.party.startMs || (a.party.id < b.party.id ? -1 : 1)), fitting }
}

/** A guest's name is for those who may see reservations. */
export const conflictView = (ctx: Ctx, book: Book) => {
  const named = ctx.ability.can('read', 'reservation-list')
  const areas = new Set(book.areas.map(({ id }) => id))
  return ({ party, rules }: ConflictingParty): BookConflict => ({
    reservationId: party.id,
    reference: party.reference,
    status: party.status,
    partySize: party.partySize,
    startsAt: instantText(party.startMs),
    startsLocal: party.startsLocal,
    areaId: party.areaId,
    areaName: party.areaName,
    guestName: named ? party.guestName : null,
    rules,
    blocks: !areas.has(party.areaId),
  })
}

/** Reservations that a book which is not saved yet would no longer take. */
export const findConflicts = async (ctx: Ctx, { venueId, book }: { venueId: string; book: Book }): Promise<BookConflicts> => {
  const venue = await venueWithBook(ctx, venueId)
  requireConsistent(book, [venue.book.specialDays], venue.book.dayLimits)
  const { closed } = await newlyClosed(venue, await comingParties(ctx, venueId), book)
  return { total: closed.length, conflicts: closed.slice(0, shownConflicts).map(conflictView(ctx, book)) }
}
