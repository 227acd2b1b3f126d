import type { ReviewWork } from '@tablewire/contracts/reviews/review-work'
import { peopleOf, requireReview, tell, writeMarks } from '#src/features/reviews/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { readWork } from './read-work.ts'

type Marks = { flagged?: boolean | undefined; labels?: readonly string[] | undefined }

/** The same label in other capitals is the same label, as it was written first. */
const distinct = (labels: readonly string[]): string[] => [...new Map(labels.map((label) => [label.toLowerCase(), label])).values()]

export const markReview = (ctx: Ctx, id: string, marks: Marks): Promise<ReviewWork> =>
  transaction(ctx, async (inner) => {
    const review = await requireReview(inner, id, { locked: true })
    const before = { flagged: review.flagged, labels: review.labels.join(', ') }
    const flagged = marks.flagged ?? review.flagged
    const labels = marks.labels ? distinct(marks.labels) : review.labels
    const after = { flagged, labels: labels.join(', ') }
    if (after.flagged !== before.flagged || after.labels !== before.labels) {
      await writeMarks(inner, review, { flagged, labels })
      await audit(inner, { action: 'review.marked', subject: 'review', subjectId: id, venueId: review.venueId, before, after })
    }
    return readWork(inner, id)
  })

type Assignment = { userId: string | null; dueAt?: string | null | undefined }

/** To somebody who sees it, who hears of it by bell and mail; a new time is told to nobody. */
export const assignReview = (ctx: Ctx, id: string, { userId, dueAt = null }: Assignment): Promise<ReviewWork> =>
  transaction(ctx, async (inner) => {
    const review = await requireReview(inner, id, { locked: true })
    const people = await peopleOf(inner, review.venueId)
    const nameOf = (one: string | null): string | null => people.find((person) => person.id === one)?.name ?? null
    if (userId !== null && nameOf(userId) === null) throw new Problem('user.not_found', {}, { userId: [{ issue: 'invalid' }] })
    const until = userId === null || dueAt === null ? null : new Date(dueAt).toISOString()
    const isOther = review.assigneeId !== userId
    if (isOther || Date.parse(review.dueAt ?? '') !== Date.parse(until ?? '')) {
      await writeMarks(inner, review, { assigneeId: userId, dueAt: until, remindedAt: null })
      await audit(inner, {
        action: 'review.assigned',
        subject: 'review',
        subjectId: id,
        venueId: review.venueId,
        before: { assignee: nameOf(review.assigneeId), dueAt: review.dueAt },
        after: { assignee: nameOf(userId), dueAt: until },
      })
      if (userId !== null && isOther) await tell(inner, review, { what: 'assigned', to: [userId] })
    }
    return readWork(inner, id)
  })
