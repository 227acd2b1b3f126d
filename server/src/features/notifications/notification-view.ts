import type {
  GoogleDriftNews,
  GooglePasswordNews,
  GoogleTroubleNews,
  MentionNews,
  Notification,
  OnboardingNews,
  ReportNews,
  RestoredNews,
  ReviewNews,
} from '@tablewire/contracts/operations/notifications'
import { type RawBuilder, sql } from 'kysely'

/** A notification with what its reservation, history and venue say about it now. */
export type NotificationRow = {
  id: string
  event: Notification['event']
  createdAt: string
  readAt: string | null
  venueId: string | null
  venueName: string | null
  reservationId: string | null
  reference: string | null
  guestName: string | null
  startsLocal: string | null
  serviceOn: string | null
  partySize: number | null
  /** As they were before the change, where the change touched them. */
  wasLocal: string | null
  wasSize: number | null
  actorKind: string | null
  actorName: string | null
  about: string | null
}

export const rowColumns: RawBuilder<unknown> = sql`
  n.id, n.event, n.created_at, n.read_at, n.venue_id, v.name as venue_name, n.about, r.id as reservation_id, r.reference,
  nullif(trim(r.guest_first_name || ' ' || r.guest_last_name), '') as guest_name, r.starts_local, r.service_on::text as service_on, r.party_size,
  (e.before ->> 'startsAt')::timestamptz at time zone v.time_zone as was_local, (e.before ->> 'partySize')::int as was_size, e.actor_kind, e.actor_name`
export const rowJoins: RawBuilder<unknown> = sql`
  left join venues v on v.id = n.venue_id
  left join reservations r on r.venue_id = n.venue_id and r.id = n.reservation_id
  left join reservation_events e on e.venue_id = n.venue_id and e.reservation_id = n.reservation_id and e.id = n.event_id`

const placesOf: Partial<Record<Notification['event'], string>> = {
  silence: '/connection-health',
  restored: '/connection-health',
  test: '/settings/notifications',
}
const linkOfTrouble = ({ what, accountId }: GoogleTroubleNews): string =>
  what.startsWith('calls') ? '/connection-health' : `/google-accounts?id=${accountId}&tab=feeds`

/** The page a notification is about. */
const linkOf = (
  { event, venueId, serviceOn, reservationId }: NotificationRow,
  {
    review,
    enquiry,
    report,
    mention,
    onboarding,
    googlePassword,
    googleDrift,
    googleTrouble,
  }: Pick<Notification, 'review' | 'enquiry' | 'report' | 'mention' | 'onboarding' | 'googlePassword' | 'googleDrift' | 'googleTrouble'>,
): string => {
  if (onboarding) return `/onboarding-requests?id=${onboarding.requestId}`
  if (googlePassword) return `/google-accounts?id=${googlePassword.accountId}&tab=setup`
  if (googleDrift) return `/google-accounts?id=${googleDrift.accountId}&tab=drift`
  if (googleTrouble) return linkOfTrouble(googleTrouble)
  if (mention) return `/onboarding-requests?id=${mention.requestId}&tab=messages`
  // Who has lost the right has no way to the reports any more.
  if (report)
    return report.reason === 'right_lost'
      ? '/settings/account'
      : `/analytics/${report.about === 'listings' ? 'listing' : report.about}?reports=1`
  if (review) return review.id ? `/reviews?id=${review.id}` : '/reviews'
  if (enquiry) return `/ai-sales?id=${enquiry.linkId}`
  if (reservationId) return `/reservations?venue=${venueId}&date=${serviceOn}&id=${reservationId}`
  const place = placesOf[event]
  if (place !== undefined) return place
  return venueId ? `/reservations?venue=${venueId}` : '/reservations'
}

/** The booking it tells of, and how that was before. */
const bookingOf = (row: NotificationRow): Pick<Notification, 'reservation' | 'before'> => {
  const { reservationId, reference, guestName, startsLocal, partySize, wasLocal, wasSize } = row
  if (startsLocal === null || partySize === null) return { reservation: null, before: null }
  const moved = row.event === 'changed' && (wasLocal !== null || wasSize !== null)
  return {
    reservation: reservationId
      ? { id: reservationId, reference: reference ?? '', guestName: guestName ?? '', startsLocal, partySize }
      : null,
    before: moved ? { startsLocal: wasLocal ?? startsLocal, partySize: wasSize ?? partySize } : null,
  }
}

type Told = {
  review: ReviewNews
  enquiry: NonNullable<Notification['enquiry']>
  report: ReportNews
  mention: MentionNews
  onboarding: OnboardingNews
  google_password: GooglePasswordNews
  google_drift: GoogleDriftNews
  google_trouble: GoogleTroubleNews
  restored: RestoredNews
  silence: NonNullable<Notification['silence']>
}
/** What a notification of that event tells beside a booking. */
const toldOf = <Event extends keyof Told>({ event, about }: NotificationRow, of: Event): Told[Event] | null =>
  event === of && about ? (JSON.parse(about) as Told[Event]) : null
const saidBy = ({ actorKind, actorName }: NotificationRow): string | null =>
  actorKind === 'user' || actorKind === 'channel' ? actorName : null

export const notificationView = (row: NotificationRow): Notification => {
  const review = toldOf(row, 'review')
  const enquiry = toldOf(row, 'enquiry')
  const report = toldOf(row, 'report')
  const mention = toldOf(row, 'mention')
  const onboarding = toldOf(row, 'onboarding')
  const googlePassword = toldOf(row, 'google_password')
  const googleDrift = toldOf(row, 'google_drift')
  const googleTrouble = toldOf(row, 'google_trouble')
  const restored = toldOf(row, 'restored')
  const hasWords =
    row.event === 'silence' ||
    [review, enquiry, report, mention, onboarding, googlePassword, googleDrift, googleTrouble, restored].some((one) => one !== null)
  return {
    id: row.id,
    event: row.event,
    at: row.createdAt,
    readAt: row.readAt,
    venueId: row.venueId,
    venueName: row.venueName,
    ...bookingOf(row),
    by: review ? review.by : (mention?.by ?? saidBy(row)),
    about: hasWords ? null : row.about,
    silence: toldOf(row, 'silence'),
    review,
    enquiry,
    report,
    mention,
    onboarding,
    googlePassword,
    googleDrift,
    googleTrouble,
    restored,
    link: linkOf(row, { review, enquiry, report, mention, onboarding, googlePassword, googleDrift, googleTrouble }),
  }
}
