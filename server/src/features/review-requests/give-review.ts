import { ownAspects } from '@tablewire/contracts/reviews/review-requests'
import { note } from '@tablewire/contracts/kit/wire'
import { z } from 'zod/mini'
import { refuseMails } from '#src/features/guest-messages/api.ts'
import { saveOwnReview } from '#src/features/reviews/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { type OpenRequest, openRequest, type RequestLink, signedBy } from './request-link.ts'
import type {} from './request-rows.ts'

/** A guest changes his mind now and then; a program that sends on and on is stopped. */
const mostEdits = 20
const longestText = 4000

const star = z.pipe(
  z.string().check(z.regex(/^[1-5]$/)),
  z.transform((text) => Number(text)),
)
const perhaps = z.optional(
  z.union([
    star,
    z.pipe(
      z.literal(''),
      z.transform(() => undefined),
    ),
  ]),
)
const Given = z.object({
  stars: star,
  text: z.optional(note(longestText)),
  food: perhaps,
  service: perhaps,
  ambience: perhaps,
  value: perhaps,
})

export type Giving = { request: OpenRequest; outcome: 'saved' | 'wrong' | 'closed' | 'too_often' }

/** The guest does not want to be asked about later visits. Undefined for a link that leads nowhere. */
export const askNoMore = (ctx: Ctx, link: RequestLink): Promise<OpenRequest | undefined> =>
  transaction(ctx, async (inner) => {
    const request = await openRequest(inner, link, { locked: true })
    if (!request) return undefined
    const { numUpdatedRows } = await inner.db
      .updateTable('reviewRequests')
      .set({ noMore: true })
      .where('id', '=', request.id)
      .where('noMore', '=', false)
      .executeTakeFirst()
    const refused = await refuseMails(inner, { venueId: request.venueId, guestKey: request.guestKey, kind: 'review' })
    if (numUpdatedRows > 0n || refused)
      await audit(inner, {
        action: 'review_request.no_more',
        subject: 'reservation',
        subjectId: request.reservationId,
        venueId: request.venueId,
        after: { asked: false },
      })
    return request
  })

/** What the guest sends; again while nobody has published it. Undefined for a link that leads nowhere. */
export const giveReview = (ctx: Ctx, link: RequestLink, sent: unknown): Promise<Giving | undefined> =>
  transaction(ctx, async (inner): Promise<Giving | undefined> => {
    const request = await openRequest(inner, link, { locked: true })
    if (!request) return undefined
    if (request.moderation !== null && request.moderation !== 'awaiting') return { request, outcome: 'closed' }
    if (request.edits >= mostEdits) return { request, outcome: 'too_often' }
    const given = Given.safeParse(sent)
    if (!given.success) return { request, outcome: 'wrong' }
    const { stars, text = '', ...rest } = given.data
    const subratings = ownAspects.flatMap((name) => (rest[name] === undefined ? [] : [{ name, rating: rest[name], scale: 5 }]))
    const reviewId = await saveOwnReview(inner, {
      id: request.reviewId,
      externalId: request.id,
      venueId: request.venueId,
      reservationId: request.reservationId,
      visitedOn: request.visitedOn,
      lang: request.lang,
      author: signedBy(request),
      rating: stars,
      content: text.trim() || null,
      subratings,
    })
    if (reviewId === undefined) return { request: (await openRequest(inner, link)) ?? request, outcome: 'closed' }
    await inner.db
      .updateTable('reviewRequests')
      .set((row) => ({ reviewId, edits: row('edits', '+', 1) }))
      .where('id', '=', request.id)
      .execute()
    await audit(inner, {
      action: 'review.given',
      subject: 'review',
      subjectId: reviewId,
      venueId: request.venueId,
      after: { rating: stars },
    })
    const fresh = await openRequest(inner, link)
    return { request: fresh ?? request, outcome: 'saved' }
  })
