import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from './venue-ref.ts'

export type PartnerKind = 'company' | 'group'
export const partnerColumn = (kind: PartnerKind): RawBuilder<unknown> => (kind === 'company' ? sql`p.company_id` : sql`p.group_id`)

/**
 * The hub id of a company or brand named by that id or by the calling system's own, which means something only to itself. Whether the caller
 * may see what is named so is for the question that follows; undefined = it can name nothing.
 */
export const partnerRef = async (ctx: Ctx, kind: PartnerKind, ref: string): Promise<string | undefined> => {
  const known = hubId.test(ref) ? ref.toLowerCase() : undefined
  if (ctx.scope.kind !== 'system') return known
  const { rows } = await sql<{ id: string }>`
    select ${partnerColumn(kind)} as id from partner_ids p
    where p.system_id = ${ctx.scope.systemId} and p.external_id = ${ref} and ${partnerColumn(kind)} is not null`.execute(ctx.db)
  return rows[0]?.id ?? known
}
