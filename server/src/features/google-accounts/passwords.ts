import type { GoogleAccount } from '@tablewire/contracts/google/google-accounts'
import { hashPassword } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { auditedFields, readAccount, requirePlatform } from './account-view.ts'
import { forgetAccounts, goodAtOnce } from './known-account.ts'

/** Google's own term: credentials of a booking server end after so long. */
const months = 6

/** Adds a password; the account's row is locked by the caller. With a third good one the oldest ends. */
export const addPassword = async (ctx: Ctx, account: { id: string; username: string | null }, password: string): Promise<void> => {
  if (account.username === null) throw new Problem('google_account.no_username', {}, { bookingServerUsername: [{ issue: 'required' }] })
  const now = ctx.clock()
  const before = await ctx.db
    .selectFrom('googlePasswords')
    .select('id')
    .where('accountId', '=', account.id)
    .where('expiresAt', '>', now.toString())
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const over = before.slice(goodAtOnce - 1).map(({ id }) => id)
  if (over.length) await ctx.db.updateTable('googlePasswords').set({ expiresAt: now.toString() }).where('id', 'in', over).execute()
  await ctx.db
    .insertInto('googlePasswords')
    .values({
      id: newId(),
      accountId: account.id,
      username: account.username,
      hash: await hashPassword(password),
      createdBy: ctx.actor.name,
      createdAt: now.toString(),
      expiresAt: now.toZonedDateTimeISO('UTC').add({ months }).toInstant().toString(),
    })
    .execute()
}

export const endAllPasswords = async (ctx: Ctx, accountId: string): Promise<void> => {
  const now = ctx.clock().toString()
  await ctx.db
    .updateTable('googlePasswords')
    .set({ expiresAt: now })
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .execute()
}

/** Ends one of them now. */
export const endPassword = async (ctx: Ctx, { id, passwordId }: { id: string; passwordId: string }): Promise<GoogleAccount> =>
  transaction(ctx, async (inner) => {
    requirePlatform(inner)
    const before = await readAccount(inner, id)
    if (!before.passwords.some((password) => password.id === passwordId)) throw new Problem('google_password.not_found')
    await inner.db.updateTable('googlePasswords').set({ expiresAt: inner.clock().toString() }).where('id', '=', passwordId).execute()
    const after = await readAccount(inner, id)
    await audit(inner, {
      action: 'google_account.password_ended',
      subject: 'google_account',
      subjectId: id,
      before: auditedFields(before),
      after: auditedFields(after),
    })
    inner.unitOfWork.afterCommit.push(forgetAccounts)
    return after
  })
