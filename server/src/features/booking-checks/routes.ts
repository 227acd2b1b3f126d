import type { bookingChecks } from '@tablewire/contracts/booking/booking-checks'
import type { Handlers } from '#src/platform/http/mount.ts'
import { readChecks, saveChecks } from './checks.ts'

export const bookingChecksHandlers: Handlers<typeof bookingChecks> = {
  get: (ctx, { params }) => readChecks(ctx, params.id),
  save: (ctx, { params, body }) => saveChecks(ctx, params.id, body),
}
