import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { IdParams, whole } from '../kit/wire.ts'

/** How a venue keeps its booking page from those who do not mean it. */
export const BookingChecks = z.object({
  /** A booking counts once its guest has pressed the button in a mail; its place is kept for so many minutes. Null: it counts at once. */
  mailMinutes: z.nullable(whole(5, 120)),
  /** Bookings to come under one address of mail or one telephone. */
  contactMost: whole(1, 50),
  /** After so many hours a request of a large party that nobody has answered is declined. Null: it waits. */
  askHours: z.nullable(whole(1, 168)),
})
export type BookingChecks = z.infer<typeof BookingChecks>

export const bookingChecks = defineArea('bookingChecks', {
  get: {
    method: 'GET',
    path: '/v1/venues/:id/booking-checks',
    summary: 'How a venue keeps its booking page from those who do not mean it.',
    can: ['read', 'venues'],
    audit: 'none',
    params: IdParams,
    result: BookingChecks,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  save: {
    method: 'PUT',
    path: '/v1/venues/:id/booking-checks',
    summary: 'Change it. At a venue whose own system has the tables, bookings count as that system says: no mail is asked for.',
    can: ['update', 'settings-restaurant'],
    audit: 'booking_checks.updated',
    params: IdParams,
    body: BookingChecks,
    result: BookingChecks,
    envelope: 'data',
    errors: ['venue.not_found', 'venue.archived'],
  },
})
