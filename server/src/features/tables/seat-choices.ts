import { bySuitability, fits, type Seating } from '@tablewire/contracts/booking/tables.rules'
import { type Evening, type TableParty, Tried } from './find-seating.ts'

/** Of every seat that fits whether it is free, the best first: for people, who may choose otherwise. */
export type SeatingChoice = { seating: Seating; free: boolean; fits: boolean; takenBy: readonly string[]; blocked: boolean }
export const choicesFor = (evening: Evening, party: TableParty): SeatingChoice[] => {
  const tried = new Tried(evening)
  const choice = (seating: Seating): SeatingChoice => {
    const takenBy = [...tried.others(seating, party)].map(({ id }) => id)
    const blocked = tried.blocked(seating, party)
    return { seating, takenBy, blocked, free: takenBy.length === 0 && !blocked, fits: fits(seating, party.partySize) }
  }
  const own = (seating: Seating): number => Number(party.areaId !== null && seating.areaId !== party.areaId)
  return evening.seatings.map(choice).toSorted(
    (a, b) =>
      Number(b.free) - Number(a.free) ||
      Number(b.fits) - Number(a.fits) ||
      own(a.seating) - own(b.seating) ||
      // Of those that are too small the largest, of all others the smallest.
      (a.fits || a.seating.most > party.partySize ? bySuitability(a.seating, b.seating) : bySuitability(b.seating, a.seating)),
  )
}
