import { type PartnerKind, partnerRef, writeOwnId } from '#src/features/access/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { companiesInScope } from './companies-in-scope.ts'

/** A company by our id or the system's own, or `company.not_found`; for a brand `group.not_found`. */
export const partnerIdOf = async (ctx: Ctx, kind: PartnerKind, ref: string): Promise<string> => {
  const id = await partnerRef(ctx, kind, ref)
  if (id === undefined) throw new Problem(`${kind}.not_found`)
  return id
}

/** Sets, changes (a text) or removes (null) the calling system's own id; undefined leaves it. Must run in the caller's transaction. */
export const giveOwnId = async (
  ctx: Ctx,
  { kind, id }: { kind: PartnerKind; id: string },
  externalId: string | null | undefined,
): Promise<void> => {
  if (externalId === undefined) return
  if (ctx.scope.kind !== 'system') {
    // Only a system can have ids of its own.
    if (externalId !== null) throw new Problem('request.invalid', {}, { externalId: [{ issue: 'invalid' }] })
    return
  }
  await writeOwnId(ctx, { kind, id, systemId: ctx.scope.systemId, externalId }, companiesInScope(ctx))
}
