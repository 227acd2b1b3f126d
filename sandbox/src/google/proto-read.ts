import { snake } from './wire-values.ts'

/** A field of a message of Google's; a list of names is an enumeration, in the order of its numbers. */
type Scalar = 'string' | 'bool' | 'int32' | 'int64' | 'uint64' | 'double'
export type Field = Scalar | readonly string[] | { readonly message: Message } | { readonly list: Field }
export type Message = { readonly [name: string]: Field }
export type Loose = Record<string, unknown>

/** A number as it was written: `1.0` is no int64, and a long one keeps its digits. */
class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** JSON with numbers as they stand in the text; undefined for what is none. */
const parse = (text: string): { value: unknown } | undefined => {
  try {
    const revive = (_key: string, value: unknown, context?: { source?: string }): unknown =>
      typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value
    return { value: JSON.parse(text, revive as (this: unknown, key: string, value: unknown) => unknown) as unknown }
  } catch {
    return undefined
  }
}

const shown = (value: unknown): string => {
  const text = value instanceof NumberText ? value.text : (JSON.stringify(value) ?? 'nothing')
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
const bounds: Readonly<Record<'int32' | 'int64' | 'uint64', readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
}
/** Whole numbers, quoted or not; a fraction is refused even where it is zero. */
const wholeIn = (kind: keyof typeof bounds, value: unknown): bigint | undefined => {
  const text = value instanceof NumberText ? value.text : value
  if (typeof text !== 'string' || !/^-?\d+$/.test(text)) return undefined
  const number = BigInt(text)
  return number >= bounds[kind][0] && number <= bounds[kind][1] ? number : undefined
}

const readers: Readonly<Record<Scalar, (value: unknown) => unknown>> = {
  string: (value) => (typeof value === 'string' ? value : undefined),
  bool: (value) => (typeof value === 'boolean' ? value : undefined),
  int32: (value) => {
    const number = wholeIn('int32', value)
    return number === undefined ? undefined : Number(number)
  },
  int64: (value) => wholeIn('int64', value)?.toString(),
  uint64: (value) => wholeIn('uint64', value)?.toString(),
  double: (value) => (value instanceof NumberText ? Number(value.text) : undefined),
}

type Reading = { at: string; wrong: string[] }

const enumIn = (names: readonly string[], value: unknown): unknown => {
  if (typeof value === 'string') return names.includes(value) ? value : undefined
  return value instanceof NumberText ? names[Number(value.text)] : undefined
}
const listIn = (inside: Field, value: unknown, { at, wrong }: Reading): unknown => {
  if (!Array.isArray(value)) return void wrong.push(`${at}: ${shown(value)} is no list`)
  return value.map((one, index) => readField(inside, one, { at: `${at}[${index}]`, wrong }))
}
const readField = (field: Field, value: unknown, reading: Reading): unknown => {
  const { at, wrong } = reading
  if (typeof field === 'object' && 'message' in field) return messageIn(field.message, value, reading)
  if (typeof field === 'object' && 'list' in field) return listIn(field.list, value, reading)
  const read = typeof field === 'string' ? readers[field](value) : enumIn(field, value)
  if (read === undefined)
    wrong.push(`${at}: ${shown(value)} is ${typeof field === 'string' ? `no ${field}` : 'no value of its enumeration'}`)
  return read
}

/** Either spelling of a name; null counts as absent; a field that the message does not have is a fault. */
const messageIn = (message: Message, value: unknown, { at, wrong }: Reading): Loose => {
  const read: Loose = {}
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof NumberText) {
    wrong.push(`${at}: ${shown(value)} is no message`)
    return read
  }
  for (const [given, inside] of Object.entries(value)) {
    const name = Object.hasOwn(message, given) ? given : snake(given)
    const here = at === '' ? given : `${at}.${given}`
    if (!Object.hasOwn(message, name)) wrong.push(`${here}: unknown field`)
    else if (inside !== null) read[name] = readField(message[name]!, inside, { at: here, wrong })
  }
  return read
}

export type Read = { value: Loose; wrong: readonly string[] }

/**
 * Proto3 JSON as strict as Google's own reader: an unknown field, an unknown name of an enumeration, a number where text belongs or an empty body make
 * an answer unreadable; whole numbers may be quoted, and either spelling of names is good.
 */
export const readProto = (message: Message, text: string): Read => {
  if (text.trim() === '') return { value: {}, wrong: ['the body is empty'] }
  const parsed = parse(text)
  if (!parsed) return { value: {}, wrong: ['the body is not JSON'] }
  const wrong: string[] = []
  const value = messageIn(message, parsed.value, { at: '', wrong })
  return { value, wrong }
}
