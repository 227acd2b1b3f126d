import { mdiDomain, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { type Company, companies } from '@tablewire/contracts/companies'
import { useRows } from '#src/api/rows.ts'
import { useSession } from '#src/api/session.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { countryName, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { Column } from '#src/kit/list/columns.ts'
import { ColumnsMenu } from '#src/kit/list/ColumnsMenu.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { ListBar } from '#src/kit/list/ListBar.tsx'
import { useColumns } from '#src/kit/list/use-columns.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
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
  const { userData } = useSession()
  const [{ q = '', sort = 'name' }, setSearch] = useUrlSearch()
  const rows = useRows(companies.list, { query: { sort, filters: q ? { search: q } : {} } as never })
  const columns = useColumns('companies', useCompanyColumns())
  return (
    <FullHeight>
      <PageTitle
        title={t('title')}
        hint={t('hint')}
        actions={
          // A company's own people keep theirs; new ones are the platform's matter.
          userData?.companyName === null ? (
            <Button variant="contained" startIcon={<Icon path={mdiPlus} />} onClick={() => onOpen('new')}>
              {t('new')}
            </Button>
          ) : null
        }
      />
      <ListBar
        search={{ label: t('search'), value: q, onChange: (text) => setSearch({ q: text }) }}
        onClear={q ? () => setSearch({ q: undefined }) : undefined}
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
        rowLabel={({ name, venueCount }) => `${name}, ${t('count.venues', { count: venueCount })}`}
        phone={phoneRow}
        empty={<EmptyState icon={mdiDomain} title={t(q ? 'none.filtered' : 'none')} />}
      />
    </FullHeight>
  )
}
