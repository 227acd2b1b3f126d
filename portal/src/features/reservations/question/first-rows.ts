import { reservations } from '@tablewire/contracts/booking/reservations'
import type { FirstRows } from '#src/api/first-rows.ts'
import { pageSize } from '#src/api/rows-window.ts'
import { pageStart } from '#src/kit/page-start.ts'
import { firstQueries, questionOf, venuesMeant } from './question.ts'
import { readSearch } from '../reservation-search.ts'

/** What the page asks when it opens (use-question.ts asks by the same words). */
export const firstReservations: FirstRows = (address, { venues }) => {
  const search = readSearch(address)
  const { ask, openAt, enabled } = questionOf(search, venuesMeant(venues, search.venue), pageStart)
  return { endpoint: reservations.list, inputs: enabled ? firstQueries(ask, openAt, pageSize).map((query) => ({ query })) : [] }
}
