/* Rows are placed by hand in a list of any length, which a table's own elements do not allow; the grid hears their keys. */
/* oxlint-disable jsx-a11y/no-static-element-interactions */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ErrorState } from '../ErrorState.tsx'
import { RowsSkeleton } from '../Skeletons.tsx'
import { useWidth } from '../use-width.ts'
import { choicePx, type Column, columnsThatFit, type ListRows } from './columns.ts'
import { DataRow, EmptyPlace } from './DataRow.tsx'
import { Heads } from './Heads.tsx'
import { ListFrame, phoneRowHeight, rowHeight } from './list-styles.ts'

type Named = { readonly id: string }
export type Selection = { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void }
export type DataListProps<Row extends Named> = {
  /** What the list is, for who hears it. */
  label: string
  rows: ListRows<Row>
  /** Those that are shown (`useColumns`), in their order. */
  columns: readonly Column<Row>[]
  sort?: string
  onSort?: (sort: string) => void
  /** By click or Enter. */
  onOpen?: (row: Row) => void
  selectedId?: string | undefined
  /** A row in one line, for who hears it. */
  rowLabel: (row: Row) => string
  /** A row on a screen too narrow for columns. */
  phone: (row: Row) => ReactNode
  empty: ReactNode
  selection?: Selection
}

/** Browsers end a page at some thirty million pixels, and nobody scrolls further than this. */
const placesShown = 100_000
const phoneWidth = 560
const jumps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity }

const toggled = (ids: ReadonlySet<string>, id: string): Set<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The rows on the screen and around it; what nobody scrolled to yet is asked for. */
const usePlaces = <Row extends Named>(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, total, name, ensure }: ListRows<Row>,
  height: number,
) => {
  // It changes in place and is asked anew at every drawing.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: Math.min(total, placesShown),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? `place-${index}`,
    overscan: 6,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, height])
  // Another question is answered from its top.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [name, scroller])
  const items = virtual.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1]
  useEffect(() => {
    if (to > from) ensure(from, to + 40)
  }, [ensure, from, to])
  return { virtual, items }
}

/** One row is reached by Tab, the others from it by the arrows. */
type Virtual = ReturnType<typeof usePlaces>['virtual']
const useRoving = (scroller: RefObject<HTMLDivElement | null>, total: number, virtual: Virtual) => {
  const [current, setCurrent] = useState(0)
  const wanted = useRef<number>(undefined)
  const last = Math.min(total, placesShown) - 1
  useEffect(() => {
    if (wanted.current === undefined) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-place="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  })
  const step = (by: number): void => {
    const next = Math.max(0, Math.min(last, by === -Infinity ? 0 : by === Infinity ? last : current + by))
    wanted.current = next
    virtual.scrollToIndex(next)
    setCurrent(next)
  }
  return { current: Math.min(current, Math.max(0, last)), setCurrent, step }
}

/** A list of any length over an endpoint that answers pages: columns, sorting, keys, choosing, and every state it can be in. */
export const DataList = <Row extends Named>(props: DataListProps<Row>) => {
  const { label, rows, columns, sort, onSort, onOpen, selectedId, rowLabel, phone, empty, selection } = props
  const [ref, width] = useWidth()
  const narrow = width > 0 && width < phoneWidth
  const scroller = useRef<HTMLDivElement>(null)
  const { virtual, items } = usePlaces(scroller, rows, narrow ? phoneRowHeight : rowHeight)
  const { current, setCurrent, step } = useRoving(scroller, rows.total, virtual)
  const shown = columnsThatFit(columns, { width, choice: selection !== undefined })
  const tracks = narrow
    ? selection
      ? `${choicePx}px minmax(0, 1fr)`
      : 'minmax(0, 1fr)'
    : [...(selection ? [`${choicePx}px`] : []), ...shown.map((one) => one.width)].join(' ')
  const loaded = rows.rows.flatMap((row) => (row ? [row.id] : []))
  const chosenHere = selection ? loaded.filter((id) => selection.ids.has(id)).length : 0
  const toggle = (id: string): void => selection?.onChange(toggled(selection.ids, id))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target as HTMLElement).dataset['place']) return
    const by = jumps[event.key]
    const row = rows.rows[current]
    if (by !== undefined) step(by)
    else if (event.key === 'Enter' && row && onOpen) onOpen(row)
    else if (event.key === ' ' && row && (selection || onOpen)) {
      if (selection) toggle(row.id)
      else onOpen?.(row)
    } else return
    event.preventDefault()
  }
  const none = !rows.loading && rows.total === 0
  return (
    <ListFrame ref={ref}>
      <div
        // A grid without a row is none.
        role={none ? 'region' : 'grid'}
        {...(none ? {} : { 'aria-rowcount': rows.total + 1, 'aria-multiselectable': selection ? true : undefined })}
        className="grid"
        aria-label={label}
        aria-busy={rows.loading || rows.stale}
        style={{ ['--tracks' as string]: tracks }}
        onKeyDown={onKeyDown}
      >
        {narrow || none || width === 0 ? null : (
          <Heads
            columns={shown}
            sort={sort}
            onSort={onSort}
            chosen={selection ? (chosenHere === 0 ? 'none' : chosenHere === loaded.length ? 'all' : 'some') : undefined}
            onChooseAll={() => selection?.onChange(chosenHere === loaded.length ? new Set() : new Set([...selection.ids, ...loaded]))}
          />
        )}
        <div className="scroll" ref={scroller} role="presentation">
          {rows.loading ? <RowsSkeleton rows={12} /> : null}
          {none ? rows.error ? <ErrorState error={rows.error} onRetry={rows.retry} /> : empty : null}
          <div role="presentation" className={rows.stale ? 'places stale' : 'places'} style={{ height: virtual.getTotalSize() }}>
            {items.map(({ key, index, start, size }) => {
              const row = rows.rows[index]
              return (
                <div key={key} className="place" role="presentation" style={{ height: size, transform: `translateY(${start}px)` }}>
                  {row ? (
                    <DataRow
                      row={row}
                      place={index}
                      columns={narrow ? undefined : shown}
                      phone={phone}
                      label={rowLabel(row)}
                      current={index === current}
                      selected={row.id === selectedId || selection?.ids.has(row.id) === true}
                      onCurrent={setCurrent}
                      onOpen={onOpen}
                      onToggle={selection ? toggle : undefined}
                    />
                  ) : (
                    <EmptyPlace place={index} />
                  )}
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </ListFrame>
  )
}
