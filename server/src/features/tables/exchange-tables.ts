import type { tables as contract, TableSeat } from '@tablewire/contracts/booking/tables'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { asLongAsSaid, requireApart, requireFree, requireOpen, requireSeating, writeSeat } from './assign-tables.ts'
import { awayOf } from './floor-rows.ts'
import { lockTables } from './give-tables.ts'
import { noteSeat } from './note-seat.ts'
import { stillBooking } from './seat-booking.ts'
import { planOf, seatOf, type SeatedBooking } from './table-rows.ts'

type Body = Received<typeof contract.exchange>['body']
type Side = { of: SeatedBooking; seat: TableSeat; version: number; tableIds: readonly string[] }

/** In one order, whoever exchanges with whom. */
const bothOf = async (ctx: Ctx, id: string, { reservationId: otherId }: Body): Promise<[SeatedBooking, SeatedBooking]> => {
  if (id === otherId) throw new Problem('request.invalid', {}, { reservationId: [{ issue: 'invalid' }] })
  const [first, second] = [id, otherId].toSorted()
  const found = [await stillBooking(ctx, first!), await stillBooking(ctx, second!)]
  const own = found.find((booking) => booking.id === id)!
  const other = found.find((booking) => booking.id === otherId)!
  if (own.venueId !== other.venueId) throw new Problem('reservation.not_found')
  return [own, other]
}

/** Each of two parties gets the tables of the other, also while both sit there: both or neither, and each keeps whether it may be moved. */
export const exchangeTables = (ctx: Ctx, id: string, body: Body): Promise<{ seats: TableSeat[] }> =>
  transaction(ctx, async (inner) => {
    const [own, other] = await bothOf(inner, id, body)
    const { venueId } = own
    await requireOpen(inner, own)
    await requireOpen(inner, other)
    const span = { fromMs: Math.min(own.startMs, other.startMs), toMs: Math.max(own.endMs, other.endMs) }
    await lockTables(inner, { venueId, ...span })
    const plan = await planOf(inner, venueId)
    if (!plan.on) throw new Problem('tables.off')
    const awayOn = await awayOf(inner, venueId)
    const [ofOwn, ofOther] = [await seatOf(inner, own), await seatOf(inner, other)]
    if (!ofOwn.tableIds.length || !ofOther.tableIds.length)
      throw new Problem('request.invalid', {}, { reservationId: [{ issue: 'invalid' }] })
    const sides: Side[] = [
      { of: asLongAsSaid(own, ofOwn.until), seat: ofOwn, version: body.version, tableIds: ofOther.tableIds },
      { of: asLongAsSaid(other, ofOther.until), seat: ofOther, version: body.withVersion, tableIds: ofOwn.tableIds },
    ]
    requireApart(plan, sides)
    for (const { of, tableIds } of sides) {
      requireSeating(plan, tableIds, awayOn(of.serviceOn))
      await requireFree(inner, of, { tableIds, beside: [own.id, other.id] })
    }
    const seats: TableSeat[] = []
    for (const { of, seat, version, tableIds } of sides) await writeSeat(inner, of, { tableIds, locked: seat.locked, version })
    for (const { of, seat } of sides) seats.push(await noteSeat(inner, of, seat))
    return { seats }
  })
