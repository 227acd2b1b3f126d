import { createECDH } from 'node:crypto'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { notifications } from '@tablewire/contracts/operations/notifications'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { AddressRefused, guardedUrl } from '#src/platform/net/guard.ts'
import { Problem } from '#src/platform/problem.ts'
import { currentUserOf } from './current-user.ts'
import type {} from './notification-rows.ts'
import { pushServices } from './push-services.ts'

/** A person with more browsers than this has lost some; the oldest go. */
const mostDevices = 20

type SubscriptionInput = Received<typeof notifications.subscribe>['body']

/** SSRF guard: endpoints of browsers' push services only. */
const requirePushAddress = (ctx: Ctx, endpoint: string): void => {
  try {
    guardedUrl(endpoint, pushServices(ctx.ports.config))
  } catch (error) {
    if (error instanceof AddressRefused) throw new Problem('push.address_refused')
    throw error
  }
}

/** The person's subscribed browsers with a live session. */
export const liveDevices = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('pushSubscriptions')
    .innerJoin('sessions', 'sessions.id', 'pushSubscriptions.sessionId')
    .select(['pushSubscriptions.id', 'pushSubscriptions.device', 'pushSubscriptions.createdAt', 'pushSubscriptions.usedAt'])
    .where('pushSubscriptions.userId', '=', userId)
    .where('sessions.endedAt', 'is', null)
    .orderBy('pushSubscriptions.createdAt', 'desc')
    .orderBy('pushSubscriptions.id', 'desc')
    .execute()

/** A point of the curve, and a secret of sixteen bytes: anything else could never be written to. */
const requireKeys = ({ p256dh, auth }: SubscriptionInput['keys']): void => {
  try {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    pair.computeSecret(Buffer.from(p256dh, 'base64url'))
  } catch {
    throw new Problem('request.invalid', {}, { 'keys.p256dh': [{ issue: 'invalid' }] })
  }
  if (Buffer.from(auth, 'base64url').length !== 16) throw new Problem('request.invalid', {}, { 'keys.auth': [{ issue: 'invalid' }] })
}

/** A browser belongs to the last user who signed in there: no other person's data may reach its previous one. */
export const subscribeDevice = async (
  ctx: Ctx,
  { endpoint, keys, device }: SubscriptionInput,
): Promise<Result<typeof notifications.subscribe>> => {
  // An acting administrator must not go on receiving that customer's notifications.
  if (currentUserOf(ctx).actedBy) throw new Problem('acting.forbidden')
  requirePushAddress(ctx, endpoint)
  requireKeys(keys)
  return transaction(ctx, async (inner) => {
    const { id: userId, sessionId } = currentUserOf(inner)
    const values = { userId, sessionId, p256dh: keys.p256dh, auth: keys.auth, device, createdAt: inner.clock().toString() }
    await inner.db.deleteFrom('pushSubscriptions').where('endpoint', '=', endpoint).execute()
    const row = await inner.db
      .insertInto('pushSubscriptions')
      .values({ id: newId(), endpoint, ...values, usedAt: null })
      .returning(['id', 'device', 'createdAt', 'usedAt'])
      .executeTakeFirstOrThrow()
    const old = inner.db
      .selectFrom('pushSubscriptions')
      .select('id')
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
    await inner.db.deleteFrom('pushSubscriptions').where('id', 'in', old.offset(mostDevices)).execute()
    await audit(inner, { action: 'push_device.added', subject: 'user', subjectId: userId, after: { device } })
    return row
  })
}

export const unsubscribeDevice = async (ctx: Ctx, id: string): Promise<{ removed: true }> =>
  transaction(ctx, async (inner) => {
    const { id: userId } = currentUserOf(inner)
    const gone = await inner.db
      .deleteFrom('pushSubscriptions')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning('device')
      .executeTakeFirst()
    if (!gone) throw new Problem('push.device_not_found')
    await audit(inner, { action: 'push_device.removed', subject: 'user', subjectId: userId, before: { device: gone.device } })
    return { removed: true }
  })
