import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, Lang, LocalDate, pageQuery, prose, queryFlag, queryInt, queryList, whole } from '../kit/wire.ts'
import { Export } from '../operations/exports.ts'
import { CandidatesQuery, CandidateWarning, OnboardingCandidate } from './candidates.ts'
import { OnboardingEdit, OnboardingFilter, PartnersId, requestFields, Zone } from './onboarding-fields.ts'
import { OnboardingEntry } from './onboarding-history.ts'
import { OnboardingSide, OnboardingStatus, Requester } from './onboarding.rules.ts'

const Named = z.object({ id: Id, name: z.string() })
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
  /** How our own venue is called; null where the caller may not see it, and until it is known. */
  mozrestName: z.nullable(z.string()),
  venuePhone: z.string(),
  venueCountry: z.nullable(z.string()),
  profileUrl: z.nullable(z.string()),
  notes: z.string(),
  /** Of each partner alone; null = not the caller's to read. */
  internalNotes: z.object({ rms: z.nullable(z.string()), bc: z.nullable(z.string()) }),
  contactEmail: z.nullable(z.string()),
  contactLanguage: z.nullable(Lang),
  cancellationReason: z.nullable(z.string()),
  /** Nobody wrote that reason: by this word it is known, whatever language it stands in. `merged`: its restaurant became one with another. */
  endedBecause: z.nullable(z.enum(['merged', 'undone'])),
  rejectReason: z.nullable(z.string()),
  restaurantConfirmedAt: z.nullable(Instant),
  /** What it said of itself then; hours as OpenStreetMap writes them: `Mo-Fr 12:00-15:00,19:00-23:00; Sa 18:00-02:00`. */
  restaurantWord: z.nullable(z.object({ name: z.string(), address: z.string(), hours: z.string() })),
  progress: OnboardingProgress,
  version: z.int(),
})
export type OnboardingDetail = z.infer<typeof OnboardingDetail>

/** `warnings`: what speaks for care, of restaurants at its address that were taken for others. */
export const OnboardingCreated = z.extend(OnboardingDetail, { warnings: z.array(CandidateWarning) })
export type OnboardingCreated = z.infer<typeof OnboardingCreated>

const refusals = [
  'system.not_found',
  'channel.not_found',
  'venue.not_found',
  'onboarding.open_already',
  'onboarding.venue_likely',
  'onboarding.venue_elsewhere',
  'onboarding.venue_differs',
  'onboarding.venue_unknown',
  'remote.unreachable',
] as const

const created = {
  audit: 'onboarding.created',
  idempotent: true,
  result: OnboardingCreated,
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
  errors: ['onboarding.not_found', 'onboarding.state_wrong', 'onboarding.changed_meanwhile', 'onboarding.ends_otherwise'],
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
          /** Waits longer than its limit, as the report counts it. */
          late: z.optional(queryFlag),
          /** Part of the venue's name, address, an id or the reference. */
          q: z.optional(z.string().check(z.maxLength(120))),
          from: z.optional(LocalDate),
          to: z.optional(LocalDate),
          zone: z.optional(Zone),
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
    body: z.object({ ...requestFields, requester: z.optional(z.literal('rms')), systemId: z.optional(Id), channelId: Id }),
    ...created,
  },
  createForChannel: {
    method: 'POST',
    path: '/v1/bc/onboarding-requests',
    summary: 'Ask for a venue of a reservation system to be sold by you.',
    can: 'channel',
    body: z.object({ ...requestFields, systemId: Id }),
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
      rmsVenueId: z.optional(PartnersId),
      bookingChannelVenueId: z.optional(z.nullable(PartnersId)),
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
      'onboarding.venue_differs',
      'onboarding.venue_unknown',
      'onboarding.id_of_other_side',
      'venue.not_found',
      'system.not_found',
      'remote.unreachable',
    ],
  },
  edit: {
    method: 'PUT',
    path: '/v1/onboarding-requests/:id',
    summary: 'Set right what a request says of its restaurant, and the internal notes of the caller’s own side; what is not said stays.',
    can: ['update', 'onboarding'],
    systems: true,
    audit: 'onboarding.updated',
    params: IdParams,
    oddId: 'onboarding.not_found',
    body: OnboardingEdit,
    result: OnboardingDetail,
    envelope: 'data',
    errors: ['onboarding.not_found', 'onboarding.state_wrong', 'onboarding.changed_meanwhile'],
  },
  export: {
    method: 'POST',
    path: '/v1/onboarding-requests/export',
    summary: 'Exactly the requests of the list with this filter, as a file by e-mail; internal notes of the caller’s own side alone.',
    can: ['create', 'onboarding-files'],
    audit: 'export.requested',
    body: z.strictObject({ filters: z.optional(OnboardingFilter), format: z.optional(z.enum(['xlsx', 'csv'])) }),
    result: Export,
    envelope: 'data',
    status: 201,
    idempotent: true,
    errors: ['export.too_many'],
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
    // A system names the channel, a channel the system, administrators both.
    oneOf: ['channelId', 'systemId'],
    result: z.array(OnboardingCandidate),
    envelope: 'data',
    errors: ['system.not_found', 'channel.not_found'],
  },
  create: {
    method: 'POST',
    path: '/v1/onboarding-requests',
    summary: 'Ask for a venue of a reservation system to be sold by a booking channel; who is of neither says in whose name.',
    can: ['create', 'onboarding'],
    body: z.object({ ...requestFields, requester: z.optional(Requester), systemId: z.optional(Id), channelId: z.optional(Id) }),
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
