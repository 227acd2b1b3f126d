import type { Ctx } from '#src/platform/ctx.ts'
import type { UserRecord } from './user-rows.ts'

/**
 * Keeps accounts as they are until the transaction ends. Whoever disables one, or changes its password or second factors, waits until then and so finds the
 * session that begins here; a session that comes later finds what was changed.
 */
export const holdAccounts = async (ctx: Ctx, ids: readonly string[]) =>
  ctx.db.selectFrom('users').select(['id', 'passwordHash', 'disabledAt']).where('id', 'in', ids).orderBy('id').forShare().execute()

/** The same for who changes it: nobody begins a session meanwhile. */
export const lockAccount = async (ctx: Ctx, id: string): Promise<void> => {
  await ctx.db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Working out a password's hash takes long: whether the account is still the one it was worked out for. Held until the transaction ends. */
export const isUnchanged = async (ctx: Ctx, { id, passwordHash }: Pick<UserRecord, 'id' | 'passwordHash'>): Promise<boolean> => {
  const [now] = await holdAccounts(ctx, [id])
  return now !== undefined && now.disabledAt === null && now.passwordHash === passwordHash
}
