import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import type { Ask } from './ask.ts'
import { askedOutcomes, rowsOfOutcomes } from './measure.ts'

/** The question as filters of the list of reservations. Venues stand there as they were asked for: by id, company or brand. */
export const baseRows = (ask: Ask): RowFilters => ({
  from: ask.span.from,
  to: ask.span.to,
  dateBasis: ask.basis,
  ...ask.venueRows,
  ...(ask.channelIds ? { channelId: ask.channelIds.join(',') } : {}),
  ...(ask.systemIds ? { rmsId: ask.systemIds.join(',') } : {}),
  ...(ask.sizes ? { partySize: ask.sizes.join(',') } : {}),
})

/** All that is counted of the question, and narrower: what the question already narrows stays as narrow. */
export const askedRows = (ask: Ask, more: RowFilters = {}): RowFilters => ({
  ...baseRows(ask),
  ...rowsOfOutcomes(askedOutcomes(ask.excludeCanceled)),
  ...more,
})
