import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { systems } from '@tablewire/contracts/rms/systems'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { sqlCodeOf, transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { invalidateUser } from '#src/features/people/api.ts'
import { invalidateSystem } from './known-system.ts'
import { readSystem, requireSystem, auditedFields } from './system-view.ts'

type Usage = Result<typeof systems.usage>

/** Refused while venues and their reservations refer to it; people, keys and channel settings are deleted with it. */
export const systemUsage = async (ctx: Ctx, id: string): Promise<Usage> => {
  await requireSystem(ctx, id)
  const { rows } = await sql<Usage>`
    select (select count(*)::integer from venues where system_id = ${id}) as venues,
      (select count(*)::integer from venues v join placed_bookings r on r.venue_id = v.id where v.system_id = ${id}) as reservations,
      (select count(*)::integer from system_users where system_id = ${id}) as users,
      (select count(*)::integer from system_keys where system_id = ${id} and (expires_at is null or expires_at > ${ctx.clock().toString()}::timestamptz)) as keys,
      (select count(*)::integer from system_channels where system_id = ${id}) as channels`.execute(ctx.db)
  return rows[0]!
}

export const deleteSystem = async (ctx: Ctx, id: string): Promise<{ id: string }> =>
  transaction(ctx, async (inner) => {
    const { type } = await requireSystem(inner, id, { lock: true })
    if (type === 'built_in') throw new Problem('system.built_in')
    const { venues, reservations } = await systemUsage(inner, id)
    if (venues > 0) throw new Problem('system.in_use', { venues, reservations })
    const before = await readSystem(inner, id)
    const people = await inner.db.selectFrom('systemUsers').select('userId').where('systemId', '=', id).execute()
    await inner.db.deleteFrom('systems').where('id', '=', id).execute()
    await audit(inner, { action: 'system.deleted', subject: 'system', subjectId: id, before: auditedFields(before) })
    inner.unitOfWork.afterCommit.push(() => {
      invalidateSystem(id)
      for (const { userId } of people) invalidateUser(userId)
    })
    return { id }
  }).catch((error: unknown) => {
    // Race: a venue was assigned to it between our check and our delete.
    throw sqlCodeOf(error) === '23503' ? new Problem('system.in_use', { venues: 1, reservations: 0 }) : error
  })
