import { areaTitles, namedSchemas } from '@tablewire/contracts/documentation'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { ProblemBody } from '@tablewire/contracts/kit/problem'
import { z } from 'zod/mini'
import server from '../../../package.json' with { type: 'json' }
import { type ErrorResponses, makeErrorResponses, type Response } from './error-responses.ts'
import { type Example, exampleOf } from './examples.ts'
import { type Converter, type JsonSchema, makeConverter } from './json-schema.ts'
import { channelLiveOperation, liveOperation } from './live-operation.ts'
import { type WebhookOperation, webhookOperations } from './webhook-operations.ts'
import { headerParameters, parametersOf, type Parameter } from './parameters.ts'

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  /** The right a signed-in user needs, `action subject`. */
  'x-right'?: string
  /** The audit action a call records. */
  'x-audit'?: string
  security: Record<string, []>[]
  parameters: Parameter[]
  requestBody?: {
    required: boolean
    content: { 'application/json': { schema: JsonSchema; example: Example }; 'application/x-www-form-urlencoded'?: { schema: JsonSchema } }
  }
  responses: Record<string, Response | { $ref: string }>
}
export type Document = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  /** What partners are called with. */
  webhooks?: Record<string, WebhookOperation>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    headers: Record<string, object>
    securitySchemes: Record<string, object>
  }
}

const description = `Times are RFC 3339 in UTC, local dates are \`YYYY-MM-DD\` in the venue's own zone, money is minor units with an ISO 4217 code; the channel API
speaks Unix seconds. Lists answer an exact \`total\` and, where there is a next page, its cursor \`next\`; a filter may be written \`filters[name]=value\` or
\`name=value\`. Every refusal has the same body, with a \`code\` for programs and a \`message\` in the caller's language (\`x-locale\`, \`Accept-Language\`).
Fields may be added at any time: ignore what you do not know. \`GET /v1/live\` is a stream of server-sent events that tells what changed.`

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', description: 'The access token of a signed-in user, from POST /v2/token.' },
  channelToken: { type: 'apiKey', in: 'header', name: 'x-token', description: 'The key of a booking channel.' },
  systemKey: { type: 'http', scheme: 'bearer', description: 'The API key of a reservation system, which begins with `rms_`.' },
  channelBearer: { type: 'http', scheme: 'bearer', description: 'The key of a booking channel, as a bearer token.' },
}
const whole = { type: 'integer' }
const headers = {
  'RateLimit-Limit': { description: 'Calls allowed per minute.', schema: whole },
  'RateLimit-Remaining': { description: 'Calls left in this minute.', schema: whole },
  'RateLimit-Reset': { description: 'Seconds until the count starts anew.', schema: whole },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: whole },
  'Idempotent-Replayed': {
    description: '`true` when this is the kept answer of an earlier call with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Data-As-Of': {
    description: 'Everything until then is in this answer, which a standby gave; absent = of now.',
    schema: { type: 'string', format: 'date-time' },
  },
}
const refer = (...names: (keyof typeof headers)[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

type Parts = { converter: Converter; errors: ErrorResponses }

const securityOf = ({ can, systems }: Endpoint): Record<string, []>[] => {
  if (can === 'public') return []
  if (can === 'channel') return [{ channelToken: [] }, { channelBearer: [] }]
  return [{ session: [] }, ...(systems ? [{ systemKey: [] as [] }] : [])]
}

const enveloped = ({ envelope }: Endpoint, schema: JsonSchema): JsonSchema =>
  envelope === 'data' ? { type: 'object', properties: { data: schema }, required: ['data'] } : schema

const responsesOf = (endpoint: Endpoint, { converter, errors }: Parts): Operation['responses'] => {
  const result = enveloped(endpoint, converter.output(endpoint.result))
  return {
    [endpoint.status ?? 200]: {
      description: 'Done.',
      headers: refer(
        ...limits,
        ...(endpoint.idempotent ? ['Idempotent-Replayed' as const] : []),
        ...(endpoint.mayLag ? ['Data-As-Of' as const] : []),
      ),
      content: { 'application/json': { schema: result } },
    },
    ...errors.of(endpoint),
  }
}

const bodyOf = (endpoint: Endpoint, converter: Converter): Pick<Operation, 'requestBody'> => {
  if (!endpoint.body) return {}
  const schema = converter.input(endpoint.body)
  const required = !z.safeParse(endpoint.body, undefined).success
  const json = { schema, example: exampleOf(schema, converter.components()) }
  const form = endpoint.form ? { 'application/x-www-form-urlencoded': { schema } } : {}
  return { requestBody: { required, content: { 'application/json': json, ...form } } }
}

const operationOf = (endpoint: Endpoint, parts: Parts): Operation => ({
  operationId: endpoint.id,
  tags: [tagOf(endpoint)],
  summary: endpoint.summary,
  ...(endpoint.oneOf ? { description: oneOfText(endpoint.oneOf) } : {}),
  ...(typeof endpoint.can === 'object' ? { 'x-right': endpoint.can.join(' ') } : {}),
  ...(endpoint.audit === 'none' ? {} : { 'x-audit': endpoint.audit }),
  security: securityOf(endpoint),
  parameters: [...parametersOf(endpoint, parts.converter), ...headerParameters(endpoint)],
  ...bodyOf(endpoint, parts.converter),
  responses: responsesOf(endpoint, parts),
})

export const oneOfText = (names: readonly string[]): string => `At least one of ${names.map((name) => `\`${name}\``).join(', ')}.`
const tagOf = (endpoint: Endpoint): string => endpoint.id.split('.')[0]!
export const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

/** Components that something refers to, directly or through others. */
const used = (components: Record<string, JsonSchema>, roots: unknown): Record<string, JsonSchema> => {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (!name || found.has(name)) continue
      found.add(name)
      visit(components[name])
    }
  }
  visit(roots)
  return Object.fromEntries(Object.entries(components).filter(([name]) => found.has(name)))
}

/** The contract as an OpenAPI 3.1 document. Same endpoints, same document, byte for byte. */
export const openApi = (endpoints: readonly Endpoint[]): Document => {
  const converter = makeConverter(namedSchemas)
  const errors = makeErrorResponses(refer(...limits, 'Retry-After'))
  converter.output(ProblemBody)
  const paths: Document['paths'] = {}
  for (const endpoint of endpoints)
    (paths[openApiPath(endpoint.path)] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, { converter, errors })
  // Beside the contract, of the whole product only.
  const live = endpoints.some(({ id }) => id === 'session.token')
  if (live) Object.assign(paths, { '/v1/live': { get: liveOperation }, '/v1/bc/events': { get: channelLiveOperation } })
  const webhooks = live ? webhookOperations(converter) : undefined
  const titles: Record<string, string> = areaTitles
  return {
    openapi: '3.1.0',
    info: { title: 'Tablewire', version: server.version, description, license: { name: 'Apache 2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: [
      ...[...new Set(endpoints.map(tagOf))].map((name) => ({ name, description: titles[name] ?? name })),
      ...(live ? [{ name: 'live', description: 'Live' }] : []),
    ],
    paths,
    ...(webhooks ? { webhooks } : {}),
    components: {
      schemas: used(converter.components(), [paths, webhooks ?? {}, errors.shared]),
      responses: errors.shared,
      headers,
      securitySchemes,
    },
  }
}
