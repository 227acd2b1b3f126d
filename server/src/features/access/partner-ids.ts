import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'

export type PartnerKind = 'company' | 'group'
export const partnerColumn = (kind: PartnerKind): RawBuilder<unknown> => (kind === 'company' ? sql`p.company_id` : sql`p.group_id`)

/**
 * The hub's id of a company or brand, by that id or by the calling system's own. No check of the caller's scope, which the following query does;
 * undefined = no such id.
 */
export const partnerRef = async (ctx: Ctx, kind: PartnerKind, ref: string): Promise<string | undefined> => {
  const known = hubId.test(ref) ? ref.toLowerCase() : undefined
  if (ctx.scope.kind !== 'system') return known
  const { rows } = await sql<{ id: string }>`
    select ${partnerColumn(kind)} as id from partner_ids p
    where p.system_id = ${ctx.scope.systemId} and p.external_id = ${ref} and ${partnerColumn(kind)} is not null`.execute(ctx.db)
  return rows[0]?.id ?? known
}

/** What the calling system calls `id`; hidden from all others. */
export const ownIdOf = (ctx: Ctx, kind: PartnerKind, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  ctx.scope.kind === 'system'
    ? sql`(select p.external_id from partner_ids p where ${partnerColumn(kind)} = ${id} and p.system_id = ${ctx.scope.systemId})`
    : sql`null`

type OwnId = { kind: PartnerKind; id: string; systemId: string; externalId: string | null }

/** Sets a system's own id, or removes it with null. `reachable`: a condition on `companies c`, those among which an id has to be unique. */
export const writeOwnId = async (ctx: Ctx, { kind, id, systemId, externalId }: OwnId, reachable: RawBuilder<unknown>): Promise<void> => {
  // The company it named may have left the system's scope meanwhile: such an id is free again.
  await sql`
    delete from partner_ids p where p.system_id = ${systemId} and ${partnerColumn(kind)} is not null and (
      ${partnerColumn(kind)} = ${id} or p.external_id = ${externalId} and not exists (
        select from companies c left join groups g on g.company_id = c.id and g.id = p.group_id
        where (c.id = p.company_id or g.id is not null) and ${reachable}))`.execute(ctx.db)
  if (externalId === null) return
  await sql`
    insert into partner_ids (system_id, external_id, company_id, group_id)
    values (${systemId}, ${externalId}, ${kind === 'company' ? id : null}::uuid, ${kind === 'group' ? id : null}::uuid)`.execute(ctx.db)
}
