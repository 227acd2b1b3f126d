import { sql } from 'kysely'
import { inScope, isOfChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { bookingColumns, type SeatedBooking } from './table-rows.ts'

/** Where a house seats its guests is no channel's matter. A system sees its own venues alone. */
const seen = (ctx: Ctx) => (isOfChannels(ctx) ? sql`false` : inScope(ctx, 'b.venue_id'))

export const seatedBooking = async (ctx: Ctx, id: string): Promise<SeatedBooking> => {
  const { rows } = await sql<SeatedBooking>`
    select ${bookingColumns} from placed_bookings b where b.id = ${id} and (${seen(ctx)}) is true`.execute(ctx.db.withoutPlugins())
  if (!rows[0]) throw new Problem('reservation.not_found')
  return rows[0]
}

/** The same, and its time and status stay as they are until the transaction ends. */
export const stillBooking = async (ctx: Ctx, id: string): Promise<SeatedBooking> => {
  const { rows } = await sql<SeatedBooking>`
    select ${bookingColumns} from placed_bookings b where b.id = ${id} and (${seen(ctx)}) is true for share`.execute(
    ctx.db.withoutPlugins(),
  )
  if (!rows[0]) throw new Problem('reservation.not_found')
  return rows[0]
}
