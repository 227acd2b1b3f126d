import { useUrlSearch } from '#src/kit/url-search.ts'
import { CreateVenue } from './CreateVenue.tsx'
import { EditVenue } from './EditVenue.tsx'
import { useLiveVenues } from './use-live-venues.ts'
import { VenueList } from './VenueList.tsx'

/** VE1, VE2: all venues of the reader, or one with everything it is. */
export const VenuesPage = () => {
  useLiveVenues()
  const [{ id }, setSearch] = useUrlSearch()
  const show = (next: string | undefined) => setSearch({ id: next, tab: undefined }, { push: true })
  if (id === 'new') return <CreateVenue onLeave={show} />
  if (id !== undefined) return <EditVenue key={id} id={id} onLeave={show} />
  return <VenueList onOpen={show} />
}
