import type { Book } from '@tablewire/contracts/estate/book'
import { useEffect, useState } from 'react'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useSettled } from '#src/kit/use-settled.ts'
import { addDays } from '#src/kit/zone-clock.ts'
import { type Asked, askedSearch, readAsked } from './preview-search.ts'

const pauseMs = 350

/** The question of the preview: fields follow at once, the address as soon as they rest; another address asks anew. */
export const useAsked = (
  { today, zone }: { today: string; zone: string },
  { areas }: Pick<Book, 'areas'>,
): [asked: Asked, ask: (next: Asked) => void] => {
  const [search, setSearch] = useUrlSearch()
  const told = JSON.stringify(readAsked(search, { tomorrow: addDays(today, 1), zone }))
  const [asked, setAsked] = useState(told)
  const [seen, setSeen] = useState(told)
  const [written, setWritten] = useState(told)
  if (told !== seen) {
    setSeen(told)
    // What comes back of one's own writing is older than what is in the fields.
    if (told !== written) setAsked(told)
  }
  const settled = useSettled(asked, pauseMs)
  useEffect(() => {
    if (settled !== asked || settled === told) return
    setWritten(settled)
    setSearch(askedSearch(JSON.parse(settled) as Asked))
    // oxlint-disable-next-line react/exhaustive-deps -- once for each question that rests
  }, [settled])
  const question = JSON.parse(asked) as Asked
  // A link may be older than the book.
  const areaId = areas.some(({ id }) => id === question.areaId) ? question.areaId : ''
  return [{ ...question, areaId }, (next) => setAsked(JSON.stringify(next))]
}
