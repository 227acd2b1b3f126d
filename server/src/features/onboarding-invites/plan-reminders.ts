import type { OpenStatus } from '@tablewire/contracts/onboarding/onboarding.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import type {} from './invite-rows.ts'

export const planRemindersJob = defineJob<object>('onboarding_invites.plan_reminders', 2)
export const remindJob = defineJob<{ reminderId: string }>('onboarding_invites.remind', 10)

const atOnce = 200

type Due = { requestId: string; status: OpenStatus; statusSince: string; kind: 'reminder' | 'escalation' }

const dueNow = async (ctx: Ctx): Promise<Due[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<Due>`
    select request_id, status, status_since, kind from (
      select r.id as request_id, r.status, r.status_since::text as status_since, k.kind,
        case k.kind when 'reminder' then d.remind_at else d.escalate_at end as due_at
      from onboarding_requests r join onboarding_deadlines d on d.request_id = r.id cross join (values ('reminder'), ('escalation')) as k (kind)
      where r.status in ('rms_activation', 'restaurant_activation', 'bc_activation') and r.status_since <= ${now}::timestamptz - interval '1 day'
    ) t
    where due_at <= ${now}::timestamptz and not exists (
      select from onboarding_reminders d where d.request_id = t.request_id and d.status = t.status and d.status_since = t.status_since::timestamptz
        and d.kind = t.kind)
    order by due_at limit ${atOnce}`.execute(ctx.db)
  return rows
}

const planSome = async (ctx: Ctx): Promise<number> => {
  // One process at a time plans, so that nothing is planned twice; the key would refuse it anyway.
  await sql`select pg_advisory_xact_lock(hashtext('onboarding reminders'))`.execute(ctx.db)
  const due = await dueNow(ctx)
  for (const one of due) {
    const id = newId()
    await ctx.db
      .insertInto('onboardingReminders')
      .values({ id, ...one, plannedAt: ctx.clock().toString(), doneAt: null })
      .execute()
    await ctx.ports.jobs.enqueue(ctx, remindJob, { reminderId: id })
  }
  return due.length
}

/** Who has waited longer than his limit: written down with the job that tells of it, so that none is lost and none comes twice. */
export const planReminders = async (ctx: Ctx): Promise<void> => {
  for (;;) if ((await transaction(ctx, planSome)) < atOnce) return
}
