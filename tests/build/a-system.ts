import { createHash } from 'node:crypto'
import type {} from '@tablewire/server/features/rms-settings/system-rows'
import type {} from '@tablewire/server/features/venues/venue-rows'
import type { Db } from '@tablewire/server/platform/db/schema'
import { newId, newSecret } from '@tablewire/server/platform/id'
import { aGoogleAccount, type TestGoogleAccount } from './a-google-account.ts'

export type TestSystem = { id: string; code: string; name: string; key: string }

/** An active reservation system with one good key; `venues` are moved to it. */
export const aSystem = async (
  db: Db,
  { venues = [], ...overrides }: { name?: string; active?: boolean; rateLimitPerMinute?: number; venues?: readonly string[] } = {},
): Promise<TestSystem> => {
  const id = newId()
  const key = `rms_${newSecret()}`
  const system = { id, code: `s${id.slice(-12)}`, name: `System ${id}`, ...overrides }
  const now = new Date()
  await db.insertInto('systems').values(system).execute()
  await db
    .insertInto('systemKeys')
    .values({
      id: newId(),
      hash: createHash('sha256').update(key).digest(),
      systemId: id,
      hint: key.slice(-4),
      createdBy: 'test',
      createdAt: now,
    })
    .execute()
  if (venues.length)
    await db
      .updateTable('venues')
      .set({ systemId: id })
      .where('id', 'in', [...venues])
      .execute()
  return { id: system.id, code: system.code, name: system.name, key }
}

/** An account at Google of a system that has nothing else. */
export const aSystemsGoogle = async (db: Db, channelId: string): Promise<TestGoogleAccount> =>
  aGoogleAccount(db, { channelId, systemId: (await aSystem(db)).id })
