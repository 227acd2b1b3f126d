import { availability } from '@tablewire/contracts/estate/venues'
import { useEndpoint } from '#src/api/query.ts'
import { useNow } from '#src/kit/use-now.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import { useZoneOf } from '../offline/use-zone-of.ts'
import { mealsOf, shownMeal } from '../phases/phase-rules.ts'
import { isService } from '../reservation-search.ts'

/** The meal whose sheet is wanted: what the service view shows, chosen by hand or by the clock; beside a list of the whole day what was chosen before. */
export const useSheetMeal = (venueId: string, date: string): string | undefined => {
  const [{ view = 'list', meal }] = useUrlSearch()
  const zone = useZoneOf([venueId])
  const now = useNow()
  const shown = isService(view as Parameters<typeof isService>[0])
  const { data } = useEndpoint(availability.service, { params: { id: venueId }, query: { date } }, { enabled: shown })
  if (!shown || !data || zone === undefined) return meal === 'all' ? undefined : meal
  return shownMeal(mealsOf(data), meal, { date, nowLocal: wallClock(zone, now) })
}
