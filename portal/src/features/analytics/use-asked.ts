import { type UrlPatch, type UrlSearch, useUrlSearch } from '#src/kit/url-search.ts'

/** Changes the question; a step for the back button unless `push` says otherwise, as while something is being typed. */
export type Ask = (patch: UrlPatch, options?: { push?: boolean }) => void

/** The question in the address, and how another one is asked: the one before is a step back. */
export const useAsked = (): [UrlSearch, Ask] => {
  const [search, setSearch] = useUrlSearch()
  return [search, (patch, { push = true } = {}) => setSearch(patch, { push })]
}
