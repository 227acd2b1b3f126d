import { writeHealth } from '#src/features/channels/api.ts'
import { writeAsked, writeCalls } from '#src/features/rms-client/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** What is gathered in memory and written every few seconds is written now, before the database is given back: nobody writes it afterwards. */
export const writeGathered = async (ctx: Ctx): Promise<void> => {
  await Promise.allSettled([ctx.ports.traces.stop(), writeCalls(ctx.db), writeHealth(ctx), writeAsked(ctx)])
}
