import type { guestData } from '@tablewire/contracts/booking/guest-data'
import { readCompany } from '#src/features/companies/api.ts'
import type { Handlers } from '#src/platform/http/mount.ts'
import { eraseGuest } from './erase-guest.ts'
import { lookUpGuest } from './look-up.ts'
import { planRetention } from './plan-retention.ts'
import { removedDays } from './removed-days.ts'
import { listErasures, settleAnswer } from './receipts.ts'

export const guestDataHandlers: Handlers<typeof guestData> = {
  lookUp: (ctx, { body }) => lookUpGuest(ctx, body),
  erase: (ctx, { body }) => eraseGuest(ctx, body),
  planRetention: async (ctx, { params, query }) => planRetention(ctx, { companyId: (await readCompany(ctx, params.id)).id, ...query }),
  removed: (ctx, { query }) => removedDays(ctx, query),
  list: (ctx, { query }) => listErasures(ctx, query),
  settle: (ctx, { params, body }) => settleAnswer(ctx, { id: params.id, note: body.note }),
}
