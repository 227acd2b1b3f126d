import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type TableSeat, tables } from '@tablewire/contracts/booking/tables'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { useId, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatClock } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { assignSeat } from '../seating/assign-seat.ts'
import { whyOf } from '../seating/why-of.ts'
import { useT } from '../use-t.ts'
import { quarterMs } from './model.ts'
import { RepairMoves, RepairRoot as Root } from './RepairMoves.tsx'
import { useTimelineT } from './use-timeline-t.ts'
import { useTimeline } from './view.ts'

/** By so many quarters of an hour longer than it is counted on anyway. */
const longer = [0, 1, 2, 4] as const

export type Seated = { readonly row: ReservationRow; readonly seat: TableSeat | undefined }
type RepairDialogProps = { row: ReservationRow; seatedOf: (id: string) => Seated | undefined; onClose: () => void }

/** RE5: a party sits longer: whoever comes to its table meanwhile is shown with where he could sit, and all of them move in one act, or nobody does. */
export const RepairDialog = ({ row, seatedOf, onClose }: RepairDialogProps) => {
  const t = useTimelineT()
  const back = useT()('back')
  const title = useId()
  const { zone, nameOf } = useTimeline()
  // Until when it is counted on to sit does not go on while somebody reads.
  const [first, setFirst] = useState<number>()
  const [more, setMore] = useState(0)
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const until = first === undefined ? undefined : new Date(first + more * quarterMs).toISOString()
  const query = useEndpoint(tables.repair, { params: { id: row.id }, query: { until } })
  const told = query.data
  const base = first ?? (told ? Math.ceil(Date.parse(told.until) / 300_000) * 300_000 : undefined)
  const choose = (by: number): void => {
    setFirst(base)
    setMore(by)
  }
  const [lead, ...others] = told?.moves ?? []
  const leading = lead && seatedOf(lead.reservationId)
  const repair = async (): Promise<void> => {
    if (!lead || !leading?.seat) return
    setSending(true)
    const moves = others.map(({ reservationId, tableIds, version }) => ({ reservationId, tableIds, version }))
    try {
      const seat = { ...leading.seat, version: lead.version }
      await assignSeat(leading.row, { seat }, { tableIds: lead.tableIds, locked: false, moves })
      onClose()
    } catch (error) {
      setRefused(whyOf(error))
      setSending(false)
      void query.refetch()
    }
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="sm">
      <DialogTitle id={title}>{t('repair.title', { name: nameOf(row) })}</DialogTitle>
      <DialogContent>
        <Root>
          {base === undefined ? null : (
            <fieldset className="longer" aria-label={t('repair.until')}>
              {longer.map((by) => (
                <Button
                  key={by}
                  size="small"
                  color={by === more ? 'primary' : 'inherit'}
                  variant="outlined"
                  aria-pressed={by === more}
                  onClick={() => choose(by)}
                >
                  {t('repair.until.at', { time: formatClock(new Date(base + by * quarterMs).toISOString(), zone) })}
                </Button>
              ))}
            </fieldset>
          )}
          {refused ? (
            <Alert severity="warning" role="alert">
              {refused}
            </Alert>
          ) : null}
          {told ? (
            <RepairMoves told={told} />
          ) : query.error ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <RowsSkeleton rows={3} />
          )}
        </Root>
      </DialogContent>
      <DialogActions>
        {lead ? (
          <Button variant="contained" loading={sending} disabled={!leading?.seat} onClick={() => void repair()}>
            {t('repair.do', { count: others.length + 1 })}
          </Button>
        ) : null}
        <Button color="inherit" onClick={onClose}>
          {back}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
