import { type RawBuilder, sql } from 'kysely'
import { demandLeftovers } from '#src/features/demand/api.ts'
import { googleCallLeftovers } from '#src/features/google-booking/api.ts'
import { feedLeftovers } from '#src/features/google-feeds/api.ts'
import { driftLeftovers } from '#src/features/google-launch/api.ts'
import { toldLeftovers } from '#src/features/google-updates/api.ts'
import { listingDayLeftovers } from '#src/features/listing-analytics/api.ts'
import { differenceLeftovers } from '#src/features/listing-copies/api.ts'
import { listingLeftovers } from '#src/features/listing-profile/api.ts'
import { partnerLeftovers } from '#src/features/rms-api/api.ts'
import { peopleLeftovers } from '#src/features/people/api.ts'
import { remoteLeftovers } from '#src/features/rms-client/api.ts'
import { salesLeftovers } from '#src/features/sales-links/api.ts'
import { deviceLeftovers } from '#src/features/shared-devices/api.ts'
import { widgetLeftovers } from '#src/features/widget/api.ts'
import { traceLeftovers } from '#src/features/traces/api.ts'
import { webhookLeftovers } from '#src/features/webhooks/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Leftover, platformLeftovers } from '#src/platform/leftovers.ts'

const batchSize = 5000

const leftovers: readonly Leftover[] = [
  ...platformLeftovers,
  ...peopleLeftovers,
  ...remoteLeftovers,
  ...partnerLeftovers,
  ...webhookLeftovers,
  ...widgetLeftovers,
  ...traceLeftovers,
  ...demandLeftovers,
  ...listingLeftovers,
  ...differenceLeftovers,
  ...listingDayLeftovers,
  ...salesLeftovers,
  ...feedLeftovers,
  ...toldLeftovers,
  ...driftLeftovers,
  ...googleCallLeftovers,
  ...deviceLeftovers,
]

/** In small batches, so that nobody waits for a long delete. Several processes may clean at once. */
export const clean = async (ctx: Ctx): Promise<Record<string, number>> => {
  const removed: Record<string, number> = {}
  for (const leftover of leftovers) {
    removed[leftover.table] = 0
    for (let last = batchSize; last === batchSize;) {
      last = Number((await deletionOf(ctx, leftover).execute(ctx.db)).numAffectedRows ?? 0n)
      removed[leftover.table]! += last
    }
  }
  return removed
}

const deletionOf = (ctx: Ctx, { table, column, keep, only = sql`true` }: Leftover): RawBuilder<unknown> => {
  const name = sql.table(table)
  const age = sql.ref(column)
  const before = ctx.clock().subtract(keep).toString()
  return sql`delete from ${name} where ctid in (select ctid from ${name} where ${age} < ${before}::timestamptz and ${only} limit ${batchSize} for update skip locked)`
}
