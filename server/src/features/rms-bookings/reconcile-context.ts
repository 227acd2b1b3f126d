import type { RmsClient } from '#src/features/rms-client/api.ts'
import type { ReservationRecord } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'
import type { RemoteRecord } from './remote-rows.ts'
import type { Claim } from './within-budget.ts'

/** What every step of reconciling has at hand. */
export type ReconcileContext = {
  ctx: Ctx
  rms: RmsClient
  venue: VenueWithBook
  row: RemoteRecord
  reservation: ReservationRecord
  /** Nothing was sent before, and this process wants it since then (of its stopwatch): a create may go out without a look whether it is there. */
  fresh?: { sinceMs: number }
  /** Whoever books and waits for the answer, if anybody does. */
  claim?: Claim
}

const memory = makeTtlCache<{ id: string; name: string }>({ keepMs: 10_000, max: 10_000 })

/** What people call a system or a channel; as it was a few seconds ago at most. */
export const nameOf = async (ctx: Ctx, table: 'systems' | 'channels', id: string): Promise<string> =>
  (
    await memory.getOrLoad(id, async () => {
      const row = await ctx.db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst()
      return { id, name: row?.name ?? table }
    })
  ).name
