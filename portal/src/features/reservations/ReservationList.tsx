/* Rows are placed by hand in a list of any length, which a table's own elements do not allow; the grid hears their keys. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus */
import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/reservations'
import { useTable } from '@tanstack/react-table'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { missingPage, pageSize } from '#src/api/rows-window.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Bone, RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useWidth } from '#src/kit/use-width.ts'
import { headHeight, ListRoot, phoneRowHeight, rowHeight } from './ListRoot.tsx'
import { type ColumnId, columnIds, columns, columnTracks, features } from './reservation-columns.tsx'
import type { Search, Sort } from './reservation-search.ts'
import { NewRows, ReservationListRow, RowGroupHead } from './ReservationListRow.tsx'
import { type Grouping, groupsOf, type RowGroup, type RowsWindow } from './rows-window.ts'
import type { Moves } from './use-moves.ts'
import type { ReservationRows } from './use-reservation-rows.ts'
import type { RowNav } from './use-reservations-page.ts'
import { useT } from './use-t.ts'

/** Browsers end a page at some thirty million pixels, and nobody scrolls further than this. */
const placesShown = 50_000

type VirtualRows = {
  scroller: RefObject<HTMLDivElement | null>
  window: RowsWindow
  groups: ReadonlyMap<number, RowGroup>
  heights: { row: number; head: number }
  /** Kept in the page wherever it is, so that its focus is not lost. */
  currentId: string | undefined
  /** A new question opens its list at the first row after an instant, or at its top; undefined while its answer is not there. */
  opening: { name: string; at: number | undefined } | undefined
}

const lookAt = (virtual: { scrollOffset: number | null }, top: number): unknown => Object.assign(virtual, { scrollOffset: top })

/** The first frame draws what is seen; what scrolling will want comes after it. */
const useSettledIn = (there: boolean): boolean => {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (!there) return undefined
    const timer = setTimeout(() => setSettled(true), 300)
    return () => clearTimeout(timer)
  }, [there])
  return settled
}

/** Places of known height, and a scroll position that stays with the rows on the screen when others come in above them. */
export const useVirtualRows = ({ scroller, window: { rows, total }, groups, heights, currentId, opening }: VirtualRows) => {
  const count = Math.min(total, placesShown)
  const settled = useSettledIn(count > 0)
  // Another function = places are measured anew.
  // oxlint-disable-next-line react/exhaustive-deps -- heads and heights move the places as well
  const keyOf = useCallback((index: number) => rows[index]?.id ?? `place-${index}`, [rows, groups, heights])
  const sizeOf = (index: number): number => heights.row + (groups.has(index) ? heights.head : 0)
  const currentIndex = useMemo(() => (currentId === undefined ? -1 : rows.findIndex((row) => row?.id === currentId)), [rows, currentId])
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    getItemKey: keyOf,
    overscan: settled ? 6 : 1,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (currentIndex < 0 || currentIndex >= count || indexes.includes(currentIndex)) return indexes
      return [...indexes, currentIndex].toSorted((a, b) => a - b)
    },
  })

  const { name, at } = opening ?? {}
  const openingTop = useMemo(() => {
    const index = at === undefined ? -1 : rows.findIndex((row) => row !== undefined && Date.parse(row.startsAt) > at)
    const top = index < 1 ? 0 : index * heights.row + [...groups.keys()].filter((head) => head < index).length * heights.head
    // The first frame shows these rows already, not the top of the list for a moment.
    if (name !== undefined) lookAt(virtual, top)
    return top
    // oxlint-disable-next-line react/exhaustive-deps -- once for each question, whatever comes into its answer later
  }, [name])
  useLayoutEffect(() => {
    if (name !== undefined && scroller.current && scroller.current.scrollTop !== openingTop) scroller.current.scrollTop = openingTop
  }, [name, openingTop, scroller])

  const anchor = useRef<{ key: string; top: number }>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    const { key, top } = anchor.current ?? {}
    if (!element || key === undefined || top === undefined || element.scrollTop <= 0) return
    const item = virtual.measurementsCache.find((one) => one?.key === key)
    const moved = item && item.start - top
    if (moved) element.scrollTop += moved
  }, [rows, groups, heights.row, scroller, virtual])
  const first = virtual.getVirtualItems().find((item) => item.end > (virtual.scrollOffset ?? 0) && rows[item.index])
  useLayoutEffect(() => {
    anchor.current = first && { key: String(first.key), top: first.start }
  })
  return { virtual, currentIndex }
}

type ReservationListProps = {
  data: ReservationRows
  search: Search
  grouping: Grouping
  /** Heads name the day as well. */
  severalDays: boolean
  severalVenues: boolean
  moves: Moves
  nav: RefObject<RowNav | null>
  empty: ReactNode
  /** Now, where the list runs through today in time's order; a line is drawn there. */
  now: number | undefined
  /** The instant whose rows are shown first; what lies before is above. */
  openAt: number | undefined
  onSort: (sort: Sort) => void
  onOpen: (id: string, byKey: boolean) => void
  onCurrent: (id: string) => void
}

const phoneWidth = 560
const heightsOf = (phone: boolean) => ({ row: phone ? phoneRowHeight : rowHeight, head: headHeight })
const wide = heightsOf(false)
const narrow = heightsOf(true)

const visibleColumns = (width: number, severalVenues: boolean, byCreation: boolean): Record<ColumnId, boolean> => {
  const shown = (id: ColumnId): boolean =>
    id === 'venue' && !severalVenues ? false : (id === 'created' && byCreation) || width >= columnTracks[id].from
  return Object.fromEntries(columnIds.map((id) => [id, shown(id)])) as Record<ColumnId, boolean>
}

const sortable: Partial<Record<ColumnId, 'startsAt' | 'createdAt'>> = { time: 'startsAt', created: 'createdAt' }

const Heads = ({ ids, sort, onSort }: { ids: readonly ColumnId[]; sort: Sort; onSort: (sort: Sort) => void }) => {
  const t = useT()
  return (
    <div className="line heads" role="row" aria-rowindex={1}>
      {ids.map((id) => {
        const field = sortable[id]
        const direction = field === undefined || !sort.endsWith(field) ? undefined : sort.startsWith('-') ? 'descending' : 'ascending'
        return (
          <div
            role="columnheader"
            key={id}
            aria-sort={direction}
            style={id === 'party' ? { textAlign: document.dir === 'rtl' ? 'left' : 'right', paddingInlineEnd: 6 } : undefined}
          >
            {field ? (
              <button type="button" onClick={() => onSort(direction === 'ascending' ? `-${field}` : field)}>
                {t(`column.${id}`)}
                {direction ? <Icon path={direction === 'ascending' ? mdiArrowUp : mdiArrowDown} size={14} /> : null}
              </button>
            ) : (
              t(`column.${id}`)
            )}
          </div>
        )
      })}
    </div>
  )
}

const SkeletonRow = ({ height, place }: { height: number; place: number }) => (
  <div className="line" style={{ height, gridTemplateColumns: '76px 40px 2fr 1fr' }} aria-hidden="true">
    <Bone width={48} height={16} />
    <Bone width={22} height={16} />
    <Bone width={`${44 + ((place * 17) % 40)}%`} />
    <Bone width="60%" />
  </div>
)

export const ReservationList = (props: ReservationListProps) => {
  const { data, search, grouping, severalDays, severalVenues, moves, nav, empty, now, openAt, onSort, onOpen, onCurrent } = props
  const t = useT()
  const scroller = useRef<HTMLDivElement>(null)
  const [root, width] = useWidth()
  const phone = width > 0 && width < phoneWidth
  const { rows, total } = data.window
  const byCreation = search.sort.endsWith('createdAt')
  const columnVisibility = useMemo(() => visibleColumns(width, severalVenues, byCreation), [width, severalVenues, byCreation])
  const ids = useMemo(() => columnIds.filter((id) => columnVisibility[id]), [columnVisibility])
  const shape = ids.join()
  const known = useMemo(() => rows.filter((row): row is ReservationRow => row !== undefined), [rows])
  const table = useTable({ features, columns, data: known, state: { columnVisibility }, getRowId: (row) => row.id })
  const groups = useMemo(() => groupsOf(data.window, grouping), [data.window, grouping])
  const [currentId, setCurrentId] = useState<string>()
  const heights = phone ? narrow : wide
  const opening = data.loading || data.stale ? undefined : { name: data.name, at: openAt }
  const { virtual, currentIndex } = useVirtualRows({ scroller, window: data.window, groups, heights, currentId, opening })
  const items = virtual.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? 0) + 1]
  const { ensure } = data
  // Each page that fills a hole shows the next one.
  const hole = missingPage(data.window, from, to + pageSize / 4)?.offset
  useEffect(() => ensure(from, to, hole), [ensure, from, to, hole])

  const nowIndex = useMemo(
    () => (now === undefined ? -1 : rows.findIndex((row) => row !== undefined && Date.parse(row.startsAt) > now)),
    [rows, now],
  )
  const focusRow = (id: string, index: number): void => {
    setCurrentId(id)
    onCurrent(id)
    virtual.scrollToIndex(index, { align: 'auto' })
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-reservation="${id}"]`)?.focus({ preventScroll: true }))
  }
  /** The row whose place was taken away under the focus hands it to the one that moved up. */
  const lastIndex = useRef(-1)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (currentIndex >= 0) {
      lastIndex.current = currentIndex
      return
    }
    const next = currentId === undefined ? undefined : (rows[lastIndex.current] ?? rows[lastIndex.current - 1])
    if (next && hadFocus.current) focusRow(next.id, lastIndex.current)
  })
  const step = (by: number): void => {
    const start = currentIndex < 0 ? (by > 0 ? -1 : 0) : currentIndex
    const index = Math.max(0, Math.min(total - 1, start + by))
    const row = rows[index]
    if (row) focusRow(row.id, index)
  }
  useImperativeHandle(nav, () => ({
    step,
    focus: (id) => {
      const index = id === undefined ? currentIndex : rows.findIndex((row) => row?.id === id)
      const row = rows[Math.max(0, index)]
      if (row) focusRow(row.id, Math.max(0, index))
    },
  }))

  const jumps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -total, End: total }
  const tabStop = currentIndex < 0 ? rows[items.find((item) => item.end > (virtual.scrollOffset ?? 0))?.index ?? 0]?.id : currentId
  const empties = !data.loading && !data.error && total === 0
  return (
    <ListRoot
      ref={root}
      style={{ ['--tracks' as string]: phone ? '60px 36px minmax(0, 1fr)' : ids.map((id) => columnTracks[id].track).join(' ') }}
    >
      <div
        role="grid"
        aria-label={t('list.label')}
        aria-rowcount={total + 1}
        aria-busy={data.loading || data.stale}
        style={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
        onFocus={() => (hadFocus.current = true)}
        onBlur={() => (hadFocus.current = false)}
        onKeyDown={(event) => {
          const by = jumps[event.key]
          const id = (event.target as HTMLElement).dataset['reservation']
          if (event.altKey || event.ctrlKey || event.metaKey || id === undefined) return
          if (by !== undefined) step(by)
          else if (event.key === 'Enter' || event.key === ' ') onOpen(id, true)
          else return
          event.preventDefault()
        }}
      >
        {/* Until the width is known its place is kept, so that nothing moves when it comes. */}
        {width === 0 && !empties ? <div className="heads to-come" aria-hidden="true" /> : null}
        {phone || empties || width === 0 ? null : <Heads ids={ids} sort={search.sort} onSort={onSort} />}
        <div className="scroll" ref={scroller} role="presentation">
          {data.loading ? <RowsSkeleton rows={12} /> : null}
          {empties ? empty : null}
          <div
            role="presentation"
            className={data.stale ? 'stale' : undefined}
            style={{ position: 'relative', height: virtual.getTotalSize() }}
          >
            {items.map((item) => {
              const reservation = rows[item.index]
              const group = groups.get(item.index)
              return (
                <div
                  key={item.key}
                  className="place"
                  role="presentation"
                  style={{ height: item.size, transform: `translateY(${item.start}px)` }}
                >
                  {item.index === nowIndex && nowIndex > 0 ? <div className="nowline" /> : null}
                  {group ? <RowGroupHead group={group} withDay={severalDays} columns={ids.length} /> : null}
                  {reservation ? (
                    <ReservationListRow
                      row={table.getRow(reservation.id)}
                      index={item.index}
                      current={reservation.id === tabStop}
                      selected={reservation.id === search.id}
                      phone={phone}
                      shape={shape}
                      mayMove={moves.mayMove}
                      onOpen={onOpen}
                      onCurrent={setCurrentId}
                      onAct={moves.act}
                    />
                  ) : (
                    <SkeletonRow height={heights.row} place={item.index} />
                  )}
                </div>
              )
            })}
          </div>
        </div>
      </div>
      <NewRows window={data.window} virtual={virtual} onGo={(index) => virtual.scrollToIndex(index, { align: 'center' })} />
    </ListRoot>
  )
}
