import { randomInt } from 'node:crypto'
import type { Ctx } from '#src/platform/ctx.ts'
import type {} from './factor-rows.ts'

const count = 10
const purpose = 'recovery code'
/** No 0/O, 1/I/L; ten signs = 49 bits, tried ten times in a quarter of an hour. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

const newCode = (): string => {
  const signs = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${signs.slice(0, 5)}-${signs.slice(5)}`
}
const signedText = (userId: string, code: string): string => `${userId} ${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`

/** Ten new codes, replacing the older ones; only hashes are stored. */
export const renewRecoveryCodes = async (ctx: Ctx, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: count }, newCode)
  const createdAt = ctx.clock().toString()
  await ctx.db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await ctx.db
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, mark: ctx.ports.secrets.sign(purpose, signedText(userId, code)), createdAt })))
    .execute()
  return codes
}

/** Uses up a code: single-use. All are compared, in constant time. */
export const spendRecoveryCode = async (ctx: Ctx, userId: string, code: string): Promise<boolean> => {
  const rows = await ctx.db.selectFrom('recoveryCodes').select('mark').where('userId', '=', userId).where('usedAt', 'is', null).execute()
  const text = signedText(userId, code)
  const found = rows.filter(({ mark }) => ctx.ports.secrets.verify(purpose, text, mark))[0]
  if (!found) return false
  const spent = await ctx.db
    .updateTable('recoveryCodes')
    .set({ usedAt: ctx.clock().toString() })
    .where('userId', '=', userId)
    .where('mark', '=', found.mark)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

export const recoveryCodesLeft = async (ctx: Ctx, userId: string): Promise<number> => {
  const { left } = await ctx.db
    .selectFrom('recoveryCodes')
    .select((of) => of.fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

export const removeRecoveryCodes = async (ctx: Ctx, userId: string): Promise<void> => {
  await ctx.db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}
