import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, note, prose, text, whole } from '../kit/wire.ts'
import { Capability } from '../rms/system-fields.ts'

export const GoogleEnvironment = z.enum(['sandbox', 'production'])
/** Write-only: sealed at rest, never answered; of each one learns only since when it is set. */
export const googleSecrets = ['sftpPrivateRsaKey', 'oauthKey'] as const
export const GoogleSecret = z.enum(googleSecrets)
export type GoogleSecret = z.infer<typeof GoogleSecret>

const login = z.nullable(z.string().check(z.regex(/^[\w.@-]{1,64}$/, 'login')))
/** Google takes each kind of feed from a user of its own. */
export const SftpUsers = z.object({ service: login, merchants: login, availability: login, generic: login })
export type SftpUsers = z.infer<typeof SftpUsers>

/** One that the booking server takes now; never the password itself. */
export const GooglePassword = z.object({
  id: Id,
  username: z.string(),
  createdBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  /** It ends within thirty days. */
  endsSoon: z.boolean(),
  /** When Google showed it last; null = never. */
  usedAt: z.nullable(Instant),
})
export type GooglePassword = z.infer<typeof GooglePassword>

export const GoogleAccount = z.object({
  id: Id,
  /** As Google's calls name it in their address. */
  key: z.string(),
  name: z.string(),
  environment: GoogleEnvironment,
  isDefault: z.boolean(),
  active: z.boolean(),
  /** Whose it is: a reservation system's or a brand's; the installation's where both are null. */
  systemId: z.nullable(Id),
  systemName: z.nullable(z.string()),
  brandId: z.nullable(Id),
  brandName: z.nullable(z.string()),
  /** In whose name its bookings are made. */
  channelId: Id,
  channelName: z.string(),
  partnerId: z.nullable(z.string()),
  sftpUrl: z.nullable(z.string()),
  sftpPort: z.int(),
  sftpHostKey: z.nullable(z.string()),
  sftpUsers: SftpUsers,
  /** Where real-time updates go; null = Google's own address for the environment. */
  apiUrl: z.nullable(z.string()),
  capabilities: z.array(Capability),
  /** What Google is given as the address of the booking server. */
  bookingServerUrl: z.string(),
  bookingServerUsername: z.nullable(z.string()),
  passwords: z.array(GooglePassword),
  /** Since when Google signs in with a password that is not good, and with no good one; null = it does not. */
  refusedSince: z.nullable(Instant),
  /** Since when Google takes no changes; null = it does. */
  stoppedSince: z.nullable(Instant),
  secrets: z.array(z.object({ name: GoogleSecret, setAt: Instant })),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type GoogleAccount = z.infer<typeof GoogleAccount>

const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
const basicUser = z.string().check(z.regex(/^[\w.@-]{1,64}$/, 'login'))
const settings = {
  key: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'address_name'))),
  isDefault: z.optional(z.boolean()),
  active: z.optional(z.boolean()),
  channelId: z.optional(Id),
  partnerId: maybe(z.string().check(z.regex(/^\d{1,20}$/, 'digits'))),
  sftpUrl: maybe(text(500)),
  sftpPort: z.optional(whole(1, 65_535)),
  sftpHostKey: maybe(note(2000)),
  sftpUsers: z.optional(z.partial(SftpUsers)),
  apiUrl: maybe(text(500)),
  capabilities: z.optional(z.array(Capability).check(z.maxLength(20))),
  bookingServerUsername: maybe(basicUser),
  /** Text adds a password, which ends after six months; with a third one the oldest ends at once. Null ends all. */
  bookingServerPassword: maybe(z.string().check(z.minLength(8), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/))),
  sftpPrivateRsaKey: maybe(prose(16_000)),
  oauthKey: maybe(prose(16_000)),
}

export const googleAccounts = defineArea('googleAccounts', {
  list: {
    method: 'GET',
    path: '/v1/google/accounts',
    summary: 'The accounts at Google by name; of secrets only since when they are set.',
    can: ['read', 'systems'],
    audit: 'none',
    result: z.array(GoogleAccount),
    envelope: 'data',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/google/accounts/:id',
    summary: 'One account at Google.',
    can: ['read', 'systems'],
    audit: 'none',
    params: IdParams,
    result: GoogleAccount,
    envelope: 'data',
    errors: ['google_account.not_found'],
  },
  create: {
    method: 'POST',
    path: '/v1/google/accounts',
    summary:
      'Add an account at Google; the first one is the default. What a reservation system has set of its own account stands where nothing else is sent.',
    status: 201,
    can: ['create', 'systems'],
    audit: 'google_account.created',
    body: z.object({
      ...settings,
      name: text(80),
      environment: GoogleEnvironment,
      systemId: maybe(Id),
      brandId: maybe(Id),
    }),
    result: GoogleAccount,
    envelope: 'data',
    idempotent: true,
    errors: [
      'google_account.key_taken',
      'google_account.owner_taken',
      'google_account.no_channel',
      'google_account.channel_unfit',
      'system.not_found',
      'brand.not_found',
      'channel.not_found',
    ],
  },
  update: {
    method: 'PUT',
    path: '/v1/google/accounts/:id',
    summary: 'Change an account at Google; parts that are not sent stay, a secret sent as null is removed.',
    can: ['update', 'systems'],
    audit: 'google_account.updated',
    params: IdParams,
    body: z.object({ ...settings, name: z.optional(text(80)), version: z.optional(whole(1, 2_000_000_000)) }),
    result: GoogleAccount,
    envelope: 'data',
    errors: [
      'google_account.not_found',
      'google_account.key_taken',
      'google_account.version_stale',
      'google_account.no_username',
      'google_account.channel_unfit',
      'channel.not_found',
    ],
  },
  endPassword: {
    method: 'DELETE',
    path: '/v1/google/accounts/:id/passwords/:passwordId',
    summary: 'End a password of the booking server now.',
    can: ['update', 'systems'],
    audit: 'google_account.password_ended',
    params: z.object({ id: Id, passwordId: Id }),
    result: GoogleAccount,
    envelope: 'data',
    errors: ['google_account.not_found', 'google_password.not_found'],
  },
})
