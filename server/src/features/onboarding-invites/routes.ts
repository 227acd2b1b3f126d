import type { onboardingInvites } from '@tablewire/contracts/onboarding/onboarding-invites'
import type { Handlers } from '#src/platform/http/mount.ts'
import { listLimits, saveLimits } from './keep-limits.ts'
import { readInvitation } from './read-invitation.ts'
import { reportOnboarding } from './report-onboarding.ts'
import { resendInvite } from './resend-invite.ts'

export const onboardingInviteHandlers: Handlers<typeof onboardingInvites> = {
  get: (ctx, { params }) => readInvitation(ctx, params.id),
  send: (ctx, { params, body }) => resendInvite(ctx, params.id, body),
  limits: (ctx) => listLimits(ctx),
  saveLimits: (ctx, { body }) => saveLimits(ctx, body),
  report: (ctx, { query }) => reportOnboarding(ctx, query.filters),
}
