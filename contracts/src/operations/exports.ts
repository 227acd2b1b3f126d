import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, pageOf, pageQuery } from '../kit/wire.ts'

/** A file that is written in the background (AN3). `rowsTotal` is known when the work has begun; a file of figures alone has none. */
export const Export = z.object({
  id: Id,
  kind: z.string(),
  format: z.enum(['xlsx', 'csv']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Where it failed because of that: the right to it, or what it is about, was taken away meanwhile. */
  failedFor: z.nullable(z.enum(['right_lost', 'sight_lost'])),
  rowsDone: z.int(),
  rowsTotal: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
  createdAt: Instant,
  finishedAt: z.nullable(Instant),
  /** Of what moment its rows are, where that is more than a few seconds before it was written; null = of then. */
  asOf: z.nullable(Instant),
  /** The link is good until then. */
  expiresAt: z.nullable(Instant),
  /** Signed path of the file, without a sign-in; null until it is there and after it expired. */
  link: z.nullable(z.string()),
})
export type Export = z.infer<typeof Export>

/** Filter and order of a list whose file is asked for. Anything else is refused: a filter that nobody understands would not narrow the file, but let all out. */
export const exportBody = <F extends z.ZodMiniObject<z.core.$ZodShape, z.core.$strict>, S extends z.ZodMiniType>(filter: F, sort: S) =>
  z.strictObject({ filters: z.optional(filter), sort: z.optional(sort) })

export const exports = defineArea('exports', {
  list: {
    method: 'GET',
    path: '/v1/exports',
    summary: 'The caller’s own exports, newest first.',
    can: 'session',
    audit: 'none',
    query: z.object(pageQuery),
    result: pageOf(Export),
    envelope: 'page',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/exports/:id',
    summary: 'How far an export of the caller is.',
    can: 'session',
    audit: 'none',
    params: IdParams,
    result: Export,
    envelope: 'data',
    errors: ['export.not_found'],
  },
})
