import { waitlistJobs } from '#src/features/waitlist/jobs.ts'
import { daySumsJobs } from '#src/features/day-sums/jobs.ts'
import { demandJobs } from '#src/features/demand/jobs.ts'
import { auditJobs } from '#src/features/audit/jobs.ts'
import { availabilityJobs } from '#src/features/availability/jobs.ts'
import { googleAccountsJobs } from '#src/features/google-accounts/jobs.ts'
import { googleBookingJobs } from '#src/features/google-booking/jobs.ts'
import { googleLaunchJobs } from '#src/features/google-launch/jobs.ts'
import { googleUpdatesJobs } from '#src/features/google-updates/jobs.ts'
import { importJobs } from '#src/features/imports/jobs.ts'
import { brandJobs } from '#src/features/brands/jobs.ts'
import { bulkJobs } from '#src/features/bulk-changes/jobs.ts'
import { exportJobs } from '#src/features/exports/jobs.ts'
import { rmsBookingsJobs } from '#src/features/rms-bookings/jobs.ts'
import { bookingChecksJobs } from '#src/features/booking-checks/jobs.ts'
import { serviceSheetsJobs } from '#src/features/service-sheets/jobs.ts'
import { guestsJobs } from '#src/features/guests/jobs.ts'
import { guestDataJobs } from '#src/features/guest-data/jobs.ts'
import { guestMessagesJobs } from '#src/features/guest-messages/jobs.ts'
import { guestRepliesJobs } from '#src/features/guest-replies/jobs.ts'
import { googleFeedsJobs } from '#src/features/google-feeds/jobs.ts'
import { channelJobs } from '#src/features/channels/jobs.ts'
import { listingAnalyticsJobs, listingSubject } from '#src/features/listing-analytics/jobs.ts'
import { listingJobs } from '#src/features/listing-profile/jobs.ts'
import { listingCopiesJobs } from '#src/features/listing-copies/jobs.ts'
import { metaJobs } from '#src/features/meta/jobs.ts'
import { notificationJobs } from '#src/features/notifications/jobs.ts'
import { onboardingJobs } from '#src/features/onboarding/jobs.ts'
import { onboardingInviteJobs } from '#src/features/onboarding-invites/jobs.ts'
import { onboardingMessagesJobs } from '#src/features/onboarding-messages/jobs.ts'
import { peopleJobs } from '#src/features/people/jobs.ts'
import { reservationJobs } from '#src/features/reservations/jobs.ts'
import { replyJobs } from '#src/features/review-replies/jobs.ts'
import { syncJobs } from '#src/features/rms-sync/jobs.ts'
import { reportJobs } from '#src/features/reports/jobs.ts'
import { reviewAnalyticsJobs, reviewSubject } from '#src/features/review-analytics/jobs.ts'
import { reviewRequestsJobs } from '#src/features/review-requests/jobs.ts'
import { reviewWorkJobs } from '#src/features/review-work/jobs.ts'
import { traceJobs } from '#src/features/traces/jobs.ts'
import { salesJobs } from '#src/features/sales-links/jobs.ts'
import { upkeepJobs } from '#src/features/upkeep/jobs.ts'
import { venueJobs } from '#src/features/venues/jobs.ts'
import { webhookJobs } from '#src/features/webhooks/jobs.ts'
import { userJobs } from '#src/features/users/jobs.ts'
import { demoLinksJobs } from '#src/features/demo-links/jobs.ts'
import { demoJobs } from './seed/demo-photos.ts'
import { importers } from './importers.ts'
import type { JobHandler } from '#src/platform/jobs/jobs.ts'

/** Every job of every feature. */
export const allJobs: readonly JobHandler[] = [
  ...brandJobs,
  ...peopleJobs,
  ...availabilityJobs,
  ...exportJobs,
  ...venueJobs,
  ...channelJobs,
  ...googleFeedsJobs,
  ...bulkJobs,
  ...userJobs,
  ...reservationJobs,
  ...guestMessagesJobs,
  ...guestRepliesJobs,
  ...guestsJobs,
  ...serviceSheetsJobs,
  ...guestDataJobs,
  ...waitlistJobs,
  ...bookingChecksJobs,
  ...rmsBookingsJobs,
  ...listingCopiesJobs,
  ...googleAccountsJobs,
  ...googleBookingJobs,
  ...googleUpdatesJobs,
  ...googleLaunchJobs,
  ...metaJobs,
  ...notificationJobs,
  ...onboardingMessagesJobs,
  ...importJobs(importers),
  ...syncJobs,
  ...webhookJobs,
  ...auditJobs,
  ...daySumsJobs,
  ...demandJobs,
  ...replyJobs,
  ...reportJobs({ reviews: reviewSubject, listings: listingSubject }),
  ...listingJobs,
  ...listingAnalyticsJobs,
  ...reviewAnalyticsJobs,
  ...reviewRequestsJobs,
  ...reviewWorkJobs,
  ...onboardingJobs,
  ...onboardingInviteJobs,
  ...traceJobs,
  ...salesJobs,
  ...upkeepJobs,
  ...demoJobs,
  ...demoLinksJobs,
]
