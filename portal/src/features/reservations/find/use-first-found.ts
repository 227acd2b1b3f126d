import { type RefObject, useEffect, useRef } from 'react'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import type { useQuestion } from '../question/use-question.ts'

type Finding = { question: ReturnType<typeof useQuestion>; nav: RefObject<ListNav | null>; open: (id: string, byKey: boolean) => void }

/** From the search field on by keys: the arrow leads to the rows, Enter opens the first as soon as they are those of what is written. */
export const useFirstFound = ({ question: { search, setSearch, data }, nav, open }: Finding) => {
  const wanted = useRef<string>(undefined)
  const first = data.rows[0]?.id
  const settled = !data.stale && !data.loading
  const openWanted = (): void => {
    if (!settled || wanted.current !== search.q) return
    wanted.current = undefined
    if (first !== undefined) open(first, true)
  }
  useEffect(openWanted)
  return {
    toRows: (): void => nav.current?.focus(search.q === '' ? undefined : first),
    openFirst: (text: string): void => {
      if (text === '') return
      wanted.current = text
      if (text === search.q) openWanted()
      else setSearch({ q: text })
    },
  }
}
export type FirstMatch = ReturnType<typeof useFirstFound>
