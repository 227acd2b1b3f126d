import { mdiRefresh } from '@mdi/js'
import Button from '@mui/material/Button'
import { traces } from '@tablewire/contracts/operations/traces'
import { useEndpoint } from '#src/api/query.ts'
import { useRows } from '#src/api/rows.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ColumnsMenu } from '#src/kit/list/ColumnsMenu.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { ListBar } from '#src/kit/list/ListBar.tsx'
import { useColumns } from '#src/kit/list/use-columns.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useWidth } from '#src/kit/use-width.ts'
import { useTraceColumns } from './trace-columns.tsx'
import { TraceList } from './TraceList.tsx'
import { TraceSelects } from './TraceSelects.tsx'
import { SummaryCards } from './SummaryCards.tsx'
import { TracePanel } from './TracePanel.tsx'
import { useTraceFilters } from './use-trace-filters.ts'
import { useT } from './use-t.ts'

const docksFrom = 1080

/** HU5: what went between channels, the hub and reservation systems, found by any id, with what was said. */
export const TracesPage = () => {
  const t = useT()
  const [ref, width] = useWidth()
  const filters = useTraceFilters()
  const { search, setSearch } = filters
  const { id } = search
  const rows = useRows(traces.list, { query: { filters: filters.filters } as never })
  const sums = useEndpoint(traces.summary, { query: { filters: filters.wide } as never }, { placeholderData: (before) => before })
  const columns = useColumns('traces', useTraceColumns())
  const close = (): void => setSearch({ id: undefined })
  return (
    <FullHeight ref={ref}>
      <PageTitle
        title={t('title')}
        hint={t('hint')}
        actions={
          <Button variant="outlined" color="inherit" startIcon={<Icon path={mdiRefresh} size={18} />} onClick={filters.refresh}>
            {t('refresh')}
          </Button>
        }
      />
      <SummaryCards sums={sums.data} failed={sums.isError} outcome={search.outcome} onOutcome={(outcome) => setSearch({ outcome })} />
      <ListBar
        search={{ label: t('search'), value: search.q, onChange: (text) => setSearch({ q: text }) }}
        filters={<TraceSelects filters={filters} />}
        foldBelow={1360}
        onClear={filters.filtered ? filters.clear : undefined}
        total={rows.loading ? undefined : rows.total}
        columns={<ColumnsMenu columns={columns} />}
      />
      <div className="work">
        <TraceList
          rows={rows}
          columns={columns.shown}
          selectedId={id}
          filtered={filters.filtered}
          onOpen={(next) => setSearch({ id: next })}
        />
        {id ? (
          <SidePanel label={t('hop')} of={id} docked={width >= docksFrom} onClose={close}>
            <TracePanel
              id={id}
              onShow={(next) => setSearch({ id: next })}
              onFind={(wanted) => setSearch({ q: wanted, outcome: undefined })}
            />
          </SidePanel>
        ) : null}
      </div>
    </FullHeight>
  )
}
