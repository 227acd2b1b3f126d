import * as bcObjects from './channels/channel-api-objects.ts'
import * as callLog from './operations/call-log.ts'
import * as onboardingCandidates from './onboarding/candidates.ts'
import * as onboardingFields from './onboarding/onboarding-fields.ts'
import * as onboardingHistory from './onboarding/onboarding-history.ts'
import * as onboardingMessages from './onboarding/messages.ts'
import * as onboardingRules from './onboarding/onboarding.rules.ts'
import * as onboarding from './onboarding/onboarding.ts'
import * as onboardingInvites from './onboarding/onboarding-invites.ts'
import * as partnerObjects from './rms/rms-api-objects.ts'
import * as listingProfile from './listing/profile.ts'
import * as listings from './listing/listings.ts'
import * as listingCopies from './listing/copies.ts'
import * as replies from './reviews/replies.ts'
import * as replyTemplates from './reviews/reply-templates.ts'
import * as reviews from './reviews/reviews.ts'
import * as testMode from './rms/test-mode.ts'
import * as webhookObjects from './channels/webhook-objects.ts'

/** The modules of the partners' areas whose schemas the documentation names. */
export const partnerSchemas = [
  bcObjects,
  partnerObjects,
  webhookObjects,
  callLog,
  onboarding,
  onboardingCandidates,
  onboardingFields,
  onboardingHistory,
  onboardingInvites,
  onboardingMessages,
  onboardingRules,
  listingProfile,
  listings,
  listingCopies,
  reviews,
  replies,
  replyTemplates,
  testMode,
] as const
