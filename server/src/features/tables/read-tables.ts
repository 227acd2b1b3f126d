import type { SeatChoice, SeatChoices, TableDay, TableSeat } from '@tablewire/contracts/booking/tables'
import { reasonOf, type Seating } from '@tablewire/contracts/booking/tables.rules'
import { Temporal } from 'temporal-polyfill'
import { venueWithBook } from '#src/features/venues/api.ts'
import { instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { asSeated, eveningAround } from './evening.ts'
import { awayOf } from './floor-rows.ts'
import { type Evening, findSeating, overlap, type TableParty } from './find-seating.ts'
import { ownVenue } from './save-plan.ts'
import { choicesFor, type SeatingChoice } from './seat-choices.ts'
import { seatedBooking } from './seat-booking.ts'
import { blocksIn, type PartyAtTables, planOf, type SeatedBooking, seatOf, seatsOn } from './table-rows.ts'

/** A service day ends when the next one's first meal could begin. */
const dayEnds = { hour: 5 }

export const readDay = async (ctx: Ctx, venueId: string, date: string): Promise<TableDay> => {
  const venue = await ownVenue(ctx, venueId)
  const plan = await planOf(ctx, venue.id)
  const day = Temporal.PlainDate.from(date)
  const fromMs = day.toZonedDateTime({ timeZone: venue.timeZone }).epochMilliseconds
  const toMs = day.add({ days: 1 }).toZonedDateTime({ timeZone: venue.timeZone, plainTime: dayEnds }).epochMilliseconds
  const [seats, blocks, awayOn] = await Promise.all([
    seatsOn(ctx, { venueId: venue.id, date }),
    blocksIn(ctx, { venueId: venue.id, fromMs, toMs }),
    awayOf(ctx, venue.id),
  ])
  return { venueId: venue.id, date, on: plan.on, seats, blocks, away: [...awayOn(date)] }
}

type Exchanging = {
  booking: SeatedBooking
  seat: TableSeat
  choice: Pick<SeatingChoice, 'blocked'>
  seating: Seating
  others: readonly PartyAtTables[]
}
/** Two that sit, or two that come, and neither of whom somebody wants to stay; whether each finds the other’s free for all his time is seen when they do it. */
const exchangeOf = ({ booking, seat, choice, seating, others }: Exchanging): Pick<SeatChoice, 'exchange'> => {
  const [other] = others
  const isOne = other !== undefined && others.length === 1 && !choice.blocked && other.tableIds.length === seating.tableIds.length
  if (!isOne || !seat.tableIds.length || seat.locked || other.locked) return {}
  if ((other.status === 'seated') !== (booking.status === 'seated')) return {}
  return { exchange: { reservationId: other.id, guestName: other.guestName, version: other.version } }
}

/** More than these nobody looks through; what is free and fits comes first. */
const shownMost = 200

const untilOf = (ends: readonly number[]): { takenUntil?: string } =>
  ends.length > 0 ? { takenUntil: Temporal.Instant.fromEpochMilliseconds(Math.max(...ends)).toString() } : {}

/** Nobody sits down for less. */
const shortestMs = 10 * 60_000
type Asking = { evening: Evening; party: TableParty; nowMs: number }
/** Until when who sits could have what somebody has later: from the first of them on it is theirs. */
const freeUntilOf = ({ evening, party, nowMs }: Asking, { seating, free, takenBy }: SeatingChoice): Pick<SeatChoice, 'freeUntil'> => {
  if (free) return {}
  const others = evening.parties.filter(({ id }) => takenBy.includes(id))
  const blocks = evening.blocks.filter((block) => seating.tableIds.includes(block.tableId) && overlap(block, party))
  const first = Math.min(...[...others, ...blocks].map(({ startMs }) => startMs))
  return first >= nowMs + shortestMs ? { freeUntil: instantText(first) } : {}
}

export const readChoices = async (ctx: Ctx, id: string): Promise<SeatChoices> => {
  const booking = await seatedBooking(ctx, id)
  const [plan, seat] = await Promise.all([planOf(ctx, booking.venueId), seatOf(ctx, booking)])
  if (!plan.on) return { on: false, seat, choices: [] }
  const { evening: around, parties } = await eveningAround(ctx, booking, plan)
  const { book } = await venueWithBook(ctx, booking.venueId)
  const areas = new Map(book.areas.map((area) => [area.id, area.name]))
  const names = new Map(parties.map((party) => [party.id, party]))
  const nowMs = ctx.clock().epochMilliseconds
  // Who sits asks for the time he will still sit, from now on where he came before his time: somebody may be due there until then.
  const startMs = booking.status === 'seated' ? Math.min(booking.startMs, nowMs) : booking.startMs
  const sits = names.get(id) ?? { startMs, endMs: booking.endMs }
  const party = { ...booking, startMs: sits.startMs, endMs: sits.endMs, tableIds: seat.tableIds, fixed: false }
  const sitting = parties.filter((other) => other.status === 'seated' && other.endMs > nowMs).map((other) => other.id)
  const evening = booking.status === 'seated' ? asSeated(around, party, new Set(sitting)) : around
  const found = findSeating(evening, party)
  const all = choicesFor(evening, party)
  const free = all.filter((choice) => choice.free).map(({ seating }) => seating)
  return {
    on: true,
    seat,
    ...(found && {
      suggestion: {
        tableIds: [...found.seating.tableIds],
        name: found.seating.name,
        covers: found.seating.most,
        reason: reasonOf(found.seating, booking.partySize, free),
        moves: [...found.moves].map(([reservationId, { name, tableIds }]) => ({
          reservationId,
          name,
          tableIds: [...tableIds],
          guestName: names.get(reservationId)!.guestName,
          version: names.get(reservationId)!.version,
        })),
      },
    }),
    choices: all.slice(0, shownMost).map(({ seating, takenBy, ...choice }) => ({
      ...choice,
      ...(booking.status === 'seated' ? freeUntilOf({ evening, party, nowMs }, { seating, takenBy, ...choice }) : {}),
      tableIds: [...seating.tableIds],
      name: seating.name,
      areaName: areas.get(seating.areaId) ?? '',
      covers: seating.most,
      takenBy: takenBy.map((other) => names.get(other)?.guestName ?? '').join(', '),
      ...untilOf(takenBy.flatMap((other) => names.get(other)?.endMs ?? [])),
      ...exchangeOf({ booking, seat, choice, seating, others: takenBy.flatMap((other) => names.get(other) ?? []) }),
    })),
  }
}
