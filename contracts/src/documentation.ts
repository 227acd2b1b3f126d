import * as access from './identity/access.ts'
import * as acting from './identity/acting.ts'
import type { areas } from './all.ts'
import * as availability from './booking/availability.ts'
import { backOfficeSchemas } from './back-office-schemas.ts'
import * as notifications from './operations/notifications.ts'
import * as audit from './operations/audit.ts'
import * as live from './operations/live.ts'
import { partnerSchemas } from './partner-schemas.ts'
import * as passkeys from './identity/passkeys.ts'
import * as problem from './kit/problem.ts'
import * as figureFilters from './booking/figure-filters.ts'
import * as reservationInputs from './booking/reservation-inputs.ts'
import * as bookingChecks from './booking/booking-checks.ts'
import * as guestData from './booking/guest-data.ts'
import * as guests from './booking/guests.ts'
import * as guestMessages from './booking/guest-messages.ts'
import * as sheetMails from './booking/sheet-mails.ts'
import * as serviceSheets from './booking/service-sheets.ts'
import * as shiftNotes from './booking/shift-notes.ts'
import * as tableParties from './booking/table-parties.ts'
import * as tables from './booking/tables.ts'
import * as floor from './booking/floor.ts'
import * as waitlistRules from './booking/waitlist.rules.ts'
import * as waitlist from './booking/waitlist.ts'
import * as whatIf from './booking/what-if.ts'
import * as rules from './booking/reservations.rules.ts'
import * as reservations from './booking/reservations.ts'
import * as security from './identity/security.ts'
import * as session from './identity/session.ts'
import * as venues from './estate/venues.ts'
import * as wire from './kit/wire.ts'
import type { z } from 'zod/mini'

/** How the documentation calls each area. */
export const areaTitles: Record<keyof typeof areas, string> = {
  session: 'Signing in',
  recovery: 'Forgotten passwords',
  security: 'Sessions and second factors',
  acting: 'Acting as a customer',
  sharedDevices: 'Shared tablets and PINs',
  users: 'Users',
  companies: 'Companies',
  groups: 'Groups of venues',
  brands: 'Brands',
  venues: 'Venues',
  venueArchive: 'Archive of venues',
  venueMerge: 'Merging venues',
  bulkChanges: 'Changes of many venues',
  availability: 'Availability',
  bookDrafts: 'Book, before it is saved',
  reservations: 'Reservations',
  guestMessages: 'Messages to guests',
  waitlist: 'Waitlist',
  whatIf: 'What-if',
  shiftNotes: 'Notes of a shift',
  tables: 'Tables',
  floor: 'Floor plan',
  serviceSheets: 'Service sheets',
  sheetMails: 'Service sheets by mail',
  guests: 'Guests',
  guestData: 'Guests’ data',
  bookingChecks: 'Protection of the booking page',
  channels: 'Booking channels',
  systems: 'Reservation systems',
  googleAccounts: 'Accounts at Google',
  meta: 'Meta',
  textGateways: 'Text messages',
  googleFeeds: 'Feeds to Google',
  googleLaunch: 'Going live at Google',
  testMode: 'Test keys',
  connections: 'Connections to reservation systems',
  sync: 'Sync task audit',
  licences: 'Licences and installs',
  analytics: 'Analytics',
  listingAnalytics: 'Analytics of listings',
  reviewAnalytics: 'Analytics of reviews',
  reports: 'Reports by e-mail',
  listings: 'Listings',
  reviews: 'Reviews',
  reviewReplies: 'Replies to reviews',
  replyTemplates: 'Templates for replies',
  listingCopies: 'Where venues are listed',
  reviewWork: 'Work on reviews',
  reviewThemes: 'Themes of reviews',
  reviewModeration: 'Reviews of guests who were asked',
  onboarding: 'Onboarding requests',
  onboardingInvites: 'Onboarding: the restaurant’s step, limits, report',
  onboardingMessages: 'Messages of onboarding requests',
  links: 'Venues on channels',
  bookingPage: 'Booking pages on websites',
  bc: 'Channel API',
  bcReviews: 'Channel API: reviews',
  bcReviewReplies: 'Channel API: replies to reviews',
  bcListings: 'Channel API: listings',
  bcWebhooks: 'Channel API: webhooks',
  partners: 'Partner API',
  rmsWebhooks: 'Partner API: webhooks',
  rmsOnboarding: 'Partner API: onboarding requests',
  bcOnboarding: 'Channel API: onboarding requests',
  salesLinks: 'AI sales links',
  demoLinks: 'Demo links',
  demo: 'Opening a demo',
  demoMails: 'Mails of a demo',
  callLog: 'Your own calls',
  webhooks: 'Webhooks',
  exports: 'Exports',
  notifications: 'Notifications',
  audit: 'Audit',
  imports: 'Imports',
  traces: 'Traces and connections',
  restores: 'Restored databases',
  mailbox: 'Local mailbox',
}

const isNamed = (entry: [string, unknown]): entry is [string, z.ZodMiniType] => {
  const type = (entry[1] as { _zod?: { def: { type: string } } } | null)?._zod?.def.type
  return /^[A-Z]/.test(entry[0]) && (type === 'object' || type === 'enum')
}

/** Every exported object and enumeration by its name: the names that generated clients get for them. */
export const namedSchemas: ReadonlyMap<string, z.ZodMiniType> = new Map(
  [
    access,
    acting,
    availability,
    notifications,
    audit,
    live,
    passkeys,
    problem,
    rules,
    reservationInputs,
    reservations,
    guestMessages,
    waitlistRules,
    waitlist,
    whatIf,
    shiftNotes,
    tables,
    tableParties,
    floor,
    serviceSheets,
    sheetMails,
    guests,
    guestData,
    bookingChecks,
    figureFilters,
    security,
    session,
    venues,
    wire,
    ...backOfficeSchemas,
    ...partnerSchemas,
  ].flatMap((module) => Object.entries(module).filter(isNamed)),
)
