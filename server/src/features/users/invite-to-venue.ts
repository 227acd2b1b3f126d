import { abilityOf, holdsAll, type Holder, isAgent, type Permission } from '@tablewire/contracts/identity/access'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { grantVenues, regrantVenues } from '#src/features/access/api.ts'
import { insertUser, invalidateUser, type UserRecord } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { unknowableHash } from './add-user.ts'
import { enqueueInvitation } from './invitation.ts'

/** What somebody may do who looks after one house. */
const areas: readonly Permission[] = [
  'reservations',
  'profileManagement',
  'reviews',
  'channelManagement',
  'analytics',
  'venues',
  'notifications',
]

/** ON1, of who has not signed in: whether he could give somebody all of that himself. */
export const mayLetIn = (holder: Holder): boolean => {
  const ability = abilityOf(holder)
  const given = { roles: ['ROLE_MANAGER' as const], permissions: areas, companyId: holder.companyId, allVenues: false }
  return ability.can('create', 'users') && holdsAll(ability, abilityOf(given))
}

type Invited = { firstName: string; lastName: string; email: string; lang: Lang }
type Place = { venueId: string; /** Who says so, as the mail names him. */ by: string }
/** `elsewhere`: an account with that address belongs to somebody who cannot be given this venue. */
type InvitedOutcome = 'invited' | 'given' | 'there' | 'elsewhere'

const giveToKnown = async (
  ctx: Ctx,
  user: UserRecord,
  { venueId, companyId }: { venueId: string; companyId: string },
): Promise<InvitedOutcome> => {
  if (user.companyId !== companyId || user.disabledAt !== null || isAgent(user.roles)) return 'elsewhere'
  if (user.allVenues) return 'there'
  const has = await ctx.db
    .selectFrom('userVenues')
    .select('venueId')
    .where('userId', '=', user.id)
    .where('venueId', '=', venueId)
    .executeTakeFirst()
  if (has) return 'there'
  const grouped = await ctx.db.selectFrom('userGroups').select('groupId').where('userId', '=', user.id).limit(1).executeTakeFirst()
  // Who sees groups is given groups by whoever keeps the company.
  if (grouped) return 'elsewhere'
  await regrantVenues(ctx, user.id, { add: [venueId], remove: [] })
  await audit(ctx, {
    action: 'user.venues_given',
    subject: 'user',
    subjectId: user.id,
    venueId,
    companyId,
    after: { added: [venueId] },
  })
  ctx.unitOfWork.afterCommit.push(() => invalidateUser(user.id))
  return 'given'
}

/** Access to one house for somebody its restaurant named, without anybody signed in: an account of the house's company with that venue alone. */
export const inviteToVenue = async (ctx: Ctx, person: Invited, { venueId, by }: Place): Promise<InvitedOutcome> => {
  const passwordHash = await unknowableHash()
  return transaction(ctx, async (inner) => {
    const { companyId } = await inner.db.selectFrom('venues').select('companyId').where('id', '=', venueId).executeTakeFirstOrThrow()
    const email = person.email.trim().toLowerCase()
    const known = await inner.db.selectFrom('users').selectAll().where('email', '=', email).forUpdate().executeTakeFirst()
    if (known) return giveToKnown(inner, known, { venueId, companyId })
    const id = newId()
    const now = inner.clock().toString()
    const given = { ...person, email, companyId, roles: ['ROLE_MANAGER' as const], permissions: [...areas] }
    await insertUser(inner, {
      ...given,
      id,
      username: null,
      city: null,
      country: null,
      passwordHash,
      allVenues: false,
      settings: '{}',
      createdBy: null,
      createdAt: now,
      updatedAt: now,
      invitedAt: now,
    })
    await grantVenues(inner, { userId: id, venues: [venueId] })
    await enqueueInvitation(inner, { userId: id, by, companyId })
    await audit(inner, {
      action: 'user.created',
      subject: 'user',
      subjectId: id,
      venueId,
      companyId,
      after: { ...given, venues: [venueId] },
    })
    return 'invited'
  })
}
