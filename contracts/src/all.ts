import { accountAreas } from './identity/account-areas.ts'
import { bc } from './channels/channel-api.ts'
import { bookDrafts } from './estate/book-drafts.ts'
import { bulkChanges } from './estate/bulk-changes.ts'
import { brands } from './identity/brands.ts'
import { callLog } from './operations/call-log.ts'
import { channels } from './channels/channels.ts'
import { companies } from './estate/companies.ts'
import { connections } from './rms/connections.ts'
import { demo, demoLinks } from './demo/demo-links.ts'
import { demoMails } from './demo/demo-mails.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { exports } from './operations/exports.ts'
import { googleAccounts } from './google/google-accounts.ts'
import { googleFeeds } from './google/google-feeds.ts'
import { googleLaunch } from './google/google-launch.ts'
import { bookingPage } from './channels/booking-page.ts'
import { links } from './channels/links.ts'
import { imports } from './import/import.ts'
import { groups } from './estate/groups.ts'
import { analytics } from './analytics/analytics.ts'
import { reports } from './analytics/reports.ts'
import { listingAnalytics } from './analytics/listing-analytics.ts'
import { reviewAnalytics } from './analytics/review-analytics.ts'
import { licences } from './estate/licences.ts'
import { meta } from './channels/meta.ts'
import { textGateways } from './channels/text-gateways.ts'
import { notifications } from './operations/notifications.ts'
import { audit } from './operations/audit.ts'
import { onboardingMessages } from './onboarding/messages.ts'
import { onboarding } from './onboarding/onboarding.ts'
import { bcOnboarding, rmsOnboarding } from './onboarding/partner-onboarding.ts'
import { onboardingInvites } from './onboarding/onboarding-invites.ts'
import { mailbox } from './operations/mailbox.ts'
import { partners } from './rms/rms-api.ts'
import { bookingChecks } from './booking/booking-checks.ts'
import { guestData } from './booking/guest-data.ts'
import { guests } from './booking/guests.ts'
import { guestMessages } from './booking/guest-messages.ts'
import { sheetMails } from './booking/sheet-mails.ts'
import { serviceSheets } from './booking/service-sheets.ts'
import { shiftNotes } from './booking/shift-notes.ts'
import { tables } from './booking/tables.ts'
import { floor } from './booking/floor.ts'
import { waitlist } from './booking/waitlist.ts'
import { whatIf } from './booking/what-if.ts'
import { reservations } from './booking/reservations.ts'
import { listings } from './listing/listings.ts'
import { bcListings, listingCopies } from './listing/copies.ts'
import { bcReviewReplies, reviewReplies } from './reviews/replies.ts'
import { replyTemplates } from './reviews/reply-templates.ts'
import { bcReviews, reviews } from './reviews/reviews.ts'
import { reviewModeration } from './reviews/review-requests.ts'
import { reviewThemes } from './reviews/review-themes.ts'
import { reviewWork } from './reviews/review-work.ts'
import { restores } from './operations/restores.ts'
import { salesLinks } from './rms/sales-links.ts'
import { sync } from './rms/sync.ts'
import { systems } from './rms/systems.ts'
import { testMode } from './rms/test-mode.ts'
import { traces } from './operations/traces.ts'
import { users } from './identity/users.ts'
import { venueArchive } from './estate/venue-archive.ts'
import { venueMerge } from './estate/venue-merge.ts'
import { availability, venues } from './estate/venues.ts'
import { bcWebhooks, webhooks } from './channels/webhooks.ts'
import { rmsWebhooks } from './rms/rms-webhooks.ts'

/** Every area, in the order of the documentation page. The server mounts these, the law tests and generators walk them. */
export const areas = {
  ...accountAreas,
  users,
  companies,
  groups,
  brands,
  venues,
  venueArchive,
  venueMerge,
  bulkChanges,
  availability,
  bookDrafts,
  reservations,
  guestMessages,
  waitlist,
  whatIf,
  shiftNotes,
  tables,
  floor,
  serviceSheets,
  sheetMails,
  guests,
  guestData,
  bookingChecks,
  channels,
  systems,
  googleAccounts,
  meta,
  textGateways,
  googleFeeds,
  googleLaunch,
  testMode,
  connections,
  sync,
  licences,
  analytics,
  listingAnalytics,
  reviewAnalytics,
  reports,
  listings,
  reviews,
  reviewReplies,
  replyTemplates,
  listingCopies,
  reviewWork,
  reviewThemes,
  reviewModeration,
  onboarding,
  onboardingInvites,
  onboardingMessages,
  links,
  bookingPage,
  bc,
  bcReviews,
  bcReviewReplies,
  bcListings,
  bcWebhooks,
  rmsWebhooks,
  rmsOnboarding,
  bcOnboarding,
  partners,
  salesLinks,
  demoLinks,
  demo,
  demoMails,
  callLog,
  webhooks,
  exports,
  notifications,
  audit,
  imports,
  traces,
  restores,
  mailbox,
}
export const endpoints: readonly Endpoint[] = Object.values(areas).flatMap((area) => Object.values<Endpoint>(area))
