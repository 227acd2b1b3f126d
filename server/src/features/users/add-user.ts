import { signInRoles, withSignIn } from '@tablewire/contracts/identity/roles'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { UserDetail, users } from '@tablewire/contracts/identity/users'
import { sql } from 'kysely'
import { hashPassword, insertUser, lockUserInScope, requireBelow, requireUser, setUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, newSecret } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { mailInvitation, mailOwner } from './invitation.ts'
import { readUser, userSnapshot } from './user-view.ts'
import { requireGivable, requireHome, roleSeesAll } from './user-rights.ts'

type Body = Received<typeof users.create>['body']

/** A company's people add to it alone; the platform's to any company, or to the platform itself. */
const companyFor = async (ctx: Ctx, wanted: string | null | undefined): Promise<string | null> => {
  const own = requireUser(ctx).companyId
  if (!wanted || wanted === own) return own
  const free = own === null && ctx.scope.kind === 'all'
  const known = free ? await ctx.db.selectFrom('companies').select('id').where('id', '=', wanted).executeTakeFirst() : undefined
  if (!known) throw new Problem('company.not_found')
  return known.id
}

/** The hash of a password that nobody knows, and nobody will: an invitation asks for a new one. */
export const unknowableHash = (): Promise<string> => hashPassword(newSecret())

type Making = { passwordHash: string; /** Sends the invitation, and tells the company's owner. */ tell: boolean }

/** Somebody new. Everybody counts as invited until a password is chosen; the mail may follow later. */
export const makeUser = async (ctx: Ctx, { companyId: wanted, ...body }: Body, { passwordHash, tell }: Making): Promise<UserDetail> => {
  const { roles, permissions = [], username = null, city = null, country = null, lang = ctx.lang, ...rest } = body
  requireGivable(ctx, { roles, permissions })
  return transaction(ctx, async (inner) => {
    const companyId = await companyFor(inner, wanted)
    requireHome({ roles, companyId })
    const id = newId()
    const now = inner.clock().toString()
    const held = withSignIn(roles)
    const signsIn = held.some((role) => signInRoles.includes(role))
    const given = { ...rest, username, city, country, lang, roles: held, permissions: [...new Set(permissions)] }
    await insertUser(inner, {
      ...given,
      id,
      companyId,
      passwordHash,
      allVenues: roleSeesAll(roles),
      settings: '{}',
      createdBy: requireUser(inner).id,
      createdAt: now,
      updatedAt: now,
      // Nobody has come yet, whatever the role: who signs in elsewhere is no more here than the others.
      invitedAt: now,
    })
    const user = await readUser(inner, id)
    if (tell && signsIn) await mailInvitation(inner, user)
    if (tell) await mailOwner(inner, user)
    await audit(inner, { action: 'user.created', subject: 'user', subjectId: id, companyId, after: userSnapshot(user) })
    return user
  })
}

/** Somebody new, who gets a mail to choose a password and can sign in at once after it. */
export const addUser = async (ctx: Ctx, body: Body): Promise<UserDetail> =>
  makeUser(ctx, body, { passwordHash: await unknowableHash(), tell: true })

/** Sends the link anew; the one before no longer counts. */
export const inviteAgain = async (ctx: Ctx, id: string): Promise<UserDetail> =>
  transaction(ctx, async (inner) => {
    const user = await lockUserInScope(inner, id)
    requireBelow(inner, user)
    if (user.disabledAt !== null) throw new Problem('user.disabled')
    if (!user.roles.some((role) => signInRoles.includes(role))) throw new Problem('user.cannot_sign_in')
    if (user.joinedAt !== null || user.invitedAt === null) throw new Problem('user.joined')
    await setUser(inner, id, { invitedAt: inner.clock().toString(), version: sql`version + 1` })
    const after = await readUser(inner, id)
    await mailInvitation(inner, after)
    await audit(inner, { action: 'user.invited', subject: 'user', subjectId: id, companyId: user.companyId, after: { email: user.email } })
    return after
  })
