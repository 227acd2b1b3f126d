import { mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from '../EmptyState.tsx'
import { Icon } from '../Icon.tsx'
import { PageTitle } from '../PageTitle.tsx'
import { useUrlSearch } from '../url-search.ts'
import type { Column } from './columns.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { DataList, type DataListProps } from './DataList.tsx'
import { FullHeight } from './FullHeight.tsx'
import { ListBar } from './ListBar.tsx'
import { useColumns } from './use-columns.ts'

type ListPageProps<Row extends { readonly id: string }> = Omit<DataListProps<Row>, 'label' | 'onSort' | 'empty'> & {
  title: string
  hint?: ReactNode
  /** What the list is, for who hears it, where the title does not say it. */
  label?: string
  /** Makes one more; only for those who may. */
  onNew?: { label: string; icon?: string; run: () => void } | undefined
  /** What the search box asks for; its text is `q` of the address. */
  search?: string
  filters?: ReactNode
  /** See `ListBar`. */
  foldBelow?: number
  /** Where the filters stand in the address, beside `q`. */
  filterNames?: readonly string[]
  columns: readonly Column<Row>[]
  /** Under this name the browser remembers which columns somebody wants; without it they stay as they are. */
  columnsName?: string
  /** Right of the bar. */
  actions?: ReactNode
  /** What is said where there is none; `filtered` where there would be without search and filters. */
  empty: EmptyStateProps & { filtered?: EmptyStateProps }
}

/** A page that is one list over its whole height: title, search and filters that live in the address, columns, rows. */
export const ListPage = <Row extends { readonly id: string }>(props: ListPageProps<Row>) => {
  const {
    title,
    hint,
    label = title,
    onNew,
    search,
    filters,
    foldBelow,
    filterNames = [],
    columns,
    columnsName,
    actions,
    empty,
    ...list
  } = props
  const { filtered: noneFiltered, ...none } = empty
  const [address, setAddress] = useUrlSearch()
  const chosen = useColumns(columnsName ?? '', columns)
  const names = ['q', ...filterNames]
  const filtered = names.some((name) => address[name])
  return (
    <FullHeight>
      <PageTitle
        title={title}
        hint={hint}
        actions={
          onNew ? (
            <Button variant="contained" startIcon={<Icon path={onNew.icon ?? mdiPlus} />} onClick={onNew.run}>
              {onNew.label}
            </Button>
          ) : null
        }
      />
      <ListBar
        {...(search ? { search: { label: search, value: address['q'] ?? '', onChange: (q: string) => setAddress({ q }) } } : {})}
        filters={filters}
        foldBelow={foldBelow}
        onClear={filtered ? () => setAddress(Object.fromEntries(names.map((name) => [name, undefined]))) : undefined}
        total={list.rows.loading ? undefined : list.rows.total}
        columns={columnsName ? <ColumnsMenu columns={chosen} /> : null}
        actions={actions}
      />
      <DataList
        {...list}
        label={label}
        columns={columnsName ? chosen.shown : columns}
        // Every list begins by name; the address says what is different.
        onSort={(sort) => setAddress({ sort: sort === 'name' ? undefined : sort })}
        empty={<EmptyState {...none} {...(filtered ? noneFiltered : {})} />}
      />
    </FullHeight>
  )
}
