import { z } from 'zod/mini'
import { line, note, prose, text, whole } from '../kit/wire.ts'

/** How a system is spoken to: our own book, a system that speaks our contract, or one with an adapter of its own. */
export const SystemType = z.enum(['built_in', 'standard', 'custom'])
/** What a synchronisation reads: everything within the horizon each time, or only what changed since the last one. */
export const SyncAlgorithm = z.enum(['snapshot', 'incremental'])
/** By which connector a system is spoken to; `built_in` is the hub's own book and needs none. */
export const ConnectorCode = z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,39}$/))
/** A connector's settings by name; which there are, `GET /v1/connectors` says. */
export const Connection = z.record(z.string().check(z.maxLength(60)), z.union([line(500), z.number(), z.boolean()]))
export type Connection = z.infer<typeof Connection>
/** An empty connection = not connected. */
export const connectionFields = { connector: ConnectorCode, connection: Connection }
export const SyncHorizon = z.enum(['full', 'horizon'])
/** What the system needs to know us by: nothing, one set for all its venues, or a set for each venue. */
export const CredentialsType = z.enum(['none', 'system', 'venue'])
/** What the partner's own Google contract allows it to offer there. */
export const capabilityNames = [
  'specialRequest',
  'userLocale',
  'seatingSections',
  'merchantSpecificTerms',
  'marketingPreferences',
  'asynchronousBookings',
  'waitlist',
  'menus',
  'payments',
  'offers',
] as const
export const Capability = z.enum(capabilityNames)
/** Write-only: sealed at rest, never answered; of each one learns only since when it is set. */
export const systemSecrets = ['apiToken', 'onboardingKey', 'ftpPass', 'sftpPrivateRsaKey', 'bookingServerPassword'] as const
export const SystemSecret = z.enum(systemSecrets)
export type SystemSecret = z.infer<typeof SystemSecret>

const secret = (max: number) => z.optional(z.nullable(text(max)))
const pem = z.optional(z.nullable(prose(16_000)))
/** Null removes a secret, text replaces it. */
export const SystemSecrets = z.object({
  apiToken: secret(2000),
  onboardingKey: secret(500),
  ftpPass: secret(200),
  sftpPrivateRsaKey: pem,
  bookingServerPassword: secret(200),
})

const maybe = <T extends z.ZodMiniType>(schema: T) => z.nullable(schema)
const emailOrNull = maybe(z.email().check(z.maxLength(254)))
/** Checked once more by the server: public, https, no user in it. */
const address = maybe(text(500))
const login = maybe(z.string().check(z.regex(/^[\w.@-]{1,64}$/)))

/** The basics; a `code` is what programs call the system by. */
export const systemFields = {
  code: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/)),
  name: text(80),
  type: z.enum(['standard', 'custom']),
  syncAlgorithm: SyncAlgorithm,
  syncHorizon: SyncHorizon,
  /** Days, with `horizon`. */
  syncHorizonDays: maybe(whole(1, 730)),
  /** Minutes from one round to the next; null = as usual. */
  syncVenuesMinutes: maybe(whole(15, 10_080)),
  syncAreasMinutes: maybe(whole(15, 10_080)),
  syncAvailabilityMinutes: maybe(whole(1, 1440)),
  syncReservationsMinutes: maybe(whole(1, 1440)),
  syncHealthMinutes: maybe(whole(1, 60)),
  /** For which parties free places are asked beside those somebody looked for; null = two and four. */
  syncPartySizes: maybe(z.array(whole(1, 100)).check(z.minLength(1), z.maxLength(8))),
  /** Hours before the meal at which covers kept back are released for the venues of this system; null = the venue's own. */
  minAdvanceBookingPressureRelease: maybe(whole(0, 720)),
  syncVenues: z.boolean(),
  syncAvailabilities: z.boolean(),
  storeCustomerData: z.boolean(),
  sourceInNotes: z.boolean(),
  rwgEnabled: z.boolean(),
  fbOnboarding: z.boolean(),
  credentialsType: CredentialsType,
  active: z.boolean(),
  /** Calls per minute with its API keys. */
  rateLimitPerMinute: whole(1, 1_000_000),
}

/** Reserve with Google, per system; its three secrets stand in `secrets`. */
export const RwgConfig = z.object({
  confirmationMode: z.enum(['automatic', 'manual']),
  apiUrl: address,
  notificationsEmail: emailOrNull,
  /** Whatever an adapter needs beside, name by name. */
  extraData: z.array(z.object({ name: text(60), value: note(500) })).check(z.maxLength(50)),
  integrationType: z.enum(['booking_server', 'feeds_only', 'redirect']),
  amendType: z.enum(['update', 'cancel_and_rebook', 'none']),
  vertical: z.enum(['dining', 'beauty', 'things_to_do']),
  /** Largest party offered on Google. */
  rwgPartySize: maybe(whole(1, 100)),
  /** Hours. */
  minAdvanceBooking: maybe(whole(0, 720)),
  /** Hours. */
  minAdvanceOnlineCanceling: maybe(whole(0, 720)),
  /** Seconds a place is kept while a guest types. */
  pendingBookingHoldingTime: maybe(whole(60, 3600)),
  senderEmail: emailOrNull,
  senderName: maybe(text(80)),
  logo: address,
  logoWidget: address,
  widgetLegalText: maybe(note(4000)),
  webSlug: maybe(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/))),
  ftpDir: maybe(z.string().check(z.regex(/^\/?[\w.-]+(\/[\w.-]+)*\/?$/), z.maxLength(200))),
  ftpUser: login,
  hubDisplayColor: maybe(z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/))),
  hubDisplayName: maybe(text(80)),
  rwgConfigType: z.enum(['shared', 'own']),
})
export type RwgConfig = z.infer<typeof RwgConfig>

/** The partner account at Google; its two secrets stand in `secrets`. */
export const RwgAccount = z.object({
  partnerId: maybe(z.string().check(z.regex(/^\d{1,20}$/))),
  sftpUrl: address,
  sftpPort: whole(1, 65_535),
  sftpServiceUser: login,
  sftpMerchantsUser: login,
  sftpAvailabilityUser: login,
  sftpGenericUser: login,
  bookingServerUrl: address,
})
export type RwgAccount = z.infer<typeof RwgAccount>

/** What a system starts with before anybody set its Google side up. */
export const emptyRwgConfig: RwgConfig = {
  confirmationMode: 'automatic',
  apiUrl: null,
  notificationsEmail: null,
  extraData: [],
  integrationType: 'booking_server',
  amendType: 'update',
  vertical: 'dining',
  rwgPartySize: null,
  minAdvanceBooking: null,
  minAdvanceOnlineCanceling: null,
  pendingBookingHoldingTime: null,
  senderEmail: null,
  senderName: null,
  logo: null,
  logoWidget: null,
  widgetLegalText: null,
  webSlug: null,
  ftpDir: null,
  ftpUser: null,
  hubDisplayColor: null,
  hubDisplayName: null,
  rwgConfigType: 'shared',
}
export const emptyRwgAccount: RwgAccount = {
  partnerId: null,
  sftpUrl: null,
  sftpPort: 19321,
  sftpServiceUser: null,
  sftpMerchantsUser: null,
  sftpAvailabilityUser: null,
  sftpGenericUser: null,
  bookingServerUrl: null,
}
