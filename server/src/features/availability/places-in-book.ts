import type { Verdict } from '@tablewire/contracts/booking/availability'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { candidateAt } from './candidate.ts'
import type { ComingParty } from './coming-parties.ts'
import { type Candidate, evaluate } from './evaluate.ts'
import { addDays } from './local-time.ts'
import type { Party } from './occupancy.ts'

/** What says nothing about the book: the time itself, and whether the venue sells at all. */
const notOfTheBook: ReadonlySet<string> = new Set(['past', 'venue_inactive'])
/** The longest time the event loop may be blocked. */
const atATime = 100

/**
 * For each party, in the order in which they booked, the verdicts of a book about its place. Accepted parties count for those after them, so that of
 * an overbooked interval only the last are named.
 */
export const placesIn = async (
  venue: Pick<VenueWithBook, 'book' | 'timeZone'>,
  parties: readonly ComingParty[],
): Promise<Map<string, Verdict[]>> => {
  const placed = new Map<string, Party[]>()
  // Many parties share a start, and what the book says about it is the same for all of them.
  const starts = new Map<number, Candidate>()
  const startAt = (ms: number): Candidate => {
    const known = starts.get(ms) ?? candidateAt(venue, ms)
    starts.set(ms, known)
    return known
  }
  const found = new Map<string, Verdict[]>()
  for (const [index, party] of parties.entries()) {
    if (index % atATime === atATime - 1) await new Promise(setImmediate)
    const { serviceOn, startMs, partySize, areaId } = party
    const around = [-1, 0, 1].flatMap((days) => placed.get(addDays(serviceOn, days)) ?? [])
    const question = {
      book: venue.book,
      active: true,
      asker: 'staff' as const,
      companyNotice: undefined,
      terms: undefined,
      partySize,
      areaId,
      nowMs: 0,
      today: serviceOn,
      occupancy: around,
    }
    const verdicts = evaluate(question, startAt(startMs)).verdicts.filter(({ rule }) => !notOfTheBook.has(rule))
    found.set(party.id, verdicts)
    if (verdicts.length) continue
    const same = placed.get(serviceOn)
    if (same) same.push(party)
    else placed.set(serviceOn, [party])
  }
  return found
}
