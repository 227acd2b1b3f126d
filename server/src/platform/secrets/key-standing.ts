import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { Problem } from '../problem.ts'
import { SecretError, type Secrets } from './secrets.ts'

/** Counts, by kind, of secrets sealed by keys this process does not have. */
export type Unreadable = { place: string; count: number }
export type KeyStatus = {
  /**
   * One of our keys has sealed in this database before, or nothing was sealed yet. Otherwise this process seals nothing: no other process could open
   * it.
   */
  proven: boolean
  unreadable: readonly Unreadable[]
}
type KeyUsage = { known: { keyId: string; proof: string }[]; sealed: (Unreadable & { keyId: string })[] }

const word = 'tablewire'
/** Key of the advisory lock: any number, the same in every version of the product. */
const lockKey = 7_231_905

export const keysUsed = async (db: Db): Promise<KeyUsage> => {
  const known = await sql<KeyUsage['known'][number]>`select key_id, proof from secret_keys order by since`.execute(db)
  const sealed = await sql<KeyUsage['sealed'][number]>`
    select place, key_id, count(*)::integer as count from sealed_values group by place, key_id order by place`.execute(db)
  return { known: known.rows, sealed: sealed.rows }
}

export const isUsed = ({ known, sealed }: KeyUsage): boolean => known.length + sealed.length > 0

const opens = (secrets: Secrets, { keyId, proof }: { keyId: string; proof: string }): boolean => {
  try {
    return secrets.keyIds.includes(keyId) && secrets.open(proof) === word
  } catch (error) {
    if (error instanceof SecretError) return false
    throw error
  }
}

const judge = (secrets: Secrets, { known, sealed }: KeyUsage, accept: boolean): KeyStatus => {
  const ours = sealed.filter(({ keyId }) => secrets.keyIds.includes(keyId))
  const missing = sealed.filter(({ keyId }) => !secrets.keyIds.includes(keyId))
  // A database from before keys were recorded: decided by its sealed rows.
  const proven = known.length ? known.some((one) => opens(secrets, one)) : ours.length > 0 || missing.length === 0
  const places = Map.groupBy(missing, ({ place }) => place)
  return {
    proven: proven || accept,
    unreadable: [...places].map(([place, all]) => ({ place, count: all.reduce((sum, { count }) => sum + count, 0) })),
  }
}

/** Whether these are the keys of this database; the first one is recorded. `accept`: the former keys are lost, and these replace them. */
export const proveKeys = (db: Db, secrets: Secrets, { accept = false } = {}): Promise<KeyStatus> =>
  db.transaction().execute(async (inner) => {
    // Of two first starts with different keys the second is refused.
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(inner)
    const standing = judge(secrets, await keysUsed(inner), accept)
    if (standing.proven)
      await sql`insert into secret_keys (key_id, proof) values (${secrets.keyId}, ${secrets.seal(word)}) on conflict do nothing`.execute(
        inner,
      )
    return standing
  })

/** What is still unreadable: credentials that are entered anew are sealed by a present key. */
export const stillUnreadable = async (db: Db, secrets: Secrets): Promise<readonly Unreadable[]> =>
  judge(secrets, await keysUsed(db), false).unreadable

/** The same secrets, which refuse to seal while their key is not this database's. */
export const guardedSecrets = (secrets: Secrets, { proven }: KeyStatus): Secrets =>
  proven
    ? secrets
    : {
        ...secrets,
        seal: () => {
          throw new Problem('secret.unreadable')
        },
      }
