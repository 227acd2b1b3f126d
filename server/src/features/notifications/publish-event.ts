import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { type News, notifyPeople } from './notify-people.ts'

type Published = Omit<News, 'reservationId'>
export const publishJob = defineJob<Published>('notifications.publish', 10)

export const publish = async (ctx: Ctx, news: Published): Promise<void> =>
  transaction(ctx, (inner) => notifyPeople(inner, [{ ...news, reservationId: null }]))
