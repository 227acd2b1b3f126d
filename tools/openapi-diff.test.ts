import { defineArea, type EndpointSpec } from '@tablewire/contracts/kit/endpoint'
import { IdParams, queryInt } from '@tablewire/contracts/kit/wire'
import { openApi } from '@tablewire/server/platform/docs/openapi'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { narrowedIn } from './openapi-diff.ts'

const shelf = {
  method: 'POST',
  path: '/shelf/:id',
  summary: 'Put a book.',
  can: ['update', 'venues'],
  audit: 'none',
  params: IdParams,
  envelope: 'data',
  errors: [],
  query: z.object({ size: z.optional(queryInt(1, 9)) }),
  body: z.object({ title: z.string().check(z.maxLength(9)), kind: z.optional(z.enum(['a', 'b'])), pages: z.optional(z.nullable(z.int())) }),
  result: z.object({
    id: z.uuid(),
    state: z.enum(['new', 'old']),
    notes: z.optional(z.nullable(z.string())),
    parts: z.array(z.object({ at: z.int() })),
  }),
} satisfies EndpointSpec

const documentOf = (change: Partial<EndpointSpec> = {}) => {
  const { put } = defineArea('shelf', { put: { ...shelf, ...change } })
  return openApi([put])
}
const before = documentOf()
const after = (change: Partial<EndpointSpec>): string[] =>
  narrowedIn(before, documentOf(change)).map((line) => line.replace(/^POST \/shelf\/\{id\}/, '·'))

test('the same contract, and one that only adds, narrow nothing', () => {
  expect(after({})).toEqual([])
  expect(
    after({
      can: 'public',
      query: z.object({ size: z.optional(queryInt(0, 20)), more: z.optional(z.string()) }),
      body: z.optional(
        z.object({
          title: z.optional(z.string()),
          kind: z.optional(z.enum(['a', 'b', 'c'])),
          pages: z.optional(z.nullable(z.number())),
          extra: z.optional(z.string()),
        }),
      ),
      result: z.extend(shelf.result, {
        state: z.enum(['new', 'old', 'lost']),
        notes: z.string(),
        parts: z.array(z.object({ at: z.int(), to: z.int() })),
        extra: z.int(),
      }),
      idempotent: true,
    }),
  ).toEqual([])
})

test('a UUID may become a text that has room for it, and no shorter one', () => {
  const sent = (schema: z.ZodMiniType) => ({ params: z.object({ id: schema }) })
  expect(after(sent(z.string().check(z.minLength(1), z.maxLength(200))))).toEqual([])
  expect(after(sent(z.string().check(z.maxLength(35))))).toEqual(['· id: maxLength fell to 35'])
})

test('a schema that loses its name is noticed', () => {
  const { components, ...rest } = before
  const earlier = { ...rest, components: { ...components, schemas: { ...components.schemas, Book: {} } } }
  expect(narrowedIn(earlier, before)).toEqual(['schema Book: lost its name'])
})

test.each<[Partial<EndpointSpec>, string[]]>([
  [{ method: 'PUT' }, ['·: is gone']],
  [{ can: 'channel' }, ['·: asks for other credentials']],
  [{ can: ['create', 'venues'] }, ['·: asks for the right create venues, was update venues']],
  [{ status: 201 }, ['·: answered 200, answers 201']],
  [{ query: z.object({}) }, ['· size: is gone']],
  [{ query: z.object({ size: queryInt(1, 9) }) }, ['· size: is now required']],
  [{ query: z.object({ size: z.optional(queryInt(2, 8)) }) }, ['· size: minimum rose to 2', '· size: maximum fell to 8']],
  [{ query: z.object({ size: z.optional(queryInt(1, 9)), must: z.string() }) }, ['· must: is new and required']],
  [{ body: z.omit(shelf.body, { kind: true }) }, ['· body.kind: is gone']],
  [{ body: z.extend(shelf.body, { must: z.string() }) }, ['· body.must: is now required']],
  [{ body: z.extend(shelf.body, { title: z.string().check(z.maxLength(8)) }) }, ['· body.title: maxLength fell to 8']],
  [{ body: z.extend(shelf.body, { title: z.email().check(z.maxLength(9)) }) }, ['· body.title: format is now email']],
  [{ body: z.extend(shelf.body, { kind: z.optional(z.enum(['a'])) }) }, ['· body.kind: no longer takes b']],
  [{ body: z.extend(shelf.body, { title: z.enum(['x']) }) }, ['· body.title: no longer takes other values']],
  [{ body: z.extend(shelf.body, { pages: z.optional(z.int()) }) }, ['· body.pages: no longer takes null']],
  [{ body: z.extend(shelf.body, { title: z.boolean() }) }, ['· body.title: no longer takes string']],
  [{ result: z.omit(shelf.result, { id: true }) }, ['· answer.data.id: is gone']],
  [{ result: z.extend(shelf.result, { id: z.string() }) }, ['· answer.data.id: was string uuid, is string']],
  [{ result: z.extend(shelf.result, { id: z.optional(z.uuid()) }) }, ['· answer.data.id: may now be missing']],
  [{ result: z.extend(shelf.result, { id: z.nullable(z.uuid()) }) }, ['· answer.data.id: may now be null']],
  [{ result: z.extend(shelf.result, { state: z.string() }) }, ['· answer.data.state: may now be any string']],
  [{ result: z.extend(shelf.result, { parts: z.array(z.object({ at: z.string() })) }) }, ['· answer.data.parts[].at: may now be string']],
  [{ envelope: 'bare' }, ['· answer.data: is gone']],
])('%o is noticed', (change, expected) => {
  expect(after(change)).toEqual(expected)
})
