import { z } from 'zod/mini'
import { Permission, Role } from './roles.ts'
import { defineArea } from '../kit/endpoint.ts'
import { PasskeyAssertion, PasskeyRequestOptions } from './passkeys.ts'
import { Device, NewPassword, passwordFaults } from './recovery.ts'
import { Country, Id, IdParams, Lang, text } from '../kit/wire.ts'

/** RFC 6749 answer at top level; `expires_in` in seconds. */
export const Token = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  roles: z.array(Role),
})
export type Token = z.infer<typeof Token>

export const Profile = z.object({
  id: Id,
  email: z.string(),
  /** Signs in instead of the e-mail address. */
  username: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  city: z.nullable(z.string()),
  country: z.nullable(z.string()),
  lang: Lang,
  roles: z.array(Role),
  role: Role,
  permissions: z.array(Permission),
  /** True when the user may see every venue of the company (or of the platform). */
  allVenues: z.boolean(),
  /** The portal's look, kept for the user on every device (SH6). */
  settings: z.record(z.string(), z.unknown()),
  /** Null for people of the platform itself. */
  companyId: z.nullable(Id),
  companyName: z.nullable(z.string()),
  /** The administrator who really acts here (AC8); null = nobody else does. */
  actedBy: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Set together with `actedBy`: as whom he acts, for the banner. */
  actingFor: z.nullable(z.object({ id: Id, name: z.string(), companyName: z.nullable(z.string()) })),
  /** A shared tablet, and nobody's profile: it has no roles, and may what the person may who is let in there. */
  device: z.optional(z.object({ id: Id, name: z.string(), venueId: Id })),
})
export type Profile = z.infer<typeof Profile>

/** Every way a second factor can be shown. */
export const FactorMethod = z.enum(['totp', 'recovery_code', 'passkey'])
export type FactorMethod = z.infer<typeof FactorMethod>

/**
 * `details` of the refusal `second_factor.required` (401): the password was right. The sign-in is completed within five minutes by
 * grant `second_factor` with this `challenge` and one of `otp`, `recovery_code`, `assertion`. `long_time` of the first call counts.
 */
export const FactorChallenge = z.object({
  challenge: z.string(),
  expiresInSeconds: z.int(),
  methods: z.array(FactorMethod),
  /** For navigator.credentials.get(); null when the user has no passkey of this host. */
  passkey: z.nullable(PasskeyRequestOptions),
})
export type FactorChallenge = z.infer<typeof FactorChallenge>

/**
 * Grants and what they take: `password` (username, password) · `second_factor` (challenge and one of otp, recovery_code, assertion) ·
 * `passkey` (assertion, after /v2/passkey-options) · `hash_credentials` (userId, hash) · `refresh_token` (refresh_token).
 */
export const TokenRequest = z.object({
  grant_type: z.string().check(z.maxLength(40)),
  client_id: z.string().check(z.maxLength(80)),
  client_secret: z.string().check(z.maxLength(200)),
  scope: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  username: z.optional(z.string().check(z.maxLength(320))),
  password: z.optional(z.string().check(z.maxLength(1000))),
  userId: z.optional(z.string().check(z.maxLength(80))),
  hash: z.optional(z.string().check(z.maxLength(400))),
  refresh_token: z.optional(z.string().check(z.maxLength(400))),
  /**
   * With grant refresh_token: a random text the caller keeps until the answer has come. The same refresh token with the same text is answered the same
   * again, so that a renewal whose answer was lost can be repeated; with another text, or none, a second use ends the session.
   */
  renewal: z.optional(z.string().check(z.minLength(16), z.maxLength(100))),
  /** True with grant refresh_token at a redirect login: the tokens came in an address, are replaced at once, and the new one lasts 24400 seconds. */
  redirect_login: z.optional(z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])])),
  device: z.optional(Device),
  challenge: z.optional(z.string().check(z.maxLength(100))),
  /** Six digits; spaces do not matter. */
  otp: z.optional(z.string().check(z.maxLength(20))),
  recovery_code: z.optional(z.string().check(z.maxLength(40))),
  assertion: z.optional(PasskeyAssertion),
  long_time: z.optional(z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])])),
})
export type TokenRequest = z.infer<typeof TokenRequest>

/** The profile form sends country and language as options with a value (SE1); plain values are understood as well. */
const option = <T extends z.ZodMiniType>(value: T) => z.union([value, z.object({ value })])
export const UserUpdate = z.object({
  firstName: z.optional(text(80)),
  lastName: z.optional(text(80)),
  city: z.optional(z.nullable(text(120))),
  country: z.optional(z.nullable(option(Country))),
  lang: z.optional(option(Lang)),
  settings: z.optional(z.record(z.string().check(z.maxLength(40)), z.unknown())),
})

export const session = defineArea('session', {
  token: {
    method: 'POST',
    path: '/v2/token',
    summary: 'Sign in, with a second factor where one is set up, or renew a session with its refresh token.',
    can: 'public',
    audit: 'session.started',
    form: true,
    body: TokenRequest,
    result: Token,
    envelope: 'bare',
    errors: [
      'credentials.invalid',
      'access.no_role',
      'token.invalid',
      'client.unknown',
      'grant.unsupported',
      'login.locked',
      'second_factor.required',
      'password.one_time',
      'second_factor.wrong',
      'challenge.expired',
      'passkey.refused',
    ],
  },
  end: {
    method: 'DELETE',
    path: '/v2/token',
    summary: 'Sign out: the session and its refresh token end at once.',
    can: 'session',
    audit: 'session.ended',
    result: z.object({ ended: z.boolean() }),
    envelope: 'data',
    errors: [],
  },
  me: {
    method: 'GET',
    path: '/user-me',
    summary: 'The profile, roles and permissions of the signed-in user.',
    can: 'session',
    audit: 'none',
    result: Profile,
    envelope: 'data',
    errors: [],
  },
  updateUser: {
    method: 'PUT',
    path: '/users/:id',
    summary: "Change a profile: one's own, or another user's with the right to it.",
    can: 'session',
    audit: 'user.updated',
    params: IdParams,
    body: UserUpdate,
    result: Profile,
    envelope: 'data',
    errors: ['user.not_found', 'user.above'],
  },
  changePassword: {
    method: 'PUT',
    path: '/user/change-password',
    summary: "Change one's own password; other sessions end.",
    can: 'session',
    audit: 'user.password_changed',
    body: z.object({
      currentPassword: z.string().check(z.minLength(1), z.maxLength(1000)),
      newPassword: NewPassword,
    }),
    result: z.object({ changed: z.literal(true) }),
    envelope: 'data',
    errors: ['password.wrong', ...passwordFaults, 'acting.forbidden'],
  },
})
