import { reservations } from '@tablewire/contracts/booking/reservations'
import { useDataAge } from '#src/api/data-age.ts'
import { AsOfFact } from '#src/kit/AsOfFact.tsx'
import { formatClock, formatInstant, readersZone } from '#src/kit/format.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import type { Search } from '../reservation-search.ts'
import { useT } from '../use-t.ts'
import { OfflineState } from './lazy-components.ts'
import { useZoneOf } from './use-zone-of.ts'
import { useUnsentCount } from './unsent-moves.ts'

/** The clock says enough of today; it is the venue's, as everywhere on the page. */
const whenOf = (ms: number, zone = readersZone()): string => {
  const instant = new Date(ms).toISOString()
  const dayOf = (at: number): string => wallClock(zone, at).slice(0, 10)
  return dayOf(ms) === dayOf(Date.now()) ? formatClock(instant, zone) : formatInstant(instant, zone)
}

/** From when the list is while the server is away, or a standby answered, what is not sent yet, and what could not be done. */
export const AwayFacts = ({ asOf, search }: { asOf: number | undefined; search: Pick<Search, 'date' | 'venue'> }) => {
  const t = useT()
  const zone = useZoneOf(search.venue)
  const unsent = useUnsentCount()
  const age = useDataAge(reservations.list)
  return (
    <>
      {asOf === undefined ? <AsOfFact at={age} /> : <span className="wait">{t('away.asOf', { time: whenOf(asOf, zone) })}</span>}
      {unsent > 0 ? <span className="wait">{t('away.unsent', { count: unsent })}</span> : null}
      <OfflineState search={search} />
    </>
  )
}
