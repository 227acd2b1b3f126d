import { sql } from 'kysely'
import type { Db } from '#src/platform/db/schema.ts'
import { secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { makeShortMemory } from '#src/platform/short-memory.ts'

/** Whose key it is. */
export type KnownChannel = { id: string; name: string; rateLimitPerMinute: number; expiresMs: number }

/**
 * At most five seconds old. What changes in this process is forgotten at once; other processes learn of a channel switched off, or of a
 * key replaced, when their five seconds are over.
 */
const memory = makeShortMemory<KnownChannel>({ keepMs: 5000, max: 10_000 })
export const forgetChannel = (id: string): void => memory.forget((channel) => channel.id === id)

type Row = Omit<KnownChannel, 'expiresMs'> & { expiresAt: string | null }

const load = async (db: Db, hash: Buffer): Promise<KnownChannel> => {
  const { rows } = await sql<Row>`
    select c.id, c.name, c.rate_limit_per_minute, k.expires_at
    from channel_keys k join channels c on c.id = k.channel_id where k.hash = ${hash} and c.active`.execute(db)
  if (!rows[0]) throw new Problem('channel_key.invalid')
  const { expiresAt, ...channel } = rows[0]
  return { ...channel, expiresMs: expiresAt === null ? Infinity : Date.parse(expiresAt) }
}

/** The active channel of a key that is good at this moment; otherwise `channel_key.invalid`. */
export const knownChannelBy = async (db: Db, key: string, nowMs: number): Promise<KnownChannel> => {
  const hash = secretHash(key)
  const found = await memory.recall(hash.toString('base64url'), () => load(db, hash))
  if (found.expiresMs <= nowMs) throw new Problem('channel_key.invalid')
  return found
}
