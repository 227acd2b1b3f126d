import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { SystemKey, systems } from '@tablewire/contracts/rms/systems'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, newSecret, secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { invalidateSystem } from './known-system.ts'
import { requireSystem } from './system-view.ts'

/** Overlap: how long the previous key stays valid (AC10). */
const overlapHours = 24

const goodKeys = async (ctx: Ctx, systemId: string): Promise<SystemKey[]> => {
  const { rows } = await sql<SystemKey>`
    select id, hint, created_by, created_at, expires_at, last_used_at from system_keys
    where system_id = ${systemId} and (expires_at is null or expires_at > ${ctx.clock().toString()}::timestamptz)
    order by created_at desc, id desc`.execute(ctx.db)
  return rows
}

/** The valid keys, newest first. */
export const listKeys = async (ctx: Ctx, systemId: string): Promise<SystemKey[]> => {
  await requireSystem(ctx, systemId)
  return goodKeys(ctx, systemId)
}

/**
 * Rotates the key; the new one is answered this once. The previous one stays valid for a day, any older one ends now: never more than two are valid.
 */
export const rotateKey = async (ctx: Ctx, id: string): Promise<Result<typeof systems.rotateKey>> =>
  transaction(ctx, async (inner) => {
    const { name, type, test } = await requireSystem(inner, id, { lock: true })
    if (type === 'built_in') throw new Problem('system.built_in')
    const now = inner.clock()
    const newest = (await goodKeys(inner, id))[0]
    await inner.db
      .deleteFrom('systemKeys')
      .where('systemId', '=', id)
      .$if(newest !== undefined, (query) => query.where('id', '<>', newest!.id))
      .execute()
    if (newest) {
      const until = now.add({ hours: overlapHours }).toString()
      await sql`update system_keys set expires_at = least(expires_at, ${until}::timestamptz) where id = ${newest.id}`.execute(inner.db)
    }
    const apiKey = `rms_${test ? 'test_' : ''}${newSecret()}`
    const hint = apiKey.slice(-4)
    const row = { id: newId(), systemId: id, hash: secretHash(apiKey), hint, createdBy: inner.actor.name, createdAt: now.toString() }
    await inner.db.insertInto('systemKeys').values(row).execute()
    await audit(inner, { action: 'system.key_rotated', subject: 'system', subjectId: id, after: { name, endsWith: hint } })
    inner.unitOfWork.afterCommit.push(() => invalidateSystem(id))
    return { apiKey, keys: await goodKeys(inner, id) }
  })

/** Revokes a key: here at once, in other processes within five seconds (their cache's TTL). */
export const revokeKey = async (ctx: Ctx, { id, keyId }: { id: string; keyId: string }): Promise<SystemKey[]> =>
  transaction(ctx, async (inner) => {
    const { name } = await requireSystem(inner, id, { lock: true })
    const gone = await inner.db
      .deleteFrom('systemKeys')
      .where('systemId', '=', id)
      .where('id', '=', keyId)
      .returning('hint')
      .executeTakeFirst()
    if (!gone) throw new Problem('system_key.not_found')
    await audit(inner, { action: 'system.key_revoked', subject: 'system', subjectId: id, before: { name, endsWith: gone.hint } })
    inner.unitOfWork.afterCommit.push(() => invalidateSystem(id))
    return goodKeys(inner, id)
  })
