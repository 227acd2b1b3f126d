import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, text, whole } from '../kit/wire.ts'

/** How a gateway is spoken to: signed JSON, as Kannel is, by WhatsApp's Cloud API, or not at all: texts are only noted. */
export const textDialects = ['http', 'kannel', 'whatsapp', 'log'] as const
export const TextDialect = z.enum(textDialects)
export type TextDialect = z.infer<typeof TextDialect>

export const TextGateway = z.object({
  id: Id,
  /** Null = the installation's, for all that have none of their own. */
  companyId: z.nullable(Id),
  companyName: z.nullable(z.string()),
  name: z.string(),
  dialect: TextDialect,
  url: z.nullable(z.string()),
  /** What guests see it come from, and whom they answer; of WhatsApp the id of the number. */
  sender: z.nullable(z.string()),
  /** Kannel's; of WhatsApp the template whose one variable is the message. */
  username: z.nullable(z.string()),
  /** The secret itself is never answered. */
  secretSetAt: z.nullable(Instant),
  /** WhatsApp's: the secret of the app, by which Meta signs. */
  appSecretSetAt: z.nullable(Instant),
  /** WhatsApp's: to be entered at Meta beside the address. */
  verifyToken: z.nullable(z.string()),
  active: z.boolean(),
  /** To be entered at the gateway; of Kannel's the last word is the password. */
  inboundUrl: z.string(),
  deliveryUrl: z.string(),
  /** Numbers that asked for no more. */
  stops: z.int(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type TextGateway = z.infer<typeof TextGateway>

const secret = z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{8,1000}$/))
/** A number of up to 15 digits, or 11 letters and digits; WhatsApp's ids of numbers are longer. */
const sender = z.string().check(z.trim(), z.regex(/^(\+?\d{3,15}|\d{16,20}|[A-Za-z0-9 ._-]{1,11})$/))
const fields = {
  url: z.optional(z.nullable(text(500))),
  sender: z.optional(z.nullable(sender)),
  username: z.optional(z.nullable(text(80))),
  appSecret: z.optional(secret),
}

export const textGateways = defineArea('textGateways', {
  list: {
    method: 'GET',
    path: '/v1/text-gateways',
    summary: 'The gateways by which guests are written to by text message that the caller keeps; of a secret only since when it is set.',
    can: ['read', 'companies'],
    audit: 'none',
    result: z.array(TextGateway),
    envelope: 'data',
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/v1/text-gateways',
    summary: 'Add the gateway of a company, or the installation’s.',
    status: 201,
    can: ['update', 'companies'],
    audit: 'text_gateway.created',
    body: z.object({
      companyId: z.optional(z.nullable(Id)),
      name: text(80),
      dialect: TextDialect,
      secret: z.optional(secret),
      ...fields,
    }),
    result: TextGateway,
    envelope: 'data',
    idempotent: true,
    errors: ['company.not_found', 'text_gateway.taken', 'request.invalid'],
  },
  update: {
    method: 'PUT',
    path: '/v1/text-gateways/:id',
    summary: 'Change a gateway; what is not sent stays.',
    can: ['update', 'companies'],
    audit: 'text_gateway.updated',
    params: IdParams,
    body: z.object({
      name: z.optional(text(80)),
      dialect: z.optional(TextDialect),
      secret: z.optional(secret),
      active: z.optional(z.boolean()),
      ...fields,
      version: z.optional(whole(1, 2_000_000_000)),
    }),
    result: TextGateway,
    envelope: 'data',
    errors: ['text_gateway.not_found', 'text_gateway.version_stale', 'request.invalid'],
  },
  try: {
    method: 'POST',
    path: '/v1/text-gateways/:id/try',
    summary: 'Send a text to a number, to see whether the gateway takes it.',
    can: ['update', 'companies'],
    audit: 'text_gateway.tried',
    params: IdParams,
    body: z.object({ to: z.string().check(z.trim(), z.regex(/^\+\d{6,15}$/)) }),
    /** `said`: what the gateway answered, where it refused. */
    result: z.object({ taken: z.boolean(), said: z.nullable(z.string()) }),
    envelope: 'data',
    errors: ['text_gateway.not_found'],
  },
})
