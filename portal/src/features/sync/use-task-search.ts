import { syncKinds, syncStates } from '@tablewire/contracts/rms/sync'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { idIn, oneOf } from '#src/kit/url-values.ts'

/** What the address asks for, as far as there is such a thing. */
export const useTaskSearch = () => {
  const [text, setSearch] = useUrlSearch()
  const search = {
    id: idIn(text['id']),
    system: idIn(text['system']),
    kind: oneOf(syncKinds, text['kind']),
    state: oneOf(syncStates, text['state']),
    trouble: oneOf(['0', '1'] as const, text['trouble']),
  }
  return [search, setSearch] as const
}
