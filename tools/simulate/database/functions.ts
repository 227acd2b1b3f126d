import { Blocked } from './store.ts'
import type { Run } from './plan.ts'
import { asJson, read, type Row, SqlError, textOf, type Type, type Value } from './values.ts'

type FunctionArguments = { values: Value[]; types: Type[]; names: readonly string[] }
type Called = {
  type: Type | ((types: readonly Type[]) => Type)
  takes?: readonly Type[]
  of: (run: Run, given: FunctionArguments) => Value
}

const plain = (type: Called['type'], of: (...values: Value[]) => Value, takes?: readonly Type[]): Called => ({
  type,
  ...(takes ? { takes } : {}),
  of: (_run, { values }) => of(...values),
})

const advisory = (run: Run, key: Value): void => {
  if (!run.transaction.advise(String(key))) throw new Blocked(run.transaction.holderOf(String(key)))
}

const stripped = (value: Value): Value => {
  if (Array.isArray(value)) return value.map(stripped)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[key, stripped(one)]])))
}
const object = (_run: Run, { values, types }: FunctionArguments): Value => {
  const built: Record<string, Value> = {}
  for (let at = 0; at < values.length; at += 2) built[String(values[at])] = asJson(values[at + 1], types[at + 1]!)
  return built
}

const occupying = ['held', 'pending_confirmation', 'requires_payment', 'confirmed', 'seated', 'completed']

const trouble = (booking: Value): Value => {
  const { doubles, remote_id: id, last_error: error } = booking as Row
  return (doubles as string[]).length
    ? `the system has this booking twice under its key: ${[(id ?? '?') as string, ...(doubles as string[])].join(', ')}`
    : error
}

/** Optimistic lock of both rows, unless one was written since they were read (migration 0049). */
const lockUnchanged = ({ store, transaction }: Run, { values }: FunctionArguments): Value => {
  const [venue, reservation, version, worker, state, hints, at] = values
  const find = (table: string, matches: (row: Row) => boolean) =>
    store.rowsOf(table).entries.find((entry) => {
      const row = transaction.see(entry)
      return row !== null && matches(row)
    })
  const booked = find('reservations', (row) => row['venue_id'] === venue && row['id'] === reservation && row['version'] === version)
  const known = find(
    'remote_bookings',
    (row) =>
      row['venue_id'] === venue &&
      row['reservation_id'] === reservation &&
      row['lease_by'] === worker &&
      row['state'] === state &&
      row['hints'] === hints &&
      row['updated_at'] === at,
  )
  if (!booked || !known) throw new SqlError('TW013', 'the booking was written meanwhile')
  transaction.lock(booked)
  transaction.lock(known)
  return ''
}

/** What product and migrations call. Those of the product in plpgsql are here in words of our own; a test holds them against the real ones. */
export const functions: Readonly<Record<string, Called>> = {
  clock_timestamp: { type: 'timestamptz', of: ({ nowMs }) => nowMs },
  now: { type: 'timestamptz', of: ({ nowMs }) => nowMs },
  // Whole microseconds, as an interval is kept; the sum with a moment is rounded no second time.
  make_interval: plain('interval', (seconds) => Math.round(Number(seconds) * 1_000_000) / 1000, ['number']),
  // No company is moved there.
  is_closed: { type: 'boolean', of: () => false },
  hashtextextended: plain('text', (key, seed) => `${String(key)} ${String(seed)}`, ['text', 'integer']),
  pg_advisory_xact_lock: { type: 'void', of: (run, { values }) => (advisory(run, values[0]), '') },
  pg_try_advisory_xact_lock: { type: 'boolean', of: ({ transaction }, { values }) => transaction.advise(String(values[0])) },
  set_config: plain('text', (_name, value) => value, ['text', 'text', 'boolean']),
  gen_random_uuid: { type: 'uuid', of: ({ newId }) => newId() },
  pg_current_xact_id: plain('text', () => null),
  lower: plain('text', (value) => (value === null ? null : textOf(value).toLowerCase()), ['text']),
  length: plain('integer', (value) => (value === null ? null : Array.from(textOf(value)).length), ['text']),
  decode: plain('bytea', (value) => Buffer.from(String(value), 'hex'), ['text', 'text']),
  json_build_object: { type: 'json', of: object },
  jsonb_build_object: { type: 'json', of: object },
  json_strip_nulls: plain('json', stripped),
  jsonb_strip_nulls: plain('json', stripped),
  jsonb_array_length: plain('integer', (value) => (value as Value[]).length),
  concat_ws: plain('text', (between, ...parts) => parts.flatMap((part) => (part === null ? [] : [textOf(part)])).join(String(between))),
  greatest: plain(
    (types) => types[0]!,
    (...values) => values.reduce((most, one) => (one !== null && (most === null || Number(one) > Number(most)) ? one : most), null),
  ),
  occupies: plain('boolean', (status) => occupying.includes(String(status)), ['text']),
  remote_trouble: plain('text', trouble),
  lock_unchanged_booking: {
    type: 'void',
    takes: ['uuid', 'uuid', 'integer', 'uuid', 'text', 'integer', 'timestamptz'],
    of: lockUnchanged,
  },
}

type Folded = { type: (type: Type) => Type; of: (values: readonly Value[][], types: readonly Type[]) => Value }
const known = (values: readonly Value[][]): Value[] => values.map(([one]) => one).filter((one) => one !== null)
const gathered: Folded = {
  type: () => 'json',
  of: (values, types) => (values.length ? values.map(([one]) => asJson(one, types[0]!)) : null),
}
const keyed: Folded = {
  type: () => 'json',
  of: (values, types) => (values.length ? Object.fromEntries(values.map(([key, one]) => [String(key), asJson(one, types[1]!)])) : null),
}
const extreme = (sign: number): Folded => ({
  type: (type) => type,
  of: (values) => {
    const all = known(values) as number[]
    return all.length ? all.reduce((best, one) => ((one > best ? 1 : -1) === sign ? one : best)) : null
  },
})
export const aggregates: Readonly<Record<string, Folded>> = {
  count: { type: () => 'integer', of: (values) => (values[0]?.length === 0 ? values.length : known(values).length) },
  sum: {
    type: () => 'integer',
    of: (values) => {
      const all = known(values)
      return all.length ? all.reduce<number>((sum, one) => sum + Number(one), 0) : null
    },
  },
  max: extreme(1),
  min: extreme(-1),
  json_agg: gathered,
  jsonb_agg: gathered,
  json_object_agg: keyed,
  jsonb_object_agg: keyed,
}

/** Functions that answer rows: their columns come with the call. */
export const rowFunctions: Readonly<Record<string, (values: readonly Value[], columns: readonly { name: string; type: Type }[]) => Row[]>> =
  {
    unnest: (values, columns) => {
      const arrays = values as Value[][]
      return Array.from({ length: Math.max(0, ...arrays.map((one) => one.length)) }, (_, at) =>
        Object.fromEntries(columns.map(({ name }, index) => [name, arrays[index]?.[at] ?? null])),
      )
    },
    json_to_recordset: ([value], columns) => recordset(value, columns),
    jsonb_to_recordset: ([value], columns) => recordset(value, columns),
  }
const recordset = (value: Value, columns: readonly { name: string; type: Type }[]): Row[] =>
  ((typeof value === 'string' ? JSON.parse(value) : value) as Row[]).map((row) =>
    Object.fromEntries(columns.map(({ name, type }) => [name, read(row[name], type)])),
  )
