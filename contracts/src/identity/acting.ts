import { z } from 'zod/mini'
import { Role } from './access.ts'
import { defineArea } from '../kit/endpoint.ts'
import { Token } from './session.ts'
import { Id, IdParams, pageOf, pageQuery } from '../kit/wire.ts'

/** Somebody of a company, as whom an administrator may act (AC8). */
export const Customer = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  companyId: Id,
  companyName: z.string(),
  /** The one role the portal shows. */
  role: Role,
  /** The number of venues the user is limited to; null = all of the company. */
  venues: z.nullable(z.int()),
})
export type Customer = z.infer<typeof Customer>

/** `back_token` leads back to oneself; it is answered this once and kept apart from the tokens. */
const ActingToken = z.extend(Token, { back_token: z.string() })

/** Acting as a customer: a session of its own, which remembers who really acts. Every audit entry names both. */
export const acting = defineArea('acting', {
  customers: {
    method: 'GET',
    path: '/customers',
    summary: 'The people of companies whom one may act as, by name; searched by name, e-mail address and company.',
    can: ['act', 'customers'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      filters: z.optional(z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(120))) })),
    }),
    result: pageOf(Customer),
    envelope: 'page',
    errors: [],
  },
  start: {
    method: 'POST',
    path: '/users/:id/act-as',
    summary:
      'Act as that customer: tokens of a new session, which replace the own ones in the portal. It lasts eight hours at most; signing out in it signs out oneself.',
    can: ['act', 'customers'],
    audit: 'acting.started',
    params: IdParams,
    result: ActingToken,
    envelope: 'data',
    errors: ['user.not_found', 'acting.denied', 'acting.forbidden'],
  },
  handOver: {
    method: 'POST',
    path: '/users/:id/login-hash',
    summary:
      "For a company's own system (ROLE_COMPANY_BOT), which sends the company's people on to the portal: a hash that signs that person in once, within five minutes. `path`, after the address of the portal, is the whole way in; it takes a redirectUrl as well.",
    can: ['update', 'users'],
    audit: 'login_hash.issued',
    params: IdParams,
    result: z.object({ userId: Id, hash: z.string(), path: z.string(), expiresInSeconds: z.int() }),
    envelope: 'data',
    errors: ['user.not_found', 'acting.denied'],
  },
  stop: {
    method: 'POST',
    path: '/user/act-back',
    summary: 'Stop acting: fresh tokens of the own session, for whoever began it.',
    can: 'session',
    audit: 'acting.ended',
    body: z.object({ backToken: z.string().check(z.minLength(1), z.maxLength(200)) }),
    result: Token,
    envelope: 'data',
    errors: ['acting.none', 'token.invalid'],
  },
})
