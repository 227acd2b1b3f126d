import { type Invitation, type InvitationState, invitationsPerDay } from '@tablewire/contracts/onboarding/onboarding-invites'
import { isOpen } from '@tablewire/contracts/onboarding/onboarding.rules'
import { sql } from 'kysely'
import { requestInScope, type ScopedRequest } from '#src/features/onboarding/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { houseAddresses } from './house-addresses.ts'
import type { InviteRecord } from './invite-rows.ts'
import { mayAnswer } from './open-step.ts'

/** How many links went to that restaurant within the last day. */
export const sentLately = async (ctx: Ctx, requestId: string): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom('onboardingInvites')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('requestId', '=', requestId)
    .where('userId', 'is', null)
    // One that was made by itself and replaced before it left reached nobody.
    .where((row) => row.or([row('triedAt', 'is not', null), row('replacedAt', 'is', null), row('createdBy', 'is not', null)]))
    .where('createdAt', '>', ctx.clock().subtract({ hours: 24 }).toString())
    .executeTakeFirstOrThrow()
  return count
}

type Known = { invite: InviteRecord | undefined; reachable: boolean }
const stateOf = (ctx: Ctx, request: ScopedRequest, { invite, reachable }: Known): InvitationState => {
  if (invite?.answer) return invite.answer
  if (!reachable && isOpen(request.status)) return 'contact_missing'
  if (!invite) return 'none'
  if (invite.refusedAt !== null) return 'refused'
  if (Date.parse(invite.expiresAt) <= ctx.clock().epochMilliseconds) return 'expired'
  return invite.sentAt === null ? 'waiting' : 'sent'
}

/** Partners act for the restaurant's invitation, as the restaurant does not sign in here. */
export const maySend = ({ side }: ScopedRequest): boolean => side !== 'venue'

/** A link that went out for another house says nothing of this one, unless it was answered; to the people of this house not even then. */
const isCurrent = ({ venueId, side }: ScopedRequest, { answer, houseVenueId }: InviteRecord): boolean =>
  houseVenueId === null || houseVenueId === venueId || (answer !== null && side !== 'venue')

const nothing = { sentAt: null, expiresAt: null, answeredAt: null, answeredBy: null, termsVersion: null }
const answerOf = (invite: InviteRecord | undefined): typeof nothing | Pick<InviteRecord, keyof typeof nothing> => {
  if (!invite) return nothing
  const { sentAt, expiresAt, answeredAt, answeredBy, termsVersion } = invite
  return { sentAt, expiresAt, answeredAt, answeredBy, termsVersion }
}

export const invitationView = async (ctx: Ctx, request: ScopedRequest): Promise<Invitation> => {
  const newest = await ctx.db
    .selectFrom('onboardingInvites')
    .selectAll()
    .where('requestId', '=', request.id)
    // What somebody opened from the portal counts once it is answered.
    .where((row) => row.or([row('userId', 'is', null), row('answer', 'is not', null)]))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const invite = newest && isCurrent(request, newest) ? newest : undefined
  const left = Math.max(0, invitationsPerDay - (await sentLately(ctx, request.id)))
  const { venueId, contactEmail } = request
  const isHere = venueId !== null
  const reachable = isHere ? (await houseAddresses(ctx, venueId)).length > 0 : contactEmail !== null
  return {
    state: stateOf(ctx, request, { invite, reachable }),
    // Whom a house has is nothing that partners learn.
    email: isHere && (request.side === 'rms' || request.side === 'bc') ? null : (invite?.email ?? contactEmail),
    isHere,
    lang: invite?.lang ?? request.contactLanguage,
    ...answerOf(invite),
    left,
    mayAnswer: mayAnswer(ctx, request),
    maySend: maySend(request) && request.status === 'restaurant_activation' && left > 0 && (reachable || !isHere),
  }
}

export const readInvitation = async (ctx: Ctx, id: string): Promise<Invitation> => invitationView(ctx, await requestInScope(ctx, id))
