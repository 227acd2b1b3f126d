import { mdiHistory } from '@mdi/js'
import { audit } from '@tablewire/contracts/operations/audit'
import { useRef } from 'react'
import { useDataAge, useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { ListBar } from '#src/kit/list/ListBar.tsx'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useWidth } from '#src/kit/use-width.ts'
import { FilterChips, FilterButton } from './AuditFilters.tsx'
import { phoneRow, rowInWords, useAuditColumns } from './audit-columns.tsx'
import { filtersOf, noFilters } from './audit-search.ts'
import { EntryPanel } from './EntryPanel.tsx'
import { useFilterNames } from './use-filter-names.ts'
import { useT } from './use-t.ts'

const docksFrom = 1080

/** Who did what, as sentences; with before and after, and the way back where there is one. */
export const AuditPage = () => {
  const t = useT()
  const [ref, width] = useWidth()
  const [search, setSearch] = useUrlSearch()
  const nav = useRef<ListNav>(null)
  const { id, q } = search
  const filters = filtersOf(search)
  const rows = useRows(audit.list, { query: { filters } as never })
  const asOf = useDataAge(audit.list)
  const columns = useAuditColumns()
  const filtered = Object.keys(filters).length > 0
  useShortcuts([
    { keys: 'j', label: t('keys.next'), run: () => nav.current?.step(1) },
    { keys: 'k', label: t('keys.previous'), run: () => nav.current?.step(-1) },
  ])
  const parts = { search, rows: rows.rows, names: useFilterNames(search), onChange: setSearch }
  return (
    <FullHeight ref={ref}>
      <PageTitle title={t('title')} hint={t('hint')} />
      <ListBar
        search={{ label: t('search'), value: q ?? '', onChange: (text) => setSearch({ q: text }) }}
        onClear={filtered ? () => setSearch(noFilters) : undefined}
        total={rows.loading ? undefined : rows.total}
        asOf={asOf}
        actions={<FilterButton {...parts} />}
      />
      <FilterChips {...parts} />
      <div className="work">
        <DataList
          label={t('title')}
          rows={rows}
          columns={columns}
          nav={nav}
          selectedId={id}
          onOpen={(entry) => setSearch({ id: entry.id })}
          onStep={(entry) => (id && id !== entry.id && width >= docksFrom ? setSearch({ id: entry.id }) : undefined)}
          rowLabel={(entry) => rowInWords(t, entry)}
          phone={phoneRow}
          empty={<EmptyState icon={mdiHistory} title={t(filtered ? 'none.filtered' : 'none.title')} />}
        />
        {id ? (
          <SidePanel label={t('entry')} of={id} docked={width >= docksFrom} onClose={() => setSearch({ id: undefined })}>
            <EntryPanel key={id} id={id} onShow={(next) => setSearch({ id: next })} onFilter={setSearch} />
          </SidePanel>
        ) : null}
      </div>
    </FullHeight>
  )
}
