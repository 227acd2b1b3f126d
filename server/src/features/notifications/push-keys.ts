import type { Ctx } from '#src/platform/ctx.ts'
import { makeVapidKeys, type VapidKeys } from '#src/platform/push/vapid.ts'
import type {} from './notification-rows.ts'

/** The key pair of this installation (VAPID), created on first use; the loser of a race takes what the winner wrote. */
export const pushKeys = async (ctx: Ctx): Promise<VapidKeys> => {
  const read = () => ctx.db.selectFrom('pushKeys').select(['publicKey', 'privateKeySealed']).executeTakeFirst()
  let row = await read()
  if (!row) {
    const { publicKey, privateKey } = makeVapidKeys()
    await ctx.db
      .insertInto('pushKeys')
      .values({ publicKey, privateKeySealed: ctx.ports.secrets.seal(privateKey) })
      .onConflict((on) => on.doNothing())
      .execute()
    row = (await read())!
  }
  return { publicKey: row.publicKey, privateKey: ctx.ports.secrets.open(row.privateKeySealed) }
}
