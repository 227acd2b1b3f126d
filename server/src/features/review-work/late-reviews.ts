import { sql } from 'kysely'
import { peopleOf, requireReview, tell, writeMarks } from '#src/features/reviews/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import type {} from './work-rows.ts'

export const lateReviewsJob = defineJob<object>('review_work.late', 2)

const atOnce = 200
/** A reply that waits for somebody to let it out has reached no guest. */
const unanswered = sql`(r.needs_reply or r.removed_at is null and r.reply_state = 'awaiting')`

/**
 * Reviews that wait for their reply longer than the venue allows are told, once, to whoever lets replies out; what somebody was given is told to him when
 * its time is over. Nobody is told of what was late before he asked to be.
 */
export const tellOfLate = async (ctx: Ctx): Promise<void> => {
  for (;;) if ((await transaction(ctx, escalateSome)) < atOnce) break
  for (;;) if ((await transaction(ctx, remindSome)) < atOnce) break
}

const escalateSome = async (ctx: Ctx): Promise<number> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<{ id: string }>`
    select r.id from review_settings s join reviews r on r.venue_id = s.venue_id
    where s.escalate_after_hours is not null and r.escalated_at is null and ${unanswered}
      and r.received_at > s.escalates_since - make_interval(hours => s.escalate_after_hours)
      and r.received_at <= ${now}::timestamptz - make_interval(hours => s.escalate_after_hours)
      and r.published_at > r.received_at - interval '7 days'
    order by r.id limit ${atOnce} for no key update of r skip locked`.execute(ctx.db)
  for (const { id } of rows) {
    const review = await requireReview(ctx, id, { locked: true })
    await writeMarks(ctx, review, { escalatedAt: now })
    const managers = await peopleOf(ctx, review.venueId, 'create')
    await tell(ctx, review, { what: 'overdue', to: managers.map((person) => person.id) })
  }
  return rows.length
}

const remindSome = async (ctx: Ctx): Promise<number> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<{ id: string }>`
    select r.id from reviews r where r.due_at <= ${now}::timestamptz and r.reminded_at is null and r.assignee_id is not null and ${unanswered}
    order by r.id limit ${atOnce} for no key update of r skip locked`.execute(ctx.db)
  for (const { id } of rows) {
    const review = await requireReview(ctx, id, { locked: true })
    await writeMarks(ctx, review, { remindedAt: now })
    await tell(ctx, review, { what: 'overdue', to: [review.assigneeId!] })
  }
  return rows.length
}
