import { Temporal } from 'temporal-polyfill'

/** As far as the statements of bookings need them; an array has its element's type and `[]`. */
export type Type = string
export type Value = unknown
export type Row = Record<string, Value>

/** What PostgreSQL says, with its SQLSTATE. */
export class SqlError extends Error {
  readonly code: string
  readonly constraint: string | undefined
  constructor(code: string, message: string, constraint?: string) {
    super(message)
    this.code = code
    this.constraint = constraint
  }
}
/** A statement, or part of one, that this database does not know: it would have to learn it. */
export class Unknown extends Error {}

/** What every database has beside its own tables and columns, and this one has not. */
const systemColumns = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'])
export const noTable = (name: string, schema?: string): Error =>
  schema !== undefined || name.startsWith('pg_') ? new Unknown(`table ${name}`) : new SqlError('42P01', `relation "${name}" does not exist`)
export const noColumn = (name: string): Error =>
  systemColumns.has(name) ? new Unknown(`column ${name}`) : new SqlError('42703', `column "${name}" does not exist`)
/** A name before a point that nothing in `from` has. */
export const noAlias = (alias: string): Error => new SqlError('42P01', `missing FROM-clause entry for table "${alias}"`)

const names: Record<string, Type> = {
  int4: 'integer',
  int8: 'integer',
  int2: 'integer',
  numeric: 'number',
  float8: 'number',
  bool: 'boolean',
  varchar: 'text',
  bpchar: 'text',
  jsonb: 'json',
}
export const typeNamed = (name: string, array: boolean): Type => `${names[name] ?? name}${array ? '[]' : ''}`

const instantOf = (value: Value): number => {
  if (typeof value === 'number') return value
  if (value instanceof Date) return value.getTime()
  const ms = Date.parse(String(value)) + Number(/\.\d{3}(\d{1,3})/.exec(String(value))?.[1]?.padEnd(3, '0') ?? 0) / 1000
  if (Number.isNaN(ms)) throw new SqlError('22007', `invalid instant ${String(value)}`)
  return ms
}
const unitMs: Record<string, number> = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }
const intervalOf = (value: Value): number => {
  if (typeof value === 'number') return value
  const [, count, unit] = /^(\d+) (second|minute|hour|day)s?$/.exec(String(value)) ?? []
  if (unit === undefined) throw new Unknown(`interval ${String(value)}`)
  return Number(count) * unitMs[unit]!
}
const textArray = (value: Value): Value[] => {
  if (Array.isArray(value)) return [...(value as Value[])]
  const inside = String(value).slice(1, -1)
  return inside === '' ? [] : inside.split(',')
}

const readers: Record<Type, (value: Value) => Value> = {
  timestamptz: instantOf,
  interval: intervalOf,
  integer: (value) => Math.trunc(Number(value)),
  number: Number,
  boolean: (value) => (typeof value === 'string' ? value.startsWith('t') : Boolean(value)),
  json: (value) => (typeof value === 'string' ? (JSON.parse(value) as Value) : value),
  date: (value) => (typeof value === 'number' ? new Date(value).toISOString() : String(value)).slice(0, 10),
  timestamp: (value) => Temporal.PlainDateTime.from(String(value)).toString().slice(0, 16),
  bytea: (value) => (Buffer.isBuffer(value) ? value : Buffer.from(String(value).replace(/^\\x/, ''), 'hex')),
  text: String,
  uuid: (value) => String(value).toLowerCase(),
}

/** A value that came as another type, or as a parameter, as this type has it inside. */
export const read = (value: Value, type: Type): Value => {
  if (value === null || value === undefined) return null
  if (type.endsWith('[]')) return textArray(value).map((one) => read(one, type.slice(0, -2)))
  const reader = readers[type]
  return reader ? reader(value) : value
}

/** JSON that was written as text of JSON is the value itself. */
export const asJson = (value: Value, type: Type): Value => (type === 'timestamptz' && value !== null ? tell(value, type) : value)

/** In microseconds, as PostgreSQL has it. */
const instantText = (ms: number): string => {
  const micros = Math.round(ms * 1000)
  const fraction = String(((micros % 1_000_000) + 1_000_000) % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
  const whole = new Date(Math.floor(micros / 1_000_000) * 1000).toISOString().slice(0, 19)
  return `${whole}${fraction === '' ? '' : `.${fraction}`}Z`
}

/** As the driver hands it out. */
export const tell = (value: Value, type: Type): Value => {
  if (value === null || value === undefined) return null
  if (type === 'timestamptz') return instantText(value as number)
  if (type === 'json') return structuredClone(value)
  if (type === 'void') return ''
  return Array.isArray(value) ? [...(value as Value[])] : value
}

/** A plain value as text. */
export const textOf = (value: Value): string => (typeof value === 'object' ? JSON.stringify(value) : String(value as string | number))

/** Two values of one type. */
export const compare = (a: Value, b: Value): number => {
  if (Buffer.isBuffer(a) && Buffer.isBuffer(b)) return Buffer.compare(a, b)
  if (typeof a === 'object' || typeof b === 'object') {
    const [one, other] = [JSON.stringify(a), JSON.stringify(b)]
    return one === other ? 0 : one < other ? -1 : 1
  }
  return a === b ? 0 : (a as number) < (b as number) ? -1 : 1
}
