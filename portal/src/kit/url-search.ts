import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** What stands behind the `?` of the address, flat: lists are joined by commas. */
export type UrlSearch = Readonly<Record<string, string | undefined>>
/** Undefined, empty text and empty lists leave the address. */
export type UrlPatch = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** Filters that live in the address: `const [search, setSearch] = useUrlSearch()`; `push` makes a step for the back button. */
export const useUrlSearch = (): [UrlSearch, (patch: UrlPatch, options?: { push?: boolean }) => void] => {
  const search: UrlSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const set = useCallback(
    (patch: UrlPatch, { push = false }: { push?: boolean } = {}) => {
      const next = (before: UrlSearch): UrlSearch => {
        const texts = Object.entries({ ...before, ...patch }).map(
          ([key, value]) => [key, value === undefined ? '' : String(value)] as const,
        )
        return Object.fromEntries(texts.filter(([, value]) => value !== ''))
      }
      void navigate({ to: '.', search: next as never, replace: !push, resetScroll: false })
    },
    [navigate],
  )
  return [search, set]
}
