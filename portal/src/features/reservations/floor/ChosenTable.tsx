import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import { usePhaseWork } from '../phases/evening.ts'
import type { Judge } from './room-carry.ts'
import { TablePanel } from './TablePanel.tsx'
import type { useChosenTable } from './use-chosen-table.ts'
import type { RoomViewProps, useHouse } from './use-house.ts'
import { useRoomT } from './use-room-t.ts'

/** Beside the room; where there is no place for it, the table that is chosen comes from below over it. */
const TableSheet = lazyWithRetry(
  () => import('./TableSheet.tsx').then((module) => module.TableSheet),
  ({ onChoose }) => onChoose(undefined),
)

type ChosenProps = Pick<RoomViewProps, 'venue' | 'date'> & {
  all: ReturnType<typeof useHouse>
  judge: Judge
  table: ReturnType<typeof useChosenTable>
  /** There is place beside the room. */
  wide: boolean
}

/** What can be done with the table that is chosen. */
export const ChosenTable = ({ all, judge, table, wide, venue, date }: ChosenProps) => {
  const t = useRoomT()
  const { moves } = usePhaseWork()
  const one = all.house.find(({ table: { id } }) => id === table.chosen)
  if (!one) return null
  const panel = (
    <TablePanel
      key={one.table.id}
      one={one}
      parties={all.atTable(one.table.id)}
      freeUntil={all.freeUntil(one.table.id)}
      waiting={all.without}
      judge={judge}
      venue={venue}
      date={date}
      now={all.now}
      closing={all.closing}
      mayMove={moves.mayMove}
      onActed={wide ? table.focus : table.close}
      onClose={table.close}
    />
  )
  if (wide) return panel
  return (
    <TableSheet label={t('table', { name: one.table.name, seats: one.table.maxCovers })} onHeight={table.onHeight} onChoose={table.turnTo}>
      {panel}
    </TableSheet>
  )
}
