import { type Kind, kindOf, maskText, maskValue, remembered } from './mask-text.ts'

/** What is kept of one body. */
const bodyMax = 16_000
const textMax = 4000
const deepest = 12

/** Budget of characters, used up while a body is walked. */
type Budget = { left: number }
/** Position of the walk, and its budget. */
type Walk = { readonly budget: Budget; readonly depth: number }
const deeper = ({ budget, depth }: Walk): Walk => ({ budget, depth: depth + 1 })

/** Neither a zero byte nor half a surrogate pair can be stored. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd')

const bounded = (text: string, budget: Budget): string => {
  const most = Math.max(40, Math.min(textMax, budget.left))
  budget.left -= Math.min(text.length, most) + 2
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

const walkEntries = (value: object, kind: Kind, way: Walk): Record<string, unknown> => {
  const { budget } = way
  const fields = Object.keys(value)
  const inner = kind === 'unknown' && isPerson(value, fields) ? 'person' : kind
  const kept: Record<string, unknown> = {}
  const place = deeper(way)
  for (let at = 0; at < fields.length; at++) {
    if (budget.left <= 0) return { ...kept, '…': `cut, ${fields.length - at} more` }
    const field = fields[at]!
    const name = nameOf(field)
    budget.left -= name.length + 4
    kept[name] = walk((value as Record<string, unknown>)[field], within(inner, field), place)
  }
  return kept
}

const walkItems = (items: readonly unknown[], kind: Kind, way: Walk): unknown[] => {
  const kept: unknown[] = []
  for (const [at, one] of items.entries()) {
    if (way.budget.left <= 0) return [...kept, `… cut, ${items.length - at} more`]
    kept.push(walk(one, kind, deeper(way)))
  }
  return kept
}

const walkObject = (value: object, kind: Kind, way: Walk): unknown => {
  if (way.depth >= deepest) return '… cut, too deep'
  if (Array.isArray(value)) return walkItems(value, kind, way)
  const json = (value as { toJSON?: () => unknown }).toJSON
  return typeof json === 'function' ? walk(json.call(value), kind, deeper(way)) : walkEntries(value, kind, way)
}

const isTold = (kind: Kind): boolean => kind === 'unknown' || kind === 'harmless'
const hidesNumbers = (kind: Kind): boolean => kind === 'secret' || kind === 'phone' || kind === 'born'

const walk = (value: unknown, kind: Kind, way: Walk): unknown => {
  const { budget } = way
  if (typeof value === 'string') return isTold(kind) ? readText(value, way) : bounded(maskValue(kind, value), budget)
  if (value === null || typeof value === 'boolean') return (budget.left -= 5) && value
  if (typeof value === 'number') {
    budget.left -= 8
    return hidesNumbers(kind) ? '***' : value
  }
  if (typeof value === 'object') return walkObject(value, kind, way)
  return typeof value === 'bigint' ? Number(value) : undefined
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
const readText = (text: string, way: Walk): unknown => {
  if (text.length > 8 && text.length <= readMax) {
    const json = /^\s*[[{]/.test(text) ? parsed(text) : undefined
    if (typeof json === 'object' && json !== null && way.depth < deepest) return walk(json, 'unknown', deeper(way))
    if (/^[\w.[\]%-]+=[^\s<]*$/.test(text)) return bounded(maskQuery(text), way.budget)
  }
  const piece = text.slice(0, bodyMax + textMax)
  return bounded(maskText(/<[\w:.-]+[^>]*>/.test(piece) ? maskTags(piece) : piece), way.budget)
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
  return isTold(kind) ? value : maskValue(kind, value)
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
      return `${field}=${isTold(kind) ? maskText(rest.join('=')) : maskValue(kind, decoded)}`
    })
    .join('&')
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The stored form of a body: masked, in its own structure, at most 16 kB, with a mark where it was truncated. */
export const maskBody = (body: unknown): unknown => {
  if (body === undefined || body === null) return null
  if (body instanceof Uint8Array) return `(${body.byteLength} bytes)`
  return walk(body, 'unknown', { budget: { left: bodyMax }, depth: 0 })
}
