import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import {
  Country,
  Id,
  IdParams,
  Instant,
  Lang,
  LocalDate,
  note,
  pageQuery,
  partnerLine,
  partnerText,
  prose,
  queryFlag,
  queryInt,
  queryList,
  whole,
} from '../kit/wire.ts'
import { CandidatesQuery, OnboardingCandidate } from './candidates.ts'
import { OnboardingSide, OnboardingStatus, Requester } from './onboarding.rules.ts'

const Named = z.object({ id: Id, name: z.string() })
/** A web page, as people type it. */
const PageAddress = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/[^\s]+$/))
const EMail = z.email().check(z.maxLength(254))

const summary = {
  id: Id,
  requestDate: Instant,
  requester: Requester,
  system: Named,
  channel: Named,
  /** Our own venue; null until it is known which one is meant. */
  mozrestId: z.nullable(Id),
  rmsVenueId: z.nullable(z.string()),
  bookingChannelVenueId: z.nullable(z.string()),
  venueName: z.string(),
  venueAddress: z.string(),
  reference: z.nullable(z.string()),
  status: OnboardingStatus,
  statusSince: Instant,
  /** It is the caller's turn. */
  pendingOnMe: z.boolean(),
}
export const OnboardingSummary = z.object(summary)
export type OnboardingSummary = z.infer<typeof OnboardingSummary>

/** Each with when it was proved; null = not yet. */
export const OnboardingProgress = z.object({
  requestedAt: Instant,
  visibleAt: z.nullable(Instant),
  availableAt: z.nullable(Instant),
  onboardedAt: z.nullable(Instant),
  /** The booking that proved the last step was one to try it out. */
  byTestBooking: z.nullable(z.boolean()),
})

export const OnboardingDetail = z.object({
  ...summary,
  /** Who the caller is to it. */
  side: OnboardingSide,
  venuePhone: z.string(),
  venueCountry: z.nullable(z.string()),
  profileUrl: z.nullable(z.string()),
  notes: z.string(),
  /** Of each partner alone; null = not the caller's to read. */
  internalNotes: z.object({ rms: z.nullable(z.string()), bc: z.nullable(z.string()) }),
  contactEmail: z.nullable(z.string()),
  contactLanguage: z.nullable(Lang),
  cancellationReason: z.nullable(z.string()),
  rejectReason: z.nullable(z.string()),
  restaurantConfirmedAt: z.nullable(Instant),
  progress: OnboardingProgress,
  version: z.int(),
})
export type OnboardingDetail = z.infer<typeof OnboardingDetail>

/** What histories know of; a kind that is new to a reader is `other`. */
export const onboardingEntryKinds = [
  'requested',
  'skipped',
  'provided',
  'canceled',
  'rejected',
  'confirmed',
  'invited',
  'contact_missing',
  'reminded',
  'escalated',
  'access_given',
  'access_refused',
  'hours_open',
  'link_asked',
  'link_refused',
  'venue_found',
  'venue_merged',
  'visible',
  'available',
  'onboarded',
  'live',
  'other',
] as const

export const OnboardingEntry = z.object({
  id: Id,
  at: Instant,
  actor: z.string(),
  /** Whose side acted; `hub`: it went by itself. */
  side: z.enum(['rms', 'bc', 'venue', 'admin', 'hub']),
  kind: z.enum(onboardingEntryKinds),
  from: z.nullable(OnboardingStatus),
  to: z.nullable(OnboardingStatus),
  reason: z.nullable(z.string()),
  /** As they were from then on; null = it was not about them. */
  ids: z.nullable(z.object({ rmsVenueId: z.nullable(z.string()), bookingChannelVenueId: z.nullable(z.string()) })),
})
export type OnboardingEntry = z.infer<typeof OnboardingEntry>

const fields = {
  mozrestId: z.optional(z.nullable(Id)),
  rmsVenueId: z.optional(z.nullable(partnerText(200))),
  bookingChannelVenueId: z.optional(z.nullable(partnerText(200))),
  venueName: partnerText(200),
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
export const OnboardingFields = z.object(fields)
export type OnboardingFields = z.infer<typeof OnboardingFields>

const refusals = [
  'system.not_found',
  'channel.not_found',
  'venue.not_found',
  'onboarding.open_already',
  'onboarding.venue_likely',
  'onboarding.venue_elsewhere',
  'onboarding.venue_unknown',
  'remote.unreachable',
] as const

const created = {
  audit: 'onboarding.created',
  idempotent: true,
  result: OnboardingDetail,
  envelope: 'data',
  status: 201,
  errors: refusals,
} as const
const version = whole(1, 2_000_000_000)
const ended = {
  method: 'POST',
  can: ['update', 'onboarding'],
  systems: true,
  params: IdParams,
  oddId: 'onboarding.not_found',
  /** Both partners and the restaurant read the reason. */
  body: z.object({ version, reason: prose(1000) }),
  result: OnboardingDetail,
  envelope: 'data',
  errors: ['onboarding.not_found', 'onboarding.state_wrong', 'onboarding.changed_meanwhile'],
} as const

export const onboarding = defineArea('onboarding', {
  list: {
    method: 'GET',
    path: '/v1/onboarding-requests',
    summary: 'Onboarding requests: what waits for the caller first, the longest wait before the others; what is over comes last.',
    can: ['read', 'onboarding'],
    systems: true,
    audit: 'none',
    query: z.object({
      offset: z.optional(queryInt(0, 100_000)),
      limit: pageQuery.limit,
      filters: z.optional(
        z.object({
          status: z.optional(queryList(OnboardingStatus)),
          systemId: z.optional(queryList(Id)),
          channelId: z.optional(queryList(Id)),
          pendingOnMe: z.optional(queryFlag),
          /** Part of the venue's name, address, an id or the reference. */
          q: z.optional(z.string().check(z.maxLength(120))),
          from: z.optional(LocalDate),
          to: z.optional(LocalDate),
        }),
      ),
    }),
    /** `counts`: by status, beside a filter by status. */
    result: z.object({ data: z.array(OnboardingSummary), total: z.int(), counts: z.record(OnboardingStatus, z.int()) }),
    envelope: 'page',
    errors: [],
  },
  createForSystem: {
    method: 'POST',
    path: '/v1/rms/onboarding-requests',
    summary: 'Ask for one of your venues to be sold by a booking channel.',
    can: ['create', 'onboarding'],
    systems: true,
    body: z.object({ ...fields, requester: z.optional(z.literal('rms')), systemId: z.optional(Id), channelId: Id }),
    ...created,
  },
  createForChannel: {
    method: 'POST',
    path: '/v1/bc/onboarding-requests',
    summary: 'Ask for a venue of a reservation system to be sold by you.',
    can: 'channel',
    body: z.object({ ...fields, systemId: Id }),
    ...created,
  },
  provide: {
    method: 'POST',
    path: '/v1/onboarding-requests/:id/ids',
    summary: 'Say how the venue is called on your own side, or which of ours it is; an id of a reservation system is asked of it at once.',
    can: ['update', 'onboarding'],
    systems: true,
    audit: 'onboarding.updated',
    params: IdParams,
    oddId: 'onboarding.not_found',
    body: z.object({
      version,
      rmsVenueId: z.optional(partnerText(200)),
      bookingChannelVenueId: z.optional(z.nullable(partnerText(200))),
      mozrestId: z.optional(Id),
    }),
    result: OnboardingDetail,
    envelope: 'data',
    errors: [
      'onboarding.not_found',
      'onboarding.state_wrong',
      'onboarding.changed_meanwhile',
      'onboarding.open_already',
      'onboarding.venue_elsewhere',
      'onboarding.venue_unknown',
      'venue.not_found',
      'system.not_found',
      'remote.unreachable',
    ],
  },
  cancel: {
    ...ended,
    path: '/v1/onboarding-requests/:id/cancel',
    summary: 'Take a request back; for whoever asked.',
    audit: 'onboarding.canceled',
  },
  reject: {
    ...ended,
    path: '/v1/onboarding-requests/:id/reject',
    summary: 'Say no to a request; for whoever was asked.',
    audit: 'onboarding.rejected',
  },
  candidates: {
    method: 'GET',
    path: '/v1/onboarding-requests/candidates',
    summary: 'Which venues and open requests are probably meant, the likeliest first, each with what agrees; at most five.',
    can: ['create', 'onboarding'],
    systems: true,
    audit: 'none',
    query: CandidatesQuery,
    result: z.array(OnboardingCandidate),
    envelope: 'data',
    errors: ['system.not_found', 'channel.not_found'],
  },
  create: {
    method: 'POST',
    path: '/v1/onboarding-requests',
    summary: 'Ask for a venue of a reservation system to be sold by a booking channel; who is of neither says in whose name.',
    can: ['create', 'onboarding'],
    body: z.object({ ...fields, requester: z.optional(Requester), systemId: z.optional(Id), channelId: z.optional(Id) }),
    ...created,
  },
  history: {
    method: 'GET',
    path: '/v1/onboarding-requests/:id/history',
    summary: 'What happened to a request, the newest first; the last 500 entries.',
    can: ['read', 'onboarding'],
    systems: true,
    audit: 'none',
    params: IdParams,
    oddId: 'onboarding.not_found',
    result: z.array(OnboardingEntry),
    envelope: 'data',
    errors: ['onboarding.not_found'],
  },
  get: {
    method: 'GET',
    path: '/v1/onboarding-requests/:id',
    summary: 'One onboarding request, as far as it is the caller’s to read.',
    can: ['read', 'onboarding'],
    systems: true,
    audit: 'none',
    params: IdParams,
    oddId: 'onboarding.not_found',
    result: OnboardingDetail,
    envelope: 'data',
    errors: ['onboarding.not_found'],
  },
})
