import { mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { venues } from '@tablewire/contracts/venues'
import { useMemo } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { ColumnsMenu } from '#src/kit/list/ColumnsMenu.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { ListBar } from '#src/kit/list/ListBar.tsx'
import { useColumns } from '#src/kit/list/use-columns.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { ExportVenues } from './ExportVenues.tsx'
import { useT } from './use-t.ts'
import { placeOf, venueCard, venueColumns } from './venue-columns.tsx'
import { filterKeys, filterOf, queryOf, sortOf } from './venue-search.ts'
import { VenueFilters } from './VenueFilters.tsx'

export const VenueList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const ability = useAbility()
  const rows = useRows(venues.list, { query: queryOf(search) })
  const columns = useColumns(
    'venues',
    useMemo(() => venueColumns(t), [t]),
  )
  const filtered = filterKeys.some((key) => search[key])
  const clear = () => setSearch(Object.fromEntries(filterKeys.map((key) => [key, undefined])))
  return (
    <FullHeight>
      <PageTitle
        title={t('title')}
        actions={
          ability.can('create', 'venues') ? (
            <Button variant="contained" startIcon={<Icon path={mdiPlus} />} onClick={() => onOpen('new')}>
              {t('new')}
            </Button>
          ) : undefined
        }
      />
      <ListBar
        search={{ label: t('search'), value: search['q'] ?? '', onChange: (q) => setSearch({ q }) }}
        filters={<VenueFilters search={search} onChange={setSearch} />}
        onClear={filtered ? clear : undefined}
        total={rows.loading ? undefined : rows.total}
        columns={<ColumnsMenu columns={columns} />}
        actions={<ExportVenues ask={{ filters: filterOf(search), sort: sortOf(search) }} none={rows.total === 0} />}
      />
      <DataList
        label={t('title')}
        rows={rows}
        columns={columns.shown}
        sort={sortOf(search)}
        onSort={(sort) => setSearch({ sort: sort === 'name' ? undefined : sort })}
        onOpen={({ id }) => onOpen(id)}
        rowLabel={(venue) => [venue.name, placeOf(venue)].filter(Boolean).join(', ')}
        phone={venueCard(t)}
        empty={<EmptyState title={t('empty.title')} hint={t(filtered ? 'empty.filtered' : 'empty.hint')} />}
      />
    </FullHeight>
  )
}
