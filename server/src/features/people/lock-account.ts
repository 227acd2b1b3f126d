import type { Ctx } from '#src/platform/ctx.ts'
import type { UserRecord } from './user-rows.ts'

/**
 * Locks accounts (`for share`) until the transaction ends. Disabling one, or changing its password or second factors, waits until then and so revokes the
 * session that begins here; a later session sees the change.
 */
export const lockAccountsShared = async (ctx: Ctx, ids: readonly string[]) =>
  ctx.db.selectFrom('users').select(['id', 'passwordHash', 'disabledAt']).where('id', 'in', ids).orderBy('id').forShare().execute()

/** The conflicting lock, for changes: no session begins meanwhile. */
export const lockAccount = async (ctx: Ctx, id: string): Promise<void> => {
  await ctx.db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Hashing a password takes long: checks, under the lock, that the account is unchanged since. */
export const isUnchanged = async (ctx: Ctx, { id, passwordHash }: Pick<UserRecord, 'id' | 'passwordHash'>): Promise<boolean> => {
  const [now] = await lockAccountsShared(ctx, [id])
  return now !== undefined && now.disabledAt === null && now.passwordHash === passwordHash
}
