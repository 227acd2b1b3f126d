import type { Role } from '@tablewire/contracts/identity/access'
import type { Token } from '@tablewire/contracts/identity/session'
import {
  sessionOrigin,
  lockAccountsShared,
  insertSession,
  isAbove,
  keepSessionUntil,
  newTokens,
  requireUser,
  tokenView,
  type UserRecord,
} from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, newSecret, secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'

/** Time limit of acting: a working day. */
const longestHours = 8
/** The administrator's own session has to outlive it. */
const keptHours = 24

/** The platform's own masters, and machines. */
export const neverActedAs: readonly Role[] = ['ROLE_SUPER_ADMIN', 'ROLE_COMPANY_BOT', 'ROLE_SDK_BOT']

const seesAll = async (ctx: Ctx, { id, allVenues }: UserRecord): Promise<boolean> => {
  if (ctx.scope.kind === 'all' || ctx.scope.kind === 'company') return true
  if (ctx.scope.kind !== 'venues' || allVenues) return false
  const mine = new Set(ctx.scope.ids)
  const theirs = await ctx.db.selectFrom('userVenues').select('venueId').where('userId', '=', id).execute()
  return theirs.every(({ venueId }) => mine.has(venueId))
}

/** Permission check: users of a company with no more permissions than the administrator; never people of the platform, machines or oneself (AC8). */
export const customerFor = async (ctx: Ctx, id: string): Promise<UserRecord> => {
  const actor = requireUser(ctx)
  const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', id).where('disabledAt', 'is', null).executeTakeFirst()
  if (!user || (actor.companyId !== null && user.companyId !== actor.companyId)) throw new Problem('user.not_found')
  const customer = user.companyId !== null && user.id !== actor.id && !user.roles.some((role) => neverActedAs.includes(role))
  if (!customer || isAbove(ctx, user) || !(await seesAll(ctx, user))) throw new Problem('acting.denied')
  return user
}

/** Starts a session of the customer that records the acting administrator. It has nothing to do with the customer's own sessions. */
export const actAs = async (ctx: Ctx, id: string): Promise<Token & { back_token: string }> => {
  const actor = requireUser(ctx)
  if (actor.actedBy) throw new Problem('acting.forbidden')
  const customer = await customerFor(ctx, id)
  return transaction(ctx, async (inner) => {
    const held = await lockAccountsShared(inner, [actor.id, customer.id])
    if (!held.some(({ id: heldId, disabledAt }) => heldId === customer.id && disabledAt === null)) throw new Problem('user.not_found')
    const now = inner.clock()
    const actingUntil = now.add({ hours: longestHours }).toString()
    const kept = await keepSessionUntil(inner, actor.sessionId, now.add({ hours: keptHours }).toString())
    if (!kept) throw new Problem('session.expired')
    const sessionId = newId()
    const { kept: begun, ...tokens } = newTokens(inner, { longTime: false, until: actingUntil })
    const back = newSecret()
    const by = { actedByUserId: actor.id, actedBySessionId: actor.sessionId, backHash: secretHash(back) }
    const acting = { kind: 'acting' as const, ...by, actingUntil }
    await insertSession(inner, { id: sessionId, userId: customer.id, createdAt: begun.usedAt, ...sessionOrigin(ctx), ...acting, ...begun })
    const after = {
      name: `${customer.firstName} ${customer.lastName}`,
      companyId: customer.companyId,
      sessionId,
      address: ctx.origin.address,
    }
    await audit(inner, { action: 'acting.started', subject: 'user', subjectId: customer.id, after })
    return { ...tokenView(tokens, customer.roles), back_token: back }
  })
}
