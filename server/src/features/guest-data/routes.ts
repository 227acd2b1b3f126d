import type { guestData } from '@tablewire/contracts/booking/guest-data'
import type { Handlers } from '#src/platform/http/mount.ts'
import { eraseGuest } from './erase-guest.ts'
import { lookUpGuest } from './look-up.ts'
import { removedDays } from './removed-days.ts'
import { listErasures, settleAnswer } from './receipts.ts'

export const guestDataHandlers: Handlers<typeof guestData> = {
  lookUp: (ctx, { body }) => lookUpGuest(ctx, body),
  erase: (ctx, { body }) => eraseGuest(ctx, body),
  removed: (ctx, { query }) => removedDays(ctx, query),
  list: (ctx, { query }) => listErasures(ctx, query),
  settle: (ctx, { params, body }) => settleAnswer(ctx, { id: params.id, note: body.note }),
}
