import { z } from 'zod'
import type { z as mini } from 'zod/mini'

export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  /** One by a field that tells which: a discriminated union. */
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  description?: string
}

export type Converter = {
  /** What a caller may send. */
  input: (schema: mini.ZodMiniType) => JsonSchema
  /** What a caller reads; for a query, what its text stands for. */
  output: (schema: mini.ZodMiniType) => JsonSchema
  /** The named schemas met so far. */
  components: () => Record<string, JsonSchema>
}

type Context = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }

/** Text of a query string that means yes or no: `1`, `true`, `0`, `false`, turned into a boolean. */
const isFlag = (schema: z.core.$ZodTypes): boolean => {
  if (schema._zod.def.type !== 'pipe') return false
  const from = schema._zod.def.in._zod.def as { type: string; entries?: Record<string, string> }
  return (
    from.type === 'enum' &&
    Object.keys(from.entries ?? {})
      .toSorted()
      .join() === '0,1,false,true'
  )
}

const selfEvident = new Set(['uuid', 'date', 'date-time', 'email'])

/** Leaves what a reader and a code generator need: no regular expression where a format says it, no limits of the number type. */
const simplifySchema = ({ zodSchema, jsonSchema }: Context): void => {
  if (isFlag(zodSchema)) jsonSchema.type = 'boolean'
  // Callers must ignore fields they do not know, and unknown fields they send are ignored: both sides may grow.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.pattern && (selfEvident.has(jsonSchema.format ?? '') || jsonSchema.pattern.startsWith('^[^\\u0000')))
    delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

const refer = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
    key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', '#/components/schemas/') : inner,
  )

/** Turns contract schemas into JSON Schema 2020-12 (what OpenAPI 3.1 speaks), the named ones into components. */
export const makeConverter = (named: ReadonlyMap<string, mini.ZodMiniType>): Converter => {
  const registry = z.registry<{ id?: string }>()
  for (const [id, schema] of named) registry.add(schema, { id })
  const components: Record<string, JsonSchema> = {}
  const convert = (schema: mini.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
    const {
      $schema: _dialect,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      io,
      metadata: registry,
      override: simplifySchema,
      unrepresentable: ({ path, zodSchema }) =>
        zodSchema._zod.def.type === 'transform' ? 'any' : fail(`${path.join('.')} (${zodSchema._zod.def.type}) cannot be described`),
    })
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _id, ...clean } = refer(definition) as JsonSchema & { id?: string }
      const known = components[name]
      if (known && JSON.stringify(known) !== JSON.stringify(clean))
        fail(`${name} is not the same when sent and when answered; give one of them another name`)
      components[name] = clean
    }
    return refer(own) as JsonSchema
  }
  return {
    input: (schema) => convert(schema, 'input'),
    output: (schema) => convert(schema, 'output'),
    components: () => Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

const fail = (message: string): never => {
  throw new Error(message)
}
