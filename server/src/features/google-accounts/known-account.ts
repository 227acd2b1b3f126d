import type { Capability } from '@tablewire/contracts/rms/system-fields'
import { createHash } from 'node:crypto'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod/mini'
import { passwordMatches } from '#src/features/people/api.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'
import type {} from './account-rows.ts'

/** An account as its calls need it, with the channel in whose name they book. */
export type CallingAccount = {
  id: string
  key: string
  environment: 'sandbox' | 'production'
  capabilities: z.infer<typeof Capability>[]
  channel: { id: string; name: string; rateLimitPerMinute: number; unlimited: boolean; test: boolean; product: 'google' }
}
type Known = CallingAccount & {
  /** Those of passwords that have ended as well; null = none. */
  usernames: string[] | null
  passwords: { id: string; username: string; hash: string; expiresMs: number }[]
}

/** TTL cache of five seconds: what another process changes counts here after that. */
const memory = makeTtlCache<Known>({ keepMs: 5000, max: 1000 })
export const forgetAccounts = (): void => memory.forget(() => true)

/** That a password fits a hash never changes; checking it takes as long as it is meant to, which no lookup may wait for each time. */
const fits = makeTtlCache<{ right: boolean }>({ keepMs: 600_000, max: 1000 })
const isRight = async (hash: string | undefined, password: string): Promise<boolean> => {
  const key = createHash('sha256')
    .update(JSON.stringify([hash ?? null, password]))
    .digest('base64url')
  return (await fits.getOrLoad(key, async () => ({ right: await passwordMatches(hash, password) }))).right
}

type Row = Omit<Known, 'channel'> & {
  channelId: string
  channelName: string
  rateLimitPerMinute: number
  unlimited: boolean
  test: boolean
}
const load = async (db: Db, which: RawBuilder<SqlBool>): Promise<Known | undefined> => {
  const { rows } = await sql<Row>`
    select a.id, a.key, a.environment, a.capabilities,
      (select array_agg(distinct u.name) filter (where u.name is not null)
        from (select a.username as name union all select p.username from google_passwords p where p.account_id = a.id) u) as usernames,
      c.id as channel_id, c.name as channel_name, c.rate_limit_per_minute, c.test,
      jsonb_strip_nulls(c.limits) = '{}' and not exists (select from channel_venues cv where cv.channel_id = c.id and cv.limits is not null) as unlimited,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'username', p.username, 'hash', p.hash, 'expiresMs', extract(epoch from p.expires_at) * 1000)), '[]')
        from google_passwords p where p.account_id = a.id and p.expires_at > now() - interval '1 day') as passwords
    from google_accounts a join channels c on c.id = a.channel_id
    where a.active and c.active and ${which}`.execute(db)
  if (!rows[0]) return undefined
  const { channelId, channelName, rateLimitPerMinute, unlimited, test, ...account } = rows[0]
  return { ...account, channel: { id: channelId, name: channelName, rateLimitPerMinute, unlimited, test, product: 'google' } }
}

const accountAt = (db: Db, key: string | undefined): Promise<Known | undefined> => {
  const which = key === undefined ? sql<SqlBool>`a.is_default` : sql<SqlBool>`a.key = ${key}`
  return memory.getOrLoad(key ?? '', () => load(db, which) as Promise<Known>)
}

/** Passwords: the newest, and the one Google still uses. */
export const goodAtOnce = 2

type Shown = { key: string | undefined; username: string; password: string }
/** The account whose user name and password were shown, by its key or the default one; undefined when they are not good at this moment. */
export const knownAccountBy = async (
  db: Db,
  { key, username, password }: Shown,
  nowMs: number,
): Promise<(CallingAccount & { passwordId: string }) | undefined> => {
  const found = await accountAt(db, key)
  const good = found?.passwords.filter((one) => one.username === username && one.expiresMs > nowMs) ?? []
  for (const { id, hash } of good) {
    if (!found || !(await isRight(hash, password))) continue
    const { passwords: _, usernames: _names, ...account } = found
    return { ...account, passwordId: id }
  }
  // Somebody unknown is refused in the same time, as if he had as many passwords as one may have.
  for (let checked = good.length; checked < goodAtOnce; checked++) await isRight(undefined, password)
  return undefined
}

/** The account that refuses whoever shows such a user name with a password that is not good; undefined where the name is nobody's. */
export const accountRefusing = async (db: Db, { key, username }: Omit<Shown, 'password'>): Promise<string | undefined> => {
  const found = await accountAt(db, key)
  return found?.usernames?.includes(username) ? found.id : undefined
}

/** An account by its id, for work that goes out in its name; undefined while it or its channel is switched off. */
export const accountById = async (db: Db, id: string): Promise<CallingAccount | undefined> => {
  const found = await load(db, sql<SqlBool>`a.id = ${id}`)
  if (!found) return undefined
  const { passwords: _, usernames: _names, ...account } = found
  return account
}
