import { formatClock, formatInstant } from '#src/kit/format.ts'
import type { Search } from '../reservation-search.ts'
import { useT } from '../use-t.ts'
import { OfflineState } from './lazy-components.ts'
import { useUnsent } from './unsent-moves.ts'

const dayOf = (ms: number): string => new Date(ms).toDateString()
/** The clock says enough of today. */
const whenOf = (ms: number): string => {
  const instant = new Date(ms).toISOString()
  return dayOf(ms) === dayOf(Date.now()) ? formatClock(instant) : formatInstant(instant)
}

/** From when the list is while the server is away, what is not sent yet, and what could not be done. */
export const AwayFacts = ({ asOf, search }: { asOf: number | undefined; search: Pick<Search, 'date' | 'venue'> }) => {
  const t = useT()
  const unsent = useUnsent().length
  return (
    <>
      {asOf === undefined ? null : <span className="wait">{t('away.asOf', { time: whenOf(asOf) })}</span>}
      {unsent > 0 ? <span className="wait">{t('away.unsent', { count: unsent })}</span> : null}
      <OfflineState search={search} />
    </>
  )
}
