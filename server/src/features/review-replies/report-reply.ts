import { Temporal } from 'temporal-polyfill'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { bcReviewReplies, ReplyReport } from '@tablewire/contracts/reviews/replies'
import { venueIdOf } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { isAhead } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type { ReplyRecord } from './reply-rows.ts'
import { type AnsweredReview, auditedReply, findReview, replyOf, stepReply, tellAuthor } from './write-reply.ts'

type Outcome = Result<typeof bcReviewReplies.report>
type Change = Parameters<typeof stepReply>[1]['change']

/** Whether our text has ever been given to the channel, so that its answer can be about it. */
const wasSent = (reply: ReplyRecord | undefined): reply is ReplyRecord =>
  reply !== undefined && reply.state !== 'awaiting' && reply.rejectedBy !== 'house'

/** What is with its channel, or waits to be let out, is not what stands at the source without a word of which revision it is. */
const isStillToCome = (reply: ReplyRecord | undefined, shown: string, revision: number | undefined): reply is ReplyRecord =>
  reply !== undefined && (reply.state === 'pending' || reply.state === 'awaiting') && revision === undefined && shown !== reply.content

/** What guests read, whoever wrote it. A text that is not ours is taken as it stands there. */
const published = (reply: ReplyRecord | undefined, { text, author, url, revision }: ReplyReport, at: string): Change => {
  const shown = text || (wasSent(reply) ? reply.content : undefined)
  if (!shown) throw new Problem('reply.text_missing', {}, { text: [{ issue: 'required' }] })
  return {
    state: isStillToCome(reply, shown, revision) ? reply.state : 'published',
    content: reply?.content ?? shown,
    shown,
    shownAt: at,
    shownAuthor: author || (reply && shown === reply.content ? null : (author ?? null)),
    shownUrl: url ?? null,
  }
}

const rejected = (reply: ReplyRecord | undefined, { reason }: ReplyReport): Change => {
  if (!reason) throw new Problem('reason.required', {}, { reason: [{ issue: 'required' }] })
  if (!wasSent(reply) || reply.state === 'draft') throw new Problem('reply.nothing_sent')
  const gone = reply.state === 'published' ? { shown: null, shownAt: null, shownAuthor: null, shownUrl: null } : {}
  return { state: 'rejected', rejectedBy: 'source', reason, ...gone }
}

const removed = (reply: ReplyRecord | undefined): Change | undefined => {
  if (!reply) throw new Problem('reply.nothing_sent')
  if (reply.shown === null) return undefined
  const state = reply.state === 'published' ? 'draft' : reply.state
  return { state, reason: reply.reason, rejectedBy: reply.rejectedBy, shown: null, shownAt: null, shownAuthor: null, shownUrl: null }
}

const changeOf = (reply: ReplyRecord | undefined, report: ReplyReport, at: string): Change | undefined => {
  if (report.state === 'removed') return removed(reply)
  return report.state === 'published' ? published(reply, report, at) : rejected(reply, report)
}

const says = (reply: ReplyRecord, change: Change): boolean =>
  reply.state === change.state &&
  (['shown', 'shownAuthor', 'shownUrl', 'reason'] as const).every((name) => (change[name] ?? null) === reply[name])

/** Older than what the source said last, or about a text that was replaced since. */
const isOutdated = (reply: ReplyRecord | undefined, { revision, state }: ReplyReport, at: string): boolean => {
  if (!reply) return false
  if (reply.reportedAt && Date.parse(at) < Date.parse(reply.reportedAt)) return true
  return revision !== undefined && revision < reply.revision && state !== 'removed'
}

type About = { review: AnsweredReview; report: ReplyReport }

/** LI2: the word of a source about the reply under a review. Said again it changes nothing; what came on a longer way changes nothing either. */
export const takeReport = async (ctx: Ctx, { review, report }: About): Promise<Outcome> => {
  const reply = await replyOf(ctx, review.id)
  if (isAhead(ctx.clock, report.at)) throw new Problem('request.invalid', {}, { at: [{ issue: 'date' }] })
  const at = Temporal.Instant.from(report.at).round('microsecond').toString()
  const answer = (outcome: Outcome['outcome'], now = reply): Outcome => ({
    reviewId: review.id,
    outcome,
    state: now?.state ?? 'draft',
    revision: now?.revision ?? 0,
  })
  if (report.revision !== undefined && report.revision > (reply?.revision ?? 0)) throw new Problem('reply.revision_unknown')
  if (isOutdated(reply, report, at)) return answer('outdated')
  const change = changeOf(reply, report, at)
  if (!change || (reply && says(reply, change))) return answer('unchanged')
  const written = await stepReply(ctx, { review, reply, change: { ...change, reportedAt: at } })
  if (reply && written.state === 'rejected' && reply.state !== 'rejected') await tellAuthor(ctx, { review, reply, what: 'reply_rejected' })
  await audit(ctx, {
    action: 'reply.reported',
    subject: 'reply',
    subjectId: review.id,
    venueId: review.venueId,
    before: auditedReply(reply),
    after: auditedReply(written),
  })
  return answer('updated', written)
}

export const reportReply = (ctx: Ctx, id: string, report: ReplyReport): Promise<Outcome> =>
  transaction(ctx, async (inner) => takeReport(inner, { review: await findReview(inner, { id }, { lock: true }), report }))

type Named = ReplyReport & { venueId: string; source: string; externalId: string }
/** A review that another channel brought is known to be there: this one sells the venue, and named it. */
export const reportBySource = (ctx: Ctx, { venueId, source, externalId, ...report }: Named): Promise<Outcome> =>
  transaction(ctx, async (inner) => {
    const named = { venueId: await venueIdOf(inner, venueId), source, externalId }
    const review = await findReview(inner, named, { lock: true, anyChannel: true })
    if (review.channelId !== inner.actor.id) throw new Problem('review.elsewhere')
    return takeReport(inner, { review, report })
  })
