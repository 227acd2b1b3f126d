import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { liveDevices } from './push-devices.ts'

/** Throttle per person and channel: notifications within this time are bundled into one message. */
export const bundleSeconds = 60
/** Retries over an evening: a mail server may be down that long. */
const mailTries = 16

export const sendBundlesJob = defineJob<object>('notifications.send_bundles', 2)
/** `ids`: the notifications of the bundle. */
export const mailJob = defineJob<{ userId: string; ids: string[] }>('notifications.mail', mailTries)
export const pushJob = defineJob<{ subscriptionId: string; ids: string[] }>('notifications.push', 6)

const peopleAtOnce = 100
/** More in one bundle are counted, not listed. */
const mostInBundle = 200

type Outbox = { userId: string; way: 'email' | 'push' }

/** Sends everything due to people outside of their throttle, bundle by bundle; the rest waits for the next run, a minute away at most. */
export const sendBundles = async (ctx: Ctx): Promise<void> => {
  for (;;) if ((await transaction(ctx, bundleSome)) < peopleAtOnce) return
}

const bundleSome = async (ctx: Ctx): Promise<number> => {
  const now = ctx.clock()
  const { rows } = await sql<Outbox>`
    update notification_outboxes o set due = false, sent_at = ${now.toString()}::timestamptz
    from (
      select user_id, way from notification_outboxes
      where due and (sent_at is null or sent_at <= ${now.subtract({ seconds: bundleSeconds }).toString()}::timestamptz)
      order by sent_at nulls first, user_id, way limit ${peopleAtOnce} for update skip locked
    ) d
    where o.user_id = d.user_id and o.way = d.way returning o.user_id, o.way`.execute(ctx.db)
  for (const outbox of rows) await bundle(ctx, outbox)
  return rows.length
}

const bundle = async (ctx: Ctx, { userId, way }: Outbox): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    with due as (select id, created_at from notifications where user_id = ${userId} and ${sql.ref(way)} = 'due' order by created_at desc for update),
      gone as (update notifications n set ${sql.ref(way)} = 'queued' from due where n.id = due.id returning n.id, n.created_at)
    select id from gone order by created_at desc limit ${mostInBundle}`.execute(ctx.db)
  const ids = rows.map(({ id }) => id)
  if (!ids.length) return
  if (way === 'email') return ctx.ports.jobs.enqueue(ctx, mailJob, { userId, ids })
  for (const { id } of await liveDevices(ctx, userId)) await ctx.ports.jobs.enqueue(ctx, pushJob, { subscriptionId: id, ids })
}
