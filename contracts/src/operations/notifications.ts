import { z } from 'zod/mini'
import { ReportAbout, StopReason } from '../analytics/reports.ts'
import { OnboardingStatus } from '../onboarding/onboarding.rules.ts'
import { defineArea } from '../kit/endpoint.ts'
import { GivenInstant, Id, IdParams, Instant, pageOf, pageQuery, partnerText, queryFlag } from '../kit/wire.ts'

/**
 * What somebody may be told of (SE3). `pending`: a booking waits for the venue's answer. `onboarding`: a request has moved on, to whoever is next, and its end to
 * all. `silence`: less comes than usual; for who runs the platform.
 */
export const notificationEvents = ['new', 'changed', 'canceled', 'pending', 'sync_failure', 'review', 'onboarding', 'silence'] as const
export const NotificationEvent = z.enum(notificationEvents)
export type NotificationEvent = z.infer<typeof NotificationEvent>
export const notificationWays = ['inApp', 'email', 'push'] as const
export const NotificationWay = z.enum(notificationWays)
export type NotificationWay = z.infer<typeof NotificationWay>

export const NotificationWays = z.object({ inApp: z.boolean(), email: z.boolean(), push: z.boolean() })
/** For each event, by which ways. */
export const NotificationChoices = z.object({
  new: NotificationWays,
  changed: NotificationWays,
  canceled: NotificationWays,
  pending: NotificationWays,
  sync_failure: NotificationWays,
  review: NotificationWays,
  onboarding: z.optional(NotificationWays),
  silence: z.optional(NotificationWays),
})
export type NotificationChoices = z.infer<typeof NotificationChoices>

/** Until somebody chooses. Mails only where something has to be done; a push goes to nobody who has not allowed it on a device. */
export const defaultChoices: Record<NotificationEvent, z.infer<typeof NotificationWays>> = {
  new: { inApp: true, email: false, push: true },
  changed: { inApp: true, email: false, push: false },
  canceled: { inApp: true, email: false, push: true },
  pending: { inApp: true, email: true, push: true },
  sync_failure: { inApp: true, email: true, push: true },
  review: { inApp: true, email: false, push: false },
  onboarding: { inApp: true, email: false, push: false },
  silence: { inApp: true, email: true, push: false },
}

/**
 * What a notification of a review tells: it came, a comment on it names the reader, it was given to him, its reply is late, or its guest wrote it to us
 * and it waits to be published; a reply waits to be let out, or comes back to its author: from the house, or from the source.
 */
export const ReviewNews = z.object({
  id: z.nullable(Id),
  what: z.enum(['received', 'mentioned', 'assigned', 'overdue', 'moderation', 'reply_awaiting', 'reply_declined', 'reply_rejected']),
  source: z.string(),
  rating: z.nullable(z.number()),
  scale: z.nullable(z.number()),
  /** Two stars of five or fewer. */
  low: z.boolean(),
  /** Who mentioned or assigned. */
  by: z.nullable(z.string()),
})
export type ReviewNews = z.infer<typeof ReviewNews>

/**
 * A report of figures has stopped by itself: which one, what it is about, and why; told to whoever had it sent. `owner_left`: to whoever looks after the people
 * there, as `owner` is gone. `orphaned`: to the platform's people, where nobody
 * there may go on with it.
 */
export const ReportNews = z.object({
  name: z.string(),
  about: ReportAbout,
  reason: z.enum([...StopReason.options, 'owner_left', 'orphaned']),
  owner: z.optional(z.string()),
})
export type ReportNews = z.infer<typeof ReportNews>

/** Somebody was named in a message of an onboarding request; told whatever the reader chose. */
export const MentionNews = z.object({ requestId: Id, venueName: z.string(), by: z.string() })
export type MentionNews = z.infer<typeof MentionNews>

/** An onboarding request has moved on; `yours`: it waits for the reader's side. */
export const OnboardingNews = z.object({ requestId: Id, venueName: z.string(), status: OnboardingStatus, yours: z.boolean() })
export type OnboardingNews = z.infer<typeof OnboardingNews>
/** A password that a booking server shows to Google ends in so many days; told to who runs the platform, whatever he chose. */
export const GooglePasswordNews = z.object({
  accountId: Id,
  name: z.string(),
  environment: z.enum(['sandbox', 'production']),
  days: z.int(),
  username: z.string(),
  endsAt: Instant,
})
export type GooglePasswordNews = z.infer<typeof GooglePasswordNews>

/** Of so many free tables that Google was told of so many are not as the book has them; told like a password that ends. */
export const GoogleDriftNews = z.object({
  accountId: Id,
  name: z.string(),
  environment: z.enum(['sandbox', 'production']),
  wrong: z.int(),
  checked: z.int(),
})
export type GoogleDriftNews = z.infer<typeof GoogleDriftNews>

/**
 * Google refuses something, or is about to; told like a password that ends. `feed_refused`, `feed_failed`: a feed (`subject`) that was not sent for so many errors, or did not
 * arrive in time. `calls`, `calls_over`: of a method's calls (`subject`) within five minutes so many percent failed or came too late, of which `limit` are allowed.
 */
export const GoogleTroubleNews = z.object({
  accountId: Id,
  name: z.string(),
  environment: z.enum(['sandbox', 'production']),
  what: z.enum(['feed_refused', 'feed_failed', 'calls', 'calls_over', 'signed_out', 'stopped']),
  subject: z.string(),
  count: z.number(),
  limit: z.nullable(z.number()),
})
export type GoogleTroubleNews = z.infer<typeof GoogleTroubleNews>

/** The database went back in time: what was booked between the two moments is not known any more; told to who runs the platform, whatever he chose. */
export const RestoredNews = z.object({ from: Instant, to: Instant })
export type RestoredNews = z.infer<typeof RestoredNews>

/** A place in the evening: `startsLocal` is venue-local `YYYY-MM-DDTHH:mm`. */
const Booked = z.object({ startsLocal: z.string(), partySize: z.int() })

export const Notification = z.object({
  id: Id,
  /** `enquiry`: somebody wrote on the page of an AI sales link; who serves that venue is told of it whatever he chose. */
  event: z.enum([
    ...NotificationEvent.options,
    'enquiry',
    'report',
    'mention',
    'google_password',
    'google_drift',
    'google_trouble',
    'restored',
    'test',
  ]),
  at: Instant,
  readAt: z.nullable(Instant),
  venueId: z.nullable(Id),
  venueName: z.nullable(z.string()),
  reservation: z.nullable(z.extend(Booked, { id: Id, reference: z.string(), guestName: z.string() })),
  /** Of a changed reservation: how it was, where time or party changed. */
  before: z.nullable(Booked),
  /** Who did it: a colleague, or the channel it came by. */
  by: z.nullable(z.string()),
  /** What failed. */
  about: z.nullable(z.string()),
  /** Which channel or system is too quiet, or is not any more. */
  silence: z.nullable(
    z.object({ name: z.string(), what: z.enum(['searches', 'bookings']), seen: z.int(), expected: z.int(), over: z.boolean() }),
  ),
  review: z.nullable(ReviewNews),
  /** Who wrote, and on the page of which sales link. */
  enquiry: z.nullable(z.object({ linkId: Id, name: z.string() })),
  report: z.nullable(ReportNews),
  mention: z.nullable(MentionNews),
  onboarding: z.nullable(OnboardingNews),
  googlePassword: z.nullable(GooglePasswordNews),
  googleDrift: z.nullable(GoogleDriftNews),
  googleTrouble: z.nullable(GoogleTroubleNews),
  restored: z.nullable(RestoredNews),
  /** Where in the portal it leads. */
  link: z.string(),
})
export type Notification = z.infer<typeof Notification>

export const PushDevice = z.object({ id: Id, device: z.string(), createdAt: Instant, usedAt: z.nullable(Instant) })

export const NotificationSettings = z.object({
  /** For all venues that have no choices of their own. */
  choices: NotificationChoices,
  venues: z.array(z.object({ venueId: Id, venueName: z.string(), choices: NotificationChoices })),
  devices: z.array(PushDevice),
  /** Where mails go. */
  email: z.string(),
  /** What a browser subscribes with (RFC 8292). */
  pushKey: z.string(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

const base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+=*$/))

export const notifications = defineArea('notifications', {
  list: {
    method: 'GET',
    path: '/v1/notifications',
    summary: "One's own notifications, newest first; they are kept for 90 days.",
    can: 'session',
    audit: 'none',
    query: z.object({ ...pageQuery, filters: z.optional(z.object({ unread: z.optional(queryFlag) })) }),
    result: pageOf(Notification),
    envelope: 'page',
    errors: [],
  },
  unread: {
    method: 'GET',
    path: '/v1/notifications/unread',
    summary: 'How many notifications are unread; counting ends at 1000.',
    can: 'session',
    audit: 'none',
    result: z.object({ unread: z.int() }),
    envelope: 'data',
    errors: [],
  },
  read: {
    method: 'POST',
    path: '/v1/notifications/:id/read',
    summary: 'Mark one notification as read.',
    can: 'session',
    audit: 'none',
    params: IdParams,
    result: Notification,
    envelope: 'data',
    errors: ['notification.not_found'],
  },
  readAll: {
    method: 'POST',
    path: '/v1/notifications/read',
    summary: 'Mark everything up to a moment as read: what came after the reader last looked stays unread.',
    can: 'session',
    audit: 'none',
    body: z.object({ until: GivenInstant }),
    result: z.object({ unread: z.int() }),
    envelope: 'data',
    errors: [],
  },
  settings: {
    method: 'GET',
    path: '/v1/notifications/settings',
    summary: 'What one is told of, and how.',
    can: ['read', 'settings-notifications'],
    audit: 'none',
    result: NotificationSettings,
    envelope: 'data',
    errors: [],
  },
  choose: {
    method: 'PUT',
    path: '/v1/notifications/settings',
    summary: 'Choose for all venues.',
    can: ['update', 'settings-notifications'],
    audit: 'notification_settings.updated',
    body: z.object({ choices: NotificationChoices }),
    result: NotificationSettings,
    envelope: 'data',
    errors: [],
  },
  chooseForVenue: {
    method: 'PUT',
    path: '/v1/notifications/settings/venues/:id',
    summary: 'Choose for one venue what differs from all the others.',
    can: ['update', 'settings-notifications'],
    audit: 'notification_settings.updated',
    params: IdParams,
    body: z.object({ choices: NotificationChoices }),
    result: NotificationSettings,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  clearVenue: {
    method: 'DELETE',
    path: '/v1/notifications/settings/venues/:id',
    summary: 'Let a venue follow the choices for all venues again.',
    can: ['update', 'settings-notifications'],
    audit: 'notification_settings.updated',
    params: IdParams,
    result: NotificationSettings,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  subscribe: {
    method: 'POST',
    path: '/v1/notifications/devices',
    summary: 'Let this browser be pushed to.',
    can: ['update', 'settings-notifications'],
    audit: 'push_device.added',
    body: z.object({
      endpoint: z.url().check(z.maxLength(2000)),
      keys: z.object({ p256dh: base64url(200), auth: base64url(60) }),
      device: partnerText(80),
    }),
    result: PushDevice,
    envelope: 'data',
    status: 201,
    errors: ['push.address_refused', 'acting.forbidden'],
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/v1/notifications/devices/:id',
    summary: 'Push to this browser no more.',
    can: ['update', 'settings-notifications'],
    audit: 'push_device.removed',
    params: IdParams,
    result: z.object({ removed: z.literal(true) }),
    envelope: 'data',
    errors: ['push.device_not_found'],
  },
  test: {
    method: 'POST',
    path: '/v1/notifications/test',
    summary: 'Send a test to oneself, at most ten in ten minutes.',
    can: ['update', 'settings-notifications'],
    audit: 'none',
    body: z.object({ way: NotificationWay }),
    result: z.object({ sent: z.literal(true) }),
    envelope: 'data',
    errors: ['push.no_device'],
  },
})
