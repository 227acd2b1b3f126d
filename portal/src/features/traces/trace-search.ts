import type { TraceFlow } from '@tablewire/contracts/operations/traces'
import { idIn, oneOf, searchIn } from '#src/kit/url-values.ts'
import type { UrlSearch } from '#src/kit/url-search.ts'

export const flows: readonly TraceFlow[] = ['channel-hub', 'hub-system', 'system-hub', 'hub-channel']
export const operations = [
  'hold',
  'commit',
  'release',
  'book',
  'create',
  'change',
  'cancel',
  'availability',
  'availabilityBatch',
  'calendar',
  'find',
  'search',
  'health',
  'webhook',
  'webhook_verify',
  'webhook_test',
  'venues',
  'venue',
  'areas',
  'booking',
  'bookings',
  'doubled',
] as const
export const outcomes = ['ok', 'refused', 'unclear', 'failed'] as const
export const spans = ['1', '24', '168', '720'] as const
export const slownesses = ['500', '1000', '4000', '10000'] as const

const longestHours = 720
/** Any number of hours may stand in the address, those kept at most. */
const spanIn = (text: string | undefined): string | undefined => {
  const hours = Math.round(Number(text))
  return text === undefined || !Number.isFinite(hours) ? undefined : String(Math.max(1, Math.min(hours, longestHours)))
}

/** What the address asks for, as far as there is such a thing. */
export const readTraceSearch = (text: UrlSearch) => ({
  q: searchIn(text['q']),
  flow: oneOf(flows, text['flow']),
  outcome: oneOf(['trouble', ...outcomes] as const, text['outcome']),
  op: oneOf(operations, text['op']),
  system: idIn(text['system']),
  channel: idIn(text['channel']),
  venue: idIn(text['venue']),
  key: idIn(text['key']),
  slow: oneOf(slownesses, text['slow']),
  again: oneOf(['1'] as const, text['again']),
  span: spanIn(text['span']),
  status: /^\d{3}$/.test(text['status'] ?? '') ? text['status'] : undefined,
  id: idIn(text['id']),
})
