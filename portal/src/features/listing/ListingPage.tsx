import { useUrlSearch } from '#src/kit/url-search.ts'
import { EditListing } from './EditListing.tsx'
import { ListingList } from './list/ListingList.tsx'

/** LI1: all listings of the reader with what they lack, or one with everything the public is told. */
export const ListingPage = () => {
  const [{ id }, setSearch] = useUrlSearch()
  const show = (next: string | undefined) => setSearch({ id: next, tab: undefined }, { push: true })
  if (id !== undefined) return <EditListing key={id} id={id} onLeave={() => show(undefined)} />
  return <ListingList onOpen={show} />
}
