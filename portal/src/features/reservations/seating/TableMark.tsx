import { mdiLockOutline, mdiTableAlert, mdiTableChair } from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { changeable } from '@tablewire/contracts/booking/reservations.rules'
import type { TableSeat } from '@tablewire/contracts/booking/tables'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { laneOf } from '../reservation-flags.ts'
import { nameOf } from './seated-name.ts'
import { type Seats, useSeats } from './seats.ts'
import { useSeatT } from './use-seat-t.ts'

const Shown = ({ table, locked }: { table: string | undefined; locked: boolean }) => (
  <>
    {table ? null : <Icon path={mdiTableChair} size={18} />}
    <span dir="auto">{table ?? '?'}</span>
    {locked ? <Icon path={mdiLockOutline} size={14} /> : null}
  </>
)

type MarkProps = { row: ReservationRow; seat: TableSeat | undefined; choose: Seats['choose'] | undefined }

const Mark = ({ row, seat, choose }: MarkProps) => {
  const t = useSeatT()
  const table = seat?.name || undefined
  const className = table ? 'table' : 'table none'
  const said = table ?? t('unassigned')
  const shown = <Shown table={table} locked={seat?.locked === true} />
  if (!choose)
    return (
      <span className={className} title={said}>
        <VisuallyHidden>{table ? t('title') : said} </VisuallyHidden>
        {shown}
      </span>
    )
  return (
    <button
      type="button"
      className={className}
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-label={t(table ? 'mark' : 'mark.none', { name: nameOf(row), table: said })}
      title={said}
      onClick={({ currentTarget }) => choose({ row, anchor: currentTarget })}
    >
      {shown}
    </button>
  )
}

/** The table of a party, to be read from a metre, and the way to another one; nothing at venues without tables, nor for who left without one. */
export const TableMark = ({ row, mayMove }: { row: ReservationRow; mayMove: boolean }) => {
  const seats = useSeats()
  const seat = seats?.seatOf(row.id)
  if (!seats || (!seat?.name && laneOf(row) === 'done')) return null
  return <Mark row={row} seat={seat} choose={mayMove && changeable(row.status) ? seats.choose : undefined} />
}

/** Yellow and in words: a table that is too small, or, more quietly, one that more guests could have. */
export const FitWords = ({ row }: { row: ReservationRow }) => {
  const t = useSeatT()
  const fit = useSeats()?.fitOf(row)
  if (!fit || laneOf(row) === 'done') return null
  const text = t(`fit.${fit.kind}`, { count: fit.seats })
  return (
    <span className={`fit ${fit.kind}`} title={text}>
      <Icon path={mdiTableAlert} size={15} />
      <span>{text}</span>
    </span>
  )
}

/** How many of a lane have no table, at its head. */
export const WithoutCount = ({ count }: { count: number }) => {
  const t = useSeatT()
  return count === 0 ? null : (
    <span className="without">
      <Icon path={mdiTableChair} size={16} />
      {t('without', { count })}
    </span>
  )
}
