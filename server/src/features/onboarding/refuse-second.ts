import { openStatuses } from '@tablewire/contracts/onboarding/onboarding.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { OnboardingRecord } from './request-rows.ts'
import { ofOwnRequests } from './request-scope.ts'

type Names = Pick<OnboardingRecord, 'systemId' | 'channelId' | 'venueId' | 'rmsVenueId' | 'bookingChannelVenueId'>

/**
 * Says which open request stands in the way, to whoever may see that one. The unique indexes are what keeps a second one out, also from whom this
 * tells nothing.
 */
export const refuseSecond = async (
  ctx: Ctx,
  { systemId, channelId, venueId, rmsVenueId, bookingChannelVenueId }: Names,
  /** The request that is changed itself. */ except?: string,
): Promise<void> => {
  const names = {
    rmsVenueId: sql`(r.system_id = ${systemId}::uuid and r.rms_venue_id = ${rmsVenueId}::text)`,
    bookingChannelVenueId: sql`r.booking_channel_venue_id = ${bookingChannelVenueId}::text`,
    venueId: sql`r.venue_id = ${venueId}::uuid`,
  }
  const fields = Object.keys(names) as (keyof typeof names)[]
  const field = sql`case ${sql.join(
    fields.map((one) => sql`when ${names[one]} then ${sql.lit(one)}`),
    sql` `,
  )} end`
  const { rows } = await sql<{ id: string; field: string }>`
    select r.id, ${field} as field from onboarding_requests r
    where r.channel_id = ${channelId}::uuid and r.status in (${sql.join(openStatuses.map((one) => sql.lit(one)))})
      and (${sql.join(Object.values(names), sql` or `)}) and r.id is distinct from ${except ?? null}::uuid and ${ofOwnRequests(ctx)} limit 1`.execute(
    ctx.db,
  )
  const [standing] = rows
  if (standing) throw new Problem('onboarding.open_already', {}, { [standing.field]: [{ issue: 'taken' }] }).with({ id: standing.id })
}
