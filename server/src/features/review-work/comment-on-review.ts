import type { ReviewWork } from '@tablewire/contracts/reviews/review-work'
import { peopleOf, requireReview, tell, tellInboxes } from '#src/features/reviews/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { readWork } from './read-work.ts'
import type {} from './work-rows.ts'

type Said = { text: string; mentions?: readonly string[] | undefined }

/** Who is named in `mentions` and, behind `@`, in the text itself: a name that was taken out of it again is meant no more. */
export const commentOnReview = (ctx: Ctx, id: string, { text, mentions = [] }: Said): Promise<ReviewWork> =>
  transaction(ctx, async (inner) => {
    // An import that is taken back at this moment leaves it, or took it away before.
    const review = await requireReview(inner, id, { locked: true })
    const people = new Map((await peopleOf(inner, review.venueId)).map((person) => [person.id, person]))
    const named = [...new Set(mentions)].map((userId) => {
      const person = people.get(userId)
      if (!person) throw new Problem('user.not_found', {}, { mentions: [{ issue: 'invalid' }] })
      return person
    })
    const meant = named.filter(({ name }) => text.includes(`@${name}`))
    await inner.db
      .insertInto('reviewComments')
      .values({
        id: newId(),
        reviewId: id,
        authorId: inner.actor.kind === 'user' ? inner.actor.id : null,
        authorName: inner.actor.name,
        content: text,
        mentions: JSON.stringify(meant),
        createdAt: inner.clock().toString(),
      })
      .execute()
    await audit(inner, {
      action: 'review.commented',
      subject: 'review',
      subjectId: id,
      venueId: review.venueId,
      after: { mentions: meant.map(({ name }) => name).join(', ') },
    })
    await tell(inner, review, { what: 'mentioned', to: meant.map(({ id: userId }) => userId) })
    await tellInboxes(inner, review)
    return readWork(inner, id)
  })

/** One's own. */
export const removeComment = (ctx: Ctx, { id, commentId }: { id: string; commentId: string }): Promise<ReviewWork> =>
  transaction(ctx, async (inner) => {
    const review = await requireReview(inner, id)
    const { numDeletedRows } = await inner.db
      .deleteFrom('reviewComments')
      .where('id', '=', commentId)
      .where('reviewId', '=', id)
      .where('authorId', '=', inner.actor.id ?? '')
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Problem('review.comment_not_found')
    await audit(inner, { action: 'review.comment_removed', subject: 'review', subjectId: id, venueId: review.venueId })
    await tellInboxes(inner, review)
    return readWork(inner, id)
  })
