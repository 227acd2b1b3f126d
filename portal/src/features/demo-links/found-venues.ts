import { venues } from '@tablewire/contracts/estate/venues'
import { useQuery } from '@tanstack/react-query'
import { api } from '#src/api/client.ts'
import { keyOf } from '#src/api/query.ts'
import type { FindOption } from '#src/kit/form/FindField.tsx'
import { useTyped } from '#src/kit/use-typed.ts'

/** The first venues that the words typed last find, and what takes those words. */
export const useFoundVenues = (): [found: FindOption[], type: (text: string) => void] => {
  const [search, setSearch] = useTyped()
  const { data } = useQuery({
    queryKey: [...keyOf(venues.list), 'demo', search],
    queryFn: ({ signal }) => api(venues.list, { query: { limit: 8, filters: { criteria: search } } }, { signal }),
    enabled: search !== '',
  })
  return [data?.data.map(({ id, name, city }) => ({ id, name, note: city })) ?? [], setSearch]
}
