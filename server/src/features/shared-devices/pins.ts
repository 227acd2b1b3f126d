import type { PinHolder } from '@tablewire/contracts/identity/shared-devices'
import { isTrivialPin } from '@tablewire/contracts/identity/shared-devices.rules'
import {
  countOwnAttempt,
  hashPassword,
  passwordIsRight,
  passwordMatches,
  requireBelow,
  requireNotActing,
  requireUser,
  userById,
} from '#src/features/people/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './device-rows.ts'
import { forgetTries, openTablets } from './pin-tries.ts'
import { teamOf } from './team.ts'

type PinState = { pinSet: boolean; changedAt: string | null }

export const pinState = async (ctx: Ctx): Promise<PinState> => {
  const { id } = requireUser(ctx)
  const row = await ctx.db.selectFrom('personPins').select('changedAt').where('userId', '=', id).executeTakeFirst()
  return { pinSet: row !== undefined, changedAt: row?.changedAt ?? null }
}

/** Undefined where the person has none. */
export const pinMatches = async (ctx: Ctx, personId: string, pin: string): Promise<boolean | undefined> => {
  const row = await ctx.db.selectFrom('personPins').select('sealed').where('userId', '=', personId).executeTakeFirst()
  return row && passwordMatches(ctx.ports.secrets.open(row.sealed), pin)
}

/** Whoever was let in by the former PIN is out. */
const endActs = (ctx: Ctx, userId: string) => ctx.db.deleteFrom('deviceActs').where('userId', '=', userId).execute()

/** By the password, as whatever lets one in: a screen left open must not give anybody else a PIN of one's own. */
export const setPin = async (ctx: Ctx, { pin, currentPassword }: { pin: string; currentPassword: string }): Promise<PinState> => {
  const { id } = requireNotActing(ctx)
  if (isTrivialPin(pin)) throw new Problem('pin.trivial', {}, { pin: [{ issue: 'invalid' }] })
  const attempt = await countOwnAttempt(ctx, id)
  if (!(await passwordIsRight(ctx, id, currentPassword))) throw new Problem('password.wrong')
  await attempt.undo()
  const sealed = ctx.ports.secrets.seal(await hashPassword(pin))
  return transaction(ctx, async (inner) => {
    const changedAt = inner.clock().toString()
    await inner.db
      .insertInto('personPins')
      .values({ userId: id, sealed, changedAt })
      .onConflict((same) => same.column('userId').doUpdateSet({ sealed, changedAt }))
      .execute()
    await endActs(inner, id)
    await forgetTries(inner, id)
    await audit(inner, { action: 'pin.changed', subject: 'user', subjectId: id })
    return { pinSet: true, changedAt }
  })
}

export const removePin = (ctx: Ctx): Promise<PinState> => {
  const { id } = requireNotActing(ctx)
  return transaction(ctx, async (inner) => {
    await inner.db.deleteFrom('personPins').where('userId', '=', id).execute()
    await endActs(inner, id)
    await audit(inner, { action: 'pin.removed', subject: 'user', subjectId: id })
    return { pinSet: false, changedAt: null }
  })
}

/** A manager takes it away and never learns it; not of somebody who may more than he does. */
export const resetPin = (ctx: Ctx, venueId: string, userId: string): Promise<PinHolder> =>
  transaction(ctx, async (inner) => {
    const venue = await venueWithBook(inner, venueId)
    const [member] = await teamOf(inner, venue.id, userId)
    if (!member) throw new Problem('user.not_found')
    requireBelow(inner, await userById(inner, userId))
    await inner.db.deleteFrom('personPins').where('userId', '=', userId).execute()
    await endActs(inner, userId)
    await forgetTries(inner, userId)
    await openTablets(inner, venue.id)
    await audit(inner, { action: 'pin.reset', subject: 'user', subjectId: userId, venueId: venue.id })
    return { id: member.id, name: member.name, pinSet: false, lockedUntil: null }
  })
