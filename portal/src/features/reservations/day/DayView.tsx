import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { availability, type ServiceDay } from '@tablewire/contracts/estate/venues'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { localTime } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { useWidth } from '#src/kit/use-width.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import { boardEdge, type DayColumn, dayColumns, nowInColumns, opensAtColumn, placeColumns } from './day-columns.ts'
import { DayRoot } from './day-styles.ts'
import { DayCard } from './DayCard.tsx'
import { DayHeaders } from './DayHeaders.tsx'
import { DayLane } from './DayLane.tsx'
import { useDayKeys } from './use-day-keys.ts'
import { laneOf } from '../reservation-flags.ts'
import { lanes } from '../reservation-search.ts'
import type { Moves } from '../use-moves.ts'

type DayViewProps = {
  venueId: string
  zone: string
  date: string
  rows: readonly ReservationRow[]
  loading: boolean
  selectedId: string | undefined
  moves: Moves
  nav: RefObject<ListNav | null>
  empty: ReactNode
  onOpen: (id: string, byKey: boolean) => void
}

const agendaWidth = 640

type Opening = { starts: readonly number[]; at: number; shown: string }

/** The evening begins where it stands, once per day shown. */
const useOpening = (root: RefObject<HTMLDivElement | null>, { starts, at, shown }: Opening): void => {
  useEffect(() => {
    if (shown === '' || !root.current) return
    // Where the page is mirrored the way on leads into the negative.
    const on = document.dir === 'rtl' ? -1 : 1
    root.current.scrollLeft = on * ((starts[at] ?? 0) - boardEdge)
    // oxlint-disable-next-line react/exhaustive-deps -- once per day shown, not with every minute
  }, [shown])
}

type BoardOf = { columns: readonly DayColumn[]; line: ReturnType<typeof nowInColumns>; width: number; doneOpen: boolean }

/** How wide each column is, and at which the day opens. */
const boardOf = ({ columns, line, width, doneOpen }: BoardOf) => {
  const cards = columns.map((column) => column.rows.some((row) => laneOf(row) !== 'done' || doneOpen))
  const board = placeColumns(cards, width)
  const seated = columns.findIndex((column) => column.rows.some((row) => laneOf(row) === 'seated'))
  const at = opensAtColumn({ starts: board.starts, now: line?.index, seated, first: cards.indexOf(true), availablePx: width })
  return { ...board, at, nowAt: line && board.starts[line.index]! + board.widths[line.index]! * line.part }
}

const tabStopOf = (rows: readonly ReservationRow[], currentId: string | undefined, doneOpen: boolean): string | undefined =>
  rows.some(({ id }) => id === currentId) ? currentId : rows.find((row) => laneOf(row) !== 'done' || doneOpen)?.id

export const DayView = ({ venueId, zone, date, rows, loading, selectedId, moves, nav, empty, onOpen }: DayViewProps) => {
  const now = useNow()
  const root = useRef<HTMLDivElement>(null)
  const [measured, width] = useWidth()
  const agenda = width > 0 && width < agendaWidth
  const service = useEndpoint(availability.service, { params: { id: venueId }, query: { date } })
  const [doneOpen, setDoneOpen] = useState(false)
  const [currentId, setCurrentId] = useState<string>()
  const day: ServiceDay | undefined = service.data
  const columns = useMemo(() => (day ? dayColumns(day, rows, now) : []), [day, rows, now])
  const line = nowInColumns(columns, wallClock(zone, now))
  const tabStop = tabStopOf(rows, currentId, doneOpen)
  const board = boardOf({ columns, line, width, doneOpen })
  useOpening(root, { ...board, shown: columns.length > 0 && width > 0 && !agenda ? `${venueId} ${date}` : '' })
  const onKeyDown = useDayKeys({ root, nav, currentId })

  if (loading || (service.isPending && !service.error)) return <DayRoot>{<RowsSkeleton />}</DayRoot>
  if (service.error && !day) return <ErrorState error={service.error} onRetry={() => void service.refetch()} />
  if (columns.length === 0) return <DayRoot>{empty}</DayRoot>

  const nowAt = agenda ? undefined : board.nowAt
  const card = (row: ReservationRow, column: DayColumn, index: number): ReactNode => (
    <DayCard
      key={row.id}
      row={row}
      column={index}
      columnTime={localTime(column.startsLocal)}
      current={row.id === tabStop}
      selected={row.id === selectedId}
      mayMove={moves.mayMove}
      onOpen={onOpen}
      onCurrent={setCurrentId}
      onAct={moves.act}
    />
  )
  const style = {
    '--columns': board.widths.map((one) => `${one}px`).join(' '),
    '--board': `${board.width}px`,
  }
  return (
    <DayRoot ref={root} style={style as object} onKeyDown={onKeyDown}>
      <div ref={measured} style={{ position: 'sticky', left: 0, height: 0 }} />
      <div className={agenda ? undefined : 'board'}>
        {agenda ? null : <DayHeaders columns={columns} nowAt={nowAt} clock={wallClock(zone, now).slice(11)} />}
        {nowAt === undefined ? null : <div className="now" style={{ insetInlineStart: nowAt }} />}
        {lanes.map((lane) => (
          <DayLane
            key={lane}
            lane={lane}
            rows={rows}
            columns={columns}
            agenda={agenda}
            nowIndex={line?.index}
            open={lane === 'done' ? doneOpen : undefined}
            onToggle={() => setDoneOpen(!doneOpen)}
            card={card}
          />
        ))}
      </div>
    </DayRoot>
  )
}
