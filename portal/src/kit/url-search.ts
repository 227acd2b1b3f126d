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

const namesIn = (text: string | undefined): string[] => (text ?? '').split(',').filter((name) => name !== '')

/** Whether a part of the page is named in a list of the address, as `table=series,heat`. It is how something is looked at, so no step for the back button. */
export const useUrlFlag = (list: string, name: string): [boolean, (on: boolean) => void] => {
  const [search, setSearch] = useUrlSearch()
  const names = namesIn(search[list])
  return [names.includes(name), (on) => setSearch({ [list]: on ? [...names, name] : names.filter((one) => one !== name) })]
}
