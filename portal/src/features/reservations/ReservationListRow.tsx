/* Rows are placed by hand in a list of any length, which a table's own elements do not allow; the grid hears their keys. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */
import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/reservations'
import { FlexRender, type Row } from '@tanstack/react-table'
import type { Virtualizer } from '@tanstack/react-virtual'
import { memo, useMemo } from 'react'
import { formatDate } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { type features, Guest, Time } from './reservation-columns.tsx'
import { laneOf } from './reservation-flags.ts'
import type { RowGroup } from './rows-window.ts'
import type { RowsWindow } from './rows-window.ts'
import { primaryMove, StatusMark } from './status-look.tsx'
import { arrivals, fadeDelay, useMark, useMarks } from './use-live-reservations.ts'
import type { Act } from './use-moves.ts'
import { useT } from './use-t.ts'

type RowGroupHeadProps = { group: RowGroup; withDay: boolean; columns: number }

/** `Sat 21 Nov 20:00 – 12 parties · 41 guests` above the rows of that hour. */
export const RowGroupHead = ({ group: { day, hour, parties, covers, complete }, withDay, columns }: RowGroupHeadProps) => {
  const t = useT()
  return (
    <div role="row" className="group">
      <span role="gridcell" aria-colspan={columns} style={{ display: 'contents' }}>
        <b>{[withDay || hour === undefined ? formatDate(day) : '', hour ?? ''].filter((part) => part !== '').join('  ')}</b>
        {complete ? (
          <span>
            {t('parties', { count: parties })} · {t('covers', { count: covers })}
          </span>
        ) : null}
      </span>
    </div>
  )
}

type NewRowsProps = { window: RowsWindow; virtual: Virtualizer<HTMLDivElement, Element>; onGo: (index: number) => void }

/** What just came in where nobody is looking: how many, in which direction, and the way there. */
export const NewRows = ({ window: { rows }, virtual, onGo }: NewRowsProps) => {
  const t = useT()
  const fresh = [...useMarks()].filter(([, { kind }]) => kind === 'new').map(([id]) => rows.findIndex((row) => row?.id === id))
  const top = virtual.scrollOffset ?? 0
  const bottom = top + (virtual.scrollRect?.height ?? 0)
  const items = virtual.measurementsCache
  const above = fresh.filter((index) => index >= 0 && (items[index]?.end ?? 0) <= top)
  const below = fresh.filter((index) => index >= 0 && (items[index]?.start ?? 0) >= bottom)
  return (
    <>
      {above.length > 0 ? (
        <button type="button" className="pill" style={{ top: 46 }} onClick={() => onGo(Math.max(...above))}>
          <Icon path={mdiArrowUp} size={16} />
          {t('new.above', { count: above.length })}
        </button>
      ) : null}
      {below.length > 0 ? (
        <button type="button" className="pill" style={{ bottom: 12 }} onClick={() => onGo(Math.min(...below))}>
          <Icon path={mdiArrowDown} size={16} />
          {t('new.below', { count: below.length })}
        </button>
      ) : null}
    </>
  )
}

type ReservationListRowProps = {
  row: Row<typeof features, ReservationRow>
  /** Its place in the whole list, from 0. */
  index: number
  /** The one row that Tab reaches. */
  current: boolean
  selected: boolean
  phone: boolean
  /** The columns shown, as one text: the row object stays the same when they change. */
  shape: string
  mayMove: boolean
  onOpen: (id: string, byKey: boolean) => void
  onCurrent: (id: string) => void
  onAct: Act
}

const isOff = ({ status }: ReservationRow): boolean =>
  status === 'canceled' || status === 'rejected' || status === 'no_show' || status === 'expired'

const PhoneCells = ({ row }: { row: ReservationRow }) => (
  <>
    <div role="gridcell" style={{ flexDirection: 'column', alignItems: 'flex-start', gap: 0 }}>
      <Time row={row} />
    </div>
    <div role="gridcell" className="party">
      {row.partySize}
    </div>
    <div role="gridcell" style={{ flexDirection: 'column', alignItems: 'flex-start', gap: 3 }}>
      <span style={{ display: 'flex', gap: 6, maxWidth: '100%' }}>
        <Guest row={row} />
      </span>
      <StatusMark status={row.status} />
    </div>
  </>
)

const ActButton = ({ row, onAct }: { row: ReservationRow; onAct: Act }) => {
  const t = useT()
  const move = primaryMove[row.status]
  if (!move) return null
  return (
    <button
      type="button"
      className="act"
      // Rows are worked by their keys; a second stop in every row would double the way through the list.
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        onAct(row, move)
      }}
    >
      {t(`move.${move}`)}
    </button>
  )
}

export const ReservationListRow = memo(
  ({ row, index, current, selected, phone, mayMove, onOpen, onCurrent, onAct }: ReservationListRowProps) => {
    const t = useT()
    const reservation = row.original
    const { id } = reservation
    const mark = useMark(id)
    const delay = useMemo(() => fadeDelay(mark), [mark])
    const classes = ['line', 'row', ...(phone ? ['phone'] : []), ...(isOff(reservation) ? ['off'] : []), ...(mark ? ['fresh'] : [])]
    return (
      <div
        role="row"
        className={classes.join(' ')}
        style={{ ['--delay' as string]: delay }}
        data-reservation={id}
        data-lane={laneOf(reservation)}
        aria-rowindex={index + 2}
        aria-selected={selected}
        tabIndex={current ? 0 : -1}
        onClick={() => onOpen(id, false)}
        onFocus={() => {
          onCurrent(id)
          arrivals.seen(id)
        }}
        onMouseMove={() => arrivals.seen(id)}
      >
        {phone ? (
          <PhoneCells row={reservation} />
        ) : (
          row.getVisibleCells().map((cell) => (
            <div role="gridcell" key={cell.id} className={cell.column.id === 'party' ? 'party' : undefined}>
              {cell.column.id === 'act' ? mayMove ? <ActButton row={reservation} onAct={onAct} /> : null : <FlexRender cell={cell} />}
            </div>
          ))
        )}
        {mark?.kind === 'new' ? (
          <span className="dot">
            <VisuallyHidden>{t('mark.new')}</VisuallyHidden>
          </span>
        ) : null}
      </div>
    )
  },
  (a, b) =>
    a.row.original === b.row.original &&
    a.index === b.index &&
    a.current === b.current &&
    a.selected === b.selected &&
    a.phone === b.phone &&
    a.mayMove === b.mayMove &&
    a.onOpen === b.onOpen &&
    a.onAct === b.onAct &&
    a.shape === b.shape,
)
