import type { Holder } from '@tablewire/contracts/identity/access'
import { createUser, keptUser, renewPassword, requireBelow, userById } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newSecret } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { sql } from 'kysely'
import { venueIdOf } from './venue-ref.ts'
import { readVenue } from './venue-view.ts'

const daily: Holder['permissions'] = ['reservations', 'profileManagement', 'channelManagement', 'analytics', 'venues', 'notifications']

/** What the venue's own login may do: the daily work, and nothing that whoever hands it out may not do. */
const permissionsFor = async (ctx: Ctx): Promise<Holder['permissions']> => {
  if (ctx.actor.kind !== 'user' || ctx.ability.can('manage', 'venues')) return daily
  const { permissions } = await userById(ctx, ctx.actor.id)
  return daily.filter((permission) => permissions.includes(permission))
}

/**
 * VE3: a sign-in for one venue. It is a manager's account that sees this venue alone; asking again gives it a new password and ends whatever was signed
 * in with the one before. Only the hash of the password is kept, and with the first sign-in another one is chosen, which nobody was shown.
 */
export const issueCredential = async (ctx: Ctx, ref: string): Promise<{ email: string; password: string }> =>
  transaction(ctx, async (inner) => {
    const id = await venueIdOf(inner, ref)
    const { rows } = await sql<{ userId: string | null }>`select access_user_id as user_id from venues where id = ${id} for update`.execute(
      inner.db,
    )
    const venue = await readVenue(inner, id)
    const password = newSecret().slice(0, 24)
    const permissions = await permissionsFor(inner)
    const known = rows[0]!.userId
    if (known) await requireMine(inner, known, permissions)
    const email = known ? await renewPassword(inner, known, { password, permissions }) : addressFor(inner, id)
    if (!known) {
      const person = { firstName: venue.name.slice(0, 80), lastName: 'Login', roles: ['ROLE_MANAGER'] as const }
      const userId = await createUser(inner, {
        ...person,
        email,
        password,
        oneTime: true,
        permissions,
        companyId: venue.companyId,
        venues: [id],
      })
      await inner.db.updateTable('venues').set({ accessUserId: userId }).where('id', '=', id).execute()
    }
    await audit(inner, {
      action: 'venue.credential_issued',
      subject: 'venue',
      subjectId: id,
      venueId: id,
      after: { email, first: known === null },
    })
    return { email, password }
  })

/**
 * The account may have been given more since: other venues, or another role. Its password would then open what the caller may not, so it is handed out
 * to nobody who does not keep that account himself.
 */
const requireMine = async (ctx: Ctx, userId: string, permissions: Holder['permissions']): Promise<void> => {
  if (ctx.actor.kind !== 'user') return
  const user = await keptUser(ctx, userId).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'user.not_found' ? new Problem('user.above') : error
  })
  // Its own areas are replaced by these; its roles stay.
  requireBelow(ctx, { ...user, permissions: [...permissions] })
}

/** Nobody reads mail there: the account is the venue's, its address only has to be one of a kind. */
const addressFor = (ctx: Ctx, venueId: string): string => `venue-${venueId}@${oneAddress(ctx.ports.config.mailFrom).address.split('@')[1]!}`
