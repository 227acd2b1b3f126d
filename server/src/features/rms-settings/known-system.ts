import { sql } from 'kysely'
import type { Db } from '#src/platform/db/schema.ts'
import { secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'
import type {} from './system-rows.ts'

/** Whose key it is. */
export type CallingSystem = { id: string; name: string; rateLimitPerMinute: number; keyId: string; test: boolean; expiresMs: number }

/** TTL cache of five seconds: a key revoked in another process is refused here after that. */
const memory = makeTtlCache<CallingSystem>({ keepMs: 5000, max: 10_000 })
export const invalidateSystem = (id: string): void => memory.forget((system) => system.id === id)

type Row = Omit<CallingSystem, 'expiresMs'> & { expiresAt: string | null; lastUsedAt: string | null }

/** Last use of a key, written about once a minute: most calls must not cost a write. */
const usedMs = 60_000

const load = async (db: Db, hash: Buffer, nowMs: number): Promise<CallingSystem> => {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.rate_limit_per_minute, s.test, k.id as key_id, k.expires_at, k.last_used_at
    from system_keys k join systems s on s.id = k.system_id where k.hash = ${hash} and s.active`.execute(db)
  if (!rows[0]) throw new Problem('system_key.invalid')
  const { expiresAt, lastUsedAt, ...system } = rows[0]
  const expiresMs = expiresAt === null ? Infinity : Date.parse(expiresAt)
  if (expiresMs > nowMs && (lastUsedAt === null || nowMs - Date.parse(lastUsedAt) >= usedMs))
    await db
      .updateTable('systemKeys')
      .set({ lastUsedAt: new Date(nowMs) })
      .where('hash', '=', hash)
      .execute()
  return { ...system, expiresMs }
}

/** The active system of a key that is good at this moment; otherwise `system_key.invalid`. */
export const knownSystemBy = async (db: Db, key: string, nowMs: number): Promise<CallingSystem> => {
  const hash = secretHash(key)
  const found = await memory.getOrLoad(hash.toString('base64url'), () => load(db, hash, nowMs))
  if (found.expiresMs <= nowMs) throw new Problem('system_key.invalid')
  return found
}
