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
  /** `bounced`: the address was refused; `skipped` is not listed. */
  state: z.enum(['queued', 'sent', 'bounced', 'skipped']),
  queuedAt: Instant,
  stateAt: Instant,
  /** What the guest did by the link in it. */
  answer: z.nullable(z.enum(['confirmed', 'late', 'changed', 'canceled'])),
  answeredAt: z.nullable(Instant),
})
export type GuestMessage = z.infer<typeof GuestMessage>

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
      'A message to guests as it would read now, told of the next booking of the venue, with words that need not be saved; its links lead nowhere.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    body: z.object({ kind: GuestNotice, lang: Lang, texts: z.optional(LangTexts) }),
    result: z.object({ reference: z.string(), subject: z.string(), html: z.string(), text: z.string() }),
    envelope: 'data',
    errors: ['venue.not_found', 'reservation.not_found'],
  },
})
