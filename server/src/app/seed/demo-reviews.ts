import type { ReplyState } from '@tablewire/contracts/reviews/reviews'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import type { OpenVenue } from './booking-requests.ts'
import { guestsSay, houseAnswers, type Said } from './guest-reviews.ts'
import { idMadeAt } from './past-id.ts'
import { type Random, randomFor } from './random.ts'
import { writeTemplates } from './reply-templates.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const daysBack = 320
const sources = ['google', 'tripadvisor', 'guide'] as const
const office = 'Odile Harcourt'

type Houses = {
  nowMs: number
  venues: readonly OpenVenue[]
  channelIds: ReadonlyMap<string, string>
  /** Who comments on them in the demo. */
  officeId: string
}
type House = { venue: OpenVenue; random: Random; nowMs: number; channelIds: ReadonlyMap<string, string> }

const isOpen = ({ reply, own }: Said): boolean => reply === 'pending' || reply === 'awaiting' || own === true

/** More of late than long ago; what waits for a channel was written yesterday. */
const publishedAt = ({ random, nowMs }: House, said: Said): number => {
  const days = isOpen(said) ? random.next() * 2 : random.next() ** 2 * daysBack
  return Math.floor(nowMs - hourMs - days * dayMs)
}

/** What is asked of a channel can only come from one; the guest's own words came by our mail. */
const sourceOf = ({ venue, random, channelIds }: House, { own }: Said) => {
  if (own) return { source: 'own', channelId: null, moderation: own === true ? ('awaiting' as const) : ('published' as const) }
  const offered = sources.filter((key) => venue.channels.includes(key))
  const source = offered.length > 0 ? random.pick(offered) : undefined
  return source && { source, channelId: channelIds.get(source)!, moderation: null }
}

const reviewOf = (house: House, said: Said) => {
  const from = sourceOf(house, said)
  if (!from) return undefined
  const publishedMs = publishedAt(house, said)
  const at = new Date(publishedMs).toISOString()
  const id = idMadeAt(publishedMs)
  const { stars, lang, author, text, translated } = said
  return {
    id,
    ...from,
    venueId: house.venue.id,
    externalId: `demo-${id}`,
    rating: stars,
    scale: 5,
    recommended: null,
    title: null,
    content: text || null,
    lang,
    author,
    url: null,
    visitedOn: new Date(publishedMs - dayMs).toISOString().slice(0, 10),
    reservationId: null,
    subratings: '[]',
    media: '[]',
    translated: translated ?? null,
    translationLang: translated === undefined ? null : 'en',
    publishedAt: at,
    receivedAt: at,
    flagged: said.flagged ?? false,
    labels: [...(said.labels ?? [])],
  }
}
type Review = NonNullable<ReturnType<typeof reviewOf>>
type Made = { review: Review; said: Said; answeredAt: string }

const rejection = 'Replies must not contain phone numbers.'

const replyOf = ({ review, said: { lang }, answeredAt }: Made, state: ReplyState) => {
  const content = houseAnswers[lang] ?? houseAnswers['en']!
  const shown = state === 'published'
  return {
    reviewId: review.id,
    venueId: review.venueId,
    // A source can only reject what was sent to it.
    state: state === 'rejected' ? ('pending' as const) : state,
    revision: 1,
    version: 1,
    content,
    authorId: null,
    authorName: office,
    approvedBy: null,
    reason: null,
    rejectedBy: null,
    shown: shown ? content : null,
    shownAt: shown ? answeredAt : null,
    shownAuthor: null,
    shownUrl: null,
    writtenAt: answeredAt,
    changedAt: answeredAt,
  }
}

const writeReplies = async ({ db }: Ctx, made: readonly Made[]): Promise<void> => {
  const replies = made.flatMap((one) => (one.said.reply ? [replyOf(one, one.said.reply)] : []))
  if (replies.length > 0) await db.insertInto('reviewReplies').values(replies).execute()
  const rejected = made.filter(({ said }) => said.reply === 'rejected').map(({ review }) => review.id)
  if (rejected.length > 0)
    await db
      .updateTable('reviewReplies')
      .set({ state: 'rejected', reason: rejection, rejectedBy: 'source', version: 2 })
      .where('reviewId', 'in', rejected)
      .execute()
}

const writeComments = async ({ db }: Ctx, made: readonly Made[], officeId: string): Promise<void> => {
  const comments = made.flatMap(({ review, said: { comment }, answeredAt }) =>
    comment === undefined
      ? []
      : [
          {
            id: newId(),
            reviewId: review.id,
            authorId: officeId,
            authorName: office,
            content: comment,
            mentions: '[]',
            createdAt: answeredAt,
          },
        ],
  )
  if (comments.length > 0) await db.insertInto('reviewComments').values(comments).execute()
}

/** Reviews of the demo's houses by all that bring them, answers in every state, what colleagues say of them, and wordings for the rest. */
export const writeReviews = async (ctx: Ctx, { nowMs, venues, channelIds, officeId }: Houses): Promise<void> => {
  const made = venues.flatMap((venue, index) => {
    const random = randomFor(`reviews ${venue.demo.key}`)
    const house = { venue, random, nowMs, channelIds }
    // The first house has them all, so that nothing of it is a matter of chance; what waits for somebody waits at few.
    const here = guestsSay.filter((said) => random.chance(isOpen(said) ? 0.12 : 0.6) || index === 0)
    return here.flatMap((said): Made[] => {
      const review = reviewOf(house, said)
      if (!review) return []
      const answeredMs = Math.min(nowMs, Date.parse(review.publishedAt) + random.whole(1, 70) * hourMs)
      return [{ review, said, answeredAt: new Date(answeredMs).toISOString() }]
    })
  })
  await ctx.db
    .insertInto('reviews')
    .values(made.map(({ review }) => review))
    .execute()
  await writeReplies(ctx, made)
  await writeComments(ctx, made, officeId)
  await writeTemplates(ctx)
}
