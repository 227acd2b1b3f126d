import { mdiArrowLeft } from '@mdi/js'
import Button from '@mui/material/Button'
import { useSession } from '#src/api/session.ts'
import { useLive } from '#src/api/live.ts'
import { queryClient } from '#src/api/query.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { LinkTable } from './LinkTable.tsx'
import { useT } from './use-t.ts'
import { VenueCatalogue } from './VenueCatalogue.tsx'

/** So many venues fit into a choice; with more of them the table is the way. */
const choosable = 200

/** CH1: where venues are sold: all of them as a table, or one with every channel. Whoever has one venue sees that one. */
export const ChannelsPage = () => {
  const t = useT()
  const { venues } = useSession()
  const [search, setSearch] = useUrlSearch()
  useLive(({ type }) => {
    if (type === 'channel') void queryClient.invalidateQueries({ queryKey: ['links'] })
  })
  const only = venues.length === 1 ? venues[0] : undefined
  const venueId = search['venue'] ?? only?.id
  const show = (venue: string | undefined): void => setSearch({ venue }, { push: true })
  if (venueId === undefined) return <LinkTable onOpen={show} />
  const venue = venues.find(({ id }) => id === venueId)
  return (
    <>
      <PageTitle
        title={venue ? `${t('title')}: ${venue.name}` : t('title')}
        hint={[venue?.address, venue?.city].filter(Boolean).join(', ')}
        actions={
          only ? null : (
            <>
              {venue && venues.length <= choosable ? (
                <FilterSelect
                  label={t('venue.choose')}
                  value={venueId}
                  options={venues.map(({ id, name, city }) => ({ value: id, label: city ? `${name}, ${city}` : name }))}
                  onChange={show}
                />
              ) : null}
              <Button color="inherit" startIcon={<Icon path={mdiArrowLeft} />} onClick={() => show(undefined)}>
                {t('venues.all')}
              </Button>
            </>
          )
        }
      />
      <VenueCatalogue key={venueId} venueId={venueId} />
    </>
  )
}
