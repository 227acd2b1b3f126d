import { z } from 'zod/mini'
import { readable } from '../kit/text.rules.ts'
import { Country, Id, Lang, LocalDate, note, partnerLine, partnerText, whole } from '../kit/wire.ts'
import { OnboardingStatus } from './onboarding.rules.ts'

/** A web page, as people type it. */
const PageAddress = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/[^\s]+$/))
const EMail = z.email().check(z.maxLength(254))

/** A partner's own id of a restaurant: one that shows nothing names none. */
export const PartnersId = partnerText(200).check(z.overwrite(readable), z.minLength(1))

/** What a request is made of, beside the parties. */
export const requestFields = {
  mozrestId: z.optional(z.nullable(Id)),
  rmsVenueId: z.optional(z.nullable(PartnersId)),
  bookingChannelVenueId: z.optional(z.nullable(PartnersId)),
  venueName: partnerText(200).check(z.overwrite(readable), z.minLength(1)),
  venueAddress: z.optional(partnerLine(300)),
  venuePhone: z.optional(partnerLine(40)),
  venueCountry: z.optional(z.nullable(Country)),
  profileUrl: z.optional(z.nullable(PageAddress)),
  /** The partner's own number for it. */
  reference: z.optional(z.nullable(partnerText(120))),
  notes: z.optional(note(4000)),
  /** For the caller's own side alone. */
  internalNotes: z.optional(note(4000)),
  /** Of the restaurant: where it is asked, and in which language. */
  contactEmail: z.optional(z.nullable(EMail)),
  contactLanguage: z.optional(z.nullable(Lang)),
  /** What is here already and looks like it is another one; otherwise a request for what is probably here is refused. */
  noneOfThese: z.optional(z.boolean()),
}
export const OnboardingFields = z.object(requestFields)
export type OnboardingFields = z.infer<typeof OnboardingFields>

/** What may be set right later; ids and whether it is the restaurant that is meant are said by calls of their own. */
export const OnboardingEdit = z.object({
  version: whole(1, 2_000_000_000),
  venueName: z.optional(requestFields.venueName),
  venueAddress: requestFields.venueAddress,
  venuePhone: requestFields.venuePhone,
  venueCountry: requestFields.venueCountry,
  profileUrl: requestFields.profileUrl,
  reference: requestFields.reference,
  notes: requestFields.notes,
  /** Each of its own side alone, also when the request is over. */
  internalNotes: z.optional(z.object({ rms: z.optional(note(4000)), bc: z.optional(note(4000)) })),
  contactEmail: requestFields.contactEmail,
  contactLanguage: requestFields.contactLanguage,
})
export type OnboardingEdit = z.infer<typeof OnboardingEdit>

/** In which days are counted, by its IANA name; without it they are those of UTC. */
export const Zone = z.string().check(z.maxLength(80))

/** The filter of the list, as a file of it takes it. */
export const OnboardingFilter = z.strictObject({
  status: z.optional(z.array(OnboardingStatus).check(z.maxLength(6))),
  systemId: z.optional(z.array(Id).check(z.maxLength(1000))),
  channelId: z.optional(z.array(Id).check(z.maxLength(1000))),
  pendingOnMe: z.optional(z.boolean()),
  late: z.optional(z.boolean()),
  q: z.optional(z.string().check(z.maxLength(120))),
  from: z.optional(LocalDate),
  to: z.optional(LocalDate),
  zone: z.optional(Zone),
})
export type OnboardingFilter = z.infer<typeof OnboardingFilter>
