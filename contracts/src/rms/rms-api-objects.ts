import { z } from 'zod/mini'
import { BcBooking, Locale, UnixSeconds } from '../channels/channel-api-objects.ts'
import { Area } from '../estate/book.ts'
import { companyRuleFields, companyRules } from '../estate/companies.ts'
import { Id, Instant, langs, LocalDate, note, partnerLine, partnerText, prose, text, whole, Country } from '../kit/wire.ts'

/** The legal owner of brands and venues, as a reservation system sees it. */
export const PartnerCompany = z.object({
  id: Id,
  /** Your own id of it. */
  externalId: z.nullable(z.string()),
  name: z.string(),
  countryCode: z.string(),
  legalName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  description: z.nullable(z.string()),
  ...companyRules,
  /** Whether the caller may change it: made by it, or without venues of anybody else. */
  own: z.boolean(),
  venueCount: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type PartnerCompany = z.infer<typeof PartnerCompany>

/** Several venues of a company under one name. */
export const PartnerBrand = z.object({
  id: Id,
  /** Your own id of it. */
  externalId: z.nullable(z.string()),
  name: z.string(),
  company: z.object({ id: Id, externalId: z.nullable(z.string()), name: z.string() }),
  logo: z.nullable(z.string()),
  /** Whether one of its venues is on sale at Facebook, at Instagram. */
  fbInstalled: z.boolean(),
  igInstalled: z.boolean(),
  /** Where its installation at Meta begins; said by the platform. */
  fbInstallLink: z.nullable(z.string()),
  venues: z.array(z.object({ id: Id, externalId: z.nullable(z.string()), name: z.string() })),
  createdAt: Instant,
  updatedAt: Instant,
})
export type PartnerBrand = z.infer<typeof PartnerBrand>

/** The systems' words for our statuses: `no_show` is `no-show` to them. */
export const PartnerStatus = z.enum([
  'pending_confirmation',
  'requires_payment',
  'confirmed',
  'rejected',
  'canceled',
  'no-show',
  'seated',
  'completed',
])
export type PartnerStatus = z.infer<typeof PartnerStatus>

/** Instants are Unix seconds, UTC. */
export const PartnerBooking = z.object({
  id: Id,
  /** Your own id of it. */
  externalId: z.nullable(z.string()),
  reference: z.string(),
  venueId: Id,
  venueExternalId: z.nullable(z.string()),
  bookingChannel: z.nullable(z.object({ id: Id, name: z.string() })),
  status: PartnerStatus,
  partySize: z.int(),
  date: z.int(),
  /** The meal by the venue's clock. */
  session: BcBooking.shape.session,
  areaId: Id,
  areaExternalId: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** What the guest chose where you offer a choice: seconds to stay, and your id of what for. */
  duration: z.nullable(z.int()),
  bookingType: z.nullable(z.string()),
  cancelActor: z.nullable(z.string()),
  cancelReason: z.nullable(z.string()),
  canceledAt: z.nullable(z.int()),
  contact: z.object({
    firstname: z.string(),
    lastname: z.string(),
    email: z.nullable(z.string()),
    telephone: z.nullable(z.string()),
    locale: z.nullable(z.string()),
    optInConsent: z.boolean(),
  }),
})
export type PartnerBooking = z.infer<typeof PartnerBooking>

const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
/** Your own id of a company or brand, one of a kind among yours; from then on it names it wherever ours does. `null` takes it back. */
export const ownId = optional(text(200))
export const companyFields = {
  externalId: ownId,
  name: partnerText(160),
  countryCode: Country,
  legalName: optional(text(160)),
  address: optional(text(200)),
  postalCode: optional(text(20)),
  city: optional(text(120)),
  description: optional(prose(2000)),
  ...companyRuleFields,
}
/** Venues by our id or yours; those left out stay where they are. */
export const brandVenues = z.optional(z.array(text(80)).check(z.maxLength(1000)))
/** Name and description as guests of a language read them. An empty text takes one back; what is not named stays. */
const AreaTranslation = z.object({
  /** One of the hub's five languages; others are left alone. */
  locale: Locale,
  data: z
    .array(
      z.discriminatedUnion('field', [
        z.object({ field: z.literal('name'), content: partnerLine(80) }),
        z.object({ field: z.literal('description'), content: note(500) }),
      ]),
    )
    .check(z.maxLength(20)),
})
export type AreaTranslation = z.infer<typeof AreaTranslation>

/** An area as its own system reads it. */
export const PartnerArea = z.extend(Area, {
  rwgDefault: z.boolean(),
  venue: z.object({ id: Id, externalId: z.nullable(z.string()), name: z.string() }),
  translations: z.array(
    z.object({ locale: z.enum(langs), data: z.array(z.object({ field: z.enum(['name', 'description']), content: z.string() })) }),
  ),
})
export type PartnerArea = z.infer<typeof PartnerArea>

/** The tables a venue's point of sale knows, by its own ids. `area` is the name of ours in which a table stands. */
export const PosTables = z.object({
  venueId: Id,
  tables: z.array(z.object({ id: z.string(), name: z.string(), area: z.nullable(z.string()), areaId: z.nullable(Id) })),
  count: z.int(),
})
export type PosTables = z.infer<typeof PosTables>
export const posTableFields = {
  id: text(80),
  name: text(80),
  /** An area of the venue by our id, yours or its name. */
  area: optional(text(200)),
}

export const areaFields = {
  name: partnerText(80),
  description: z.optional(note(500)),
  /** Your own id of it. */
  externalId: text(200),
  capacity: z.optional(whole(0, 5000)),
  byDefault: z.optional(z.boolean()),
  rwgDefault: z.optional(z.boolean()),
  online: z.optional(z.boolean()),
  translations: z.optional(z.array(AreaTranslation).check(z.maxLength(200))),
}
export const bookingChange = {
  partySize: z.optional(whole(1, 1000)),
  date: z.optional(UnixSeconds),
  status: z.optional(z.enum(['confirmed', 'rejected', 'canceled', 'no-show', 'seated', 'completed'])),
}

const flag = z.optional(z.nullable(z.boolean()))
const spots = z.optional(z.nullable(whole(0, 100_000)))
const words = z.union([text(120), z.record(z.string(), text(120))])
/** What is open on a day for one party size, in one area (yours) or in all, as you answer it when we ask; both spellings are understood. */
export const PushedDay = z.object({
  date: LocalDate,
  partySize: whole(1, 1000),
  areaId: z.optional(z.nullable(text(200))),
  /** Seconds a party keeps its table. */
  duration: z.optional(z.nullable(whole(60, 86_400))),
  totalSpots: spots,
  openSpots: spots,
  /** Whether guests choose how long they stay, and what for; `label` and `name` are texts, or texts by language. */
  requiresDuration: flag,
  durations: z.optional(
    z.nullable(z.array(z.object({ value: whole(60, 86_400), label: z.optional(z.nullable(words)) })).check(z.maxLength(50))),
  ),
  bookingTypes: z.optional(z.nullable(z.array(z.object({ id: text(120), name: words })).check(z.maxLength(50)))),
  slotData: z
    .array(
      z.object({
        startSec: UnixSeconds,
        totalSpot: spots,
        totalSpots: spots,
        openSpot: spots,
        openSpots: spots,
        deposit: flag,
        /** Minor units. */
        depositAmount: z.optional(z.nullable(whole(0, 100_000_000))),
        requireCc: flag,
        requiresCc: flag,
      }),
    )
    .check(z.maxLength(300)),
})
export type PushedDay = z.infer<typeof PushedDay>

/** Both spellings are understood, and whatever else comes is left alone. */
export const SystemNotice = z.object({
  entity: text(60),
  action: z.optional(text(60)),
  /** Yours; a notice that comes twice under one id within 24 hours counts once. Without it, equal content is recognised as well, and we ask you once more all the same. */
  eventId: z.optional(text(200)),
  event_id: z.optional(text(200)),
  /** Your id of the booking, or for `availability` of the venue. */
  entityId: z.optional(text(200)),
  entity_id: z.optional(text(200)),
  /** Your id of the booking's venue, here or in `data`: without it a booking made at your side is not found. */
  venueId: z.optional(text(200)),
  venue_id: z.optional(text(200)),
  data: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
})
export type SystemNotice = z.infer<typeof SystemNotice>
