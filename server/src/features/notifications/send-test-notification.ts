import type { NotificationWay } from '@tablewire/contracts/operations/notifications'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { currentUserOf } from './current-user.ts'
import { liveDevices } from './push-devices.ts'
import { mailJob, pushJob } from './send-bundles.ts'
import { notifyScreens } from './notify-people.ts'

const mostTests = 10
const withinMinutes = 10

/** To oneself, at once and without bundling: the user is looking at the screen. */
export const sendTestNotification = async (ctx: Ctx, way: NotificationWay): Promise<{ sent: true }> =>
  transaction(ctx, async (inner) => {
    const { id: userId } = currentUserOf(inner)
    const now = inner.clock()
    // Serialized per person, so that concurrent calls are rate-limited as well.
    await sql`select from users where id = ${userId} for no key update`.execute(inner.db)
    const { count } = await inner.db
      .selectFrom('notifications')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .where('event', '=', 'test')
      .where('createdAt', '>', now.subtract({ minutes: withinMinutes }).toString())
      .executeTakeFirstOrThrow()
    if (count >= mostTests) throw new Problem('rate.limited', { seconds: withinMinutes * 60 })
    const devices = await liveDevices(inner, userId)
    if (way === 'push' && devices.length === 0) throw new Problem('push.no_device')
    const id = newId()
    await inner.db
      .insertInto('notifications')
      .values({
        id,
        userId,
        eventId: newId(),
        event: 'test',
        venueId: null,
        reservationId: null,
        about: null,
        inApp: way === 'inApp',
        email: way === 'email' ? 'queued' : 'none',
        push: way === 'push' ? 'queued' : 'none',
        createdAt: now.toString(),
      })
      .execute()
    if (way === 'inApp') await notifyScreens(inner, [userId])
    if (way === 'email') await inner.ports.jobs.enqueue(inner, mailJob, { userId, ids: [id] })
    if (way === 'push')
      for (const device of devices) await inner.ports.jobs.enqueue(inner, pushJob, { subscriptionId: device.id, ids: [id] })
    return { sent: true }
  })
