import { endpoints } from '@tablewire/contracts/all'
import { namedSchemas } from '@tablewire/contracts/documentation'
import { defineArea, type Endpoint } from '@tablewire/contracts/kit/endpoint'
import { IdParams, queryFlag, queryInt, queryList } from '@tablewire/contracts/kit/wire'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { exampleTextOf } from './examples.ts'
import { makeConverter } from './json-schema.ts'
import type { Response } from './error-responses.ts'
import { type Document, openApi, openApiPath, type Operation } from './openapi.ts'

const document = openApi(endpoints)
const operationOf = (of: Document, endpoint: Endpoint): Operation => of.paths[openApiPath(endpoint.path)]![endpoint.method.toLowerCase()]!

const area = defineArea('shelf', {
  list: {
    method: 'GET',
    path: '/shelf/:id',
    summary: 'Books.',
    can: ['read', 'venues'],
    audit: 'none',
    params: IdParams,
    query: z.object({
      size: queryInt(1, 9),
      open: z.optional(queryFlag),
      filters: z.optional(z.object({ tag: z.optional(queryList(z.enum(['a', 'b']))), page: z.optional(queryList(queryInt(1, 5))) })),
    }),
    result: z.array(z.object({ name: z.string() })),
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  add: {
    method: 'POST',
    path: '/shelf/:id',
    summary: 'Add.',
    can: 'channel',
    audit: 'shelf.added',
    status: 201,
    idempotent: true,
    params: IdParams,
    body: z.optional(z.object({ name: z.string() })),
    result: z.object({ id: z.uuid() }),
    envelope: 'bare',
    errors: ['slot.taken'],
  },
})
const shelf = openApi([area.list, area.add])
const list = operationOf(shelf, area.list)
const add = operationOf(shelf, area.add)

test('a query is described by what its text stands for', () => {
  expect(list.parameters).toMatchObject([
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'size', in: 'query', required: true, schema: { type: 'integer', minimum: 1, maximum: 9 } },
    { name: 'open', in: 'query', required: false, schema: { type: 'boolean' } },
    {
      name: 'filters[tag]',
      required: false,
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    },
    { name: 'filters[page]', schema: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 5 } } },
  ])
})

test('envelope, status, credentials, body and headers stand as the contract says', () => {
  expect(list).toMatchObject({ operationId: 'shelf.list', 'x-right': 'read venues', security: [{ session: [] }] })
  expect((list.responses['200'] as Response).content!['application/json']!.schema).toMatchObject({
    required: ['data'],
    properties: { data: { type: 'array' } },
  })
  expect(add).toMatchObject({
    'x-audit': 'shelf.added',
    security: [{ channelToken: [] }, { channelBearer: [] }],
    requestBody: { required: false, content: { 'application/json': { example: { name: 'Example' } } } },
  })
  expect((add.responses['201'] as Response).content!['application/json']!.schema).toMatchObject({ required: ['id'] })
  expect(add.parameters.map((parameter) => parameter.name)).toEqual(['id', 'Idempotency-Key'])
  expect(Object.keys((add.responses['201'] as Response).headers!)).toContain('Idempotent-Replayed')
})

test('each call names the errors it can answer, its own and the general ones that fit it', () => {
  expect(Object.keys(list.responses)).toEqual(['200', '400', '401', '403', '404', '421', '429', '500', '503'])
  expect(Object.keys(add.responses)).toEqual(['201', '400', '401', '409', '413', '415', '421', '422', '429', '500', '503'])
  expect(JSON.stringify(add.responses['409'])).toContain('"enum":["slot.taken","request.conflict","key.in_flight"]')
  expect(list.responses['401']).toEqual({ $ref: '#/components/responses/session.missing_session.expired' })
})

test('every endpoint is there once, and every reference leads somewhere', () => {
  expect(
    Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .map((operation) => operation.operationId)
      .toSorted(),
  ).toEqual([...endpoints.map((endpoint) => endpoint.id), 'live.stream', 'bcWebhooks.stream'].toSorted())
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!)
  expect(refs.length).toBeGreaterThan(100)
  const targetOf = (ref: string): unknown =>
    ref.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  expect(refs.filter((ref) => targetOf(ref) === undefined)).toEqual([])
})

test('the same contract gives the same document', () => {
  expect(JSON.stringify(openApi(endpoints))).toBe(JSON.stringify(document))
})

const exampleText = (operation: Operation, place: 'path' | 'query'): Record<string, string> =>
  Object.fromEntries(
    operation.parameters
      .filter((one) => one.in === place && (one.required || !one.name.includes('[')))
      .map((one) => [one.name, exampleTextOf(one.schema, document.components.schemas, one.name)]),
  )

test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s would accept its own example', (_id, endpoint) => {
  const operation = operationOf(document, endpoint)
  const given = {
    params: exampleText(operation, 'path'),
    query: exampleText(operation, 'query'),
    body: operation.requestBody?.content['application/json'].example,
  }
  const refused = (['params', 'query', 'body'] as const).filter(
    (part) => endpoint[part] && !z.safeParse(endpoint[part], given[part]).success,
  )
  expect(refused).toEqual([])
})

test('a schema that differs when sent and when answered needs two names', () => {
  const twoFaced = z.object({ flag: z._default(z.boolean(), true) })
  const converter = makeConverter(new Map([['TwoFaced', twoFaced]]))
  converter.input(z.object({ it: twoFaced }))
  expect(() => converter.output(z.object({ it: twoFaced }))).toThrow(/TwoFaced is not the same/)
  expect(namedSchemas.size).toBeGreaterThan(30)
})
