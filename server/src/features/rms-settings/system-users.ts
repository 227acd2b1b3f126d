import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { systems, SystemUser } from '@tablewire/contracts/rms/systems'
import { sql } from 'kysely'
import { bindToSystem, unbindFromSystem } from '#src/features/access/api.ts'
import { invalidateUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireSystem } from './system-view.ts'

type Page = { data: SystemUser[]; total: number; next: string | null }

const sort = 'system user'
const columns = sql`u.id, u.email, u.first_name, u.last_name, u.disabled_at is not null as disabled, su.created_at`

/** The people of a system by e-mail address. */
export const listSystemUsers = async (ctx: Ctx, { params: { id }, query }: Received<typeof systems.users>): Promise<Page> => {
  await requireSystem(ctx, id)
  const { limit = 50, offset = 0, after } = query
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const beyond = place ? sql`and (u.email, u.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const { rows } = await sql<SystemUser>`
    select ${columns} from system_users su join users u on u.id = su.user_id where su.system_id = ${id} ${beyond}
    order by u.email, u.id limit ${limit + 1} offset ${offset}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from system_users where system_id = ${id}`.execute(ctx.db)
  const page = cutNames(rows, limit, { sort, placeOf: (row) => ({ name: row.email, id: row.id }) })
  return { ...page, total: counted.rows[0]!.total }
}

/** Binds a user with the role to the system; from then on the scope is its venues. */
export const addSystemUser = async (ctx: Ctx, { params: { id }, body }: Received<typeof systems.addUser>): Promise<SystemUser> =>
  transaction(ctx, async (inner) => {
    await requireSystem(inner, id)
    const email = body.email.trim().toLowerCase()
    const user = await inner.db.selectFrom('users').select(['id', 'roles']).where('email', '=', email).forUpdate().executeTakeFirst()
    if (!user) throw new Problem('system_user.not_found', {}, { email: [{ issue: 'system_user.not_found' }] })
    if (!user.roles.includes('ROLE_RMS_AGENT'))
      throw new Problem('system_user.not_agent', {}, { email: [{ issue: 'system_user.not_agent' }] })
    const bound = await inner.db.selectFrom('systemUsers').select('systemId').where('userId', '=', user.id).executeTakeFirst()
    if (bound && bound.systemId !== id) throw new Problem('system_user.elsewhere', {}, { email: [{ issue: 'system_user.elsewhere' }] })
    if (!bound) await bindToSystem(inner, { systemId: id, userId: user.id })
    await audit(inner, { action: 'system.user_added', subject: 'system', subjectId: id, after: { userId: user.id, email } })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(user.id))
    const { rows } = await sql<SystemUser>`
      select ${columns} from system_users su join users u on u.id = su.user_id where u.id = ${user.id}`.execute(inner.db)
    return rows[0]!
  })

export const removeSystemUser = async (ctx: Ctx, { id, userId }: { id: string; userId: string }): Promise<{ id: string }> =>
  transaction(ctx, async (inner) => {
    await requireSystem(inner, id)
    if (!(await unbindFromSystem(inner, { systemId: id, userId }))) throw new Problem('system_user.not_found')
    await audit(inner, { action: 'system.user_removed', subject: 'system', subjectId: id, before: { userId } })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(userId))
    return { id: userId }
  })

/** Somebody who was deleted is there again: agent of the system, if that is still there. */
export const bindAgainToSystem = async (ctx: Ctx, userId: string, systemId: string | null): Promise<void> => {
  const still = await ctx.db.selectFrom('systems').select('id').where('id', '=', systemId).executeTakeFirst()
  if (still) await bindToSystem(ctx, { systemId: still.id, userId })
}
