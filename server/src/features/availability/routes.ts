import type { bookDrafts } from '@tablewire/contracts/estate/book-drafts'
import type { availability } from '@tablewire/contracts/estate/venues'
import type { whatIf } from '@tablewire/contracts/booking/what-if'
import { readOpeningHours } from '#src/features/hours/api.ts'
import { isOfChannels, venueWithBook } from '#src/features/venues/api.ts'
import { lookingFrom } from '#src/platform/memory/looking-from.ts'
import type { Handlers } from '#src/platform/http/mount.ts'
import { daysOf } from './api.ts'
import { askerOf, redactedDay } from './as-partner.ts'
import { conflictsLeft, keepReservation } from './conflict-rows.ts'
import { findConflicts } from './find-conflicts.ts'
import { serviceDay } from './get-service-day.ts'
import { previewBook } from './preview-book.ts'
import { askWhatIf } from './what-if.ts'

export const availabilityHandlers: Handlers<typeof availability> = {
  day: async (caller, { params, query }) => {
    const ctx = await lookingFrom(caller)
    const venue = await venueWithBook(ctx, params.id)
    const { date, partySize, areaId = null, explain = false } = query
    const [day] = await daysOf(ctx, { venue, from: date, to: date, partySize, areaId, explain, ...(await askerOf(ctx, query)) })
    return isOfChannels(ctx) ? redactedDay(day!) : day!
  },
  service: async (ctx, { params, query }) => serviceDay(ctx, await venueWithBook(ctx, params.id), query.date),
}

export const bookDraftsHandlers: Handlers<typeof bookDrafts> = {
  preview: (ctx, input) => previewBook(ctx, input),
  conflicts: (ctx, { params, body }) => findConflicts(ctx, { venueId: params.id, book: body.book }),
  left: (ctx, { params }) => conflictsLeft(ctx, params.id),
  keep: (ctx, { params, body }) => keepReservation(ctx, { venueId: params.id, reservationId: body.reservationId }),
  readHours: (ctx, { params, body }) => readOpeningHours(ctx, { venueId: params.id, text: body.text }),
}

export const whatIfHandlers: Handlers<typeof whatIf> = {
  ask: async (ctx, { params, query: { areaId = null, ...query } }) =>
    askWhatIf(ctx, { venue: await venueWithBook(ctx, params.id), areaId, ...query }),
}
