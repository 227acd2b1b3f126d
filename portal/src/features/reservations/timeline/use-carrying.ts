import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { TableSeat } from '@tablewire/contracts/booking/tables'
import type { MoveTime } from '../phases/use-move-time.ts'
import type { Bar, TimelineModel } from './model.ts'
import { type Grid, useCarryByHand } from './use-carry.ts'
import { useCarryByKeys } from './use-carry-keys.ts'
import { useDrop } from './use-drop.ts'
import { useFocusBar } from './use-focus-bar.ts'
import { useMovedMeanwhile } from './use-moved-meanwhile.ts'

type Carrying = {
  model: TimelineModel
  grid: Grid
  /** By the id of the party. */
  bars: ReadonlyMap<string, Bar>
  zone: string
  seatOf: (id: string) => TableSeat | undefined
  nameOf: (row: ReservationRow) => string
  moveTime: MoveTime
  mayCarry: (bar: Bar) => boolean
}

/** A party goes to another place by hand and by keys, and keeps the focus where it had it. */
export const useCarrying = ({ model, grid, bars, mayCarry, ...dropOf }: Carrying) => {
  const { focus, reveal } = useFocusBar(grid, bars)
  const drop = useDrop(dropOf)
  useMovedMeanwhile(dropOf)
  const barOf = (id: string): Bar | undefined => bars.get(id)
  const { ghost, onPointerDown } = useCarryByHand({ grid, barOf, mayCarry, onDrop: (carry) => void drop(carry) })
  const onKeyDown = useCarryByKeys({
    grid,
    rows: [
      { tableId: undefined, bars: model.waiting.map(({ bar }) => bar) },
      ...model.areas.flatMap(({ tables }) => tables.map(({ table, bars: here }) => ({ tableId: table.id, bars: here }))),
    ],
    barOf,
    mayCarry,
    onDrop: (carry) => void drop(carry).then(() => focus(carry.row.id)),
    onFocus: ({ row }) => focus(row.id),
    onPlace: reveal,
  })
  return { ghost, onPointerDown, onKeyDown }
}
