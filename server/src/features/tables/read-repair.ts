import type { TableRepair } from '@tablewire/contracts/booking/table-repair'
import { instantMs, instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { longestMs } from './assign-tables.ts'
import { eveningAround, isSoon } from './evening.ts'
import { type Evening, overlap, placeIn, type TableParty, Tried } from './find-seating.ts'
import { choicesFor } from './seat-choices.ts'
import { seatedBooking } from './seat-booking.ts'
import { planOf } from './table-rows.ts'

/** Whom a party meets that sits until then, and where each of them finds a table when it and those who may move do; the largest first. */
export const repairOf = (evening: Evening, id: string, untilMs: number): { met: TableParty[]; tried: Tried; placed: Set<string> } => {
  const parties = evening.parties.map((party) => (party.id === id ? { ...party, endMs: untilMs, fixed: true } : party))
  const longer = { ...evening, parties }
  const sits = parties.find((party) => party.id === id)
  const met = sits
    ? parties.filter(
        (party) =>
          party.id !== id &&
          party.startMs > sits.startMs &&
          overlap(party, sits) &&
          party.tableIds.some((one) => sits.tableIds.includes(one)),
      )
    : []
  const tried = new Tried(longer)
  const moving = met.filter(({ fixed }) => !fixed).toSorted((a, b) => b.partySize - a.partySize || a.startMs - b.startMs)
  for (const party of moving) tried.leave(party)
  const placed = new Set(
    moving
      .filter((party) => {
        tried.looks = 0
        return placeIn({ seatings: evening.seatings, tried, party: { ...party, tableIds: [] } })
      })
      .map((party) => party.id),
  )
  return { met, tried, placed }
}

/** More of them nobody weighs while a party waits. */
const shownMost = 4
/** What is free for one that only people move, beside what those have and get who move. */
export const freeFor = (evening: Evening, { sits, untilMs, tried }: { sits: string; untilMs: number; tried: Tried }, party: TableParty) => {
  const gone = [...tried.moved].map(([id, { tableIds }]) => ({
    ...evening.parties.find((one) => one.id === id)!,
    id: `to ${id}`,
    tableIds,
  }))
  const parties = evening.parties.map((one) => (one.id === sits ? { ...one, endMs: untilMs } : one))
  return choicesFor({ ...evening, parties: [...parties, ...gone] }, party)
    .filter(({ free, fits, seating }) => free && fits && !seating.tableIds.some((id) => party.tableIds.includes(id)))
    .slice(0, shownMost)
    .map(({ seating: { tableIds, name, most } }) => ({ tableIds: [...tableIds], name, covers: most }))
}

export const readRepair = async (ctx: Ctx, id: string, until: string | undefined): Promise<TableRepair> => {
  const booking = await seatedBooking(ctx, id)
  const plan = await planOf(ctx, booking.venueId)
  const { evening, parties } = await eveningAround(ctx, booking, plan)
  const byId = new Map(parties.map((party) => [party.id, party]))
  const expectedMs = byId.get(id)?.endMs ?? booking.endMs
  const untilMs = Math.max(expectedMs, Math.min(until === undefined ? expectedMs : instantMs(until), expectedMs + longestMs))
  const { met, tried, placed } = repairOf(evening, id, untilMs)
  const meeting = (reservationId: string) => {
    const { guestName, partySize, startMs, name } = byId.get(reservationId)!
    return { reservationId, guestName, partySize, startsAt: instantText(startMs), from: name }
  }
  const nowMs = ctx.clock().epochMilliseconds
  // Whoever is fixed for no other reason comes on another day of service, whose tables are not given from here.
  const whyOf = ({ id: other, fixed, startMs }: TableParty): TableRepair['left'][number]['why'] => {
    if (!fixed) return 'full'
    return byId.get(other)!.locked ? 'locked' : isSoon({ startMs }, nowMs) ? 'soon' : 'other_day'
  }
  const byStart = (a: { startsAt: string }, b: { startsAt: string }): number => instantMs(a.startsAt) - instantMs(b.startsAt)
  return {
    until: instantText(untilMs),
    moves: [...tried.moved]
      .map(([reservationId, { name, tableIds }]) => ({
        ...meeting(reservationId),
        to: name,
        tableIds: [...tableIds],
        version: byId.get(reservationId)!.version,
      }))
      .toSorted(byStart),
    left: met
      .filter((party) => !placed.has(party.id))
      .map((party) => ({
        ...meeting(party.id),
        why: whyOf(party),
        version: byId.get(party.id)!.version,
        free: freeFor(evening, { sits: id, untilMs, tried }, party),
      }))
      .toSorted(byStart),
  }
}
