import { mdiAccountGroupOutline, mdiChevronDown, mdiChevronRight, mdiSquare, mdiTableFurniture, mdiTriangle } from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/reservations'
import { availability, type ServiceDay } from '@tablewire/contracts/venues'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatNumber, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { useWidth } from '#src/kit/use-width.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import { type DayColumn, dayColumns, nowInColumns } from './day-columns.ts'
import { DayCard } from './DayCard.tsx'
import { columnGap, columnWidth, DayRoot } from './DayCard.tsx'
import { coversOf, laneOf } from './reservation-flags.ts'
import { type Lane, lanes } from './reservation-search.ts'
import type { Moves } from './use-moves.ts'
import { type Say, useT } from './use-t.ts'

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

const Used = ({ icon, used, limit, label }: { icon: string; used: number; limit: number | null; label: string }) => {
  const state = limit === null || used < limit ? '' : used > limit ? 'over' : 'full'
  return (
    <span className={`used ${state}`}>
      <Icon path={state === 'over' ? mdiTriangle : state === 'full' ? mdiSquare : icon} size={13} label={label} />
      {limit === null ? formatNumber(used) : `${formatNumber(used)} / ${formatNumber(limit)}`}
    </span>
  )
}

const Head = ({ column: { startsLocal, interval, rows }, t, first = false }: { column: DayColumn; t: Say; first?: boolean }) => {
  const covers = interval?.covers ?? rows.reduce((sum, row) => sum + coversOf(row), 0)
  const parties = interval?.parties ?? rows.filter((row) => coversOf(row) > 0).length
  return (
    <div className={first ? 'head first' : 'head'}>
      <b>{localTime(startsLocal)}</b>
      <Used icon={mdiAccountGroupOutline} used={covers} limit={interval?.coversMax ?? null} label={t('day.covers')} />
      <Used icon={mdiTableFurniture} used={parties} limit={interval?.partiesMax ?? null} label={t('day.parties')} />
    </div>
  )
}

/** Shift names over the columns they span; a gap between shifts belongs to none. */
const shiftsOver = (columns: readonly DayColumn[]): { name: string; from: number; to: number }[] => {
  const spans: { name: string; from: number; to: number }[] = []
  for (const [index, { shiftName }] of columns.entries()) {
    const last = spans.at(-1)
    if (last && last.name === shiftName && last.to === index) last.to = index + 1
    else if (shiftName) spans.push({ name: shiftName, from: index, to: index + 1 })
  }
  return spans
}

/** Keys walk over the cards as they lie: up and down in a column, left and right to the next one that has any. */
const neighbour = (root: HTMLElement, from: HTMLElement, key: string): HTMLElement | undefined => {
  const cards = [...root.querySelectorAll<HTMLElement>('[data-reservation]')]
  const at = cards.indexOf(from)
  const { lane, column } = from.dataset
  if (key === 'ArrowDown') return cards[at + 1]
  if (key === 'ArrowUp') return cards[at - 1]
  const inLane = cards.filter((card) => card.dataset['lane'] === lane)
  const distance = (card: HTMLElement): number => Number(card.dataset['column']) - Number(column)
  const [onKey, backKey] = document.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  if (key === onKey) return inLane.find((card) => distance(card) > 0)
  if (key !== backKey) return undefined
  const left = inLane.findLast((card) => distance(card) < 0)
  return left && inLane.find((card) => card.dataset['column'] === left.dataset['column'])
}

export const DayView = ({ venueId, zone, date, rows, loading, selectedId, moves, nav, empty, onOpen }: DayViewProps) => {
  const t = useT()
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
  const firstOpen = rows.find((row) => laneOf(row) !== 'done' || doneOpen)?.id
  const tabStop = rows.some(({ id }) => id === currentId) ? currentId : firstOpen

  // The evening begins where it stands: the column of now a little from the left edge.
  const ready = columns.length > 0
  useEffect(() => {
    if (!ready || agenda || !root.current || line === undefined) return
    // Where the page is mirrored the way on leads into the negative.
    const on = document.dir === 'rtl' ? -1 : 1
    root.current.scrollLeft = on * Math.max(0, (line.index - 1) * (columnWidth + columnGap))
    // oxlint-disable-next-line react/exhaustive-deps -- once per day shown, not with every minute
  }, [ready, agenda, date, venueId])

  const focusCard = (card: HTMLElement | undefined | null): void => {
    card?.focus()
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  useImperativeHandle(nav, () => ({
    step: (by) => {
      const cards = [...(root.current?.querySelectorAll<HTMLElement>('[data-reservation]') ?? [])]
      const at = cards.findIndex((card) => card.dataset['reservation'] === currentId)
      focusCard(cards[at < 0 ? 0 : Math.max(0, Math.min(cards.length - 1, at + by))])
    },
    focus: (id) => focusCard(root.current?.querySelector<HTMLElement>(`[data-reservation="${id ?? currentId}"]`)),
  }))
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const from = event.target as HTMLElement
    if (event.altKey || event.ctrlKey || event.metaKey || from.dataset['reservation'] === undefined || !root.current) return
    const next = neighbour(root.current, from, event.key)
    if (!next) return
    event.preventDefault()
    focusCard(next)
  }

  if (loading || (service.isPending && !service.error)) return <DayRoot>{<RowsSkeleton />}</DayRoot>
  if (service.error && !day) return <ErrorState error={service.error} onRetry={() => void service.refetch()} />
  if (columns.length === 0) return <DayRoot>{empty}</DayRoot>

  const nowAt =
    line && !agenda
      ? `calc(12px + (100% - 24px + ${columnGap}px) / ${columns.length} * ${line.index + line.part} - ${line.part * columnGap}px)`
      : undefined
  const cardsOf = (column: DayColumn, index: number, lane: Lane) =>
    column.rows
      .filter((row) => laneOf(row) === lane)
      .map((row) => (
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
      ))
  const laneBody = (lane: Lane, inLane: readonly ReservationRow[]): ReactNode => {
    if (lane === 'done' && !doneOpen) return null
    if (inLane.length === 0) return <p>{t(`lane.${lane}Empty`)}</p>
    if (!agenda)
      return (
        <div className="columns">
          {columns.map((column, index) => (
            <ul key={column.startsLocal} aria-label={localTime(column.startsLocal)}>
              {cardsOf(column, index, lane)}
            </ul>
          ))}
        </div>
      )
    return (
      <div className="agenda">
        {columns.map((column, index) => {
          const cards = cardsOf(column, index, lane)
          return (
            <div key={column.startsLocal}>
              {cards.length > 0 ? <Head column={column} t={t} /> : null}
              {cards.length > 0 ? <ul>{cards}</ul> : null}
              {lane === 'expected' && line?.index === index ? <div className="now" /> : null}
            </div>
          )
        })}
      </div>
    )
  }
  return (
    <DayRoot
      ref={root}
      style={{
        ['--columns' as string]: `repeat(${columns.length}, minmax(0, 1fr))`,
        ['--board' as string]: `${columns.length * (columnWidth + columnGap) + 16}px`,
      }}
      onKeyDown={onKeyDown}
    >
      <div ref={measured} style={{ position: 'sticky', left: 0, height: 0 }} />
      <div className={agenda ? undefined : 'board'}>
        {agenda ? null : (
          <div className="heads">
            {shiftsOver(columns).map(({ name, from, to }) => (
              <div key={`${name}${from}`} className="shift" style={{ gridColumn: `${from + 1} / ${to + 1}` }}>
                <span>{name}</span>
              </div>
            ))}
            {columns.map((column, index) => (
              <Head key={column.startsLocal} column={column} t={t} first={column.shiftName !== columns[index - 1]?.shiftName} />
            ))}
            {nowAt === undefined ? null : (
              <span className="clock" style={{ left: nowAt }}>
                {wallClock(zone, now).slice(11)}
              </span>
            )}
          </div>
        )}
        {nowAt === undefined ? null : <div className="now" style={{ left: nowAt }} />}
        {lanes.map((lane) => {
          const inLane = rows.filter((row) => laneOf(row) === lane)
          const covers = inLane.reduce((sum, row) => sum + coversOf(row), 0)
          return (
            <section key={lane} className="lane" aria-label={t(`lane.${lane}`)}>
              <h2>
                {lane === 'done' ? (
                  <button type="button" aria-expanded={doneOpen} onClick={() => setDoneOpen(!doneOpen)}>
                    <Icon path={doneOpen ? mdiChevronDown : mdiChevronRight} size={18} />
                    {t('lane.done')}
                  </button>
                ) : (
                  t(`lane.${lane}`)
                )}
                <small>
                  {t('parties', { count: inLane.length })} · {t('covers', { count: covers })}
                </small>
              </h2>
              {laneBody(lane, inLane)}
            </section>
          )
        })}
      </div>
    </DayRoot>
  )
}
