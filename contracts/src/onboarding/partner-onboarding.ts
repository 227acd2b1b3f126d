import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, LocalDate, note, pageQuery, partnerText, prose, queryList, whole } from '../kit/wire.ts'
import { OnboardingDetail, OnboardingSummary } from './onboarding.ts'
import { OnboardingStatus } from './onboarding.rules.ts'

const version = whole(1, 2_000_000_000)
const page = {
  method: 'GET',
  audit: 'none',
  query: z.object({
    ...pageQuery,
    filters: z.optional(
      z.object({
        status: z.optional(queryList(OnboardingStatus)),
        /** Part of the venue's name, address, an id or the reference. */
        q: z.optional(z.string().check(z.maxLength(120))),
        from: z.optional(LocalDate),
        to: z.optional(LocalDate),
      }),
    ),
  }),
  result: z.object({ data: z.array(OnboardingSummary), total: z.int(), next: z.nullable(z.string()) }),
  envelope: 'page',
  errors: [],
} as const
const one = {
  method: 'GET',
  audit: 'none',
  params: IdParams,
  oddId: 'onboarding.not_found',
  result: OnboardingDetail,
  envelope: 'data',
} as const
const acting = { ...one, method: 'POST', idempotent: true } as const
const errors = ['onboarding.not_found', 'onboarding.state_wrong', 'onboarding.changed_meanwhile'] as const
const ending = [...errors, 'onboarding.ends_otherwise'] as const
const standing = [
  'onboarding.open_already',
  'onboarding.venue_elsewhere',
  'onboarding.venue_differs',
  'venue.not_found',
  'onboarding.id_of_other_side',
] as const
/** Both partners and the restaurant read the reason. */
const ended = z.object({ version, reason: prose(1000) })
const notes = z.object({ version, internalNotes: note(4000) })

const reading = { can: ['read', 'onboarding'], systems: true } as const
const writing = { can: ['update', 'onboarding'], systems: true } as const

/** Onboarding requests of a reservation system, with its key. */
export const rmsOnboarding = defineArea('rmsOnboarding', {
  list: {
    ...page,
    ...reading,
    path: '/v1/rms/onboarding-requests',
    summary: 'Your onboarding requests: what waits for you first, the longest wait before the others; what is over comes last.',
  },
  provide: {
    ...acting,
    ...writing,
    path: '/v1/rms/onboarding-requests/:id/ids',
    summary: 'Say which venue of yours is meant, by your id or ours.',
    audit: 'onboarding.updated',
    body: z.object({ version, rmsVenueId: z.optional(partnerText(200)), mozrestId: z.optional(Id) }),
    errors: [...errors, ...standing, 'onboarding.venue_unknown', 'remote.unreachable'],
  },
  cancel: {
    ...acting,
    ...writing,
    path: '/v1/rms/onboarding-requests/:id/cancel',
    summary: 'Take a request of yours back.',
    audit: 'onboarding.canceled',
    body: ended,
    errors: ending,
  },
  reject: {
    ...acting,
    ...writing,
    path: '/v1/rms/onboarding-requests/:id/reject',
    summary: 'Say no to a request of a channel.',
    audit: 'onboarding.rejected',
    body: ended,
    errors: ending,
  },
  notes: {
    ...acting,
    ...writing,
    path: '/v1/rms/onboarding-requests/:id/notes',
    summary: 'Note something for your own side alone, in place of what stood there.',
    audit: 'onboarding.updated',
    body: notes,
    errors: ['onboarding.not_found', 'onboarding.changed_meanwhile'],
  },
  get: {
    ...one,
    ...reading,
    path: '/v1/rms/onboarding-requests/:id',
    summary: 'One onboarding request of yours.',
    errors: ['onboarding.not_found'],
  },
})

/** Onboarding requests of a booking channel, with its key. */
export const bcOnboarding = defineArea('bcOnboarding', {
  list: {
    ...page,
    can: 'channel',
    path: '/v1/bc/onboarding-requests',
    summary: 'Your onboarding requests: what waits for you first, the longest wait before the others; what is over comes last.',
  },
  provide: {
    ...acting,
    can: 'channel',
    path: '/v1/bc/onboarding-requests/:id/ids',
    summary: 'Say how the venue is called with you; null takes it away.',
    audit: 'onboarding.updated',
    body: z.object({ version, bookingChannelVenueId: z.nullable(partnerText(200)) }),
    errors: [...errors, ...standing],
  },
  cancel: {
    ...acting,
    can: 'channel',
    path: '/v1/bc/onboarding-requests/:id/cancel',
    summary: 'Take a request of yours back.',
    audit: 'onboarding.canceled',
    body: ended,
    errors: ending,
  },
  reject: {
    ...acting,
    can: 'channel',
    path: '/v1/bc/onboarding-requests/:id/reject',
    summary: 'Say no to a request of a reservation system.',
    audit: 'onboarding.rejected',
    body: ended,
    errors: ending,
  },
  notes: {
    ...acting,
    can: 'channel',
    path: '/v1/bc/onboarding-requests/:id/notes',
    summary: 'Note something for your own side alone, in place of what stood there.',
    audit: 'onboarding.updated',
    body: notes,
    errors: ['onboarding.not_found', 'onboarding.changed_meanwhile'],
  },
  get: {
    ...one,
    can: 'channel',
    path: '/v1/bc/onboarding-requests/:id',
    summary: 'One onboarding request of yours.',
    errors: ['onboarding.not_found'],
  },
})
