/* Rows are placed by hand in a list of any length, which a table's own elements do not allow. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- as above */
import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import Checkbox from '@mui/material/Checkbox'
import { Icon } from '../Icon.tsx'
import { useOfficeT } from '../office/use-office-t.ts'
import type { Column } from './columns.ts'

type HeaderRowProps<Row> = {
  columns: readonly Column<Row>[]
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
  /** All that is loaded is chosen, some of it, or nothing; undefined where nothing can be chosen. */
  chosen: 'all' | 'some' | 'none' | undefined
  onChooseAll: () => void
}

const sortOf = (column: { sort?: string }, sort: string | undefined): 'ascending' | 'descending' | undefined => {
  if (column.sort === undefined || sort === undefined) return undefined
  if (sort === column.sort) return 'ascending'
  return sort === `-${column.sort}` ? 'descending' : undefined
}

export const HeaderRow = <Row,>({ columns, sort, onSort, chosen, onChooseAll }: HeaderRowProps<Row>) => {
  const t = useOfficeT()
  return (
    <div role="row" aria-rowindex={1} className="line heads">
      {chosen ? (
        <div role="columnheader">
          <Checkbox
            size="small"
            checked={chosen === 'all'}
            indeterminate={chosen === 'some'}
            onChange={onChooseAll}
            slotProps={{ input: { 'aria-label': t('list.chooseAll') } }}
            sx={{ padding: 0.5 }}
          />
        </div>
      ) : null}
      {columns.map((column) => {
        const going = sortOf(column, sort)
        const face = <span className="clip">{column.title}</span>
        return (
          <div key={column.id} role="columnheader" className={column.align} aria-sort={going}>
            {column.sort && onSort ? (
              <button type="button" onClick={() => onSort(going === 'ascending' ? `-${column.sort}` : column.sort!)}>
                {face}
                {going ? <Icon path={going === 'ascending' ? mdiArrowUp : mdiArrowDown} size={14} /> : null}
              </button>
            ) : (
              face
            )}
          </div>
        )
      })}
    </div>
  )
}
