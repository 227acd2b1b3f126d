import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, Lang, LocalDate, whole } from '../kit/wire.ts'
import { Export } from '../operations/exports.ts'
import { Zone } from './onboarding-fields.ts'
import { OnboardingStatus, openStatuses } from './onboarding.rules.ts'

/** Mails with a link to one restaurant within 24 hours. */
export const invitationsPerDay = 3

/** `contact_missing`: nobody knows where the restaurant reads mail. `waiting`: the mail is on its way. `refused`: no server takes mail for that address. */
export const InvitationState = z.enum(['none', 'contact_missing', 'waiting', 'sent', 'refused', 'expired', 'confirmed', 'declined'])
export type InvitationState = z.infer<typeof InvitationState>

/** How far the restaurant's own step is. Whether its mail was opened is not watched. */
export const Invitation = z.object({
  state: InvitationState,
  /** Null also where a partner asks for a restaurant that is here: whom it has is nothing others learn. */
  email: z.nullable(z.string()),
  /** The restaurant is here already: its link goes to an address of its own, and to no other one. */
  isHere: z.boolean(),
  lang: z.nullable(Lang),
  sentAt: z.nullable(Instant),
  expiresAt: z.nullable(Instant),
  answeredAt: z.nullable(Instant),
  answeredBy: z.nullable(z.string()),
  termsVersion: z.nullable(z.string()),
  /** How many more may be sent within 24 hours. */
  left: z.int(),
  maySend: z.boolean(),
  /** The caller is of the restaurant and may do its step now. */
  mayAnswer: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

const days = z.nullable(whole(1, 365))
/** Days in a state until whoever has to act is reminded, and until others hear of it; null = as the installation has it. */
const limitFields = {
  rmsRemindDays: days,
  rmsEscalateDays: days,
  restaurantRemindDays: days,
  restaurantEscalateDays: days,
  bcRemindDays: days,
  bcEscalateDays: days,
  /** For how long a link to the restaurant is good. */
  linkDays: z.nullable(whole(1, 90)),
}
const PartnerKind = z.enum(['system', 'channel'])
export const OnboardingLimits = z.object({
  /** Null: of the installation. */
  partner: z.nullable(z.object({ kind: PartnerKind, id: Id, name: z.string() })),
  ...limitFields,
  /** 0 = the partner has none of its own. */
  version: z.int(),
})
export type OnboardingLimits = z.infer<typeof OnboardingLimits>

const Counts = z.object({ status: OnboardingStatus, count: z.int() })
export const OnboardingReport = z.object({
  states: z.array(
    z.extend(Counts, {
      /** Of these, how many have waited longer than their limit. */
      late: z.int(),
      /** Of the stays that are over; null = there was none. */
      medianDays: z.nullable(z.number()),
      stays: z.int(),
    }),
  ),
  partners: z.array(
    z.object({
      kind: PartnerKind,
      id: Id,
      name: z.string(),
      counts: z.array(Counts),
      open: z.int(),
      late: z.int(),
      /** From the request to a live venue. */
      medianDaysToLive: z.nullable(z.number()),
      /** The open state in which most of its requests wait too long. */
      stuckIn: z.nullable(z.enum(openStatuses)),
    }),
  ),
})
export type OnboardingReport = z.infer<typeof OnboardingReport>

const reportFilters = {
  requestedFrom: z.optional(LocalDate),
  requestedTo: z.optional(LocalDate),
  zone: z.optional(Zone),
  systemId: z.optional(Id),
  channelId: z.optional(Id),
}

export const onboardingInvites = defineArea('onboardingInvites', {
  get: {
    method: 'GET',
    path: '/v1/onboarding-requests/:id/invitation',
    summary: 'How far the restaurant’s own step is.',
    can: ['read', 'onboarding'],
    audit: 'none',
    params: IdParams,
    oddId: 'onboarding.not_found',
    result: Invitation,
    envelope: 'data',
    errors: ['onboarding.not_found'],
  },
  send: {
    method: 'POST',
    path: '/v1/onboarding-requests/:id/invitation',
    summary:
      'Send the restaurant a new link, to another address where one is named and the restaurant is not here yet; the one before leads nowhere any more.',
    can: ['update', 'onboarding'],
    audit: 'onboarding.invited',
    idempotent: true,
    params: IdParams,
    oddId: 'onboarding.not_found',
    body: z.object({ email: z.optional(z.email().check(z.maxLength(254))), lang: z.optional(Lang) }),
    result: Invitation,
    envelope: 'data',
    errors: [
      'onboarding.not_found',
      'onboarding.step_closed',
      'onboarding.contact_missing',
      'onboarding.contact_foreign',
      'onboarding.house_silent',
      'onboarding.invited_often',
      'onboarding.changed_meanwhile',
      'access.denied',
    ],
  },
  step: {
    method: 'POST',
    path: '/v1/onboarding-requests/:id/step',
    summary: 'Open the restaurant’s own step, for somebody of the restaurant: where its page is, for two hours.',
    can: ['update', 'onboarding'],
    audit: 'onboarding.invited',
    params: IdParams,
    oddId: 'onboarding.not_found',
    result: z.object({ path: z.string() }),
    envelope: 'data',
    errors: ['onboarding.not_found', 'onboarding.step_closed', 'onboarding.step_of_house'],
  },
  limits: {
    method: 'GET',
    path: '/v1/onboarding-limits',
    summary: 'After how many days people are reminded of onboarding requests: of the installation first, then of each partner.',
    can: ['read', 'onboarding'],
    audit: 'none',
    result: z.array(OnboardingLimits),
    envelope: 'data',
    errors: [],
  },
  saveLimits: {
    method: 'PUT',
    path: '/v1/onboarding-limits',
    summary: 'Set the limits of the installation, or of one partner.',
    // Who sets up partners; no partner and no company sets how long it may take.
    can: ['update', 'systems'],
    audit: 'onboarding_limits.updated',
    body: z.object({
      partner: z.nullable(z.object({ kind: PartnerKind, id: Id })),
      ...limitFields,
      version: whole(0, 2_000_000_000),
    }),
    result: OnboardingLimits,
    envelope: 'data',
    errors: ['system.not_found', 'channel.not_found', 'onboarding.limits_missing', 'onboarding.changed_meanwhile', 'access.denied'],
  },
  report: {
    method: 'GET',
    path: '/v1/onboarding-report',
    summary: 'Onboarding requests by state and by partner, how long each state takes, and where they get stuck.',
    can: ['read', 'onboarding'],
    audit: 'none',
    query: z.object({ filters: z.optional(z.object(reportFilters)) }),
    result: OnboardingReport,
    envelope: 'data',
    errors: [],
  },
  exportReport: {
    method: 'POST',
    path: '/v1/onboarding-report/export',
    summary: 'The figures of the report as a file by e-mail: a workbook with both tables, or the partners as CSV.',
    can: ['create', 'onboarding-files'],
    audit: 'export.requested',
    body: z.strictObject({ filters: z.optional(z.strictObject(reportFilters)), format: z.optional(z.enum(['xlsx', 'csv'])) }),
    result: Export,
    envelope: 'data',
    status: 201,
    idempotent: true,
    errors: ['export.too_many'],
  },
})
