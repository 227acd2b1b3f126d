import { venues } from '@tablewire/contracts/estate/venues'
import { mdiHistory } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { useMemo } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useRows } from '#src/api/rows.ts'
import { useSavedViews } from '#src/api/saved-views.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ViewsMenu } from '#src/kit/list/ViewsMenu.tsx'
import { ListPage } from '#src/kit/list/ListPage.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useBulk } from './bulk/use-bulk.tsx'
import { ExportVenues } from './ExportVenues.tsx'
import { useT } from './use-t.ts'
import { placeOf, venueCard, venueColumns } from './venue-columns.tsx'
import { filterKeys, filterOf, queryOf, sortOf, viewKeys } from './venue-search.ts'
import { VenueFilters } from './VenueFilters.tsx'

export const VenueList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const ability = useAbility()
  const saved = useSavedViews('venues')
  const rows = useRows(venues.list, { query: queryOf(search) })
  const columns = useMemo(() => venueColumns(t), [t])
  const bulk = useBulk(rows.total)
  return (
    <>
      <ListPage
        title={t('title')}
        onNew={ability.can('create', 'venues') ? { label: t('new'), run: () => onOpen('new') } : undefined}
        search={t('search')}
        filters={<VenueFilters search={search} onChange={setSearch} />}
        filterNames={filterKeys}
        foldBelow={880}
        actions={
          <>
            <ViewsMenu {...saved} names={viewKeys} />
            <ExportVenues ask={{ filters: filterOf(search), sort: sortOf(search) }} none={rows.total === 0} />
            {bulk.may ? (
              <IconButton size="small" aria-label={t('bulk.runs')} title={t('bulk.runs')} onClick={() => bulk.show('list')}>
                <Icon path={mdiHistory} />
              </IconButton>
            ) : null}
          </>
        }
        rows={rows}
        columns={columns}
        columnsName="venues"
        sort={sortOf(search)}
        onOpen={({ id }) => onOpen(id)}
        rowLabel={(venue) => [venue.name, placeOf(venue)].filter(Boolean).join(', ')}
        phone={venueCard(t)}
        empty={{ title: t('empty.title'), hint: t('empty.hint'), filtered: { hint: t('empty.filtered') } }}
        {...bulk.selection}
      />
      {bulk.dialogs}
    </>
  )
}
