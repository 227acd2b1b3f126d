import { mdiStorePlusOutline } from '@mdi/js'
import { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import { onboardingStatuses } from '@tablewire/contracts/onboarding/onboarding.rules'
import { useAbility } from '#src/api/ability.ts'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useNow } from '#src/kit/use-now.ts'
import { useWidth } from '#src/kit/use-width.ts'
import { useT } from '../use-t.ts'
import { phoneRow, rowInWords, useRequestColumns } from './request-columns.tsx'
import { RequestPanel } from './RequestPanel.tsx'
import { useLiveRequests } from './use-live-requests.ts'

const docksFrom = 1080

/** What the address says of the list. */
const useFilters = () => {
  const [{ q = '', state, turn }, setSearch] = useUrlSearch()
  const status = onboardingStatuses.find((one) => one === state)
  const mine = turn === 'mine'
  const text = q ? { q } : {}
  const filters = { ...text, ...(status ? { status: [status] } : {}), ...(mine ? { pendingOnMe: true } : {}) }
  const onClear = Object.keys(filters).length > 0 ? () => setSearch({ q: undefined, state: undefined, turn: undefined }) : undefined
  return { q, status, mine, text, filters, onClear, setSearch }
}

type Filters = Pick<ReturnType<typeof useFilters>, 'status' | 'mine' | 'text' | 'setSearch'>
/** With how many there are of each; whoever runs the platform waits for nobody. */
const Choices = ({ status, mine, text, setSearch }: Filters) => {
  const t = useT()
  const ability = useAbility()
  const { data } = useEndpoint(onboarding.list, { query: { limit: 1, filters: text } }, { ...keepRows, meta: { shown: true } })
  const label = (one: (typeof onboardingStatuses)[number]): string =>
    data ? `${t(`r.s.${one}`)} (${formatNumber(data.counts[one])})` : t(`r.s.${one}`)
  return (
    <>
      <FilterSelect
        label={t('r.everyState')}
        name={t('r.c.status')}
        value={status}
        options={onboardingStatuses.map((value) => ({ value, label: label(value) }))}
        onChange={(value) => setSearch({ state: value })}
      />
      {ability.can('manage', 'all') ? null : (
        <FilterSelect
          label={t('r.everyTurn')}
          name={t('r.turn')}
          value={mine ? 'mine' : undefined}
          options={[{ value: 'mine', label: t('r.mine') }]}
          onChange={(value) => setSearch({ turn: value })}
        />
      )}
    </>
  )
}

/** ON3: venues on their way onto channels; who has to act next finds his own first. */
export const RequestsPage = () => {
  const t = useT()
  const now = useNow()
  const [ref, width] = useWidth()
  const [{ id }] = useUrlSearch()
  const { q, filters, onClear, setSearch, ...chosen } = useFilters()
  const columns = useRequestColumns()
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
      />
      <div className="work">
        <DataList
          label={t('r.title')}
          rows={rows}
          columns={columns}
          selectedId={id}
          onOpen={(request) => setSearch({ id: request.id })}
          rowLabel={(row) => rowInWords(t, row, now)}
          phone={phoneRow(t, now)}
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
