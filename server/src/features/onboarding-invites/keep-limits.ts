import type { OnboardingLimits, onboardingInvites } from '@tablewire/contracts/onboarding/onboarding-invites'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './invite-rows.ts'

type Body = Received<typeof onboardingInvites.saveLimits>['body']
type Row = Omit<OnboardingLimits, 'partner'> & { kind: 'system' | 'channel' | null; partnerId: string | null; name: string | null }

const columns = sql`l.rms_remind_days, l.rms_escalate_days, l.restaurant_remind_days, l.restaurant_escalate_days, l.bc_remind_days, l.bc_escalate_days,
  l.link_days, coalesce(l.version, 0) as version`

const viewOf = ({ kind, partnerId, name, ...limits }: Row): OnboardingLimits => ({
  partner: kind && partnerId ? { kind, id: partnerId, name: name ?? '' } : null,
  ...limits,
})

/** Of a partner's people their own partner alone. */
const ownSide = ({ scope }: Ctx, kind: 'system' | 'channel') => {
  if (scope.kind === 'all') return sql`true`
  if (kind === 'system') return scope.kind === 'system' ? sql`p.id = ${scope.systemId}` : sql`false`
  if (scope.kind === 'channels') return sql`p.id = any(${[...scope.channelIds]}::uuid[])`
  return scope.kind === 'channel' ? sql`p.id = ${scope.channelId}` : sql`false`
}

/** The installation's first; of each partner, null where it has none of its own. */
export const listLimits = async (ctx: Ctx): Promise<OnboardingLimits[]> => {
  const { rows } = await sql<Row>`
    select * from (
      select 0 as rank, null as kind, null::uuid as partner_id, null as name, ${columns} from onboarding_limits l
        where l.system_id is null and l.channel_id is null
      union all select 1, 'system', p.id, p.name, ${columns} from systems p left join onboarding_limits l on l.system_id = p.id where ${ownSide(ctx, 'system')}
      union all select 2, 'channel', p.id, p.name, ${columns} from channels p left join onboarding_limits l on l.channel_id = p.id where ${ownSide(ctx, 'channel')}
    ) t order by rank, lower(name), partner_id`.execute(ctx.db)
  return rows.map(({ rank: _rank, ...row }: Row & { rank?: number }) => viewOf(row))
}

const lockPartner = async (ctx: Ctx, { kind, id }: NonNullable<Body['partner']>): Promise<void> => {
  const table = kind === 'system' ? sql`systems` : sql`channels`
  const { rows } = await sql<{ id: string }>`select id from ${table} where id = ${id} for share`.execute(ctx.db)
  if (!rows[0]) throw new Problem(kind === 'system' ? 'system.not_found' : 'channel.not_found')
}

const pairs = [
  ['rmsRemindDays', 'rmsEscalateDays'],
  ['restaurantRemindDays', 'restaurantEscalateDays'],
  ['bcRemindDays', 'bcEscalateDays'],
] as const
type Days = Omit<Body, 'partner' | 'version'>

/** Nobody is told that a step is stuck before whoever has to take it was reminded; what a partner has no number of its own for is the installation's. */
const requireOrder = (limits: Days, defaults: Days): void => {
  const early = pairs.flatMap(([remind, escalate]) => {
    const least = limits[remind] ?? defaults[remind] ?? 0
    const field = limits[escalate] === null ? remind : escalate
    return (limits[escalate] ?? defaults[escalate] ?? least) < least ? [{ field, escalate, least }] : []
  })
  if (early.length === 0) return
  throw new Problem(
    'request.invalid',
    {},
    Object.fromEntries(
      early.map(({ field, escalate, least }) => [
        field,
        [field === escalate ? { issue: 'min', value: least } : { issue: 'max', value: defaults[escalate]! }],
      ]),
    ),
  )
}

/** Who runs the platform says how long partners may take. */
export const saveLimits = (ctx: Ctx, { partner, version, ...limits }: Body): Promise<OnboardingLimits> =>
  transaction(ctx, async (inner) => {
    if (inner.scope.kind !== 'all') throw new Problem('access.denied')
    if (partner) await lockPartner(inner, partner)
    // All others fall back on these.
    const missing = partner ? [] : Object.entries(limits).filter(([, value]) => value === null)
    if (missing.length)
      throw new Problem('onboarding.limits_missing', {}, Object.fromEntries(missing.map(([field]) => [field, [{ issue: 'required' }]])))
    await sql`select pg_advisory_xact_lock(hashtext('onboarding limits'))`.execute(inner.db)
    const isThis = (one: OnboardingLimits): boolean => (partner ? one.partner?.id === partner.id : one.partner === null)
    const all = await listLimits(inner)
    const before = all.find(isThis)!
    if (before.version !== version) throw new Problem('onboarding.changed_meanwhile')
    requireOrder(limits, partner ? all[0]! : limits)
    const values = { ...limits, version: version + 1, updatedAt: inner.clock().toString() }
    const ids = { systemId: partner?.kind === 'system' ? partner.id : null, channelId: partner?.kind === 'channel' ? partner.id : null }
    if (version === 0)
      await inner.db
        .insertInto('onboardingLimits')
        .values({ id: newId(), ...ids, ...values })
        .execute()
    else
      await inner.db
        .updateTable('onboardingLimits')
        .set(values)
        .where('systemId', 'is not distinct from', ids.systemId)
        .where('channelId', 'is not distinct from', ids.channelId)
        .execute()
    const { partner: _partner, version: _version, ...was } = before
    await audit(inner, {
      action: 'onboarding_limits.updated',
      subject: 'onboarding_limits',
      subjectId: partner?.id ?? null,
      before: was,
      after: limits,
    })
    return { ...before, ...limits, version: version + 1 }
  })
