import type { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import type { Handlers } from '#src/platform/http/mount.ts'
import { createRequest } from './create-request.ts'
import { readRequest } from './request-view.ts'

export const onboardingHandlers: Handlers<typeof onboarding> = {
  create: (ctx, { body }) => createRequest(ctx, body),
  get: (ctx, { params }) => readRequest(ctx, params.id),
}
