/* Rows are placed by hand in a list of any length, which a table's own elements do not allow; the grid hears their keys. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */
import Checkbox from '@mui/material/Checkbox'
import type { ReactNode } from 'react'
import { useOfficeT } from '../office/use-office-t.ts'
import { Bone } from '../Skeletons.tsx'
import type { Column } from './columns.ts'

type DataRowProps<Row> = {
  row: Row
  /** Its place in the whole list, from 0. */
  place: number
  /** Undefined on a screen too narrow for them. */
  columns: readonly Column<Row>[] | undefined
  phone: (row: Row) => ReactNode
  label: string
  current: boolean
  selected: boolean
  onCurrent: (place: number) => void
  onOpen: ((row: Row) => void) | undefined
  onToggle: ((id: string) => void) | undefined
}

/** Plain words that do not fit end in dots, not in half a letter. */
const clipped = (content: ReactNode): ReactNode => (typeof content === 'string' ? <span className="clip">{content}</span> : content)

export const DataRow = <Row extends { readonly id: string }>(props: DataRowProps<Row>) => {
  const { row, place, columns, phone, label, current, selected, onCurrent, onOpen, onToggle } = props
  const t = useOfficeT()
  return (
    <div
      role="row"
      className={['line', 'row', ...(columns ? [] : ['phone']), ...(onOpen ? ['opens'] : [])].join(' ')}
      data-place={place}
      data-id={row.id}
      aria-rowindex={place + 2}
      aria-selected={selected}
      aria-label={label}
      tabIndex={current ? 0 : -1}
      onClick={() => onOpen?.(row)}
      onFocus={() => onCurrent(place)}
    >
      {onToggle ? (
        <div role="gridcell">
          <Checkbox
            size="small"
            tabIndex={-1}
            checked={selected}
            onClick={(event) => event.stopPropagation()}
            onChange={() => onToggle(row.id)}
            slotProps={{ input: { 'aria-label': t('list.choose', { name: label }) } }}
            sx={{ padding: 0.5 }}
          />
        </div>
      ) : null}
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
    </div>
  )
}

const widths = ['46%', '38%', '54%', '42%', '50%']

/** A row nobody has scrolled to yet. */
export const EmptyPlace = ({ place }: { place: number }) => (
  <div className="row" aria-hidden="true" style={{ display: 'flex', alignItems: 'center', padding: '0 14px' }}>
    <Bone width={widths[place % widths.length]!} />
  </div>
)
