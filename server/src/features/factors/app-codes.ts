import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './factor-rows.ts'
import { newTotpSecret, stepOfCode, toBase32, totpUri } from './totp.ts'

const secretOf = (ctx: Ctx, sealed: string): Buffer => Buffer.from(ctx.ports.secrets.open(sealed), 'base64url')

/** A secret that is active once a code of it was verified; replaces one that never was. */
export const startTotp = async (
  ctx: Ctx,
  userId: string,
  label: { issuer: string; account: string },
): Promise<{ secret: string; uri: string }> => {
  const secret = newTotpSecret()
  const row = { sealed: ctx.ports.secrets.seal(secret.toString('base64url')), lastStep: 0, createdAt: ctx.clock().toString() }
  const written = await ctx.db
    .insertInto('totpSecrets')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row).where('totpSecrets.confirmedAt', 'is', null))
    .executeTakeFirst()
  if (!written.numInsertedOrUpdatedRows) throw new Problem('totp.active')
  return { secret: toBase32(secret), uri: totpUri(secret, label) }
}

/** Uses up a code: true once, and never again for this code or an earlier one (no replay). */
const spend = async (ctx: Ctx, userId: string, { otp, confirmed }: { otp: string; confirmed: boolean }): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('totpSecrets')
    .select(['sealed', 'lastStep', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row || (row.confirmedAt !== null) !== confirmed) return false
  const step = stepOfCode(secretOf(ctx, row.sealed), otp, { atMs: ctx.clock().epochMilliseconds, lastStep: row.lastStep })
  if (step === undefined) return false
  // Race: of two requests with the same code one is refused; and a secret replaced meanwhile is another one.
  const spent = await ctx.db
    .updateTable('totpSecrets')
    .set({ lastStep: step, ...(confirmed ? {} : { confirmedAt: ctx.clock().toString() }) })
    .where('userId', '=', userId)
    .where('sealed', '=', row.sealed)
    .where('lastStep', '<', step)
    .where('confirmedAt', confirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

export const spendTotp = (ctx: Ctx, userId: string, otp: string): Promise<boolean> => spend(ctx, userId, { otp, confirmed: true })

/** The first code activates a new secret. */
export const confirmTotp = (ctx: Ctx, userId: string, otp: string): Promise<boolean> => spend(ctx, userId, { otp, confirmed: false })

/** Since when codes are required; null = a secret waits for its first code; undefined = there is none. */
export const totpSince = async (ctx: Ctx, userId: string): Promise<string | null | undefined> =>
  (await ctx.db.selectFrom('totpSecrets').select('confirmedAt').where('userId', '=', userId).executeTakeFirst())?.confirmedAt

export const removeTotp = async (ctx: Ctx, userId: string): Promise<boolean> => {
  const gone = await ctx.db.deleteFrom('totpSecrets').where('userId', '=', userId).where('confirmedAt', 'is not', null).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
