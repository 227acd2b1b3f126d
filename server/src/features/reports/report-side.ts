import { agentRoles } from '@tablewire/contracts/identity/access'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { requireUser, rightsNow } from '#src/features/people/api.ts'
import { type Ctx, newUnitOfWork, type VenueScope } from '#src/platform/ctx.ts'
import type { PartnerSide, ReportRecord } from './report-rows.ts'

/** Of which partner somebody with this sight is; null = of none. */
export const sideOf = (scope: VenueScope): PartnerSide | null => {
  if (scope.kind === 'system') return { systemId: scope.systemId }
  if (scope.kind === 'channel') return { channelIds: [scope.channelId] }
  return scope.kind === 'channels' ? { channelIds: scope.channelIds } : null
}

/** Its readers are shown nothing but what they were told of: less is, another partner or one more is not. */
export const isOfSide = ({ side }: Pick<ReportRecord, 'side'>, scope: VenueScope): boolean => {
  const now = sideOf(scope)
  if (side === null || now === null) return side === now
  if ('systemId' in side) return 'systemId' in now && now.systemId === side.systemId
  return 'channelIds' in now && now.channelIds.every((id) => side.channelIds.includes(id))
}

/** On `reports r`: counted in a partner's sight, which goes beyond the company its owner may have. */
export const ofAgent = sql<SqlBool>`(r.side is not null or exists (
  select from users o where o.id = r.user_id and o.roles && ${[...agentRoles]}::text[]))` satisfies RawBuilder<SqlBool>

/** Whoever goes on with it shows its readers what is in another sight than they know: another's, or one's own since one was bound elsewhere. */
export const isTakeOver = (ctx: Ctx, row: ReportRecord): boolean => {
  const { id, companyId } = requireUser(ctx)
  if (row.userId === id) return row.state !== 'active' && !isOfSide(row, ctx.scope)
  // Of another company, or of a partner, there is nothing of the own for them.
  return row.state === 'stopped' && row.companyId === companyId && row.side === null && sideOf(ctx.scope) === null
}

/** In the sight of whoever has it sent, as it is now; undefined where that person is gone, disabled, or of another company. */
export const ownerSight = async (ctx: Ctx, { userId, companyId: home, ownerName, lang, host }: ReportRecord): Promise<Ctx | undefined> => {
  const rights = userId === null ? undefined : await rightsNow(ctx.db, { id: userId, actedById: null })
  // Who was moved after the report was read sees another company's venues.
  if (userId === null || !rights || rights.companyId !== home) return undefined
  const { ability, scope, companyId } = rights
  const actor = { kind: 'user', id: userId, name: ownerName, companyId, sessionId: '' } as const
  return { ...ctx, actor, ability, scope, lang, origin: { host, address: '' }, unitOfWork: newUnitOfWork() }
}
