import { users } from '@tablewire/contracts/identity/users'
import { venues } from '@tablewire/contracts/estate/venues'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import type { UrlSearch } from '#src/kit/url-search.ts'
import { idIn } from '#src/kit/url-values.ts'
import type { FilterNames } from './audit-search.ts'

const quiet = { staleTime: 600_000, retry: false, meta: { shown: true } } as const

/** Who and where is asked for, by name: entries that would say it may not be there, or not yet. */
export const useFilterNames = ({ who, venue }: UrlSearch): FilterNames => {
  const ability = useAbility()
  const [person, place] = [idIn(who), idIn(venue)]
  const asked = { query: { mode: 'min' } } as const
  const user = useEndpoint(
    users.get,
    { params: { id: person ?? '' }, ...asked },
    { ...quiet, enabled: person !== undefined && ability.can('read', 'users') },
  )
  const found = useEndpoint(
    venues.get,
    { params: { id: place ?? '' } },
    { ...quiet, enabled: place !== undefined && ability.can('read', 'venues') },
  )
  return {
    who: user.data && `${user.data.firstName} ${user.data.lastName}`.trim(),
    venue: found.data?.name,
  }
}
