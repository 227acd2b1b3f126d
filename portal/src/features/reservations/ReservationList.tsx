import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { type ReactNode, type RefObject, useCallback, useMemo } from 'react'
import { formatDate } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { DataList, type ListView } from '#src/kit/list/DataList.tsx'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { EveningSummary, type EveningSummaryProps } from './evening/EveningSummary.tsx'
import { PhoneCells, useReservationColumns } from './reservation-columns.tsx'
import { laneOf } from './reservation-flags.ts'
import { ReservationFrame } from './reservation-list-styles.ts'
import type { Search, Sort } from './reservation-search.ts'
import { type Grouping, groupsOf, type RowGroup, type RowsWindow } from './rows-window.ts'
import { arrivals, fadeDelay, useMark, useMarks } from './use-live-reservations.ts'
import type { Moves } from './use-moves.ts'
import type { ReservationRows } from './use-reservation-rows.ts'
import { useSeatsLive } from './seating/use-seat-name.ts'
import { useT } from './use-t.ts'
import { useZones } from './VenuePicker.tsx'

/** `Sat 21 Nov 20:00 – 12 parties · 41 guests` above the rows of that hour. */
const GroupHead = ({ group: { day, hour, own, parties, covers, off, complete }, withDay }: { group: RowGroup; withDay: boolean }) => {
  const t = useT()
  return (
    <>
      <b>
        {withDay ? `${formatDate(day)}  ` : ''}
        {own ? t('group.ownTime', { time: hour }) : hour}
      </b>
      {complete ? (
        <span>
          {[
            ...(parties > 0 || off === 0 ? [t('parties', { count: parties }), t('covers', { count: covers })] : []),
            ...(off > 0 ? [t('off', { count: off })] : []),
          ].join(' · ')}
        </span>
      ) : null}
    </>
  )
}

/** Stands in a row that just came or changed. */
const ArrivalSign = ({ id }: { id: string }) => {
  const t = useT()
  const mark = useMark(id)
  const delay = useMemo(() => fadeDelay(mark), [mark])
  if (!mark) return null
  return (
    <>
      <span className="fresh" aria-hidden="true" style={{ ['--delay' as string]: delay }} />
      {mark.kind === 'new' ? (
        <span className="dot">
          <VisuallyHidden>{t('mark.new')}</VisuallyHidden>
        </span>
      ) : null}
    </>
  )
}

/** What just came in where nobody is looking: how many, in which direction, and the way there. */
const NewRows = ({ rows, view }: { rows: RowsWindow['rows']; view: ListView }) => {
  const t = useT()
  const fresh = [...useMarks()].filter(([, { kind }]) => kind === 'new').map(([id]) => rows.findIndex((row) => row?.id === id))
  const above = fresh.filter((place) => view.sideOf(place) === 'above')
  const below = fresh.filter((place) => view.sideOf(place) === 'below')
  return (
    <>
      {above.length > 0 ? (
        <button type="button" className="pill" style={{ top: 46 }} onClick={() => view.show(Math.max(...above))}>
          <Icon path={mdiArrowUp} size={16} />
          {t('new.above', { count: above.length })}
        </button>
      ) : null}
      {below.length > 0 ? (
        <button type="button" className="pill" style={{ bottom: 12 }} onClick={() => view.show(Math.min(...below))}>
          <Icon path={mdiArrowDown} size={16} />
          {t('new.below', { count: below.length })}
        </button>
      ) : null}
    </>
  )
}

const isOff = ({ status }: ReservationRow): boolean =>
  status === 'canceled' || status === 'rejected' || status === 'no_show' || status === 'expired'

const marksOf = (row: ReservationRow) => ({
  'data-reservation': row.id,
  'data-lane': laneOf(row),
  ...(isOff(row) ? { className: 'off' } : {}),
})
/** Where all rows are of one venue, none names it. */
const marksOfOne = (row: ReservationRow) => ({ ...marksOf(row), className: isOff(row) ? 'off one-venue' : 'one-venue' })
const signOf = ({ id }: ReservationRow) => <ArrivalSign id={id} />
const seen = ({ id }: ReservationRow): void => arrivals.seen(id)

type ReservationListProps = {
  data: ReservationRows
  search: Search
  grouping: Grouping
  /** Heads name the day as well. */
  severalDays: boolean
  severalVenues: boolean
  moves: Moves
  nav: RefObject<ListNav | null>
  empty: ReactNode
  /** Of one venue's day, whole: how it stands, in the room a short list leaves. */
  evening: EveningSummaryProps | undefined
  /** Now, where the list runs through today in time's order; a line is drawn there. */
  now: number | undefined
  /** The instant whose rows are shown first; what lies before is above. */
  openAt: number | undefined
  onSort: (sort: Sort) => void
  onOpen: (id: string, byKey: boolean) => void
  onCurrent: (id: string) => void
}

export const ReservationList = (props: ReservationListProps) => {
  const { data, search, grouping, severalDays, severalVenues, moves, nav, empty, evening, now, openAt, onSort, onOpen, onCurrent } = props
  const t = useT()
  const { rows, window } = data
  useSeatsLive(useZones().single?.id)
  const columns = useReservationColumns({ severalVenues, byCreation: search.sort.endsWith('createdAt'), moves })
  const groups = useMemo(() => {
    const heads = [...groupsOf(window, grouping)]
    // By the reader's clock one service may reach into the day before or after.
    const turns = (index: number): boolean => index > 0 && heads[index - 1]![1].day !== heads[index]![1].day
    return new Map(
      heads.map(([place, group], index) => [
        place,
        <GroupHead key={place} group={group} withDay={severalDays || (group.own && turns(index))} />,
      ]),
    )
  }, [window, grouping, severalDays])
  const firstAfter = (at: number | undefined): number =>
    at === undefined ? -1 : rows.findIndex((row) => row !== undefined && Date.parse(row.startsAt) > at)
  const open = useCallback(({ id }: ReservationRow, byKey: boolean) => onOpen(id, byKey), [onOpen])
  const { mayMove, act } = moves
  const onPhone = useCallback((row: ReservationRow) => <PhoneCells row={row} moves={{ mayMove, act }} />, [mayMove, act])
  const over = useCallback(
    (view: ListView) => (
      <>
        <NewRows rows={rows} view={view} />
        {evening ? <EveningSummary {...evening} /> : null}
      </>
    ),
    [rows, evening],
  )
  return (
    <DataList
      label={t('list.label')}
      rows={data}
      columns={columns}
      gap={12}
      sort={search.sort}
      onSort={(sort) => onSort(sort as Sort)}
      selectedId={search.id}
      phone={onPhone}
      marks={severalVenues ? marksOf : marksOfOne}
      sign={signOf}
      groups={groups}
      opensAt={firstAfter(openAt)}
      lineAt={firstAfter(now)}
      empty={empty}
      frame={ReservationFrame}
      nav={nav}
      onOpen={open}
      onStep={({ id }) => onCurrent(id)}
      onSeen={seen}
      over={over}
    />
  )
}
