import { z } from 'zod/mini'
import { LinkState } from './channels.rules.ts'
import { Id, Instant, note, whole } from '../kit/wire.ts'

export const channelTypes = ['widget', 'pos', 'internal', 'partner'] as const
export const ChannelType = z.enum(channelTypes)

export const channelProducts = ['google', 'meta', 'facebook', 'instagram'] as const
/** The network a channel sells on: Reserve with Google, or Meta's pages (both, or one of them). */
export const ChannelProduct = z.enum(channelProducts)
export type ChannelProduct = z.infer<typeof ChannelProduct>

export const Channel = z.object({
  id: Id,
  name: z.string(),
  type: ChannelType,
  /** To try things with: it sells test venues only. */
  test: z.boolean(),
  active: z.boolean(),
  selfSubscription: z.boolean(),
  rateLimitPerMinute: z.int(),
  venueCount: z.int(),
  createdAt: Instant,
  /** Goes back with a change, so that nobody overwrites what somebody else changed meanwhile. */
  version: z.int(),
})
export type Channel = z.infer<typeof Channel>

/** One text in the five languages; an empty one falls back to English. */
export const LangText = z.strictObject({ en: note(1000), es: note(1000), fr: note(1000), de: note(1000), nl: note(1000) })
export type LangText = z.infer<typeof LangText>
/** `about` and `steps` are read by venues (what the channel is, what to do there), `bookingMessage` by guests with their hold. */
export const ChannelTexts = z.object({ about: LangText, steps: LangText, bookingMessage: LangText })
export type ChannelTexts = z.infer<typeof ChannelTexts>
/** What the channel may book, beside the venue's own rules; null = no limit of its own. `leadMinutes` is the shortest notice. */
export const ChannelLimits = z.object({
  partyMin: z.nullable(whole(1, 1000)),
  partyMax: z.nullable(whole(1, 1000)),
  coversPerDay: z.nullable(whole(0, 100_000)),
  leadMinutes: z.nullable(whole(0, 525_600)),
})
export type ChannelLimits = z.infer<typeof ChannelLimits>
/** `percent`: `amount` in hundredths of a percent, no currency. `per_cover`: `amount` in minor units of `currency`. */
export const Commission = z.object({
  kind: z.enum(['percent', 'per_cover']),
  amount: whole(0, 100_000_000),
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))),
})
export type Commission = z.infer<typeof Commission>

const template = /^https?:\/\/[^\s{}"<>\\/?#]+(\/([^\s{}"<>\\]|\{(venueId|externalId)\})*)?$/i
const picture = /^https?:\/\/[^\s{}"<>\\/?#]+\/[^\s"<>\\]*$/i
/**
 * A web address of the channel; `{venueId}` and `{externalId}` stand for the venue's, never in the host. Which may be called (https, public, port 443
 * or 8443, or named by whoever runs the installation), the server decides.
 */
const AddressTemplate = z.string().check(
  z.maxLength(500),
  z.refine((text) => template.test(text), 'address'),
)
const Logo = z.string().check(
  z.maxLength(500),
  z.refine((text) => picture.test(text), 'address'),
)

const host = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i
/** An origin on whose pages the booking page may stand; `https://*.example.com` = all names below it. */
const Host = z.string().check(
  z.maxLength(200),
  z.refine((text) => host.test(text), 'address'),
)

/** A channel as its keepers see it. `links`, `userCount` and `bookings` are answered with `mode=max`. */
export const ChannelDetail = z.extend(Channel, {
  product: z.nullable(ChannelProduct),
  logo: z.nullable(z.string()),
  /** Of type widget: on whose pages the booking page may stand; empty = on everybody's. */
  hosts: z.array(z.string()),
  subscribeUrl: z.nullable(z.string()),
  connectUrl: z.nullable(z.string()),
  checkUrl: z.nullable(z.string()),
  texts: ChannelTexts,
  limits: ChannelLimits,
  commission: z.nullable(Commission),
  updatedAt: Instant,
  /** How many of its links stand in each state. */
  links: z.optional(z.array(z.object({ state: LinkState, count: z.int() }))),
  userCount: z.optional(z.int()),
  /** Whether reservations came this way: then it can be switched off, but not deleted. */
  booked: z.optional(z.boolean()),
  /** Of those reservations the ones whose guests are still to come; at most 1,000 are counted. */
  upcoming: z.optional(z.int()),
})
export type ChannelDetail = z.infer<typeof ChannelDetail>

/** One key, never the key itself. */
export const ChannelKey = z.object({
  id: Id,
  /** The first characters of its hash, enough to tell two keys apart. */
  fingerprint: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
  /** When it stops being good; null = until it is replaced. */
  expiresAt: z.nullable(Instant),
})
export type ChannelKey = z.infer<typeof ChannelKey>

/** Somebody of the channel (ROLE_BC_AGENT). */
export const ChannelUser = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  disabled: z.boolean(),
  since: Instant,
})
export type ChannelUser = z.infer<typeof ChannelUser>

/** What holds for one venue on the channel; null = as the channel itself says. */
export const LinkSettings = z.object({
  venueId: Id,
  channelId: Id,
  state: LinkState,
  version: z.int(),
  limits: z.nullable(ChannelLimits),
  commission: z.nullable(Commission),
  bookingMessage: z.nullable(LangText),
})
export type LinkSettings = z.infer<typeof LinkSettings>

/** What of a channel can be set; each may be left out. */
export const channelFields = {
  type: z.optional(ChannelType),
  /** Which network it sells on; null = none that is treated on its own. */
  product: z.optional(z.nullable(ChannelProduct)),
  active: z.optional(z.boolean()),
  selfSubscription: z.optional(z.boolean()),
  rateLimitPerMinute: z.optional(whole(1, 1_000_000)),
  logo: z.optional(z.nullable(Logo)),
  hosts: z.optional(z.array(Host).check(z.maxLength(50))),
  subscribeUrl: z.optional(z.nullable(AddressTemplate)),
  connectUrl: z.optional(z.nullable(AddressTemplate)),
  checkUrl: z.optional(z.nullable(AddressTemplate)),
  texts: z.optional(ChannelTexts),
  limits: z.optional(ChannelLimits),
  commission: z.optional(z.nullable(Commission)),
}
