import type { bookingPage } from '@tablewire/contracts/channels/booking-page'
import type { Handlers } from '#src/platform/http/mount.ts'
import { readBookingPage } from './booking-page.ts'
import { readBookingEntry } from './booking-entry.ts'
import { checkSite } from './check-site.ts'

export const bookingPageHandlers: Handlers<typeof bookingPage> = {
  get: (ctx, { params }) => readBookingPage(ctx, params.id),
  entry: (ctx, { params }) => readBookingEntry(ctx, params.id),
  check: (ctx, { params, body }) => checkSite(ctx, { venueId: params.id, url: body.url }),
}
