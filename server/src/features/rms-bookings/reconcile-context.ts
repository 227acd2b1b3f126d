import type { RmsClient } from '#src/features/rms-client/api.ts'
import type { ReservationRecord } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'
import type { RemoteRecord } from './remote-rows.ts'
import type { Claim } from './within-budget.ts'

/** Dependencies of every reconciling step. */
export type ReconcileContext = {
  ctx: Ctx
  rms: RmsClient
  venue: VenueWithBook
  row: RemoteRecord
  reservation: ReservationRecord
  /**
   * This process has just recorded the intent (at this monotonic time) and nothing was sent before: a create may go out without a search for an
   * earlier one.
   */
  fresh?: { sinceMs: number }
  /** The time budget of the caller that waits for the answer, if any. */
  claim?: Claim
}

const memory = makeTtlCache<{ id: string; name: string }>({ keepMs: 10_000, max: 10_000 })

/** Display name of a system or a channel; cached for a few seconds. */
export const nameOf = async (ctx: Ctx, table: 'systems' | 'channels', id: string): Promise<string> =>
  (
    await memory.getOrLoad(id, async () => {
      const rows = {
        systems: ctx.db.selectFrom('systems').select('name').where('id', '=', id),
        channels: ctx.db.selectFrom('channels').select('name').where('id', '=', id),
      }
      const row = await rows[table].executeTakeFirst()
      return { id, name: row?.name ?? table }
    })
  ).name
