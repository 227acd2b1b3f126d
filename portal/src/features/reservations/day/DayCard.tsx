import { mdiClockAlertOutline } from '@mdi/js'
import { useTheme } from '@mui/material/styles'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { memo, useMemo } from 'react'
import { formatNumber, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { Signs } from '../reservation-columns.tsx'
import { guestName } from '../guest-name.ts'
import { hasAllergy, isVip, laneOf, lateMinutes, plainTags } from '../reservation-flags.ts'
import { primaryMove, statusStyle } from '../status-tag.tsx'
import { arrivals, fadeDelay, useMark } from '../use-live-reservations.ts'
import type { Act } from '../use-moves.ts'
import { useT } from '../use-t.ts'

type DayCardProps = {
  row: ReservationRow
  column: number
  /** What the head of its column says already. */
  columnTime: string
  current: boolean
  selected: boolean
  mayMove: boolean
  onOpen: (id: string, byKey: boolean) => void
  onCurrent: (id: string) => void
  onAct: Act
}

const signsOf = (row: ReservationRow): number =>
  Number(isVip(row)) + Number(hasAllergy(row)) + Number(plainTags(row).length > 0) + Number(Boolean(row.notes))

const Facts = ({ row, columnTime, onAct }: { row: ReservationRow; columnTime: string; onAct: Act | undefined }) => {
  const t = useT()
  const late = lateMinutes(row, useNow())
  const move = primaryMove[row.status]
  const time = localTime(row.startsLocal)
  return (
    <span className="facts">
      <Icon path={statusStyle[row.status].icon} size={15} label={t(`status.${row.status}`)} />
      {time === columnTime ? null : <span>{time}</span>}
      {late === undefined ? null : (
        <span className="late" title={t('late.long', { count: late })}>
          <Icon path={mdiClockAlertOutline} size={14} label={t('late.long', { count: late })} />
          <span aria-hidden="true">{formatNumber(late)}′</span>
        </span>
      )}
      <span className="clip">{row.areaName}</span>
      {move && onAct ? (
        <button type="button" className="act" tabIndex={-1} onClick={() => onAct(row, move)}>
          {t(`move.${move}`)}
          <VisuallyHidden>: {guestName(row)}</VisuallyHidden>
        </button>
      ) : null}
    </span>
  )
}

/** A party: its size to be read across the room, its status as colour, shape and word, what matters about it in the corner. */
export const DayCard = memo(({ row, column, columnTime, current, selected, mayMove, onOpen, onCurrent, onAct }: DayCardProps) => {
  const t = useT()
  const { palette } = useTheme().vars
  const { id, status } = row
  const mark = useMark(id)
  const delay = useMemo(() => fadeDelay(mark), [mark])
  const { tone } = statusStyle[status]
  const off = laneOf(row) === 'done' && status !== 'completed'
  const colours = {
    '--edge': palette.tone[tone].solid,
    '--ink': palette.tone[tone].text,
    '--delay': delay,
    '--flags': `${signsOf(row) * 19}px`,
  }
  return (
    <li
      className={['card', ...(selected ? ['selected'] : []), ...(mark ? ['fresh'] : []), ...(off ? ['off'] : [])].join(' ')}
      style={colours as object}
    >
      <span className="size">
        {row.partySize}
        <VisuallyHidden> {t('guests')}</VisuallyHidden>
      </span>
      <button
        type="button"
        className="open"
        data-reservation={id}
        data-lane={laneOf(row)}
        data-column={column}
        tabIndex={current ? 0 : -1}
        aria-current={selected || undefined}
        // Its ground is the whole card.
        onMouseMove={() => arrivals.seen(id)}
        onClick={({ detail }) => onOpen(id, detail === 0)}
        onFocus={() => {
          onCurrent(id)
          arrivals.seen(id)
        }}
      >
        <span className="name">{guestName(row) || t('guest.unknown')}</span>
      </button>
      <Facts row={row} columnTime={columnTime} onAct={mayMove ? onAct : undefined} />
      <span className="flags">
        <Signs row={row} />
      </span>
      {mark?.kind === 'new' ? (
        <span className="dot">
          <VisuallyHidden>{t('mark.new')}</VisuallyHidden>
        </span>
      ) : null}
    </li>
  )
})
