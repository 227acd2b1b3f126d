import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import type { Ask, Span } from './ask.ts'

/** The question as filters of the list of reservations. Venues stand there as they were asked for: by id, company or brand. */
export const baseRows = (ask: Ask, span: Span = ask.span): RowFilters => ({
  from: span.from,
  to: span.to,
  dateBasis: ask.basis,
  ...ask.venueRows,
  ...(ask.channelIds ? { channelId: ask.channelIds.join(',') } : {}),
  ...(ask.systemIds ? { rmsId: ask.systemIds.join(',') } : {}),
  ...(ask.sizes ? { partySize: ask.sizes.join(',') } : {}),
})

/** Narrower: what the question already narrows stays as narrow. */
export const rowsWith = (base: RowFilters, more: RowFilters): RowFilters => ({ ...base, ...more })
