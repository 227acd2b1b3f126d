import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import { eveningOf, isDate, ownZone } from '#src/kit/zone-clock.ts'
import { activeFilters, filtersOf, hasRange, isService, type ListFilters, type Search, type Sort } from '../reservation-search.ts'

export type ListInput = { readonly sort: Sort; readonly filters: ListFilters }

/** Who opens today's list in the middle of the evening means the evening: it begins this long before now. */
const recentMs = 45 * 60_000

/** The venues a screen is about, and the clock it goes by: that of the first. */
export const venuesMeant = (venues: readonly Venue[], ids: readonly string[]) => {
  const byId = new Map(venues.map((venue) => [venue.id, venue]))
  const chosen = ids.length === 0 ? venues : ids.flatMap((id) => byId.get(id) ?? [])
  return { byId, chosen, single: chosen.length === 1 ? chosen[0] : undefined, zone: chosen[0]?.timezone ?? ownZone() }
}

/** What the list asks for an address: of nothing but it, the venues and the clock, so that it can be asked before the page is there. */
export const questionOf = (search: Search, { single, zone }: Pick<ReturnType<typeof venuesMeant>, 'single' | 'zone'>, now: number) => {
  const today = eveningOf(zone, now, nightMinutes)
  const day = isService(search.view)
  const date = isDate(search.date) ? search.date : today
  const effective: Search = day
    ? { ...search, date, from: undefined, to: undefined, basis: 'meal', sort: 'startsAt', venue: single ? [single.id] : [] }
    : search
  const runsNow =
    !day && date === today && search.date !== 'any' && !hasRange(search) && search.sort === 'startsAt' && search.basis === 'meal'
  const openAt = runsNow && activeFilters(search).length === 0 ? now - recentMs : undefined
  const ask: ListInput = { sort: effective.sort, filters: filtersOf(effective, today) }
  return { today, day, date, runsNow, openAt, ask, enabled: !day || single !== undefined }
}

/** How many start before an instant: a list of today opens where the day stands, also when that is pages away. */
const before = ({ sort, filters }: ListInput, openAt: number): ListInput => ({
  sort,
  filters: { ...filters, to: new Date(openAt).toISOString() },
})

/** What a list asks first: its first page and, where it opens at an instant, how many come before. */
export const firstQueries = (ask: ListInput, openAt: number | undefined, limit: number) => [
  { ...ask, offset: 0, limit },
  ...(openAt === undefined ? [] : [{ ...before(ask, openAt), offset: 0, limit: 1 }]),
]
