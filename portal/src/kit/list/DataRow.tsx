/* Rows are placed by hand in a list of any length, which a table's own elements do not allow; the grid hears their keys. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- as above */
import Checkbox from '@mui/material/Checkbox'
import { memo, type ReactNode } from 'react'
import { useOfficeT } from '../office/use-office-t.ts'
import { Skeleton } from '../Skeletons.tsx'
import type { Column } from './columns.ts'

/** What a list adds to the element of a row, for its styles and for keys that look for it. */
export type RowMarks = { readonly className?: string } & { readonly [name: `data-${string}`]: string }
export type RowParts<Row> = {
  /** A row on a screen too narrow for columns. */
  phone: (row: Row) => ReactNode
  marks?: ((row: Row) => RowMarks) | undefined
  /** Stands in the row beside its cells, such as the dot of a new one. */
  sign?: ((row: Row) => ReactNode) | undefined
  /** Somebody pointed at the row or gave it the focus. */
  onSeen?: ((row: Row) => void) | undefined
  onOpen?: ((row: Row, byKey: boolean) => void) | undefined
}

type DataRowProps<Row> = RowParts<Row> & {
  row: Row
  /** Its place in the whole list, from 0. */
  place: number
  /** Undefined on a screen too narrow for them. */
  columns: readonly Column<Row>[] | undefined
  label: string | undefined
  current: boolean
  /** Shown beside the list now. */
  opened: boolean
  /** Undefined where nothing can be chosen. */
  chosen: boolean | undefined
  onCurrent: (id: string) => void
  /** `range`: with all from the row toggled before it. */
  onToggle: ((id: string, range?: boolean) => void) | undefined
}

/** Plain words that do not fit end in dots, not in half a letter. */
const clipped = (content: ReactNode): ReactNode => (typeof content === 'string' ? <span className="clip">{content}</span> : content)

const Choice = ({ checked, label, onToggle }: { checked: boolean; label: string; onToggle: (range: boolean) => void }) => {
  const t = useOfficeT()
  return (
    <div role="gridcell">
      <Checkbox
        size="small"
        tabIndex={-1}
        checked={checked}
        // With Shift the browser would mark the words of all rows between.
        onMouseDown={(event) => (event.shiftKey ? event.preventDefault() : undefined)}
        onClick={(event) => event.stopPropagation()}
        onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey)}
        slotProps={{ input: { 'aria-label': t('list.choose', { name: label }) } }}
        sx={{ padding: 0.5 }}
      />
    </div>
  )
}

const Row = <Data extends { readonly id: string }>(props: DataRowProps<Data>) => {
  const { row, place, columns, phone, label, current, opened, chosen, marks, sign, onSeen, onCurrent, onOpen, onToggle } = props
  const { className, ...data } = marks?.(row) ?? {}
  return (
    <div
      role="row"
      {...data}
      className={['line', 'row', ...(columns ? [] : ['phone']), ...(onOpen ? ['opens'] : []), ...(className ? [className] : [])].join(' ')}
      data-place={place}
      data-id={row.id}
      aria-rowindex={place + 2}
      aria-selected={opened || chosen === true}
      aria-label={label}
      tabIndex={current ? 0 : -1}
      onClick={() => onOpen?.(row, false)}
      onFocus={() => {
        onCurrent(row.id)
        onSeen?.(row)
      }}
      onMouseMove={onSeen ? () => onSeen(row) : undefined}
    >
      {onToggle ? <Choice checked={chosen === true} label={label ?? ''} onToggle={(range) => onToggle(row.id, range)} /> : null}
      {columns ? (
        columns.map((column) => (
          <div key={column.id} role="gridcell" className={column.align}>
            {clipped(column.cell(row))}
          </div>
        ))
      ) : (
        <div role="gridcell" className="card">
          {phone(row)}
        </div>
      )}
      {sign?.(row)}
    </div>
  )
}

/** Memoized: callers that pass stable functions scroll cheaply. */
export const DataRow = memo(Row) as typeof Row

const widths = ['46%', '38%', '54%', '42%', '50%']

type EmptyPlaceProps = { place: number; columns: readonly { id: string }[] | undefined; choice: boolean; height: number }

/** Placeholder of a row that is not loaded yet. */
export const EmptyPlace = ({ place, columns, choice, height }: EmptyPlaceProps) => (
  <div className="line empty" aria-hidden="true" style={{ height }}>
    {choice ? <span /> : null}
    {(columns ?? [undefined]).map((column, index) => (
      <Skeleton key={column?.id ?? ''} width={widths[(place + index) % widths.length]!} height={index === 0 ? 16 : 12} />
    ))}
  </div>
)
