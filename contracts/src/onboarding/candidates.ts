import { z } from 'zod/mini'
import { Country, Id, line, text } from '../kit/wire.ts'

/** Why it may be the one that is meant. */
export const candidateReasons = ['name', 'name_alike', 'address', 'phone'] as const
export type CandidateReason = (typeof candidateReasons)[number]
/** What speaks for care: another unit of the house, or several restaurants there, as in hotels. */
export const candidateWarnings = ['unit', 'several'] as const
export const CandidateWarning = z.enum(candidateWarnings)
export type CandidateWarning = z.infer<typeof CandidateWarning>

export const OnboardingCandidate = z.object({
  /** Our venue; null = it stands in an open request only. */
  mozrestId: z.nullable(Id),
  /** The open request for it onto this channel, where the caller may see one. */
  requestId: z.nullable(Id),
  venueName: z.string(),
  venueAddress: z.string(),
  reasons: z.array(z.enum(candidateReasons)),
  warnings: z.array(CandidateWarning),
  /** Two things agree, or the name and nothing speaks against it: a request for another one has to say so (`noneOfThese`). */
  likely: z.boolean(),
})
export type OnboardingCandidate = z.infer<typeof OnboardingCandidate>

/** What is known of the venue so far, while a request is filled in. */
export const CandidatesQuery = z.object({
  systemId: z.optional(Id),
  channelId: z.optional(Id),
  venueName: text(200),
  venueAddress: z.optional(line(300)),
  venuePhone: z.optional(line(40)),
  venueCountry: z.optional(Country),
})
