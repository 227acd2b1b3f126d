import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#src/platform/ctx.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { lockSeeding } from './first-admin.ts'
import type { GeneratedDemo } from './populate-demo.ts'

export { ensureFirstAdmin } from './first-admin.ts'

/** Restarts within half a day find the evening as they left it. */
const restMs = 12 * 3_600_000

/** The audit's last entry about the demo: that it was requested, or up to which instant it is written. */
const lastWord = async ({ db }: Ctx): Promise<{ chosen: boolean; untilMs: number | null }> => {
  const entry = await db
    .selectFrom('auditEntries')
    .select('after')
    .where('subjectId', '=', 'demo')
    .where('subject', '=', 'demo')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const until = entry?.after?.['until']
  return { chosen: entry !== undefined, untilMs: typeof until === 'string' ? Date.parse(until) : null }
}

const hasVenues = async ({ db }: Ctx): Promise<boolean> =>
  (await db.selectFrom('venues').select('id').limit(1).executeTakeFirst()) !== undefined

/** Lazily loaded: most starts have nothing to seed. */
const furnishing = () => import('./populate-demo.ts')

/** Generates the demo while the database is still starting; hand it to `seedDemo`. Worth it only where a demo will be requested. */
export const prepareDemo = ({ epochMilliseconds }: Temporal.Instant): Promise<GeneratedDemo> => {
  const thinking = furnishing().then(({ generateDemo }) => generateDemo(epochMilliseconds))
  // A failure is reported by its user, and there may be none.
  thinking.catch(() => undefined)
  return thinking
}

/** The whole demo around now, where there is no venue yet. Atomic and once, however many processes start. */
export const seedDemo = async (ctx: Ctx, prepared?: Promise<GeneratedDemo>): Promise<void> => {
  if (await hasVenues(ctx)) return
  const { populateDemo } = await furnishing()
  const thought = await prepared
  await transaction(ctx, async (inner) => {
    await lockSeeding(inner)
    if (await hasVenues(inner)) return
    await audit(inner, { action: 'demo.seeded', subject: 'demo', subjectId: 'demo', after: await populateDemo(inner, thought) })
  })
}

/** At a later start: the demo that was wanted but never written, or the days that have passed since it was. */
export const refreshDemo = async (ctx: Ctx): Promise<void> => {
  const { chosen, untilMs } = await lastWord(ctx)
  if (!chosen) return
  if (untilMs === null) return seedDemo(ctx)
  if (ctx.clock().epochMilliseconds - untilMs < restMs) return
  const { continueDemo } = await furnishing()
  await transaction(ctx, async (inner) => {
    await lockSeeding(inner)
    const sinceMs = (await lastWord(inner)).untilMs!
    const now = inner.clock()
    if (now.epochMilliseconds - sinceMs < restMs) return
    const reservations = await continueDemo(inner, { nowMs: now.epochMilliseconds, sinceMs })
    await audit(inner, { action: 'demo.refreshed', subject: 'demo', subjectId: 'demo', after: { until: now.toString(), reservations } })
    await inner.ports.live.publish(inner, { type: 'reset', venueId: null, id: null, kind: null })
  })
}
