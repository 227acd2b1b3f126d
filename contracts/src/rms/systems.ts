import { z } from 'zod/mini'
import { ChannelType } from '../channels/channel-objects.ts'
import { defineArea } from '../kit/endpoint.ts'
import {
  Capability,
  connectionFields,
  CredentialsType,
  RwgAccount,
  RwgConfig,
  SyncAlgorithm,
  SyncHorizon,
  systemFields,
  SystemSecret,
  SystemSecrets,
  SystemType,
} from './system-fields.ts'
import { Id, IdParams, Instant, note, pageOf, pageQuery, queryFlag, queryInt, text, whole } from '../kit/wire.ts'

/** `test`: to try things with, its venues are test venues. */
const known = { id: Id, type: SystemType, test: z.boolean() }
export const SystemRow = z.object({
  ...known,
  code: z.string(),
  name: z.string(),
  syncAlgorithm: SyncAlgorithm,
  rwgEnabled: z.boolean(),
  active: z.boolean(),
  /** As far as the caller may see them. */
  venueCount: z.int(),
  /** Keys that are good now. */
  keyCount: z.int(),
  lastCallAt: z.nullable(Instant),
})
export type SystemRow = z.infer<typeof SystemRow>

/** A system as administrators see it. `version` goes back with a change. */
export const SystemDetail = z.object({
  ...systemFields,
  ...known,
  ...connectionFields,
  /** When it last answered a test of the connection, and when it last did not. */
  connectedAt: z.nullable(Instant),
  connectionFailedAt: z.nullable(Instant),
  syncAlgorithm: SyncAlgorithm,
  syncHorizon: SyncHorizon,
  credentialsType: CredentialsType,
  rwgConfig: RwgConfig,
  rwgAccount: RwgAccount,
  capabilities: z.array(Capability),
  /** Which write-only values are set, and since when. */
  secrets: z.array(z.object({ name: SystemSecret, setAt: Instant })),
  venueCount: z.int(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type SystemDetail = z.infer<typeof SystemDetail>

const named = { code: true, name: true, type: true } as const
const optionalSettings = z.extend(z.partial(z.omit(z.object(systemFields), named)), {
  connector: z.optional(connectionFields.connector),
  connection: z.optional(connectionFields.connection),
  rwgConfig: z.optional(RwgConfig),
  rwgAccount: z.optional(RwgAccount),
  capabilities: z.optional(z.array(Capability).check(z.maxLength(20))),
  secrets: z.optional(SystemSecrets),
})

export const SystemKey = z.object({
  id: Id,
  /** The last four signs, to tell keys apart. */
  hint: z.string(),
  createdBy: z.string(),
  createdAt: Instant,
  /** Null = until it is replaced or revoked. */
  expiresAt: z.nullable(Instant),
  lastUsedAt: z.nullable(Instant),
})
export type SystemKey = z.infer<typeof SystemKey>

const entryName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/))
/** How a system serves one channel. A header's value is write-only. */
export const SystemChannel = z.object({
  id: Id,
  name: z.string(),
  type: ChannelType,
  active: z.boolean(),
  /** Whether the venues of the system may be connected to the channel. */
  enabled: z.boolean(),
  headers: z.array(z.object({ name: z.string(), setAt: Instant })),
  configs: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Venues of the system on sale there. */
  venueCount: z.int(),
  /** 0 = never changed. */
  version: z.int(),
})
export type SystemChannel = z.infer<typeof SystemChannel>

export const SystemUser = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  disabled: z.boolean(),
  /** Since when the person belongs to the system. */
  createdAt: Instant,
})
export type SystemUser = z.infer<typeof SystemUser>

const filters = z.object({
  criteria: z.optional(z.string().check(z.maxLength(120))),
  active: z.optional(queryFlag),
  type: z.optional(SystemType),
})

export const systems = defineArea('systems', {
  list: {
    method: 'GET',
    path: '/v1/systems',
    summary: 'Reservation systems by name.',
    can: ['read', 'systems'],
    audit: 'none',
    query: z.object({ ...pageQuery, filters: z.optional(filters), sort: z.optional(z.enum(['name', '-name'])) }),
    result: pageOf(SystemRow),
    envelope: 'page',
    errors: [],
  },
  names: {
    method: 'GET',
    path: '/v1/system-names',
    summary: 'The active reservation systems by name, for choosing one: those that serve venues one may see, and the built-in book.',
    can: 'session',
    audit: 'none',
    /** `onboarding`: to people of channels also those that serve none of their venues yet, of whom their name and no more is told. */
    query: z.object({ limit: z.optional(queryInt(1, 1000)), onboarding: z.optional(queryFlag) }),
    result: z.array(z.object({ id: Id, code: z.string(), name: z.string(), type: SystemType })),
    envelope: 'data',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/systems/:id',
    summary: 'One reservation system with all settings; of secrets only since when they are set.',
    can: ['read', 'systems'],
    audit: 'none',
    params: IdParams,
    result: SystemDetail,
    envelope: 'data',
    errors: ['system.not_found'],
  },
  create: {
    method: 'POST',
    path: '/v1/systems',
    summary: 'Add a reservation system, with whatever of its settings is known already.',
    status: 201,
    can: ['create', 'systems'],
    audit: 'system.created',
    body: z.extend(optionalSettings, z.pick(z.object(systemFields), named).shape),
    result: SystemDetail,
    envelope: 'data',
    idempotent: true,
    errors: ['system.code_taken', 'system.name_taken', 'system.built_in'],
  },
  update: {
    method: 'PUT',
    path: '/v1/systems/:id',
    summary: 'Change a reservation system; parts that are not sent stay, a secret sent as null is removed.',
    can: ['update', 'systems'],
    audit: 'system.updated',
    params: IdParams,
    body: z.extend(optionalSettings, {
      code: z.optional(systemFields.code),
      name: z.optional(systemFields.name),
      type: z.optional(systemFields.type),
      version: whole(1, 2_000_000_000),
    }),
    result: SystemDetail,
    envelope: 'data',
    errors: ['system.not_found', 'system.code_taken', 'system.name_taken', 'system.version_stale', 'system.built_in'],
  },
  delete: {
    method: 'DELETE',
    path: '/v1/systems/:id',
    summary: 'Remove a reservation system that no venue belongs to, with its keys, people and channel settings.',
    can: ['delete', 'systems'],
    audit: 'system.deleted',
    params: IdParams,
    result: z.object({ id: Id }),
    envelope: 'data',
    errors: ['system.not_found', 'system.in_use', 'system.built_in'],
  },
  usage: {
    method: 'GET',
    path: '/v1/systems/:id/usage',
    summary: 'What belongs to a reservation system: what keeps it from being removed, and what would go with it.',
    can: ['read', 'systems'],
    audit: 'none',
    params: IdParams,
    result: z.object({ venues: z.int(), reservations: z.int(), users: z.int(), keys: z.int(), channels: z.int() }),
    envelope: 'data',
    errors: ['system.not_found'],
  },
  keys: {
    method: 'GET',
    path: '/v1/systems/:id/keys',
    summary: 'The API keys of a system that are good now; never the keys themselves.',
    can: ['read', 'systems'],
    audit: 'none',
    params: IdParams,
    result: z.array(SystemKey),
    envelope: 'data',
    errors: ['system.not_found'],
  },
  rotateKey: {
    method: 'POST',
    path: '/v1/systems/:id/keys',
    summary: 'A new API key, answered this once; the one before stays valid for 24 hours.',
    status: 201,
    can: ['update', 'systems'],
    audit: 'system.key_rotated',
    params: IdParams,
    result: z.object({ apiKey: z.string(), keys: z.array(SystemKey) }),
    envelope: 'data',
    idempotent: 'sealed',
    errors: ['system.not_found', 'system.built_in'],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/systems/:id/keys/:keyId',
    summary: 'End an API key now, everywhere within five seconds.',
    can: ['update', 'systems'],
    audit: 'system.key_revoked',
    params: z.object({ id: Id, keyId: Id }),
    result: z.array(SystemKey),
    envelope: 'data',
    errors: ['system.not_found', 'system_key.not_found'],
  },
  channels: {
    method: 'GET',
    path: '/v1/systems/:id/channels',
    summary: 'All booking channels with what this system sends to each.',
    can: ['read', 'systems'],
    audit: 'none',
    params: IdParams,
    query: z.object(pageQuery),
    result: pageOf(SystemChannel),
    envelope: 'page',
    errors: ['system.not_found'],
  },
  updateChannel: {
    method: 'PUT',
    path: '/v1/systems/:id/channels/:channelId',
    summary: 'Open or close a channel for a system and say what is sent to it; a header without a value keeps the one it has.',
    can: ['update', 'systems'],
    audit: 'system.channel_updated',
    params: z.object({ id: Id, channelId: Id }),
    body: z.object({
      enabled: z.boolean(),
      headers: z.array(z.object({ name: entryName, value: z.optional(text(2000)) })).check(z.maxLength(30)),
      configs: z.array(z.object({ name: entryName, value: note(1000) })).check(z.maxLength(50)),
      version: whole(0, 2_000_000_000),
    }),
    result: SystemChannel,
    envelope: 'data',
    errors: ['system.not_found', 'channel.not_found', 'system.version_stale'],
  },
  users: {
    method: 'GET',
    path: '/v1/systems/:id/users',
    summary: 'The people of a system: they see its venues and no others.',
    can: ['read', 'systems'],
    audit: 'none',
    params: IdParams,
    query: z.object(pageQuery),
    result: pageOf(SystemUser),
    envelope: 'page',
    errors: ['system.not_found'],
  },
  addUser: {
    method: 'POST',
    path: '/v1/systems/:id/users',
    summary: 'Let a Customer Agent work for a system.',
    status: 201,
    can: ['update', 'systems'],
    audit: 'system.user_added',
    params: IdParams,
    body: z.object({ email: z.email().check(z.maxLength(254)) }),
    result: SystemUser,
    envelope: 'data',
    errors: ['system.not_found', 'system_user.not_found', 'system_user.not_agent', 'system_user.elsewhere'],
  },
  removeUser: {
    method: 'DELETE',
    path: '/v1/systems/:id/users/:userId',
    summary: 'End somebody working for a system; the account stays and sees no venues any more.',
    can: ['update', 'systems'],
    audit: 'system.user_removed',
    params: z.object({ id: Id, userId: Id }),
    result: z.object({ id: Id }),
    envelope: 'data',
    errors: ['system.not_found', 'system_user.not_found'],
  },
})
