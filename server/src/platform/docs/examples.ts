import type { JsonSchema } from './json-schema.ts'

export type Example = string | number | boolean | null | Example[] | { [name: string]: Example }

const id = '01934f6e-8f2a-7c3b-9d41-5a7b0c9e2f10'
/** What a field of that name looks like in the trade; anything else follows from its schema. */
const byName: Record<string, Example> = {
  partySize: 4,
  date: 1_795_201_200,
  username: 'admin@tablewire.test',
  password: 'tablewire-demo',
  grant_type: 'password',
  client_id: 'portal',
  client_secret: 'portal',
  firstname: 'Ada',
  lastname: 'Example',
  firstName: 'Ada',
  lastName: 'Example',
  email: 'ada@guest.test',
  timezone: 'Europe/Madrid',
  city: 'Madrid',
  reason: 'The guest called',
  url: 'https://partner.example.com/hooks',
  readUrl: 'https://partner.example.com/listings/{venueId}.json',
  cancelActor: 'guest',
  currentPassword: 'the-old-password',
  newPassword: 'a-new-password',
  intervalMinutes: 15,
  minutes: 90,
  capacity: 40,
  primary: '#2563EB',
  sdkTheme: 'blue-door',
  digest: 'pV8dK1c0bQ3mZr7TtYw2nEoJxLhGsUaF4iC9vB6kSqM',
  logo: 'https://partner.example.com/logo.svg',
  menuLogo: '/brands/tablewire-menu-logo.svg',
  favicon: '/brands/tablewire-favicon.svg',
}
/** Optional fields without which an example would puzzle. */
const telling = new Set(['username', 'password', 'email', 'reason'])
const texts = [
  'Example',
  '19:00',
  'EUR',
  'ES',
  '2026-11',
  '2026',
  'https://partner.example.com/logo.svg',
  'en',
  '1234567890123456',
  '+34600123456',
]
const byFormat: Record<string, string> = {
  uuid: id,
  date: '2026-11-20',
  'date-time': '2026-11-20T19:00:00Z',
  email: 'ada@guest.test',
  base64: 'PHN2ZyB2aWV3Qm94PSIwIDAgOCA4Ii8+',
  uri: 'https://push.example/a1b2c3',
}

type NamedSchemas = Record<string, JsonSchema>

const textOf = ({ format, pattern, minLength = 0, maxLength = 1000 }: JsonSchema): string => {
  if (format && byFormat[format]) return byFormat[format]
  const fits = (text: string): boolean =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))
  return texts.find(fits) ?? 'x'.repeat(Math.max(1, minLength))
}

const fits = (
  value: Example | undefined,
  { type, pattern, minimum = -Infinity, maximum = Infinity, maxLength = Infinity, format }: JsonSchema,
): value is Example => {
  if (type === 'string' && format && format !== 'email') return false
  if (typeof value === 'number') return type === 'integer' && value >= minimum && value <= maximum
  return typeof value === 'string' && type === 'string' && value.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(value))
}

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): [string, JsonSchema][] => {
  const shown = Object.entries(properties).filter(([name]) => required.includes(name) || telling.has(name))
  if (shown.length) return shown
  const all = Object.entries(properties)
  return [all.find(([name]) => name in byName) ?? all[0]].filter((one) => one !== undefined)
}

const numberOf = ({ minimum = 1, maximum = 1 }: JsonSchema): number => Math.max(minimum, Math.min(1, maximum))

/** A value a caller could send: required fields, and optional ones when there are no others. */
export const exampleOf = (schema: JsonSchema, named: NamedSchemas, name = ''): Example => {
  const other = schema.$ref ? (named[schema.$ref.split('/').at(-1)!] ?? {}) : (schema.anyOf ?? schema.oneOf)?.[0]
  if (other) return exampleOf(other, named, name)
  if (schema.const !== undefined) return schema.const as Example
  if (schema.enum) return schema.enum[0] as Example
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  const known = byName[name]
  if (fits(known, { ...schema, ...(type ? { type } : {}) })) return known
  return ofType[type ?? '']?.(schema, named, name) ?? null
}

const ofType: Readonly<Record<string, (schema: JsonSchema, named: NamedSchemas, name: string) => Example>> = {
  object: (schema, named) => Object.fromEntries(fieldsOf(schema).map(([key, part]) => [key, exampleOf(part, named, key)])),
  array: ({ items, minItems = 0 }, named, name) => (items && minItems > 0 ? [exampleOf(items, named, name)] : []),
  integer: numberOf,
  number: numberOf,
  boolean: () => true,
  string: textOf,
}

/** The same as it stands in a path or a query, where several values are joined by commas. */
export const exampleTextOf = (schema: JsonSchema, named: NamedSchemas, name: string): string => {
  if (schema.type === 'array' && schema.items) return exampleTextOf(schema.items, named, name)
  const value = exampleOf(schema, named, name)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
