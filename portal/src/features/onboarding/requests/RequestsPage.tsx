import { mdiStorePlusOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { ListBar } from '#src/kit/list/ListBar.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useNow } from '#src/kit/use-now.ts'
import { useWidth } from '#src/kit/use-width.ts'
import { useT } from '../use-t.ts'
import { ExportRequests } from './ExportRequests.tsx'
import { NewRequestButton } from './NewRequestButton.tsx'
import { phoneRow, rowInWords, useRequestColumns, useUnreadCounts } from './request-columns.tsx'
import { Choices, useFilters } from './RequestFilters.tsx'
import { RequestPanel } from './RequestPanel.tsx'
import { useLiveRequests } from './use-live-requests.ts'

const docksFrom = 1080
/** On a telephone in as many rows as they need. */
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 8, minWidth: 0 })

/** ON3: venues on their way onto channels; who has to act next finds his own first. */
export const RequestsPage = () => {
  const t = useT()
  const now = useNow()
  const [ref, width] = useWidth()
  const [{ id }] = useUrlSearch()
  const { q, filters, onClear, setSearch, ...chosen } = useFilters()
  const unread = useUnreadCounts()
  const columns = useRequestColumns(unread)
  const rows = useRows(onboarding.list, { query: { filters } })
  useLiveRequests()
  return (
    <FullHeight ref={ref}>
      <PageTitle title={t('r.title')} hint={t('r.hint')} />
      <ListBar
        search={{ label: t('r.search'), value: q, onChange: (text) => setSearch({ q: text || undefined }) }}
        filters={<Choices {...chosen} setSearch={setSearch} />}
        onClear={onClear}
        total={rows.loading ? undefined : rows.total}
        actions={
          <Acts>
            <ExportRequests filters={filters} none={rows.total === 0} />
            <NewRequestButton onMade={(made) => setSearch({ id: made })} />
          </Acts>
        }
      />
      <div className="work">
        <DataList
          label={t('r.title')}
          rows={rows}
          columns={columns}
          selectedId={id}
          onOpen={(request) => setSearch({ id: request.id })}
          rowLabel={(row) => rowInWords(t, row, { now, unread })}
          phone={phoneRow(t, { now, unread })}
          empty={
            <EmptyState
              icon={mdiStorePlusOutline}
              title={t(onClear ? 'r.none.found' : 'r.none')}
              hint={t(onClear ? 'r.none.found.hint' : 'r.none.hint')}
            />
          }
        />
        {id ? (
          <SidePanel label={t('r.request')} of={id} docked={width >= docksFrom} onClose={() => setSearch({ id: undefined })}>
            <RequestPanel key={id} id={id} />
          </SidePanel>
        ) : null}
      </div>
    </FullHeight>
  )
}
