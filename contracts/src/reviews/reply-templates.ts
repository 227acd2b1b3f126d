import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, pageOf, pageQuery, prose, text, whole } from '../kit/wire.ts'
import { isVariant } from './reply.rules.ts'

export const mostVariants = 12

const Variant = z.object({
  /** Stays the same as long as it is the same wording's place; new ones come without. */
  id: z.optional(Id),
  text: prose(4000).check(z.refine(isVariant, 'placeholder')),
})
const fields = {
  name: text(80),
  /** Of the reply, as two or three letters. */
  language: z.string().check(z.regex(/^[a-z]{2,3}$/)),
  /** For reviews of so many stars; none named = for any, also those without a rating. */
  stars: z.array(whole(1, 5)).check(z.maxLength(5)),
  variants: z.array(Variant).check(z.minLength(1), z.maxLength(mostVariants)),
  /** Of these venues only; none named = of all that the template is for. */
  venues: z.array(Id).check(z.maxLength(500)),
}
/** Whose it is, said once: by the platform alone. Without both it serves every company. */
const owner = { companyId: z.optional(z.nullable(Id)), brandId: z.optional(z.nullable(Id)) }

export const ReplyTemplate = z.object({
  id: Id,
  name: z.string(),
  language: z.string(),
  stars: z.array(z.int()),
  variants: z.array(z.object({ id: Id, text: z.string() })),
  venues: z.array(z.object({ id: Id, name: z.string() })),
  companyId: z.nullable(Id),
  companyName: z.nullable(z.string()),
  brandId: z.nullable(Id),
  brandName: z.nullable(z.string()),
  /** Whether the caller may change it. */
  mine: z.boolean(),
  version: z.int(),
})
export type ReplyTemplate = z.infer<typeof ReplyTemplate>

const managed = { can: ['create', 'reviews'], envelope: 'data' } as const

export const replyTemplates = defineArea('replyTemplates', {
  list: {
    method: 'GET',
    path: '/v1/reply-templates',
    summary: 'Templates for replies, by name.',
    can: ['create', 'reviews'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      filters: z.optional(z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(120))) })),
    }),
    result: pageOf(ReplyTemplate),
    envelope: 'page',
    errors: [],
  },
  get: {
    ...managed,
    method: 'GET',
    path: '/v1/reply-templates/:id',
    summary: 'One template.',
    audit: 'none',
    params: IdParams,
    oddId: 'reply_template.not_found',
    result: ReplyTemplate,
    errors: ['reply_template.not_found'],
  },
  create: {
    ...managed,
    method: 'POST',
    path: '/v1/reply-templates',
    summary:
      'Add a template with its wordings. Placeholders: `{guest}`, `{venue}`, `{rating}`, `{sender}`, each also as `{guest|what stands there instead}`.',
    status: 201,
    audit: 'reply_template.created',
    idempotent: true,
    body: z.object({ ...fields, ...owner }),
    result: ReplyTemplate,
    errors: ['venue.not_found', 'company.not_found', 'brand.not_found'],
  },
  update: {
    ...managed,
    method: 'PUT',
    path: '/v1/reply-templates/:id',
    summary: 'Change a template.',
    audit: 'reply_template.updated',
    params: IdParams,
    oddId: 'reply_template.not_found',
    body: z.object({ ...fields, version: whole(1, 2_000_000_000) }),
    result: ReplyTemplate,
    errors: ['reply_template.not_found', 'reply_template.version_stale', 'venue.not_found'],
  },
  delete: {
    ...managed,
    method: 'DELETE',
    path: '/v1/reply-templates/:id',
    summary: 'Remove a template. Replies made from it stay; for some weeks it can be brought back.',
    audit: 'reply_template.deleted',
    params: IdParams,
    oddId: 'reply_template.not_found',
    result: z.object({ id: Id }),
    errors: ['reply_template.not_found'],
  },
})
