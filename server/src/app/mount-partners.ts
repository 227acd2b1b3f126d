import { areas } from '@tablewire/contracts/all'
import type { FastifyInstance } from 'fastify'
import { bcHandlers, bcSteps, bcTurns } from '#src/features/channel-api/routes.ts'
import { metaHandlers } from '#src/features/meta/routes.ts'
import { textGatewaysHandlers } from '#src/features/text-port/routes.ts'
import { photoUploads } from '#src/features/listing-profile/api.ts'
import { listingsHandlers } from '#src/features/listing-profile/routes.ts'
import { bcReviewRepliesHandlers, replyTemplatesHandlers, reviewRepliesHandlers } from '#src/features/review-replies/routes.ts'
import { bcListingsHandlers, listingCopiesHandlers } from '#src/features/listing-copies/routes.ts'
import { reviewModerationHandlers } from '#src/features/review-requests/routes.ts'
import { reviewWorkHandlers } from '#src/features/review-work/routes.ts'
import { bcReviewsHandlers, reviewsHandlers, reviewThemesHandlers } from '#src/features/reviews/routes.ts'
import { partnersHandlers } from '#src/features/rms-api/routes.ts'
import { callLogHandlers } from '#src/features/traces/routes.ts'
import { bcWebhooksHandlers, rmsWebhooksHandlers, webhooksHandlers } from '#src/features/webhooks/routes.ts'
import { type Edge, mount } from '#src/platform/http/mount.ts'
import { acceptUploads } from './accept-uploads.ts'
import { mountGoogle } from './mount-google.ts'
import { mountOnboarding } from './mount-onboarding.ts'

/** What booking channels and reservation systems call, and what they are called by. */
export const mountPartners = (app: FastifyInstance, edge: Edge): void => {
  mount(app, edge, { area: areas.bc, handlers: bcHandlers, turns: bcTurns, steps: bcSteps })
  mountGoogle(app, edge)
  mount(app, edge, { area: areas.meta, handlers: metaHandlers })
  mount(app, edge, { area: areas.textGateways, handlers: textGatewaysHandlers })
  mount(app, edge, { area: areas.bcReviews, handlers: bcReviewsHandlers })
  acceptUploads(app, photoUploads, (inner) => mount(inner, edge, { area: areas.listings, handlers: listingsHandlers }))
  mount(app, edge, { area: areas.reviewThemes, handlers: reviewThemesHandlers })
  mount(app, edge, { area: areas.reviewModeration, handlers: reviewModerationHandlers })
  mount(app, edge, { area: areas.reviewWork, handlers: reviewWorkHandlers })
  mount(app, edge, { area: areas.reviews, handlers: reviewsHandlers })
  mount(app, edge, { area: areas.bcListings, handlers: bcListingsHandlers })
  mount(app, edge, { area: areas.listingCopies, handlers: listingCopiesHandlers })
  mount(app, edge, { area: areas.reviewReplies, handlers: reviewRepliesHandlers })
  mount(app, edge, { area: areas.replyTemplates, handlers: replyTemplatesHandlers })
  mount(app, edge, { area: areas.bcReviewReplies, handlers: bcReviewRepliesHandlers })
  mount(app, edge, { area: areas.bcWebhooks, handlers: bcWebhooksHandlers })
  mount(app, edge, { area: areas.rmsWebhooks, handlers: rmsWebhooksHandlers })
  mount(app, edge, { area: areas.webhooks, handlers: webhooksHandlers })
  mountOnboarding(app, edge)
  mount(app, edge, { area: areas.partners, handlers: partnersHandlers })
  mount(app, edge, { area: areas.callLog, handlers: callLogHandlers })
}
