import type { JsonSchema } from '@tablewire/server/platform/docs/json-schema'
import type { Document, Operation } from '@tablewire/server/platform/docs/openapi'

/*
 * What a client of the earlier document could no longer rely on in the later one. Sent values must still be accepted, answered fields
 * must still come and mean the same; whatever is added on top is fine, also a new value of an answered enumeration.
 */
type Direction = 'sent' | 'answered'
type Pair = { before: JsonSchema; after: JsonSchema; at: string }
type Look = { direction: Direction; before: Document; after: Document; above: ReadonlySet<string> }

const resolve = (document: Document, schema: JsonSchema): JsonSchema =>
  schema.$ref ? resolve(document, document.components.schemas[schema.$ref.split('/').at(-1)!] ?? {}) : schema

/** `anyOf` and `type: [..]` as a list of plain schemas. */
const alternatives = (document: Document, schema: JsonSchema): JsonSchema[] => {
  const plain = resolve(document, schema)
  if (plain.anyOf) return plain.anyOf.flatMap((one) => alternatives(document, one))
  const { type } = plain
  return Array.isArray(type) ? type.map((one) => ({ ...plain, type: one })) : [plain]
}

const values = ({ enum: list, const: only }: JsonSchema): unknown[] | undefined => list ?? (only === undefined ? undefined : [only])
const isAnything = (schema: JsonSchema): boolean => schema.type === undefined && schema.anyOf === undefined && values(schema) === undefined
const describe = (schema: JsonSchema): string =>
  values(schema)?.map(String).join(', ') ?? [schema.type ?? 'anything', schema.format].filter(Boolean).join(' ')

/** Each value one side may bring needs an alternative on the other side that takes it. */
const compare = (outer: Look, { before, after, at }: Pair): string[] => {
  const key = `${before.$ref} ${after.$ref}`
  if (outer.above.has(key)) return []
  // A schema inside itself is compared once on its way down.
  const look = before.$ref && after.$ref ? { ...outer, above: new Set([...outer.above, key]) } : outer
  const earlier = alternatives(look.before, before)
  const later = alternatives(look.after, after)
  const bringing = look.direction === 'sent' ? earlier : later
  const taking = look.direction === 'sent' ? later : earlier
  if (taking.some(isAnything)) return []
  return bringing.flatMap((brought) => {
    const tries = taking.map((taken) =>
      comparePlain(look, look.direction === 'sent' ? { before: brought, after: taken, at } : { before: taken, after: brought, at }),
    )
    if (tries.some((problems) => problems.length === 0)) return []
    const close = taking.findIndex((taken) => taken.type === brought.type)
    return close < 0 ? [`${at}: ${look.direction === 'sent' ? 'no longer takes' : 'may now be'} ${describe(brought)}`] : tries[close]!
  })
}

const comparePlain = (look: Look, pair: Pair): string[] => {
  const { before, after, at } = pair
  const [from, to] = look.direction === 'sent' ? [before.type, after.type] : [after.type, before.type]
  if (from !== to && !(from === 'integer' && to === 'number')) return [`${at}: was ${describe(before)}, is ${describe(after)}`]
  return [...(look.direction === 'sent' ? narrower(pair) : otherwise(pair)), ...fields(look, pair), ...inside(look, pair)]
}

const lower = ['minimum', 'minLength', 'minItems'] as const
const upper = ['maximum', 'maxLength', 'maxItems'] as const

/** A UUID says by its format how long it is. */
const measured = (schema: JsonSchema): JsonSchema => (schema.format === 'uuid' ? { minLength: 36, maxLength: 36, ...schema } : schema)

const bounds = ({ before, after, at }: Pair): string[] => [
  ...lower.filter((key) => (after[key] ?? -Infinity) > (before[key] ?? -Infinity)).map((key) => `${at}: ${key} rose to ${after[key]}`),
  ...upper.filter((key) => (after[key] ?? Infinity) < (before[key] ?? Infinity)).map((key) => `${at}: ${key} fell to ${after[key]}`),
]

/** Rules on a sent value that were not there, or were wider. */
const narrower = ({ before: earlier, after, at }: Pair): string[] => {
  const before = measured(earlier)
  const problems: string[] = bounds({ before, after, at })
  for (const key of ['format', 'pattern'] as const)
    if (after[key] !== undefined && after[key] !== before[key]) problems.push(`${at}: ${key} is now ${after[key]}`)
  const known = values(before)
  const now = values(after)
  const lost = now && (known ?? ['other values']).filter((value) => !now.includes(value))
  if (lost?.length) problems.push(`${at}: no longer takes ${lost.join(', ')}`)
  return problems
}

/** An answered value of another meaning. */
const otherwise = ({ before, after, at }: Pair): string[] => [
  ...(before.format !== undefined && after.format !== before.format ? [`${at}: was ${describe(before)}, is ${describe(after)}`] : []),
  ...(values(before) && !values(after) ? [`${at}: may now be any ${describe(after)}`] : []),
]

const fields = (look: Look, { before, after, at }: Pair): string[] => {
  const problems: string[] = []
  for (const [name, field] of Object.entries(before.properties ?? {})) {
    const now = after.properties?.[name]
    if (!now) problems.push(`${at}.${name}: is gone`)
    else problems.push(...compare(look, { before: field, after: now, at: `${at}.${name}` }))
  }
  const [wanted, given] = look.direction === 'sent' ? [after.required, before.required] : [before.required, after.required]
  for (const name of wanted ?? [])
    if (!given?.includes(name) && (look.direction === 'sent' || after.properties?.[name]))
      problems.push(`${at}.${name}: ${look.direction === 'sent' ? 'is now required' : 'may now be missing'}`)
  return problems
}

const inside = (look: Look, { before, after, at }: Pair): string[] => {
  const problems: string[] = []
  if (before.items && after.items) problems.push(...compare(look, { before: before.items, after: after.items, at: `${at}[]` }))
  if (typeof before.additionalProperties === 'object' && typeof after.additionalProperties === 'object')
    problems.push(...compare(look, { before: before.additionalProperties, after: after.additionalProperties, at: `${at}.*` }))
  return problems
}

type Calls = { before: Operation; after: Operation; name: string; look: (direction: Direction) => Look }

const callers = ({ before, after, name }: Calls): string[] => {
  const known = after.security.map((one) => JSON.stringify(one))
  const locked = before.security.length
    ? before.security.filter((one) => known.length && !known.includes(JSON.stringify(one))).length > 0
    : known.length > 0
  return [
    ...(locked ? [`${name}: asks for other credentials`] : []),
    ...(after['x-right'] !== undefined && after['x-right'] !== before['x-right']
      ? [`${name}: asks for the right ${after['x-right']}, was ${before['x-right'] ?? 'none'}`]
      : []),
    ...(before.operationId === after.operationId ? [] : [`${name}: operationId was ${before.operationId}, is ${after.operationId}`]),
  ]
}

const parameters = ({ before, after, name, look }: Calls): string[] => {
  const find = (operation: Operation, wanted: { name: string; in: string }) =>
    operation.parameters.find((one) => one.name === wanted.name && one.in === wanted.in)
  const kept = before.parameters.flatMap((parameter) => {
    const now = find(after, parameter)
    if (!now) return [`${name} ${parameter.name}: is gone`]
    const stricter = now.required && !parameter.required ? [`${name} ${parameter.name}: is now required`] : []
    return [...stricter, ...compare(look('sent'), { before: parameter.schema, after: now.schema, at: `${name} ${parameter.name}` })]
  })
  return [
    ...kept,
    ...after.parameters.filter((one) => one.required && !find(before, one)).map((one) => `${name} ${one.name}: is new and required`),
  ]
}

const bodies = ({ before, after, name, look }: Calls): string[] => {
  const was = before.requestBody
  const is = after.requestBody
  if (!was) return is?.required ? [`${name}: now needs a body`] : []
  if (!is) return [`${name}: no longer takes a body`]
  const stricter = is.required && !was.required ? [`${name}: now needs its body`] : []
  return [
    ...stricter,
    ...compare(look('sent'), {
      before: was.content['application/json'].schema,
      after: is.content['application/json'].schema,
      at: `${name} body`,
    }),
  ]
}

const answer = (operation: Operation): [status: string, schema: JsonSchema] | undefined => {
  const [status, response] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? []
  const schema = response && 'content' in response ? response.content?.['application/json']?.schema : undefined
  return status && schema ? [status, schema] : undefined
}

const answers = ({ before, after, name, look }: Calls): string[] => {
  const was = answer(before)
  const is = answer(after)
  if (!was) return []
  if (!is) return [`${name}: no longer answers anything`]
  return [
    ...(was[0] === is[0] ? [] : [`${name}: answered ${was[0]}, answers ${is[0]}`]),
    ...compare(look('answered'), { before: was[1], after: is[1], at: `${name} answer` }),
  ]
}

/** Everything that was taken away or narrowed between two documents, in words; empty when the later one only adds. */
export const narrowedIn = (before: Document, after: Document): string[] => {
  const look = (direction: Direction): Look => ({ direction, before, after, above: new Set() })
  const named = Object.keys(before.components.schemas).filter((name) => !after.components.schemas[name])
  const calls = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method]
      if (!now) return [`${name}: is gone`]
      const pair: Calls = { before: operation, after: now, name, look }
      return [...callers(pair), ...parameters(pair), ...bodies(pair), ...answers(pair)]
    }),
  )
  // Generated clients have a type of that name.
  return [...named.map((name) => `schema ${name}: lost its name`), ...calls]
}
