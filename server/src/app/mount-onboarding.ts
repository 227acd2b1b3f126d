import { areas } from '@tablewire/contracts/all'
import type { FastifyInstance } from 'fastify'
import { onboardingInviteHandlers } from '#src/features/onboarding-invites/routes.ts'
import {
  bcOnboardingHandlers,
  onboardingHandlers,
  onboardingSteps,
  rmsOnboardingHandlers,
  rmsOnboardingSteps,
} from '#src/features/onboarding/routes.ts'
import { attachmentUploads } from '#src/features/onboarding-messages/api.ts'
import { onboardingMessagesHandlers } from '#src/features/onboarding-messages/routes.ts'
import { salesLinksHandlers } from '#src/features/sales-links/routes.ts'
import { type Edge, mount } from '#src/platform/http/mount.ts'
import { acceptUploads } from './accept-uploads.ts'

/** How a venue comes to a channel: pages that say what it would gain, requests, and what is written about them. */
export const mountOnboarding = (app: FastifyInstance, edge: Edge): void => {
  mount(app, edge, { area: areas.onboarding, handlers: onboardingHandlers, steps: onboardingSteps })
  mount(app, edge, { area: areas.rmsOnboarding, handlers: rmsOnboardingHandlers, steps: rmsOnboardingSteps })
  mount(app, edge, { area: areas.bcOnboarding, handlers: bcOnboardingHandlers })
  mount(app, edge, { area: areas.onboardingInvites, handlers: onboardingInviteHandlers })
  acceptUploads(app, attachmentUploads, (inner) =>
    mount(inner, edge, { area: areas.onboardingMessages, handlers: onboardingMessagesHandlers }),
  )
  mount(app, edge, { area: areas.salesLinks, handlers: salesLinksHandlers })
}
