import type { TraceDetail } from '@tablewire/contracts/operations/traces'

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const within = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, field) => (isFields(inner) ? inner[field] : undefined), value)

const id = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const idOf = (value: unknown): string | undefined => (typeof value === 'string' && id.test(value) ? value : undefined)
const wholeOf = (value: unknown, most: number): number | undefined => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined
}

/** Later than any search is about. */
const latestSec = 4_102_444_800

const queryOf = (url: string | null): Fields => Object.fromEntries(new URLSearchParams(url?.split('?')[1] ?? ''))
/** What a body says of the place that was wanted: in our words, and in Google's. */
const placeIn = (body: unknown) => {
  const slot = within(body, 'slot') ?? within(body, 'booking', 'slot')
  return {
    date: wholeOf(within(body, 'date') ?? within(slot, 'start_sec'), latestSec),
    partySize: wholeOf(within(body, 'partySize') ?? within(slot, 'resources', 'party_size'), 1000),
    areaId: idOf(within(body, 'areaId')),
  }
}

/** An answer of availability that offers nothing is a no, though the call went well. */
const isRefused = ({ outcome, operation, response }: TraceDetail): boolean => {
  const slots = within(response.body, 'slots')
  return outcome === 'refused' || (operation === 'availability' && Array.isArray(slots) && slots.length === 0)
}

/** Of a place a channel was refused: the question with which the book explains it. Undefined where it was no such call, or does not say what was asked. */
export const askedSearch = (trace: TraceDetail): Record<string, string> | undefined => {
  const { venueId, channelId, from, to } = trace
  if (from !== 'channel' || to !== 'hub' || venueId === null || channelId === null || !isRefused(trace)) return undefined
  const [body, query] = [placeIn(trace.request.body), placeIn(queryOf(trace.url))]
  const date = body.date ?? query.date
  const partySize = body.partySize ?? query.partySize
  const areaId = body.areaId ?? query.areaId
  if (date === undefined || partySize === undefined) return undefined
  const at = new Date(date * 1000).toISOString().replace('.000Z', 'Z')
  return { venue: venueId, party: String(partySize), as: channelId, at, ...(areaId === undefined ? {} : { area: areaId }) }
}
