import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { type ErrorCode, general, problems } from '@tablewire/contracts/kit/problem'
import { movedAway } from '@tablewire/contracts/kit/channel-problems'
import type { JsonSchema } from './json-schema.ts'
import { sampleMessage } from './sample-message.ts'

export type Response = { description: string; headers?: Record<string, { $ref: string }>; content?: Record<string, { schema: JsonSchema }> }

const isGeneral: ReadonlySet<ErrorCode> = new Set([...general, ...movedAway])

/** The general errors this call can answer, by what it takes and who may call it. */
const generalOf = ({ method, can, params, query, body, idempotent, audit }: Endpoint): ErrorCode[] => [
  ...(params || query || body || idempotent ? (['request.invalid'] as const) : []),
  ...(audit === 'none' ? [] : (['request.conflict'] as const)),
  ...(body ? (['request.malformed', 'request.too_large', 'request.media_type'] as const) : []),
  ...(can === 'channel' ? (['channel_key.invalid'] as const) : []),
  ...(can === 'session' || typeof can === 'object' ? (['session.missing', 'session.expired', 'access.denied'] as const) : []),
  ...(idempotent ? (['key.reused', 'key.in_flight'] as const) : []),
  'rate.limited',
  'server.failed',
  'server.busy',
  'venue.moved',
  ...(method === 'GET' ? [] : (['storage.unwritable', 'venue.moving'] as const)),
]

/** Every code the endpoint may answer: its own first, then the general ones. */
export const errorCodesOf = (endpoint: Endpoint): ErrorCode[] => [...new Set([...endpoint.errors, ...generalOf(endpoint)])]

const responseOf = (codes: readonly ErrorCode[], headers: Response['headers']): Response => ({
  description: codes.map((code) => `\`${code}\`: ${sampleMessage(code)}`).join('\n\n'),
  ...(headers ? { headers } : {}),
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/ProblemBody' },
          { type: 'object', properties: { code: { type: 'string', enum: codes.slice() } } },
        ],
      },
    },
  },
})

export type ErrorResponses = {
  /** One response per status, with the codes it may carry; those that many calls share stand in `shared`. */
  of: (endpoint: Endpoint) => Record<string, Response | { $ref: string }>
  shared: Record<string, Response>
}

export const makeErrorResponses = (limitHeaders: NonNullable<Response['headers']>): ErrorResponses => {
  const shared: Record<string, Response> = {}
  const of = (endpoint: Endpoint): Record<string, Response | { $ref: string }> => {
    const byStatus = Map.groupBy(errorCodesOf(endpoint), (code) => problems[code])
    const entries = [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]): [string, Response | { $ref: string }] => {
        const response = responseOf(codes, status === 429 ? limitHeaders : undefined)
        if (!codes.every((code) => isGeneral.has(code))) return [String(status), response]
        const name = codes.join('_')
        shared[name] = response
        return [String(status), { $ref: `#/components/responses/${name}` }]
      })
    return Object.fromEntries(entries)
  }
  return { of, shared }
}
