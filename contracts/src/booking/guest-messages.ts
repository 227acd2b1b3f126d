import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { LangTexts } from '../estate/venue-fields.ts'
import { Id, IdParams, Instant, Lang } from '../kit/wire.ts'
import { GuestNotice } from './reservations.rules.ts'

/** A message to the guest about a booking. `recipient` is masked; `askedBy` names who had it sent, null = it went by itself. */
export const GuestMessage = z.object({
  id: Id,
  kind: GuestNotice,
  recipient: z.string(),
  askedBy: z.nullable(z.string()),
  port: z.enum(['mail', 'text']),
  /**
   * `delivered`: as the gateway or the mail server says; `bounced`: the mail address was refused, `failed`: the number could not be reached; `held`: a
   * reminder that was held out to see what reminders do; `skipped` is not listed.
   */
  state: z.enum(['queued', 'sent', 'delivered', 'bounced', 'failed', 'skipped', 'held']),
  /** Why it did not arrive, in the words of whoever refused it. */
  reason: z.nullable(z.string()),
  queuedAt: Instant,
  stateAt: Instant,
  /** What the guest did by the link in it, or answered by text. */
  answer: z.nullable(z.enum(['confirmed', 'late', 'changed', 'canceled', 'stopped', 'wrote'])),
  /** His own words, where they were none that something follows from. */
  said: z.nullable(z.string()),
  answeredAt: z.nullable(Instant),
})
export type GuestMessage = z.infer<typeof GuestMessage>

const Interval = z.object({ low: z.number(), high: z.number() })
/** Bookings of one side that were to be reminded and whose time is over; `share` of 0 to 1 did not come. */
const ReminderArm = z.object({ bookings: z.int(), noShows: z.int(), share: z.nullable(z.number()), interval: z.nullable(Interval) })
export const ReminderEffect = z.object({
  reminded: ReminderArm,
  heldOut: ReminderArm,
  /** By how much fewer do not come when reminded; null = too few to say. */
  difference: z.nullable(z.extend(Interval, { value: z.number() })),
})
export type ReminderEffect = z.infer<typeof ReminderEffect>

export const guestMessages = defineArea('guestMessages', {
  list: {
    method: 'GET',
    path: '/v1/reservations/:id/messages',
    summary: 'What the guest was sent about a reservation, newest first: when, what became of it, and what the guest answered.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    result: z.array(GuestMessage),
    envelope: 'data',
    errors: ['reservation.not_found'],
  },
  resend: {
    method: 'POST',
    path: '/v1/reservations/:id/messages',
    summary: 'Send the guest a message of that kind again, as the reservation stands now.',
    idempotent: true,
    can: ['update', 'reservation-list'],
    audit: 'reservation.message_resent',
    params: IdParams,
    body: z.object({ kind: GuestNotice }),
    result: z.object({ sentTo: z.string() }),
    envelope: 'data',
    errors: ['reservation.not_found', 'reservation.final', 'request.invalid'],
  },
  preview: {
    method: 'POST',
    path: '/v1/venues/:id/message-preview',
    summary:
      'A message to guests as it would read now, by mail and by text, told of the next booking of the venue, with words that need not be saved; its links lead nowhere.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    body: z.object({ kind: GuestNotice, lang: Lang, texts: z.optional(LangTexts), lines: z.optional(LangTexts) }),
    result: z.object({
      reference: z.string(),
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      /** The same as a text message. */
      line: z.string(),
    }),
    envelope: 'data',
    errors: ['venue.not_found', 'reservation.not_found'],
  },
  reminderEffect: {
    method: 'GET',
    path: '/v1/venues/:id/reminder-effect',
    summary:
      'What reminders do to those who do not come: bookings of the last year that were reminded beside those held out, with 95 % intervals (Wilson; of the difference: Newcombe).',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    result: ReminderEffect,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
})
