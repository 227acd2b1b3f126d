import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { secretHash } from '#src/platform/id.ts'
import type {} from './factor-rows.ts'

/** A device without a sign-in for so long is unknown again. */
const keepDays = 180
/** Of one account; the longest unused go. */
const mostDevices = 50
const nobody = '00000000-0000-0000-0000-000000000000'

/** Whether that account has signed in at this browser before. For an unknown account the same query runs (no timing oracle). */
export const isKnownDevice = async (ctx: Ctx, userId: string | undefined, device: string | undefined): Promise<boolean> => {
  if (device === undefined) return false
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from known_devices where user_id = ${userId ?? nobody} and hash = ${secretHash(device)}) as known`.execute(ctx.db)
  return rows[0]!.known
}

/** Whether any account has: a sign-in by passkey does not name one in advance. */
export const isAnybodysDevice = async (ctx: Ctx, device: string | undefined): Promise<boolean> => {
  if (device === undefined) return false
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from known_devices where hash = ${secretHash(device)}) as known`.execute(ctx.db)
  return rows[0]!.known
}

/** Remembers the device after a sign-in. The browser made the text; without one nothing is stored. */
export const rememberDevice = async (ctx: Ctx, userId: string, device: string | undefined): Promise<void> => {
  if (device === undefined) return
  const usedAt = ctx.clock().toString()
  await ctx.db
    .insertInto('knownDevices')
    .values({ userId, hash: secretHash(device), usedAt })
    .onConflict((conflict) => conflict.columns(['userId', 'hash']).doUpdateSet({ usedAt }))
    .execute()
  await sql`delete from known_devices where user_id = ${userId} and hash in (
    select hash from known_devices where user_id = ${userId} order by used_at desc, hash offset ${mostDevices})`.execute(ctx.db)
}

/** Forgets the devices known through a lost password. */
export const forgetDevices = async (ctx: Ctx, userId: string): Promise<void> => {
  await ctx.db.deleteFrom('knownDevices').where('userId', '=', userId).execute()
}

export const tidyDevices = async (ctx: Ctx): Promise<void> => {
  const before = ctx
    .clock()
    .subtract({ hours: keepDays * 24 })
    .toString()
  await ctx.db.deleteFrom('knownDevices').where('usedAt', '<', before).execute()
}
