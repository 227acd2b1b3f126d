import { mdiDomain } from '@mdi/js'
import { type Company, companies } from '@tablewire/contracts/estate/companies'
import { useRows } from '#src/api/rows.ts'
import { useAbility } from '#src/api/ability.ts'
import { countryName, formatNumber } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { ListPage } from '#src/kit/list/ListPage.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { onPhone, strong } from './cells.tsx'
import { useT } from './use-t.ts'

const phoneRow = ({ name, city, countryCode }: Company) => onPhone(name, [city, countryName(countryCode)].filter(Boolean).join(', '))
const nameCell = ({ name }: Company) => strong(name)

const useCompanyColumns = (): Column<Company>[] => {
  const t = useT()
  return [
    { id: 'name', title: t('f.name'), width: 'minmax(180px, 2fr)', sort: 'name', always: true, cell: nameCell },
    {
      id: 'place',
      title: t('f.place'),
      width: 'minmax(140px, 1.2fr)',
      from: 700,
      cell: ({ city, countryCode }) => [city, countryName(countryCode)].filter(Boolean).join(', '),
    },
    { id: 'brand', title: t('f.brand'), width: 'minmax(110px, 1fr)', from: 860, cell: ({ brandName }) => brandName ?? t('brand.default') },
    { id: 'venues', title: t('c.venues'), width: '110px', cell: ({ venueCount }) => formatNumber(venueCount) },
    { id: 'groups', title: t('c.groups'), width: '90px', from: 620, cell: ({ groupCount }) => formatNumber(groupCount) },
    { id: 'users', title: t('c.users'), width: '100px', from: 620, cell: ({ userCount }) => formatNumber(userCount) },
  ]
}

export const CompaniesList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useT()
  const ability = useAbility()
  const [{ q = '', sort = 'name' }] = useUrlSearch()
  const rows = useRows(companies.list, { query: { sort, filters: q ? { search: q } : {} } as never })
  const columns = useCompanyColumns()
  return (
    <ListPage
      title={t('title')}
      hint={t('hint')}
      // A company's own people keep theirs; new ones are the platform's matter.
      onNew={ability.can('create', 'companies') ? { label: t('new'), run: () => onOpen('new') } : undefined}
      search={t('search')}
      rows={rows}
      columns={columns}
      columnsName="companies"
      sort={sort}
      onOpen={({ id }) => onOpen(id)}
      rowLabel={({ name, venueCount }) => `${name}, ${t('count.venues', { count: venueCount })}`}
      phone={phoneRow}
      empty={{ icon: mdiDomain, title: t('none'), filtered: { title: t('none.filtered') } }}
    />
  )
}
