import { analyticsHandlers } from '#src/features/analytics/routes.ts'
import { listingAnalyticsHandlers } from '#src/features/listing-analytics/routes.ts'
import { reviewAnalyticsHandlers } from '#src/features/review-analytics/routes.ts'
import { areas } from '@tablewire/contracts/all'
import type { FastifyInstance } from 'fastify'
import { availabilityHandlers, bookDraftsHandlers, whatIfHandlers } from '#src/features/availability/routes.ts'
import { guestPages } from '#src/features/guest-page/routes.ts'
import { bookingChecksHandlers } from '#src/features/booking-checks/routes.ts'
import { guestDataHandlers } from '#src/features/guest-data/routes.ts'
import { guestsHandlers } from '#src/features/guests/routes.ts'
import { gatewayCalls } from '#src/features/guest-replies/routes.ts'
import { guestMessagesHandlers } from '#src/features/guest-messages/routes.ts'
import { importsHandlers } from '#src/features/imports/routes.ts'
import { bulkChangesHandlers } from '#src/features/bulk-changes/routes.ts'
import { brandsHandlers } from '#src/features/brands/routes.ts'
import { demoHandlers, demoLinksHandlers } from '#src/features/demo-links/routes.ts'
import { demoMailsHandlers } from '#src/features/demo-tenants/routes.ts'
import { exportsHandlers } from '#src/features/exports/routes.ts'
import { channelsHandlers, linksHandlers } from '#src/features/channels/routes.ts'
import { withRemote } from '#src/features/rms-bookings/routes.ts'
import { licencesHandlers } from '#src/features/licences/routes.ts'
import { mailboxHandlers } from '#src/features/mailbox/routes.ts'
import { notificationHandlers } from '#src/features/notifications/routes.ts'
import { connectionsHandlers } from '#src/features/rms-client/routes.ts'
import { reportsHandlers } from '#src/features/reports/routes.ts'
import { reservationsHandlers, reservationsLagging } from '#src/features/reservations/routes.ts'
import { restoresHandlers } from '#src/features/restores/routes.ts'
import { syncHandlers } from '#src/features/rms-sync/routes.ts'
import { systemsHandlers } from '#src/features/rms-settings/routes.ts'
import { testModeHandlers } from '#src/features/test-mode/routes.ts'
import { floorHandlers, tablesHandlers } from '#src/features/tables/routes.ts'
import { tracesHandlers } from '#src/features/traces/routes.ts'
import { venueArchiveHandlers } from '#src/features/venue-archive/routes.ts'
import { venueMergeHandlers } from '#src/features/venue-merge/routes.ts'
import { venuesHandlers, venueStreams } from '#src/features/venues/routes.ts'
import { serviceSheetsHandlers, sheetMailsHandlers } from '#src/features/service-sheets/routes.ts'
import { shiftNotesHandlers } from '#src/features/shift-notes/routes.ts'
import { waitlistHandlers } from '#src/features/waitlist/routes.ts'
import { widgetPages } from '#src/features/widget/routes.ts'
import { bookingPageHandlers } from '#src/features/widget-doctor/routes.ts'
import { type Edge, mount } from '#src/platform/http/mount.ts'
import { importers } from './importers.ts'
import { mountPartners } from './mount-partners.ts'
import { mountPeople } from './mount-people.ts'
import { acceptUploads } from './accept-uploads.ts'

/** Every area of the contract with its handlers. */
export const mountAll = (app: FastifyInstance, edge: Edge): void => {
  mountPeople(app, edge)
  acceptUploads(app, { endpointId: 'brands.addPicture' }, (inner) => mount(inner, edge, { area: areas.brands, handlers: brandsHandlers }))
  mount(app, edge, { area: areas.venues, handlers: venuesHandlers, streams: venueStreams })
  mount(app, edge, { area: areas.venueArchive, handlers: venueArchiveHandlers })
  mount(app, edge, { area: areas.venueMerge, handlers: venueMergeHandlers })
  mount(app, edge, { area: areas.bulkChanges, handlers: bulkChangesHandlers })
  mount(app, edge, { area: areas.availability, handlers: availabilityHandlers })
  mount(app, edge, { area: areas.bookDrafts, handlers: bookDraftsHandlers })
  mount(app, edge, { area: areas.whatIf, handlers: whatIfHandlers })
  mount(app, edge, { area: areas.reservations, handlers: withRemote(reservationsHandlers), lagging: reservationsLagging })
  mount(app, edge, { area: areas.guestMessages, handlers: guestMessagesHandlers })
  mount(app, edge, { area: areas.waitlist, handlers: waitlistHandlers })
  mount(app, edge, { area: areas.shiftNotes, handlers: shiftNotesHandlers })
  mount(app, edge, { area: areas.tables, handlers: tablesHandlers })
  mount(app, edge, { area: areas.floor, handlers: floorHandlers })
  mount(app, edge, { area: areas.serviceSheets, handlers: serviceSheetsHandlers })
  mount(app, edge, { area: areas.sheetMails, handlers: sheetMailsHandlers })
  mount(app, edge, { area: areas.bookingChecks, handlers: bookingChecksHandlers })
  mount(app, edge, { area: areas.guests, handlers: guestsHandlers })
  mount(app, edge, { area: areas.guestData, handlers: guestDataHandlers })
  mount(app, edge, { area: areas.channels, handlers: channelsHandlers })
  mount(app, edge, { area: areas.systems, handlers: systemsHandlers })
  mount(app, edge, { area: areas.testMode, handlers: testModeHandlers })
  mount(app, edge, { area: areas.sync, handlers: syncHandlers })
  mount(app, edge, { area: areas.connections, handlers: connectionsHandlers })
  mount(app, edge, { area: areas.analytics, handlers: analyticsHandlers })
  mount(app, edge, { area: areas.listingAnalytics, handlers: listingAnalyticsHandlers })
  mount(app, edge, { area: areas.reviewAnalytics, handlers: reviewAnalyticsHandlers })
  mount(app, edge, { area: areas.reports, handlers: reportsHandlers })
  mount(app, edge, { area: areas.licences, handlers: licencesHandlers })
  mount(app, edge, { area: areas.links, handlers: linksHandlers })
  mountPartners(app, edge)
  widgetPages(app, edge)
  mount(app, edge, { area: areas.bookingPage, handlers: bookingPageHandlers })
  guestPages(app, edge)
  gatewayCalls(app, edge)
  mount(app, edge, { area: areas.exports, handlers: exportsHandlers })
  mount(app, edge, { area: areas.notifications, handlers: notificationHandlers })
  acceptUploads(app, { endpointId: 'imports.addPart' }, (inner) =>
    mount(inner, edge, { area: areas.imports, handlers: importsHandlers(importers) }),
  )
  mount(app, edge, { area: areas.traces, handlers: tracesHandlers })
  mount(app, edge, { area: areas.restores, handlers: restoresHandlers })
  mount(app, edge, { area: areas.demoLinks, handlers: demoLinksHandlers })
  mount(app, edge, { area: areas.demo, handlers: demoHandlers })
  mount(app, edge, { area: areas.demoMails, handlers: demoMailsHandlers })
  mount(app, edge, { area: areas.mailbox, handlers: mailboxHandlers })
}
