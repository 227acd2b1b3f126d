/* Rows are placed by hand in a list of any length, which a table's own elements do not allow; the grid hears their keys. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- as above */
import { type ReactNode, type Ref, type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { ErrorState } from '../ErrorState.tsx'
import { RowsSkeleton } from '../Skeletons.tsx'
import { useWidth } from '../use-width.ts'
import { ChoiceBar, type Selection } from './ChoiceBar.tsx'
import { choicePx, type Column, columnsThatFit, gapPx, type ListRows } from './columns.ts'
import { DataRow, EmptyPlace, type RowParts } from './DataRow.tsx'
import { HeaderRow } from './HeaderRow.tsx'
import { groupHeight, ListFrame, phoneRowHeight, rowHeight } from './list-styles.ts'
import { type Choosing, useChoosing } from './use-choosing.ts'
import { type Places, usePlaces } from './use-places.ts'
import { type ListNav, useRoving } from './use-roving.ts'

type Identified = { readonly id: string }
/** Where things of the list are, for what is laid over it. */
export type ListView = { sideOf: (place: number) => 'above' | 'below' | undefined; show: (place: number) => void }

/** For lists that run in an order of their own, such as that of time. */
type Flow = {
  /** Place of the first row of a group → what stands over it. */
  groups?: ReadonlyMap<number, ReactNode> | undefined
  /** The place the list opens at whenever another question was answered. */
  opensAt?: number
  /** A line is drawn over this place. */
  lineAt?: number
}

export type DataListProps<Row extends Identified> = RowParts<Row> &
  Flow & {
    /** What the list is, for who hears it. */
    label: string
    rows: ListRows<Row>
    /** Those that are shown (`useColumns`), in their order. */
    columns: readonly Column<Row>[]
    /** Pixels between them. */
    gap?: number
    sort?: string
    onSort?: (sort: string) => void
    selectedId?: string | undefined
    /** A row in one line, for who hears it; without one its cells are read. */
    rowLabel?: (row: Row) => string
    empty: ReactNode
    selection?: Selection
    /** `ListFrame` with the styles of what stands in the cells; its `data-columns` names those there is room for. */
    frame?: typeof ListFrame
    nav?: Ref<ListNav>
    /** Keys led to this row. */
    onStep?: (row: Row) => void
    over?: (view: ListView) => ReactNode
  }

const phoneWidth = 560
const wideHeights = { row: rowHeight, head: groupHeight }
const phoneHeights = { row: phoneRowHeight, head: groupHeight }

const tracksOf = (columns: readonly { width: string }[] | undefined, choice: boolean): string =>
  [...(choice ? [`${choicePx}px`] : []), ...(columns ? columns.map(({ width }) => width) : ['minmax(0, 1fr)'])].join(' ')

type ListLayout<Row extends Identified> = Omit<ReturnType<typeof useListLayout<Row>>, 'measure'>
/** What the list's width has room for; `columns` is undefined where it has none for any. */
const useListLayout = <Row extends Identified>({ columns, selection, gap = gapPx }: DataListProps<Row>) => {
  const [ref, width] = useWidth()
  const choice = selection !== undefined
  const shown = useMemo(() => columnsThatFit(columns, { width, choice, gap }), [columns, width, choice, gap])
  const phone = width > 0 && width < phoneWidth
  const style: Record<string, string> = { '--tracks': tracksOf(phone ? undefined : shown, choice), '--gap': `${gap}px` }
  return { measure: ref, measured: width > 0, phone, columns: phone ? undefined : shown, style }
}

const useCurrent = (rows: readonly (Identified | undefined)[]) => {
  const [id, set] = useState<string>()
  const place = useMemo(() => (id === undefined ? -1 : rows.findIndex((row) => row?.id === id)), [rows, id])
  return { id, place, set }
}

/** What is opened from elsewhere is shown, and where Tab and the arrows go on from. */
const useOpenedInView = <Row extends Identified>(list: DataListProps<Row>, { virtual }: Places, current: ReturnType<typeof useCurrent>) => {
  const { rows, selectedId } = list
  const shown = useRef<string>(undefined)
  const place = useMemo(
    () => (selectedId === undefined || rows.loading || rows.stale ? -1 : rows.rows.findIndex((row) => row?.id === selectedId)),
    [rows, selectedId],
  )
  useEffect(() => {
    if (selectedId === undefined) shown.current = undefined
    if (selectedId === undefined || place < 0 || shown.current === selectedId) return
    shown.current = selectedId
    if (current.id === selectedId) return
    current.set(selectedId)
    virtual.scrollToIndex(place)
  }, [selectedId, place, current, virtual])
}

const viewOf = ({ virtual }: Places): ListView => ({
  sideOf: (place) => {
    const item = virtual.measurementsCache[place]
    const top = virtual.scrollOffset ?? 0
    if (!item) return undefined
    if (item.end <= top) return 'above'
    return item.start >= top + (virtual.scrollRect?.height ?? 0) ? 'below' : undefined
  },
  show: (place) => virtual.scrollToIndex(place, { align: 'center' }),
})

type PlacedRowsProps<Row extends Identified> = {
  list: DataListProps<Row>
  places: Places
  layout: ListLayout<Row>
  tabStop: number
  onCurrent: (id: string) => void
  choice: Choosing | undefined
}

/** The rows that are drawn, each at its place, with what stands over it. */
const PlacedRows = <Row extends Identified>({ list, places, layout, tabStop, onCurrent, choice }: PlacedRowsProps<Row>) => {
  const { rows, groups, lineAt = -1, rowLabel, selectedId, phone, marks, sign, onSeen, onOpen } = list
  const { columns } = layout
  const parts = { phone, marks, sign, onSeen, onOpen }
  const height = layout.phone ? phoneRowHeight : rowHeight
  return places.items.map(({ key, index, start, size }) => {
    const row = rows.rows[index]
    const group = groups?.get(index)
    return (
      <div key={key} className="place" role="presentation" style={{ height: size, transform: `translateY(${start}px)` }}>
        {index > 0 && index === lineAt ? <div className="nowline" /> : null}
        {group === undefined ? null : (
          <div role="row" className="group">
            <span role="gridcell" aria-colspan={columns?.length ?? 1}>
              {group}
            </span>
          </div>
        )}
        {row ? (
          <DataRow
            {...parts}
            row={row}
            place={index}
            columns={columns}
            label={rowLabel?.(row)}
            current={index === tabStop}
            opened={row.id === selectedId}
            chosen={choice?.isChosen(row.id)}
            onCurrent={onCurrent}
            onToggle={choice?.toggle}
          />
        ) : (
          <EmptyPlace place={index} columns={columns} choice={choice !== undefined} height={height} />
        )}
      </div>
    )
  })
}

type HeadsOfProps<Row extends Identified> = { list: DataListProps<Row>; layout: ListLayout<Row>; choice: Choosing | undefined }

/** Until the width is known the place of the heads is kept, so that nothing moves when they come. */
const HeadsOf = <Row extends Identified>({ list: { sort, onSort }, layout: { measured, columns }, choice }: HeadsOfProps<Row>) => {
  if (!measured) return <div className="heads to-come" aria-hidden="true" />
  if (!columns) return null
  return <HeaderRow columns={columns} sort={sort} onSort={onSort} chosen={choice?.chosen} onChooseAll={() => choice?.toggleAll()} />
}

/** A grid without a row is none. */
const roleOf = (none: boolean, total: number, choice: boolean) =>
  none ? { role: 'region' } : { role: 'grid', 'aria-rowcount': total + 1, 'aria-multiselectable': choice ? true : undefined }

/** While nothing in it takes the focus no key could scroll it. */
const scrollingOf = (loading: boolean) => (loading ? { overflow: 'hidden' } : undefined)

/** A grid holds rows and nothing else, also while they are under way. */
const LoadingRow = () => (
  <div role="row">
    <div role="gridcell">
      <RowsSkeleton rows={12} />
    </div>
  </div>
)

/** Rows that still answer the question before keep the focus and do nothing, whatever is pressed in them. */
const ignored = (event: SyntheticEvent): void => {
  event.preventDefault()
  event.stopPropagation()
}
const actingOf = (stale: boolean) => (stale ? { className: 'places stale', onClickCapture: ignored } : { className: 'places' })

/** A list of any length over an endpoint that answers pages: columns, sorting, keys, choosing, and every state it can be in. */
export const DataList = <Row extends Identified>(props: DataListProps<Row>) => {
  const { label, rows, empty, groups, opensAt = 0, nav, onStep, onOpen, over, selection, frame: Frame = ListFrame } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { measure, ...layout } = useListLayout(props)
  const current = useCurrent(rows.rows)
  const heights = layout.phone ? phoneHeights : wideHeights
  const places = usePlaces({ scroller, list: rows, heights, heads: groups, opensAt, kept: current.place })
  useOpenedInView(props, places, current)
  const choice = useChoosing(rows, selection)
  const roving = useRoving({ scroller, list: rows, places, current, nav, onStep, onOpen, onToggle: choice?.toggle })
  const { onKeyDown, onFocus, onBlur } = roving
  const none = !rows.loading && rows.total === 0
  return (
    <Frame ref={measure} style={layout.style} data-columns={layout.columns?.map(({ id }) => id).join(' ')}>
      <div {...roleOf(none, rows.total, choice !== undefined)} className="grid" aria-label={label} aria-busy={rows.loading || rows.stale}>
        {none ? null : <HeadsOf list={props} layout={layout} choice={choice} />}
        <div
          className="scroll"
          ref={scroller}
          role="presentation"
          style={scrollingOf(rows.loading)}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={onBlur}
        >
          {rows.loading ? <LoadingRow /> : null}
          {none ? <NoRows rows={rows} empty={empty} /> : null}
          <div role="presentation" {...actingOf(rows.stale)} style={{ height: places.virtual.getTotalSize() }}>
            {layout.measured ? (
              <PlacedRows list={props} places={places} layout={layout} tabStop={roving.tabStop} onCurrent={current.set} choice={choice} />
            ) : null}
          </div>
        </div>
      </div>
      {selection ? <ChoiceBar selection={selection} total={rows.total} /> : null}
      {over?.(viewOf(places))}
    </Frame>
  )
}

const NoRows = ({ rows: { error, retry }, empty }: { rows: ListRows<unknown>; empty: ReactNode }) =>
  error ? <ErrorState error={error} onRetry={retry} /> : empty
