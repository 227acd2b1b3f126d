import type { ChannelProduct } from '@tablewire/contracts/channels/channel-objects'
import { sql } from 'kysely'
import type { Db } from '#src/platform/db/schema.ts'
import { secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'

/** Whose key it is. */
export type CallingChannel = {
  id: string
  name: string
  rateLimitPerMinute: number
  unlimited: boolean
  keyId: string
  test: boolean
  product: ChannelProduct | null
  expiresMs: number
}

/**
 * At most five seconds old. What changes in this process is forgotten at once; other processes learn of a channel switched off, or of a
 * key replaced, when their five seconds are over.
 */
const memory = makeTtlCache<CallingChannel>({ keepMs: 5000, max: 10_000 })
export const invalidateChannel = (id: string): void => memory.forget((channel) => channel.id === id)

type Row = Omit<CallingChannel, 'expiresMs'> & { expiresAt: string | null; lastUsedAt: string | null }

/** A key's last use is kept to the minute: nobody needs it closer, and each use would be a write. */
const usedEveryMs = 60_000

const load = async (db: Db, hash: Buffer, nowMs: number): Promise<CallingChannel> => {
  const { rows } = await sql<Row>`
    select c.id, c.name, c.rate_limit_per_minute, c.test, c.product, k.id as key_id, k.expires_at, k.last_used_at,
      jsonb_strip_nulls(c.limits) = '{}' and not exists (select from channel_venues cv where cv.channel_id = c.id and cv.limits is not null) as unlimited
    from channel_keys k join channels c on c.id = k.channel_id where k.hash = ${hash} and c.active`.execute(db)
  if (!rows[0]) throw new Problem('channel_key.invalid')
  const { expiresAt, lastUsedAt, ...channel } = rows[0]
  const expiresMs = expiresAt === null ? Infinity : Date.parse(expiresAt)
  if (expiresMs > nowMs && (lastUsedAt === null || nowMs - Date.parse(lastUsedAt) > usedEveryMs))
    // Nobody waits for it, and a channel is served also when it fails.
    sql`update channel_keys set last_used_at = to_timestamp(${nowMs}::float8 / 1000) where hash = ${hash}`
      .execute(db)
      .catch(() => undefined)
  return { ...channel, expiresMs }
}

/** The active channel of a key that is good at this moment; otherwise `channel_key.invalid`. */
export const knownChannelBy = async (db: Db, key: string, nowMs: number): Promise<CallingChannel> => {
  const hash = secretHash(key)
  const found = await memory.getOrLoad(hash.toString('base64url'), () => load(db, hash, nowMs))
  if (found.expiresMs <= nowMs) throw new Problem('channel_key.invalid')
  return found
}
