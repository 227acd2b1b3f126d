import { venues } from '@tablewire/contracts/estate/venues'
import { firstPage, type FirstRows } from '#src/api/first-rows.ts'
import { queryOf } from './venue-search.ts'

/** Of the list; one venue's own page asks for that one. */
export const firstVenues: FirstRows = (address) => ({
  endpoint: venues.list,
  inputs: address['id'] === undefined ? [firstPage({ query: queryOf(address) })] : [],
})
