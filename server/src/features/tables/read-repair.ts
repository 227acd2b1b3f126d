import type { TableRepair } from '@tablewire/contracts/booking/tables'
import { instantMs, instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { eveningAround } from './evening.ts'
import { type Evening, overlap, placeIn, type TableParty, Tried } from './find-seating.ts'
import { seatedBooking } from './seat-booking.ts'
import { planOf } from './table-rows.ts'

/** A guest who has not asked for the bill sits no longer than this. */
const longestMs = 6 * 3_600_000

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
      .map((party) => ({ ...meeting(party.id), why: party.fixed ? ('fixed' as const) : ('full' as const) }))
      .toSorted(byStart),
  }
}
