import type { waitlist } from '@tablewire/contracts/booking/waitlist'
import type { Handlers } from '#src/platform/http/mount.ts'
import { addEntry } from './add-entry.ts'
import { listDay } from './list-day.ts'
import { moveEntry } from './move-entry.ts'
import { quoteParty } from './quote-party.ts'
import { changeSettings } from './settings.ts'

export const waitlistHandlers: Handlers<typeof waitlist> = {
  day: (ctx, { params, query }) => listDay(ctx, params.id, query.date),
  quote: (ctx, { params, query }) => quoteParty(ctx, { venueId: params.id, partySize: query.partySize, areaId: query.areaId ?? null }),
  add: (ctx, { params, body }) => addEntry(ctx, params.id, body),
  move: (ctx, { params, body }) => moveEntry(ctx, { id: params.id, ...body, version: body.version }),
  settings: (ctx, { params, body }) => changeSettings(ctx, params.id, body),
}
