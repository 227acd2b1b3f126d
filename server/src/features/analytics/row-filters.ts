import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import type { Ask, Narrowing } from '#src/features/analytics-questions/api.ts'
import { askedOutcomes, rowsOfOutcomes } from './measure.ts'

/** Whose reservations and which of them, as filters of the list of reservations. Venues stand there as they were asked for: by id, company or brand. */
export const narrowRows = ({ venueRows, channelIds, systemIds, sizes }: Narrowing): RowFilters => ({
  ...venueRows,
  ...(channelIds ? { channelId: channelIds.join(',') } : {}),
  ...(systemIds ? { rmsId: systemIds.join(',') } : {}),
  ...(sizes ? { partySize: sizes.join(',') } : {}),
})

/** The question as filters of the list of reservations. */
export const baseRows = (ask: Ask): RowFilters => ({
  from: ask.span.from,
  to: ask.span.to,
  dateBasis: ask.basis,
  ...narrowRows(ask),
})

/** What in any of the others is different for the compared period. */
export const comparedRows = ({ compared, cut }: Ask): RowFilters | null =>
  compared && { from: compared.from, to: compared.to, ...(cut ? { madeBy: `${cut.from}_${cut.at}_${cut.days}` } : {}) }

/** All that is counted of the question, and narrower: what the question already narrows stays as narrow. */
export const askedRows = (ask: Ask, more: RowFilters = {}): RowFilters => ({
  ...baseRows(ask),
  ...rowsOfOutcomes(askedOutcomes(ask.excludeCanceled)),
  ...more,
})
