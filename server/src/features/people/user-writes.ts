import { type InsertObject, sql, type UpdateObject } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Tables } from '#src/platform/db/schema.ts'
import { secretHash } from '#src/platform/id.ts'
import type {} from './user-rows.ts'

/** An e-mail address that is taken fails as the database says it (23505). */
export const insertUser = async (ctx: Ctx, user: InsertObject<Tables, 'users'>): Promise<void> => {
  await ctx.db.insertInto('users').values(user).execute()
}

export const setUser = async (ctx: Ctx, id: string, changes: UpdateObject<Tables, 'users'>): Promise<void> => {
  await ctx.db.updateTable('users').set(changes).where('id', '=', id).execute()
}

/** Deletes what belongs to the user alone. */
export const removeUser = async (ctx: Ctx, id: string): Promise<void> => {
  await ctx.db.deleteFrom('users').where('id', '=', id).execute()
}

/** The right to choose a new password is good this long. */
const resetMinutes = 60

/** The token of a recovery link, single-use; replaces the previous one. `invitation`: it sets the user's first password. */
export const keepReset = async (
  ctx: Ctx,
  {
    userId,
    token,
    purpose,
    minutes = resetMinutes,
  }: { userId: string; token: string; purpose: 'recovery' | 'invitation'; minutes?: number },
): Promise<void> => {
  const kept = {
    hash: secretHash(token),
    purpose,
    createdAt: ctx.clock().toString(),
    expiresAt: ctx.clock().add({ minutes }).toString(),
  }
  await ctx.db
    .insertInto('passwordResets')
    .values({ userId, ...kept })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(kept))
    .execute()
}

/** Invalidates links sent before. */
export const dropResets = async (ctx: Ctx, userId: string): Promise<void> => {
  await ctx.db.deleteFrom('passwordResets').where('userId', '=', userId).execute()
}

export const insertSession = async (ctx: Ctx, session: InsertObject<Tables, 'sessions'>): Promise<void> => {
  await ctx.db.insertInto('sessions').values(session).execute()
}

export const setSession = async (ctx: Ctx, id: string, changes: UpdateObject<Tables, 'sessions'>): Promise<void> => {
  await ctx.db.updateTable('sessions').set(changes).where('id', '=', id).execute()
}

/** A running session can be renewed until then at least; false = it is not running any more. */
export const keepSessionUntil = async (ctx: Ctx, id: string, until: string): Promise<boolean> => {
  const { numUpdatedRows } = await ctx.db
    .updateTable('sessions')
    .set({ refreshExpiresAt: sql`greatest(refresh_expires_at, ${until}::timestamptz)` })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends an acting session by its return token; returns the administrator's own session. */
export const endActing = async (
  ctx: Ctx,
  { sessionId, backHash }: { sessionId: string; backHash: Buffer },
): Promise<{ actedBySessionId: string | null } | undefined> =>
  ctx.db
    .updateTable('sessions')
    .set({ endedAt: ctx.clock().toString() })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('backHash', '=', backHash)
    .returning('actedBySessionId')
    .executeTakeFirst()

/** Reuse of a rotated refresh token: its bearer is not the owner. */
export const spendRefreshToken = async (ctx: Ctx, spent: { hash: Buffer; sessionId: string }): Promise<void> => {
  await ctx.db.insertInto('spentRefreshTokens').values(spent).execute()
}

/** Revokes a user's running sessions, except `except`; `actedBy`: also those in which they act as another user. Returns how many ended. */
export const endSessions = async (
  ctx: Ctx,
  { userId, except, actedBy = false }: { userId: string; except?: string; actedBy?: boolean },
): Promise<number> => {
  const ended = await ctx.db
    .updateTable('sessions')
    .set({ endedAt: ctx.clock().toString() })
    .where((row) => row.or([row('userId', '=', userId), ...(actedBy ? [row('actedByUserId', '=', userId)] : [])]))
    .where('endedAt', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '<>', except!))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
