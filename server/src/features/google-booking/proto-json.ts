import { BadArgument } from './failure.ts'

/** What a field holds, as proto3 names it; an array of names is an enumeration, in the order of its numbers. */
type Scalar = 'string' | 'prose' | 'int64' | 'int32' | 'bool' | readonly string[]
type Kind = Scalar | { readonly message: Message } | { readonly list: Message } | { readonly many: Scalar }
/** Fields by their original names; what is not named here is tolerated when it comes, and never sent. */
export type Message = { readonly [field: string]: Kind }

/** Bytes: ids and tokens are looked up by, and an index holds no more. */
const most = 2500
const camelOf = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const int64Max = 2n ** 63n

const integerOf = (value: unknown, at: string): bigint => {
  const plain = typeof value === 'number' ? String(value) : value
  if (typeof plain !== 'string' || !/^-?\d{1,19}$/.test(plain)) throw new BadArgument(`${at} is not an integer`)
  return BigInt(plain)
}

const readers: Readonly<Record<'string' | 'prose' | 'int64' | 'int32' | 'bool', (value: unknown, at: string) => unknown>> = {
  string: (value, at) => {
    if (typeof value !== 'string') throw new BadArgument(`${at} is not a string`)
    if (Buffer.byteLength(value) > most) throw new BadArgument(`${at} is too long`)
    return value
  },
  /** What a person types: however long, it is taken, and cut where it is kept. */
  prose: (value, at) => {
    if (typeof value !== 'string') throw new BadArgument(`${at} is not a string`)
    return value
  },
  int64: (value, at) => {
    const read = integerOf(value, at)
    if (read >= int64Max || read < -int64Max) throw new BadArgument(`${at} is out of range`)
    return String(read)
  },
  int32: (value, at) => {
    const read = integerOf(value, at)
    if (read >= 2n ** 31n || read < -(2n ** 31n)) throw new BadArgument(`${at} is out of range`)
    return Number(read)
  },
  bool: (value, at) => {
    if (typeof value !== 'boolean') throw new BadArgument(`${at} is not a boolean`)
    return value
  },
}

const readEnum = (names: readonly string[], value: unknown, at: string): string => {
  const name = typeof value === 'number' ? names[value] : value
  if (typeof name !== 'string' || !names.includes(name)) throw new BadArgument(`${at} is none of its values`)
  return name
}

const readKind = (kind: Kind, value: unknown, at: string): unknown => {
  if (typeof kind === 'string') return readers[kind](value, at)
  if ('message' in kind) return readMessage(kind.message as Message, value, at)
  if (!('list' in kind) && !('many' in kind)) return readEnum(kind, value, at)
  if (!Array.isArray(value)) throw new BadArgument(`${at} is not a list`)
  return value.map((one, index) =>
    'many' in kind ? readKind(kind.many, one, `${at}[${index}]`) : readMessage(kind.list as Message, one, `${at}[${index}]`),
  )
}

/**
 * A message out of proto3 JSON: by either spelling of a field's name, int64 as text or number, null as absent. What is sent without a value keeps
 * its default by being absent; int64 is kept as text, as it is sent.
 */
export const readMessage = (message: Message, value: unknown, at = 'the body'): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BadArgument(`${at} is not an object`)
  const given = value as Record<string, unknown>
  const read: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(message)) {
    const found = given[name] ?? given[camelOf(name)]
    if (found !== undefined && found !== null) read[name] = readKind(kind, found, at === 'the body' ? name : `${at}.${name}`)
  }
  return read
}
