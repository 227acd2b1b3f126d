import type { RemoteOffers, Words } from './connector.ts'

const most = 50
const list = (given: unknown): unknown[] => (Array.isArray(given) ? (given as unknown[]).slice(0, most) : [])
const wordsOf = (given: unknown): Words | null => {
  if (typeof given === 'string') return given.trim().slice(0, 120) || null
  if (typeof given !== 'object' || given === null) return null
  const texts = Object.entries(given).flatMap(([lang, wire]) =>
    typeof wire === 'string' && wire.trim() ? [[lang.slice(0, 2).toLowerCase(), wire.trim().slice(0, 120)] as const] : [],
  )
  return texts.length ? Object.fromEntries(texts) : null
}

/** A length of stay that a table can be kept for, in seconds. */
export const secondsOf = (given: unknown): number | null =>
  typeof given === 'number' && Number.isInteger(given) && given >= 60 && given <= 86_400 ? given : null

/** What a day lets guests choose, read leniently: numbers or objects, texts in one language or by language. What is none of these is left out. */
export const offersOf = (wire: { requiresDuration?: unknown; durations?: unknown; bookingTypes?: unknown }): RemoteOffers | undefined => {
  const durations = list(wire.durations).flatMap((one) => {
    const { value, label } = typeof one === 'object' && one !== null ? (one as { value?: unknown; label?: unknown }) : { value: one }
    const seconds = secondsOf(value)
    return seconds === null ? [] : [{ seconds, label: wordsOf(label) }]
  })
  const bookingTypes = list(wire.bookingTypes).flatMap((one) => {
    const { id, name } = (one ?? {}) as { id?: unknown; name?: unknown }
    const known = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : ''
    return known && known.length <= 120 ? [{ id: known, name: wordsOf(name) ?? known }] : []
  })
  const requiresDuration = wire.requiresDuration === true || wire.requiresDuration === 1
  return requiresDuration || durations.length || bookingTypes.length ? { requiresDuration, durations, bookingTypes } : undefined
}
