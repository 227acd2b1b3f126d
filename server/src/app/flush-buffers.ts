import { writeHealth } from '#src/features/channels/api.ts'
import { flushDemand, writeCalls } from '#src/features/rms-client/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** Flushes the write-behind buffers before the database is closed. */
export const flushBuffers = async (ctx: Ctx): Promise<void> => {
  await Promise.allSettled([ctx.ports.traces.stop(), writeCalls(ctx.db), writeHealth(ctx), flushDemand(ctx)])
}
