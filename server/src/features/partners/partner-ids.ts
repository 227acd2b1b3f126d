import { type RawBuilder, sql } from 'kysely'
import { type PartnerKind, partnerColumn, partnerRef } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { seenCompanies } from './seen-companies.ts'

/** A company by our id or the system's own, or `company.not_found`; for a brand `group.not_found`. */
export const partnerIdOf = async (ctx: Ctx, kind: PartnerKind, ref: string): Promise<string> => {
  const id = await partnerRef(ctx, kind, ref)
  if (id === undefined) throw new Problem(`${kind}.not_found`)
  return id
}

/** What the calling system calls `id`; nobody else is told. */
export const ownIdOf = (ctx: Ctx, kind: PartnerKind, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  ctx.scope.kind === 'system'
    ? sql`(select p.external_id from partner_ids p where ${partnerColumn(kind)} = ${id} and p.system_id = ${ctx.scope.systemId})`
    : sql`null`

/** Gives, changes (a text) or takes back (null) the calling system's own id; undefined leaves it. Belongs into the caller's transaction. */
export const giveOwnId = async (
  ctx: Ctx,
  { kind, id }: { kind: PartnerKind; id: string },
  externalId: string | null | undefined,
): Promise<void> => {
  if (externalId === undefined) return
  if (ctx.scope.kind !== 'system') {
    // An id of a system that nobody named would mean nothing to anybody.
    if (externalId !== null) throw new Problem('request.invalid', {}, { externalId: [{ issue: 'invalid' }] })
    return
  }
  const { systemId } = ctx.scope
  // What it named so may have gone to another system meanwhile: an id it can reach nothing by is free again.
  await sql`
    delete from partner_ids p where p.system_id = ${systemId} and ${partnerColumn(kind)} is not null and (
      ${partnerColumn(kind)} = ${id} or p.external_id = ${externalId} and not exists (
        select from companies c left join groups g on g.company_id = c.id and g.id = p.group_id
        where (c.id = p.company_id or g.id is not null) and ${seenCompanies(ctx)}))`.execute(ctx.db)
  if (externalId === null) return
  await sql`
    insert into partner_ids (system_id, external_id, company_id, group_id)
    values (${systemId}, ${externalId}, ${kind === 'company' ? id : null}::uuid, ${kind === 'group' ? id : null}::uuid)`.execute(ctx.db)
}
