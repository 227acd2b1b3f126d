import { mdiServerNetworkOutline } from '@mdi/js'
import { type SystemRow, systems } from '@tablewire/contracts/rms/systems'
import { useAbility } from '#src/api/ability.ts'
import { useRows } from '#src/api/rows.ts'
import { NameCell, PhoneRow } from '#src/kit/list/cells.ts'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ListPage } from '#src/kit/list/ListPage.tsx'
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

const filterNames = ['type', 'active']

export const SystemsList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useT()
  const ability = useAbility()
  const [{ q = '', type, active, sort = 'name' }, setSearch] = useUrlSearch()
  const filters = { ...(q ? { criteria: q } : {}), ...(type ? { type } : {}), ...(active ? { active } : {}) }
  const rows = useRows(systems.list, { query: { sort, filters } as never })
  const columns = useSystemColumns()
  return (
    <ListPage
      title={t('title')}
      hint={t('hint')}
      onNew={ability.can('create', 'systems') ? { label: t('new'), run: () => onOpen('new') } : undefined}
      search={t('search')}
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
      filterNames={filterNames}
      rows={rows}
      columns={columns}
      columnsName="systems"
      sort={sort}
      onOpen={({ id }) => onOpen(id)}
      rowLabel={({ name, type: kind, venueCount, active: live }) =>
        `${name}, ${t(`type.${kind}`)}, ${t('row.venues', { count: venueCount })}, ${t(live ? 'on' : 'off')}`
      }
      phone={phoneRow}
      empty={{ icon: mdiServerNetworkOutline, title: t('none'), hint: t('none.hint'), filtered: { title: t('none.filtered') } }}
    />
  )
}
