import type { guestData } from '@tablewire/contracts/booking/guest-data'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type {} from './erasure-rows.ts'

/** Of several venues only what is gone of each: a list of all of them may lack the rest for another reason. */
export const removedDays = async (
  ctx: Ctx,
  { filters }: Received<typeof guestData.removed>['query'],
): Promise<Result<typeof guestData.removed>> => {
  const asked = filters?.venueId
  const { rows } = await sql<{ before: string | null; months: number | null }>`
    select case when bool_and(b.removed_before > '-infinity') and count(b.removed_before) = count(*) then min(b.removed_before)::text end as before,
      max(c.booking_months) as months
    from venues v join companies c on c.id = v.company_id left join booking_retention b on b.venue_id = v.id
    where ${inScope(ctx, 'v.id')} and ${asked ? sql`v.id = any(${asked}::uuid[])` : sql`true`}`.execute(ctx.db)
  const { before, months } = rows[0]!
  return before === null ? null : { before, months }
}
