import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { TableDay, TablePlan } from '@tablewire/contracts/booking/tables'
import { useMemo } from 'react'
import { houseOf } from './fit.ts'
import type { TimelineModel } from './model.ts'

type GroundOf = { model: TimelineModel; plan: TablePlan; day: TableDay; nameOf: (row: ReservationRow) => string }

/** All that is derived from the evening for who carries a party through it. */
export const useGround = ({ model, plan, day, nameOf }: GroundOf) => {
  const seats = useMemo(() => new Map(day.seats.map((seat) => [seat.reservationId, seat])), [day])
  const house = useMemo(() => houseOf({ plan, away: day.away, model }, ({ row }) => nameOf(row)), [plan, day.away, model, nameOf])
  const bars = useMemo(() => {
    const all = [...model.areas.flatMap(({ tables }) => tables.flatMap((one) => one.bars)), ...model.waiting.map(({ bar }) => bar)]
    return new Map(all.filter(({ first }) => first).map((bar) => [bar.row.id, bar]))
  }, [model])
  const ground = {
    house,
    tableIds: plan.tables.map(({ id }) => id),
    seatOf: (id: string) => seats.get(id)?.tableIds ?? [],
  }
  return { ground, seats, bars }
}
