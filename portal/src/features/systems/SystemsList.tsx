import { mdiPlus, mdiServerNetworkOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type SystemRow, systems } from '@tablewire/contracts/systems'
import { useRows } from '#src/api/rows.ts'
import { NameCell, PhoneRow } from '#src/kit/list/cells.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { Column } from '#src/kit/list/columns.ts'
import { ColumnsMenu } from '#src/kit/list/ColumnsMenu.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { useColumns } from '#src/kit/list/use-columns.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useT } from './use-t.ts'

const State = ({ row: { active } }: { row: SystemRow }) => {
  const t = useT()
  return <Tag tone={active ? 'success' : 'neutral'}>{t(active ? 'on' : 'off')}</Tag>
}

const OnPhone = ({ row }: { row: SystemRow }) => {
  const t = useT()
  return (
    <PhoneRow>
      <NameCell>
        <strong>{row.name}</strong>
        <small>{t('row.venues', { count: row.venueCount })}</small>
      </NameCell>
      <State row={row} />
    </PhoneRow>
  )
}
const phoneRow = (row: SystemRow) => <OnPhone row={row} />

const useSystemColumns = (): Column<SystemRow>[] => {
  const t = useT()
  return [
    {
      id: 'name',
      title: t('f.name'),
      width: 'minmax(180px, 2fr)',
      sort: 'name',
      always: true,
      cell: ({ name, code }) => (
        <NameCell>
          <strong>{name}</strong>
          <small>{code}</small>
        </NameCell>
      ),
    },
    { id: 'type', title: t('f.type'), width: 'minmax(110px, 1fr)', from: 700, cell: ({ type }) => t(`type.${type}`) },
    {
      id: 'sync',
      title: t('col.sync'),
      width: 'minmax(130px, 1fr)',
      from: 900,
      cell: ({ syncAlgorithm }) => t(`sync.${syncAlgorithm}`),
    },
    { id: 'venues', title: t('col.venues'), width: '80px', cell: ({ venueCount }) => formatNumber(venueCount) },
    {
      id: 'keys',
      title: t('tab.keys'),
      width: '100px',
      from: 760,
      cell: ({ keyCount, type }) => (type === 'built_in' ? '–' : formatNumber(keyCount)),
    },
    { id: 'google', title: t('col.google'), width: '90px', from: 1000, cell: ({ rwgEnabled }) => t(rwgEnabled ? 'on' : 'off') },
    {
      id: 'call',
      title: t('col.lastCall'),
      width: '150px',
      from: 1100,
      cell: ({ lastCallAt }) => (lastCallAt ? formatInstant(lastCallAt) : '–'),
    },
    { id: 'state', title: t('col.state'), width: '100px', cell: (row) => <State row={row} /> },
  ]
}

export const SystemsList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useT()
  const [{ q = '', type, active, sort = 'name' }, setSearch] = useUrlSearch()
  const filters = { ...(q ? { criteria: q } : {}), ...(type ? { type } : {}), ...(active ? { active } : {}) }
  const rows = useRows(systems.list, { query: { sort, filters } as never })
  const columns = useColumns('systems', useSystemColumns())
  const filtered = Boolean(q || type || active)
  return (
    <FullHeight>
      <PageTitle
        title={t('title')}
        hint={t('hint')}
        actions={
          <Button variant="contained" startIcon={<Icon path={mdiPlus} />} onClick={() => onOpen('new')}>
            {t('new')}
          </Button>
        }
      />
      <ListBar
        search={{ label: t('search'), value: q, onChange: (text) => setSearch({ q: text }) }}
        filters={
          <>
            <FilterSelect
              label={t('f.type')}
              value={type}
              options={(['built_in', 'standard', 'custom'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
              onChange={(value) => setSearch({ type: value })}
            />
            <FilterSelect
              label={t('col.state')}
              value={active}
              options={[
                { value: '1', label: t('on') },
                { value: '0', label: t('off') },
              ]}
              onChange={(value) => setSearch({ active: value })}
            />
          </>
        }
        onClear={filtered ? () => setSearch({ q: undefined, type: undefined, active: undefined }) : undefined}
        total={rows.loading ? undefined : rows.total}
        columns={<ColumnsMenu columns={columns} />}
      />
      <DataList
        label={t('title')}
        rows={rows}
        columns={columns.shown}
        sort={sort}
        onSort={(next) => setSearch({ sort: next })}
        onOpen={({ id }) => onOpen(id)}
        rowLabel={({ name, type: kind, venueCount, active: live }) =>
          `${name}, ${t(`type.${kind}`)}, ${t('row.venues', { count: venueCount })}, ${t(live ? 'on' : 'off')}`
        }
        phone={phoneRow}
        empty={<EmptyState icon={mdiServerNetworkOutline} title={t(filtered ? 'none.filtered' : 'none')} hint={t('none.hint')} />}
      />
    </FullHeight>
  )
}
