import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import type { Converter, JsonSchema } from './json-schema.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  /** Several values: `name=a,b`; `name=a&name=b` is understood as well. */
  style?: 'form'
  explode?: false
}

const descriptions: Record<string, string> = {
  offset: 'Rows to skip.',
  limit: 'Rows per page, 50 unless said.',
  after: 'The cursor `next` of the page before; steadier and quicker than `offset`.',
  sort: 'A leading `-` turns the order round.',
}

const described = (name: string, schema: JsonSchema): Pick<Parameter, 'description'> => {
  const text =
    name.endsWith('limit') || name.endsWith('limit]')
      ? `${descriptions['limit']}${schema.minimum === -1 ? ' -1 = all.' : ''}`
      : descriptions[name]
  return text ? { description: text } : {}
}

const queryParameter = (name: string, required: boolean, schema: JsonSchema): Parameter => ({
  name,
  in: 'query',
  required,
  ...described(name, schema),
  schema,
  ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
})

/** An object in the query is spelled out, `filters[status]`: generated clients disagree about deep objects with several values. */
const queryParameters = (schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema): Parameter[] => {
  const { properties = {}, required = [] } = resolve(schema)
  return Object.entries(properties).flatMap(([name, part]) => {
    const inner = resolve(part)
    if (inner.type !== 'object') return [queryParameter(name, required.includes(name), part)]
    return Object.entries(inner.properties ?? {}).map(([key, one]) => queryParameter(`${name}[${key}]`, false, one))
  })
}

export const parametersOf = (endpoint: Endpoint, converter: Converter): Parameter[] => {
  const resolve = (schema: JsonSchema): JsonSchema => (schema.$ref ? converter.components()[schema.$ref.split('/').at(-1)!]! : schema)
  const params = endpoint.params ? resolve(converter.input(endpoint.params)) : {}
  return [
    ...Object.entries(params.properties ?? {}).map(([name, schema]): Parameter => ({ name, in: 'path', required: true, schema })),
    ...(endpoint.query ? queryParameters(converter.output(endpoint.query), resolve) : []),
  ]
}

const keyParameter: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Text of your own, kept 24 hours: the same key and request get the same answer, the same key with another request is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}
const sinceParameter: Parameter = {
  name: 'Data-Since',
  in: 'header',
  required: false,
  description: 'An instant: what happened until then must be in the answer, whoever did it. What you did yourself always is.',
  schema: { type: 'string', format: 'date-time' },
}
export const headerParameters = ({ idempotent, mayLag }: Endpoint): Parameter[] => [
  ...(idempotent ? [keyParameter] : []),
  ...(mayLag ? [sinceParameter] : []),
]
