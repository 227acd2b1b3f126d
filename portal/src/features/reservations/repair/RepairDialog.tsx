import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { TableRepair } from '@tablewire/contracts/booking/table-repair'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { useId } from 'react'
import { formatClock } from '#src/kit/format.ts'
import { usePhaseWork } from '../phases/evening.ts'
import { assignSeat } from '../seating/assign-seat.ts'
import { nameOf } from '../seating/seated-name.ts'
import { useSeats } from '../seating/seats.ts'
import { useT } from '../use-t.ts'
import { focusAfterRepair, repairTables } from './repair-act.ts'
import { RepairContent } from './RepairContent.tsx'
import type { Left } from './RepairMoves.tsx'
import { useRepair } from './use-repair.ts'
import { useRepairT } from './use-repair-t.ts'

type RepairDialogProps = { row: ReservationRow; rowOf: (id: string) => ReservationRow | undefined; onClose: () => void }

/** RE5: a party sits longer: whoever comes to its table meanwhile is shown with where he could sit, and all of them move in one act, or nobody does. */
export const RepairDialog = ({ row, rowOf, onClose }: RepairDialogProps) => {
  const t = useRepairT()
  const back = useT()('back')
  const title = useId()
  const { zone } = usePhaseWork()
  const seats = useSeats()
  const seat = seats?.seatOf(row.id)
  const asked = useRepair(row)
  const { told, sending, send } = asked
  const stays = told?.left.length === 0
  const words = (repair: TableRepair): string =>
    t(stays ? (repair.moves.length > 0 ? 'done.both' : 'done.longer') : 'done.moved', {
      name: nameOf(row),
      time: formatClock(repair.until, zone),
      count: repair.moves.length,
    })
  const repair = async (): Promise<void> => {
    if (!told || !seat || !(await send(() => repairTables({ row, seat, told, said: words(told) })))) return
    onClose()
    focusAfterRepair(told.moves[0]?.reservationId ?? row.id)
  }
  const give = ({ reservationId, version }: Left, tableIds: string[]): void => {
    const other = rowOf(reservationId)
    const before = seats?.seatOf(reservationId)
    if (other && before) void send(() => assignSeat(other, { seat: { ...before, version } }, { tableIds, locked: false, moves: [] }))
  }
  const able = told !== undefined && (stays || told.moves.length > 0)
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="sm">
      <DialogTitle id={title}>{t('title', { name: nameOf(row) })}</DialogTitle>
      <DialogContent>
        <RepairContent asked={asked} zone={zone} onGive={give} />
      </DialogContent>
      <DialogActions>
        {able ? (
          <Button variant="contained" loading={sending} disabled={!seat} onClick={() => void repair()}>
            {t(told.moves.length > 0 ? 'do' : 'stays', { count: told.moves.length, time: formatClock(told.until, zone) })}
          </Button>
        ) : null}
        <Button color="inherit" onClick={onClose}>
          {back}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
