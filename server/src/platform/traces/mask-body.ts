import { type Kind, kindOf, maskText, maskValue, remembered } from './mask-text.ts'

/** What is kept of one body. */
const bodyMax = 16_000
const textMax = 4000
const deepest = 12

/** Signs left to spend, counted down while a body is walked. */
type Purse = { left: number }

/** Neither a zero byte nor half a surrogate pair can be stored. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd')

const bounded = (text: string, purse: Purse): string => {
  const most = Math.max(40, Math.min(textMax, purse.left))
  purse.left -= Math.min(text.length, most) + 2
  return storable(text.length > most ? `${text.slice(0, most)}… (cut, ${text.length} signs)` : text)
}

/** Kinds that hold for everything below them: a guest's unnamed fields are masked as well. */
const within = (outer: Kind, field: string): Kind => {
  const own = kindOf(field)
  if (own !== 'unknown') return outer === 'secret' ? 'secret' : own
  return outer
}

/** A plain `name` is a guest's where it stands beside an e-mail address or a telephone, unless it is a venue's. */
const isPerson = (value: object, fields: readonly string[]): boolean => {
  let reached = false
  for (let at = 0; at < fields.length && at < 60; at++) {
    const kind = kindOf(fields[at]!)
    if (kind === 'name') return true
    reached ||= kind === 'email' || kind === 'phone'
  }
  return reached && !('currency' in value || 'timezone' in value || 'timeZone' in value)
}

/** Its own name, where that gives nothing away and can be stored. */
const nameOf = remembered((field: string) => maskText(storable(field.slice(0, 200))))

const walkEntries = (value: object, kind: Kind, [purse, depth]: [Purse, number]): Record<string, unknown> => {
  const fields = Object.keys(value)
  const inner = kind === 'unknown' && isPerson(value, fields) ? 'person' : kind
  const kept: Record<string, unknown> = {}
  const place: [Purse, number] = [purse, depth + 1]
  for (let at = 0; at < fields.length; at++) {
    if (purse.left <= 0) return { ...kept, '…': `cut, ${fields.length - at} more` }
    const field = fields[at]!
    const name = nameOf(field)
    purse.left -= name.length + 4
    kept[name] = walk((value as Record<string, unknown>)[field], within(inner, field), place)
  }
  return kept
}

const walkItems = (items: readonly unknown[], kind: Kind, [purse, depth]: [Purse, number]): unknown[] => {
  const kept: unknown[] = []
  for (const [at, one] of items.entries()) {
    if (purse.left <= 0) return [...kept, `… cut, ${items.length - at} more`]
    kept.push(walk(one, kind, [purse, depth + 1]))
  }
  return kept
}

const walk = (value: unknown, kind: Kind, [purse, depth]: [Purse, number]): unknown => {
  if (typeof value === 'string')
    return kind === 'unknown' || kind === 'harmless' ? readText(value, [purse, depth]) : bounded(maskValue(kind, value), purse)
  if (value === null || typeof value === 'boolean') return (purse.left -= 5) && value
  if (typeof value === 'number') {
    purse.left -= 8
    return kind === 'secret' || kind === 'phone' || kind === 'born' ? '***' : value
  }
  if (typeof value !== 'object') return typeof value === 'bigint' ? Number(value) : undefined
  if (depth >= deepest) return '… cut, too deep'
  if (Array.isArray(value)) return walkItems(value, kind, [purse, depth])
  const json = (value as { toJSON?: () => unknown }).toJSON
  return typeof json === 'function' ? walk(json.call(value), kind, [purse, depth + 1]) : walkEntries(value, kind, [purse, depth])
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
/** Longer texts are not read as what they may be: they would cost more than they tell. */
const readMax = 1_000_000

/** JSON within a text, a form or XML is masked field by field; of other text what can be told. */
const readText = (text: string, [purse, depth]: [Purse, number]): unknown => {
  if (text.length > 8 && text.length <= readMax) {
    const json = /^\s*[[{]/.test(text) ? parsed(text) : undefined
    if (typeof json === 'object' && json !== null && depth < deepest) return walk(json, 'unknown', [purse, depth + 1])
    if (/^[\w.[\]%-]+=[^\s<]*$/.test(text)) return bounded(maskQuery(text), purse)
  }
  const piece = text.slice(0, bodyMax + textMax)
  return bounded(maskText(/<[\w:.-]+[^>]*>/.test(piece) ? maskTags(piece) : piece), purse)
}

const maskTags = (xml: string): string =>
  xml
    .replaceAll(
      /(<(?:[\w.-]{1,60}:)?([\w.-]{1,60})(?:\s[^<>]{0,500})?>)([^<>]+)(?=<\/)/g,
      (...[, open, tag, inner]: string[]) => open + maskField(tag!, inner!),
    )
    .replaceAll(/([\w:.-]{1,60})="([^"<>]+)"/g, (...[, field, inner]: string[]) => `${field}="${maskField(field!, inner!)}"`)
const maskField = (field: string, value: string): string => {
  const kind = kindOf(field)
  return kind === 'unknown' || kind === 'harmless' ? value : maskValue(kind, value)
}

/** Of a query or a form: `email=a***@e***.com`. */
export const maskQuery = (query: string): string =>
  query
    .split('&')
    .map((pair) => {
      const [field = '', ...rest] = pair.split('=')
      if (rest.length === 0) return maskText(pair)
      const decoded = decode(rest.join('='))
      const kind = kindOf(decode(field).replaceAll(/.*\[([^\]]+)\]$/g, '$1'))
      return `${field}=${kind === 'unknown' || kind === 'harmless' ? maskText(rest.join('=')) : maskValue(kind, decoded)}`
    })
    .join('&')
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** What is kept of what was said: masked, in its own shape, at most 16 kB, with a mark where something was cut. */
export const maskBody = (body: unknown): unknown => {
  if (body === undefined || body === null) return null
  if (body instanceof Uint8Array) return `(${body.byteLength} bytes)`
  return walk(body, 'unknown', [{ left: bodyMax }, 0])
}
