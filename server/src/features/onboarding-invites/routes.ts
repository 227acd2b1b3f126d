import type { onboardingInvites } from '@tablewire/contracts/onboarding/onboarding-invites'
import { requestExport } from '#src/features/exports/api.ts'
import type { Handlers } from '#src/platform/http/mount.ts'
import { exportReportJob } from './export-report.ts'
import { listLimits, saveLimits } from './keep-limits.ts'
import { openStep } from './open-step.ts'
import { readInvitation } from './read-invitation.ts'
import { reportOnboarding } from './report-onboarding.ts'
import { resendInvite } from './resend-invite.ts'

export const onboardingInviteHandlers: Handlers<typeof onboardingInvites> = {
  get: (ctx, { params }) => readInvitation(ctx, params.id),
  step: (ctx, { params }) => openStep(ctx, params.id),
  send: (ctx, { params, body }) => resendInvite(ctx, params.id, body),
  limits: (ctx) => listLimits(ctx),
  saveLimits: (ctx, { body }) => saveLimits(ctx, body),
  report: (ctx, { query }) => reportOnboarding(ctx, query.filters),
  exportReport: (ctx, { body: { format, ...ask } }) =>
    requestExport(ctx, {
      kind: 'onboarding-report',
      ask,
      needs: [['create', 'onboarding-files']],
      ...(format ? { format } : {}),
      job: exportReportJob,
    }),
}
