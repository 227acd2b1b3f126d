import { z } from 'zod/mini'
import { noticePorts, type TextNotice, textNoticeKinds, VenueNotice } from '../booking/reservations.rules.ts'
import { CredentialsType } from '../rms/system-fields.ts'
import { Currency, Id, Instant, type Lang, note, text, whole, langs, Country } from '../kit/wire.ts'
import { tripadvisorIdIn } from './tripadvisor.rules.ts'

export const Venue = z.object({
  id: Id,
  externalId: z.nullable(z.string()),
  companyId: Id,
  name: z.string(),
  phoneNumber: z.nullable(z.string()),
  address: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  countryCode: z.string(),
  /** IANA zone. */
  timezone: z.string(),
  currency: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  sdkAccess: z.boolean(),
  tripadvisorId: z.nullable(z.string()),
  minCovers: z.int(),
  maxCovers: z.int(),
  active: z.boolean(),
  /** Since when it stands in the archive: in no list, and sold by nobody. */
  archivedAt: z.nullable(Instant),
  systemId: z.nullable(Id),
  systemName: z.nullable(z.string()),
  /** A venue to try things out, of a partner's test keys. */
  test: z.boolean(),
  listingEnabled: z.boolean(),
  metaEnabled: z.boolean(),
  /** Channels that sell it now; not counted in a list of all (`filters[limit]=-1`). */
  activeChannels: z.optional(z.int()),
})
export type Venue = z.infer<typeof Venue>

/** What becomes of the guest's money: nothing, a card kept for a no-show, a part, or all of it ahead. */
export const PaymentType = z.enum(['none', 'guarantee', 'deposit', 'prepayment'])
/** A price for a booking or for each person of it, in minor units of the venue's currency. */
export const Price = z.object({ type: z.enum(['fixed_price', 'per_person']), amount: whole(1, 100_000_000) })
export type Price = z.infer<typeof Price>
/** What guests are asked for. A deposit and a fee for not coming are taken from a card, so there is none without `requireCreditCard`. */
export const PaymentDefinition = z.object({
  requireCreditCard: z.boolean(),
  deposit: z.nullable(Price),
  noShowFee: z.nullable(Price),
})
export type PaymentDefinition = z.infer<typeof PaymentDefinition>
const publicKey = z.string().check(
  z.trim(),
  z.maxLength(300),
  z.regex(/^[!-~]+$/),
  z.refine((key) => !/^(sk|rk|whsec)_/.test(key), 'public_key'),
)
/** Where a venue's own system takes cards; all of it is public. */
export const PaymentGateway = z.object({ gateway: z.string(), publishKey: z.nullable(z.string()), merchantId: z.nullable(z.string()) })
export type PaymentGateway = z.infer<typeof PaymentGateway>
/** One text in up to five languages; a language without one falls back to English, then to nothing. */
export const LangTexts = z.strictObject(
  Object.fromEntries(langs.map((lang) => [lang, z.optional(note(2000))])) as Record<Lang, z.ZodMiniOptional<ReturnType<typeof note>>>,
)

/** Several texts in a row at most: a text message is short. */
const LineTexts = z.strictObject(
  Object.fromEntries(langs.map((lang) => [lang, z.optional(note(480))])) as Record<Lang, z.ZodMiniOptional<ReturnType<typeof note>>>,
)
/** Built from one list, so that no kind is forgotten. */
const byNotice = <T extends z.ZodMiniType>(each: T) =>
  z.strictObject(Object.fromEntries(textNoticeKinds.map((kind) => [kind, z.optional(each)])) as Record<TextNotice, z.ZodMiniOptional<T>>)
export const MessageLines = byNotice(LineTexts)

/** Texts by kind of message; a kind without any is said in our words. */
export const MessageTexts = z.strictObject({
  booked: z.optional(LangTexts),
  requested: z.optional(LangTexts),
  changed: z.optional(LangTexts),
  canceled: z.optional(LangTexts),
  rejected: z.optional(LangTexts),
  reminder: z.optional(LangTexts),
  same_day: z.optional(LangTexts),
  waitlist_offer: z.optional(LangTexts),
  table_ready: z.optional(LangTexts),
  verify: z.optional(LangTexts),
})
export type MessageTexts = z.infer<typeof MessageTexts>

/** How each kind of message goes; one that is not named goes by mail, and what those are told who wait by text. */
export const MessagePorts = byNotice(z.enum(noticePorts))
export type MessagePorts = z.infer<typeof MessagePorts>
/** The largest share of reminders that is not sent, in percent. */
export const holdoutMax = 20

/** `me@there.test`: one address, no list, no name. */
const Address = z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\s@<>(),;:"\\[\]]{1,64}@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/))
const MailDomain = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(253),
  z.regex(/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/),
  z.refine((domain) => /\.[a-z][a-z0-9-]*$/.test(domain), 'domain'),
)
export const Colour = z.string().check(z.toUpperCase(), z.regex(/^#[0-9A-F]{6}$/))
const FtpName = z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^[^\s:]+$/))
/** Below the account's own folder: nobody climbs out of it. */
const FtpFolder = z.string().check(z.trim(), z.minLength(1), z.maxLength(300), z.regex(/^(?!.*(^|\/)\.\.(\/|$))[^\\\u0000-\u001f]+$/))

/**
 * Everything of a venue (VE2). Those marked (book) are values of the venue's book, kept there alone: changing one here changes the book.
 * `version` counts changes of the venue and of its book together.
 */
export const VenueDetail = z.extend(Venue, {
  version: z.int(),
  companyName: z.string(),
  /** The venue it was merged into: whoever calls it by its old ids finds that one. */
  mergedInto: z.nullable(z.object({ id: Id, name: z.string() })),
  createdAt: Instant,
  updatedAt: Instant,
  /** What channels and guests call it; null = the name. */
  displayName: z.nullable(z.string()),
  displayColor: z.nullable(z.string()),
  emailDomain: z.nullable(z.string()),
  paymentType: PaymentType,
  /** What guests are asked for; how far a card is needed follows `paymentType`. */
  paymentDefinition: PaymentDefinition,
  /** What guests read with payment. */
  paymentPolicy: LangTexts,
  /** As the venue's system told it; null = it told none. */
  paymentGateway: z.nullable(PaymentGateway),
  /** (book) Minutes before a shift after which channels no longer book into it. */
  cutOff: z.nullable(z.int()),
  /** (book) Minutes before the meal until which guests may cancel. */
  cancellationWindow: z.int(),
  /** (book) Seconds a place is kept while a guest types. */
  holdingTime: z.int(),
  /** (book) Days ahead that channels may book. */
  maxDays: z.int(),
  /** (book) True = a guest chooses the area. */
  bookeableAreas: z.boolean(),
  /** (book) Hours before the meal at which covers kept back are released to channels; null = never kept back. */
  pressureReleaseHours: z.nullable(z.int()),
  /** (book) Covers kept back in each interval, by shift. */
  keptBack: z.array(z.object({ shiftId: Id, name: z.string(), covers: z.int(), coversMax: z.nullable(z.int()) })),
  emailSenderName: z.nullable(z.string()),
  emailReplyTo: z.nullable(z.string()),
  emailNotices: z.array(VenueNotice),
  confirmationText: LangTexts,
  /** A venue's own words in the place of ours, by kind of message; `{venue}`, `{name}`, `{day}`, `{time}`, `{party}` are filled in. */
  messageTexts: MessageTexts,
  messagePorts: MessagePorts,
  /** The same for text messages, with `{link}` to the guest's page; one without it gets it at its end. */
  messageLines: MessageLines,
  /** Of a hundred reminders so many are not sent, drawn by booking, to see what reminders do. */
  reminderHoldout: z.int(),
  /** Hours before the meal at which guests are reminded, and are written to on the day. */
  reminderHours: z.int(),
  sameDayHours: z.int(),
  /** From the one hour of the venue's clock to the other nobody is written to unasked; the same twice = at any hour. */
  quietFrom: z.int(),
  quietUntil: z.int(),
  syncEnabled: z.boolean(),
  metaEnabledAt: z.nullable(Instant),
  metaPageId: z.nullable(z.string()),
  metaSSOEnabled: z.boolean(),
  metaSSOClientId: z.nullable(z.string()),
  rwgMaxDays: z.nullable(z.int()),
  /** The largest party Google may book; null = as the book says. */
  maxPartySize: z.nullable(z.int()),
  listingEnabledAt: z.nullable(Instant),
  ftpUser: z.nullable(z.string()),
  ftpFolder: z.nullable(z.string()),
  /** When the password was set; null = there is none. The password itself is never answered. */
  ftpPasswordSetAt: z.nullable(Instant),
  /** What its reservation system wants to know the hub by; null = there is none. */
  systemCredentials: z.nullable(CredentialsType),
  /** When the venue's own token for its system was set. */
  systemTokenSetAt: z.nullable(Instant),
})
export type VenueDetail = z.infer<typeof VenueDetail>

/** Whoever pastes the whole address of a page means the number in it. */
const TripadvisorId = z.string().check(
  z.maxLength(2000),
  z.overwrite((given) => tripadvisorIdIn(given) ?? given),
  z.refine((id) => tripadvisorIdIn(id as string) !== undefined, 'tripadvisor_id'),
)
const optionalText = (max: number) => z.optional(z.nullable(text(max)))
const fields = {
  externalId: optionalText(80),
  phoneNumber: optionalText(40),
  address: optionalText(200),
  postalCode: optionalText(20),
  city: optionalText(120),
  currency: z.optional(Currency),
  latitude: z.optional(z.nullable(z.number().check(z.gte(-90), z.lte(90)))),
  longitude: z.optional(z.nullable(z.number().check(z.gte(-180), z.lte(180)))),
  sdkAccess: z.optional(z.boolean()),
  tripadvisorId: z.optional(z.nullable(TripadvisorId)),
  minCovers: z.optional(whole(1, 1000)),
  maxCovers: z.optional(whole(1, 1000)),
  active: z.optional(z.boolean()),
  /** Only what is named of it changes; null = nothing is asked for. `paymentType` follows it. */
  paymentDefinition: z.optional(
    z.nullable(
      z.object({
        requireCreditCard: z.optional(z.boolean()),
        deposit: z.optional(z.nullable(Price)),
        noShowFee: z.optional(z.nullable(Price)),
      }),
    ),
  ),
  paymentPolicy: z.optional(LangTexts),
  /** Told by the reservation system that takes the cards; it goes when the venue gets another system. */
  paymentGateway: z.optional(
    z.nullable(
      z.object({
        /** Such as `stripe`, `adyen` or `braintree`. */
        gateway: z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9_-]{2,40}$/)),
        /** Public ones: a secret key is refused. */
        publishKey: z.optional(z.nullable(publicKey)),
        merchantId: z.optional(z.nullable(publicKey)),
      }),
    ),
  ),
}
/** Without `companyId` a company is made from the venue's own data; a reservation system names one by our id or its own. */
export const VenueCreate = z.object({
  ...fields,
  name: text(160),
  countryCode: Country,
  timezone: text(60),
  companyId: z.optional(text(200)),
  /** Who owns its tables; the built-in book unless said. A reservation system that calls can only name itself. */
  systemId: z.optional(Id),
})

/**
 * Only what is named changes. With `version` the change is taken only from whoever has seen the venue as it is now (`venue.version_stale`);
 * without it, as partners' programs do, the last one wins.
 */
export const VenueUpdate = z.object({
  ...fields,
  version: z.optional(whole(1, 2_000_000_000)),
  name: z.optional(text(160)),
  countryCode: z.optional(Country),
  timezone: z.optional(text(60)),
  displayName: optionalText(160),
  displayColor: z.optional(z.nullable(Colour)),
  emailDomain: z.optional(z.nullable(MailDomain)),
  paymentType: z.optional(PaymentType),
  cutOff: z.optional(z.nullable(whole(0, 10_080))),
  cancellationWindow: z.optional(whole(0, 525_600)),
  holdingTime: z.optional(whole(30, 3600)),
  maxDays: z.optional(whole(1, 730)),
  bookeableAreas: z.optional(z.boolean()),
  pressureReleaseHours: z.optional(z.nullable(whole(0, 8760))),
  keptBack: z.optional(z.array(z.object({ shiftId: Id, covers: whole(0, 5000) })).check(z.maxLength(60))),
  emailSenderName: optionalText(120),
  emailReplyTo: z.optional(z.nullable(Address)),
  emailNotices: z.optional(z.array(VenueNotice).check(z.maxLength(7))),
  confirmationText: z.optional(LangTexts),
  /** Only the kinds that are named change; no texts = our words again. */
  messageTexts: z.optional(MessageTexts),
  /** All of them at once: a kind that is not named goes by mail. */
  messagePorts: z.optional(MessagePorts),
  messageLines: z.optional(MessageLines),
  reminderHoldout: z.optional(whole(0, holdoutMax)),
  reminderHours: z.optional(whole(2, 168)),
  sameDayHours: z.optional(whole(1, 12)),
  quietFrom: z.optional(whole(0, 23)),
  quietUntil: z.optional(whole(0, 23)),
  systemId: z.optional(Id),
  syncEnabled: z.optional(z.boolean()),
  metaEnabled: z.optional(z.boolean()),
  metaPageId: z.optional(z.nullable(z.string().check(z.trim(), z.regex(/^\d{1,30}$/)))),
  metaSSOEnabled: z.optional(z.boolean()),
  metaSSOClientId: optionalText(120),
  rwgMaxDays: z.optional(z.nullable(whole(1, 730))),
  maxPartySize: z.optional(z.nullable(whole(1, 1000))),
  listingEnabled: z.optional(z.boolean()),
  ftpUser: z.optional(z.nullable(FtpName)),
  ftpFolder: z.optional(z.nullable(FtpFolder)),
  /** Write only; null takes it away. */
  ftpPassword: optionalText(200),
  /** Write only: what the hub shows the venue's system where each venue has a set of its own. It goes when the venue gets another system. */
  systemToken: optionalText(2000),
})
export type VenueUpdate = z.infer<typeof VenueUpdate>
