import type { z } from 'zod/mini'
import type { Http } from './http.ts'

export type { Timers } from './timers.ts'

/**
 * The port (HU2): the seven operations by which the hub speaks to a restaurant's own reservation system. Instants are RFC 3339 in UTC, dates are
 * the venue's calendar dates `YYYY-MM-DD`, money is in minor units, ids of venues, areas and bookings are the system's own.
 */
export const operations = ['health', 'availability', 'create', 'change', 'cancel', 'find', 'search'] as const
export type Operation = (typeof operations)[number]
/** What a system may offer beside: its own list of venues and of their areas. */
export type ExtraOperation = 'venues' | 'areas'

export type RemoteStatus =
  | 'pending_confirmation'
  | 'requires_payment'
  | 'confirmed'
  | 'rejected'
  | 'canceled'
  | 'no_show'
  | 'seated'
  | 'completed'

export type RemoteContact = {
  firstName: string
  lastName: string
  email: string | null
  /** E.164. */
  phone: string | null
  lang: string | null
  optIn: boolean
}

/** A booking as its system tells it; null = the system does not say. */
export type RemoteBooking = {
  id: string
  status: RemoteStatus
  venueId: string | null
  areaId: string | null
  startsAt: string | null
  partySize: number | null
  notes: string | null
  contact: Partial<RemoteContact> | null
  /** The idempotency key the hub sent with the create, where the system stores it. */
  key: string | null
  /** The channel's id as the hub sent it with the booking; another one, or none, is somebody else's booking. */
  channelId: string | null
  /** When the system made it. */
  createdAt: string | null
  cancelActor: string | null
  cancelReason: string | null
  /** Where the guest pays, with `requires_payment`. */
  paymentUrl: string | null
} & BookingChoice

export type RemoteSlot = {
  startsAt: string
  /** Covers, not tables; null = not told. */
  spotsTotal: number | null
  spotsOpen: number
  /** Minor units per booking; null = none. */
  deposit: number | null
  requiresCard: boolean
}
/** A text in one language, or by language (ISO 639-1). */
export type Words = string | Readonly<Record<string, string>>
/** What guests choose where the system offers a choice: how long they stay, and what for. */
export type RemoteOffers = {
  requiresDuration: boolean
  /** Without a label the hub says it in the guest's language. */
  durations: readonly { seconds: number; label: Words | null }[]
  bookingTypes: readonly { id: string; name: Words }[]
}
/** One service date for one party size, in one area or in all (`areaId` null). An empty list means: nothing to be had. */
export type RemoteDay = {
  date: string
  partySize: number
  areaId: string | null
  durationSeconds: number | null
  slots: RemoteSlot[]
  /** Missing = the system offers no choice. */
  offers?: RemoteOffers | undefined
}
/** What a guest chose of it; null or missing = nothing. */
type BookingChoice = { durationSeconds?: number | null; bookingType?: string | null }

export type AvailabilityAsk = {
  venueId: string
  /** The venue's zone (IANA): slots of `dates` after midnight still belong to the evening where the system says so. */
  timeZone: string
  /** One date or a span of dates, both ends included; a connector that can only ask for a day asks several times. */
  from: string
  to: string
  partySizes: readonly number[]
  areaId: string | null
}
export type NewBooking = {
  venueId: string
  areaId: string | null
  startsAt: string
  partySize: number
  contact: RemoteContact
  notes: string | null
  channel: { id: string; name: string }
  /** Idempotency key: the same for every attempt to make this one booking, so that a system can recognise a retry; found again by `search`. */
  key: string
  paymentToken: string | null
} & BookingChoice
/** Includes the guest's choices of the booking, so that a change does not lose them. */
export type BookingChange = { id: string; venueId: string; startsAt?: string; partySize?: number; areaId?: string | null } & BookingChoice
export type Cancelation = { id: string; venueId: string; actor: string; reason: string | null }
export type BookingRef = { id: string; venueId: string }
/** Bookings of a venue with a meal on these local dates, both included. */
export type BookingSearch = { venueId: string; from: string; to: string; email?: string; phone?: string }

/** A venue as its system knows it; null = the system does not say. */
export type RemoteVenue = {
  id: string
  name: string
  timeZone: string | null
  city: string | null
  countryCode: string | null
  address: string | null
  active: boolean
}
export type RemoteArea = {
  id: string
  name: string
  description: string | null
  capacity: number | null
  byDefault: boolean
  active: boolean
}

export type FaultKind =
  /** The system answered and will not do it (a rule of its own, wrong data, not allowed any more). */
  | 'refused'
  /** The place is gone. */
  | 'taken'
  | 'not_found'
  /** Our credentials are refused. */
  | 'denied'
  /** Rate-limited (429, 503 with Retry-After), or our own concurrency limit towards this system is reached. */
  | 'busy'
  /** Nothing was sent: no connection, DNS failure, refused address, or the circuit is open. */
  | 'unreachable'
  /** Sent, and the outcome is unknown: timeout, broken connection, 5xx. */
  | 'unclear'
  /** An answer that violates the contract. */
  | 'garbage'

/** Why an operation failed. `done` tells whether the system may have carried it out all the same. */
export type Fault = {
  kind: FaultKind
  done: 'no' | 'unknown'
  /** For people who run the hub: what the system said, without secrets and guests' data. */
  message: string
  httpStatus: number | null
  retryAfterMs: number | null
}
export type Answer<T> = { ok: true; value: T } | { ok: false; fault: Fault }

/** The context of a call, beside its input. */
export type Call<Settings> = {
  /** The system: calls to one share its limits and its circuits. */
  systemId: string
  settings: Settings
  /** Unsealed for this call only; never logged, never stored. */
  secrets: Readonly<Record<string, string>>
  /** Sent with every request: what administrators set for the channel the booking came by. */
  headers: Readonly<Record<string, string>>
  http: Http
  signal: AbortSignal
}

/** A field of a connector's settings, for the form in the portal; labels are phrases `system.setting.<name>`. */
export type SettingField = {
  name: string
  kind: 'url' | 'text' | 'number' | 'switch' | 'choice'
  required: boolean
  options?: readonly string[]
  default?: string | number | boolean
  /** The largest number it takes; the smallest is 1. */
  max?: number
}

export type Connector<Settings = unknown> = {
  /** `systems.connector` names it. */
  code: string
  name: string
  /** `hub`: nothing is sent anywhere, the hub keeps the book itself. */
  servedBy: 'system' | 'hub'
  settings: z.ZodMiniType<Settings>
  fields: readonly SettingField[]
  /** Names of the required secrets. */
  secrets: readonly string[]
  /** Timeout of an operation; afterwards its outcome is unknown. */
  timeLimitsMs: Readonly<Record<Operation, number>>
  /** Concurrency limit per system, over all processes of a hub together. */
  atOnce: number
  /** True: `create` is idempotent by key, so it may be retried. False: after an unknown outcome the booking is searched for first. */
  knowsKeys: boolean
  /** Where that depends on the system's settings. */
  knowsKeysBy?(settings: Settings): boolean
  /**
   * Without idempotency keys: how long after its connection ended a create may still be carried out; never retried within it. Ten minutes unless
   * stated.
   */
  lateMsBy?(settings: Settings): number
  /** Where `atOnce` depends on the system's settings. */
  atOnceBy?(settings: Settings): number
  health(call: Call<Settings>): Promise<Answer<{ name: string | null; version: string | null }>>
  availability(call: Call<Settings>, ask: AvailabilityAsk): Promise<Answer<RemoteDay[]>>
  create(call: Call<Settings>, booking: NewBooking): Promise<Answer<RemoteBooking>>
  change(call: Call<Settings>, change: BookingChange): Promise<Answer<RemoteBooking>>
  cancel(call: Call<Settings>, cancelation: Cancelation): Promise<Answer<RemoteBooking>>
  /** `not_found` is a definite answer: the system does not have it. */
  find(call: Call<Settings>, ref: BookingRef): Promise<Answer<RemoteBooking>>
  /** Complete: the connector follows the system's pagination itself. */
  search(call: Call<Settings>, search: BookingSearch): Promise<Answer<RemoteBooking[]>>
  /** Complete lists, where the system has such. */
  venues?(call: Call<Settings>): Promise<Answer<RemoteVenue[]>>
  areas?(call: Call<Settings>, ask: { venueId: string }): Promise<Answer<RemoteArea[]>>
}

/** Every connector the product has, by code. */
export type Connectors = ReadonlyMap<string, Connector>
