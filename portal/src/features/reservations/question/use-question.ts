import { useEffect, useMemo } from 'react'
import { wholeAtMost } from '#src/api/rows.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useNow } from '#src/kit/use-now.ts'
import { useOfflineList } from '../offline/use-offline-list.ts'
import { questionOf } from './question.ts'
import { readSearch } from '../reservation-search.ts'
import { useReservationRows } from '../use-reservation-rows.ts'
import { useVenueChoice } from '../VenuePicker.tsx'

/** What the screen is about: the address read, the venues and days it means, and the rows that answer it. */
export const useQuestion = () => {
  const [text, setText] = useUrlSearch()
  const search = useMemo(() => readSearch(text), [text])
  const choice = useVenueChoice(search.venue)
  const now = useNow()
  const { today, day, date, runsNow, openAt, ask, enabled } = questionOf(search, choice, now)
  const data = useOfflineList(useReservationRows(ask, { enabled, openAt }))
  const { ensureAll } = data
  const { total } = data.window
  // A service is worked as a whole; of a list, as much as its sums are worth is brought while nobody waits.
  useEffect(() => {
    const timer = setTimeout(
      () => void ensureAll(day ? 5_000 : total <= wholeAtMost ? wholeAtMost : 0).catch(() => undefined),
      day ? 0 : 400,
    )
    return () => clearTimeout(timer)
  }, [ensureAll, day, total])
  return { search, setSearch: setText, choice, now: runsNow ? now : undefined, openAt, today, date, data, ask }
}
