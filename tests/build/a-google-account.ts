import type {} from '@tablewire/server/features/google-accounts/account-rows'
import type { Capability } from '@tablewire/contracts/rms/system-fields'
import { hashPassword } from '@tablewire/server/features/people/api'
import type { Ports } from '@tablewire/server/platform/ctx'
import type { Db } from '@tablewire/server/platform/db/schema'
import { newId } from '@tablewire/server/platform/id'
import type { z } from 'zod/mini'

export type TestGoogleAccount = { id: string; key: string; username: string; password: string; passwordId: string }

type Overrides = {
  channelId: string
  isDefault?: boolean
  environment?: 'sandbox' | 'production'
  capabilities?: z.infer<typeof Capability>[]
  systemId?: string
  brandId?: string
}

/** An account at Google with one good password; its channel counts as Google's from now on. */
export const aGoogleAccount = async (db: Db, { channelId, ...overrides }: Overrides): Promise<TestGoogleAccount> => {
  const id = newId()
  const account = { id, key: `g${id.slice(-12)}`, username: 'maps-booking', password: `secret-${id}`, passwordId: newId() }
  const now = new Date()
  await db.updateTable('channels').set({ product: 'google' }).where('id', '=', channelId).execute()
  await db
    .insertInto('googleAccounts')
    .values({
      id,
      key: account.key,
      name: `Google ${id}`,
      environment: 'production',
      channelId,
      username: account.username,
      createdAt: now,
      updatedAt: now,
      ...overrides,
    })
    .execute()
  await db
    .insertInto('googlePasswords')
    .values({
      id: account.passwordId,
      accountId: id,
      username: account.username,
      hash: await hashPassword(account.password),
      createdBy: 'test',
      createdAt: now,
      expiresAt: new Date(now.getTime() + 180 * 86_400_000),
    })
    .execute()
  return account
}

/** What an account needs so that feeds can be sent: a host on this machine, a user for each kind, and a key. */
export const readyForFeeds = async (
  db: Db,
  { secrets }: Pick<Ports, 'secrets'>,
  { id, port, hostKey = null, privateKey = 'none' }: { id: string; port: number; hostKey?: string | null; privateKey?: string },
): Promise<void> => {
  const sftpUsers = JSON.stringify({ merchants: 'feeds-m', service: 'feeds-s', availability: 'feeds-a', generic: null })
  const host = { sftpUrl: '127.0.0.1', sftpPort: port, sftpHostKey: hostKey, sftpUsers }
  await db.updateTable('googleAccounts').set(host).where('id', '=', id).execute()
  await db
    .insertInto('googleSecrets')
    .values({ accountId: id, name: 'sftpPrivateRsaKey', sealed: secrets.seal(privateKey), setAt: new Date() })
    .execute()
}
