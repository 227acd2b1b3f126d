import { z } from 'zod/mini'
import { DayAvailability, Verdict } from '../booking/availability.ts'
import { Book, Closure, HoursReason, Shift, SpecialDay } from './book.ts'
import { defineArea } from '../kit/endpoint.ts'
import { Status } from '../booking/reservations.rules.ts'
import { Id, IdParams, Instant, LocalDate, prose, whole } from '../kit/wire.ts'

/** A reservation that its venue's book would no longer take; it stays until somebody has dealt with it. */
export const BookConflict = z.object({
  reservationId: Id,
  reference: z.string(),
  status: Status,
  partySize: z.int(),
  startsAt: Instant,
  /** Venue-local `YYYY-MM-DDTHH:mm`. */
  startsLocal: z.string(),
  areaId: Id,
  areaName: z.string(),
  /** Null for readers who may not see reservations. */
  guestName: z.nullable(z.string()),
  /** The rules that close its place now and did not before. */
  rules: z.array(Verdict),
  /** It sits in an area the book no longer has: the book cannot be saved before it moved. */
  blocks: z.boolean(),
})
export type BookConflict = z.infer<typeof BookConflict>

/** `total` is exact; `conflicts` are the first two hundred of them, the next meal first. */
export const BookConflicts = z.object({ total: z.int(), conflicts: z.array(BookConflict) })
export type BookConflicts = z.infer<typeof BookConflicts>

export const ReadHours = z.object({
  state: z.enum(['known', 'unknown', 'closed']),
  openingHours: Book.shape.openingHours,
  shifts: z.array(Shift),
  closures: z.array(Closure),
  specialDays: z.array(SpecialDay),
  /** What was left out or read otherwise than it was written; `detail` quotes the text or names a number. */
  findings: z.array(z.object({ reason: HoursReason, detail: z.nullable(z.string()) })),
})
export type ReadHours = z.infer<typeof ReadHours>

/** Looking at a book before it is saved, and working off what a saved one left behind (SE2). */
export const bookDrafts = defineArea('bookDrafts', {
  preview: {
    method: 'POST',
    path: '/v1/venues/:id/book/preview',
    summary: 'What a book that is not saved yet would offer on one day, with the rules that closed each start.',
    can: ['read', 'settings-restaurant'],
    audit: 'none',
    params: IdParams,
    body: z.object({
      book: Book,
      date: LocalDate,
      partySize: whole(1, 1000),
      areaId: z.optional(z.nullable(Id)),
      as: z.enum(['staff', 'channel']),
      /** With `as: channel`: as this channel, which may be paused or not linked at the venue. */
      channelId: z.optional(z.nullable(Id)),
    }),
    result: DayAvailability,
    envelope: 'data',
    errors: ['venue.not_found', 'area.not_found', 'channel.not_found', 'book.inconsistent'],
  },
  conflicts: {
    method: 'POST',
    path: '/v1/venues/:id/book/conflicts',
    summary: 'Reservations to come that a book would no longer take if it were saved; nothing is changed.',
    can: ['read', 'settings-restaurant'],
    audit: 'none',
    params: IdParams,
    body: z.object({ book: Book }),
    result: BookConflicts,
    envelope: 'data',
    errors: ['venue.not_found', 'book.inconsistent'],
  },
  left: {
    method: 'GET',
    path: '/v1/venues/:id/book/conflicts',
    summary: 'Reservations that earlier changes of the book left behind and nobody has dealt with yet.',
    can: ['read', 'settings-restaurant'],
    audit: 'none',
    params: IdParams,
    result: BookConflicts,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  keep: {
    method: 'POST',
    path: '/v1/venues/:id/book/conflicts/keep',
    summary: 'Keep a reservation as it is although the book would no longer take it.',
    can: ['update', 'settings-restaurant'],
    audit: 'book.conflict_kept',
    params: IdParams,
    body: z.object({ reservationId: Id }),
    result: BookConflicts,
    envelope: 'data',
    errors: ['venue.not_found', 'book.conflict_not_found'],
  },
  readHours: {
    method: 'POST',
    path: '/v1/venues/:id/book/hours',
    summary: 'Opening hours in the syntax of OpenStreetMap as shifts, closures and special days; nothing is changed.',
    can: ['read', 'settings-restaurant'],
    audit: 'none',
    params: IdParams,
    body: z.object({ text: prose(1000) }),
    result: ReadHours,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
})
