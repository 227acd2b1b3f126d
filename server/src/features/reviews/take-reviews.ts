import type { GivenReview, ReviewOutcome } from '@tablewire/contracts/reviews/reviews'
import { sql } from 'kysely'
import { inScope, mergeTargets } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { reservationsOf } from './booking-references.ts'
import { factsOf, faultOf, isOlder, isSame, type ReviewFacts, saysOtherwise } from './given-review.ts'
import { replyShownJob } from './reply-shown.ts'
import { keepVersion } from './keep-version.ts'
import type {} from './review-rows.ts'
import { type Changed, tellOf } from './tell-reviews.ts'

type Taken = { id: string | null; source: string; externalId: string; outcome: ReviewOutcome }
type Kept = ReviewFacts & { id: string; channelId: string | null; removedAt: string | null }
type Incoming = { given: GivenReview; venueId: string; facts: ReviewFacts; reservationId: string | null }

const keyOf = (venueId: string, { source, externalId }: Pick<GivenReview, 'source' | 'externalId'>): string =>
  JSON.stringify([venueId, source, externalId])

/** Each venue the caller sells now, by the id it was named by: the old one of a venue that was merged too. */
const venuesOf = async (ctx: Ctx, given: readonly GivenReview[]): Promise<ReadonlyMap<string, string>> => {
  const named = [...new Set(given.map(({ venueId }) => venueId))]
  const merged = await mergeTargets(ctx, named)
  const { rows } = await sql<{ id: string }>`
    select v.id from venues v where v.id = any(${[...new Set([...named, ...merged.values()])]}::uuid[]) and ${inScope(ctx, 'v.id')}`.execute(
    ctx.db,
  )
  const seen = new Set(rows.map(({ id }) => id))
  return new Map(
    named.flatMap((id) => {
      const meant = merged.get(id) ?? id
      return seen.has(meant) ? [[id, meant] as const] : []
    }),
  )
}

/** Of these what is there already, locked. */
const keptOf = async (ctx: Ctx, incoming: readonly Incoming[]): Promise<ReadonlyMap<string, Kept>> => {
  const { rows } = await sql<Kept & { venueId: string; source: string; externalId: string }>`
    select r.id, r.channel_id, r.venue_id, r.source, r.external_id, r.rating::float8 as rating, r.scale::float8 as scale, r.recommended, r.title, r.content, r.lang,
      r.author, r.url, r.visited_on, r.subratings, r.media, r.published_at, r.edited_at, r.removed_at, r.translated, r.translation_lang, r.shown_reply, r.reply_limit
    from unnest(${incoming.map(({ venueId }) => venueId)}::uuid[], ${incoming.map(({ given }) => given.source)}::text[],
        ${incoming.map(({ given }) => given.externalId)}::text[]) as x(venue_id, source, external_id)
      join reviews r on r.venue_id = x.venue_id and r.source = x.source and r.external_id = x.external_id
    order by r.id for update of r`.execute(ctx.db)
  return new Map(rows.map((row) => [keyOf(row.venueId, row), row]))
}

const columnsOf = ({ facts: { subratings, media, shownReply, ...facts }, reservationId }: Incoming) => ({
  ...facts,
  subratings: JSON.stringify(subratings),
  media: JSON.stringify(media),
  shownReply: shownReply && JSON.stringify(shownReply),
  reservationId,
})

const insert = async (ctx: Ctx, review: Incoming): Promise<Taken['id']> => {
  const { given, venueId } = review
  const now = ctx.clock().toString()
  const added = await ctx.db
    .insertInto('reviews')
    .values({
      ...columnsOf(review),
      id: newId(),
      venueId,
      channelId: ctx.actor.id,
      source: given.source,
      externalId: given.externalId,
      removedAt: given.removed ? now : null,
      receivedAt: now,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

const replace = async (ctx: Ctx, kept: Kept, review: Incoming): Promise<void> => {
  const now = ctx.clock().toString()
  if (saysOtherwise(kept, review.facts)) await keepVersion(ctx, kept)
  const removedAt = review.given.removed ? (kept.removedAt ?? now) : null
  const { reservationId, ...columns } = columnsOf(review)
  await ctx.db
    .updateTable('reviews')
    .set({ ...columns, removedAt, ...(reservationId ? { reservationId } : {}) })
    .where('id', '=', kept.id)
    .execute()
}

/** Taken down without a word of when it was edited last: it is the one we have. */
const factsBeside = (kept: Kept, { given, facts }: Incoming): ReviewFacts => ({
  ...facts,
  shownReply: facts.shownReply ?? kept.shownReply,
  editedAt: facts.editedAt ?? (given.removed ? kept.editedAt : null),
})

/** One review on its own; `kept` = what stands of it. */
const take = async (ctx: Ctx, kept: Kept | undefined, given: Incoming): Promise<Pick<Taken, 'id' | 'outcome'>> => {
  // Of a reply that is not named nothing is said: what is known of it stays.
  const review = kept ? { ...given, facts: factsBeside(kept, given) } : given
  if (!kept) {
    const id = await insert(ctx, review)
    // Another channel has brought it in this very moment.
    return { id, outcome: id ? 'created' : 'elsewhere' }
  }
  const { id } = kept
  // What came by a file is its channel's from now on.
  if (kept.channelId === null) await ctx.db.updateTable('reviews').set({ channelId: ctx.actor.id }).where('id', '=', id).execute()
  else if (kept.channelId !== ctx.actor.id) return { id: null, outcome: 'elsewhere' }
  if (isOlder(review.facts, kept)) return { id, outcome: 'outdated' }
  if (isSame(review.facts, kept) && (review.given.removed === true) === (kept.removedAt !== null)) return { id, outcome: 'unchanged' }
  await replace(ctx, kept, review)
  return { id, outcome: 'updated' }
}

const auditVenues = async (ctx: Ctx, taken: readonly (Taken & { venueId: string | undefined })[]): Promise<void> => {
  for (const [venueId, rows] of Map.groupBy(taken, (row) => row.venueId)) {
    const count = (outcome: ReviewOutcome): number => rows.filter((row) => row.outcome === outcome).length
    const after = { created: count('created'), updated: count('updated') }
    if (venueId && after.created + after.updated > 0)
      await audit(ctx, { action: 'review.received', subject: 'review', subjectId: venueId, venueId, after })
  }
}

/** Whoever keeps the replies looks at what stands under a review at its source. */
const tellOfReplies = async (ctx: Ctx, taken: readonly Taken[], given: readonly GivenReview[]): Promise<void> => {
  const reviewIds = taken.flatMap(({ id, outcome }, at) => (id && given[at]!.reply && /^(created|updated)$/.test(outcome) ? [id] : []))
  if (reviewIds.length > 0) await ctx.ports.jobs.enqueue(ctx, replyShownJob, { reviewIds })
}

/**
 * LI2: reviews of a channel's venues, each answered on its own. One channel's calls wait for one another, so that two edits of a review at once do not
 * overtake each other; the same review from two channels stays with the first.
 */
export const takeReviews = (ctx: Ctx, given: readonly GivenReview[]): Promise<Taken[]> =>
  transaction(ctx, async (inner) => {
    await sql`select pg_advisory_xact_lock(hashtext('reviews'), hashtext(${inner.actor.id}))`.execute(inner.db)
    const venues = await venuesOf(inner, given)
    const named = given.flatMap(({ venueId, reservationReference }) => {
      const meant = venues.get(venueId)
      return meant && reservationReference ? [{ venueId: meant, reference: reservationReference }] : []
    })
    const reservations = await reservationsOf(inner, named)
    const incoming = given.flatMap((one): Incoming[] => {
      const venueId = venues.get(one.venueId)
      if (!venueId) return []
      const reservationId = reservations.get(`${venueId} ${one.reservationReference ?? ''}`) ?? null
      return [{ given: one, venueId, facts: factsOf(one), reservationId }]
    })
    const kept = new Map(await keptOf(inner, incoming))
    const byGiven = new Map(incoming.map((one) => [one.given, one]))
    // What of this call was taken already: an edit behind it counts, the same again does not.
    const before = new Map<string, ReviewFacts>()
    const taken: (Taken & { venueId: string | undefined })[] = []
    for (const one of given) {
      const review = byGiven.get(one)
      const key = review && keyOf(review.venueId, one)
      const earlier = before.get(key ?? '')
      const repeated = earlier !== undefined && review !== undefined && !isOlder(earlier, review.facts)
      const answer = await answerOf(inner, { review, kept: key === undefined ? undefined : kept.get(key), repeated })
      if (key !== undefined && review && answer.id && /^(created|updated|unchanged)$/.test(answer.outcome)) {
        before.set(key, review.facts)
        const removedAt = one.removed ? inner.clock().toString() : null
        kept.set(key, { ...review.facts, id: answer.id, channelId: inner.actor.id, removedAt })
      }
      taken.push({ ...answer, source: one.source, externalId: one.externalId, venueId: review?.venueId })
    }
    await auditVenues(inner, taken)
    await tellOf(inner, newsOf(given, taken))
    await tellOfReplies(inner, taken, given)
    return taken.map(({ id, source, externalId, outcome }) => ({ id, source, externalId, outcome }))
  })

const newsOf = (given: readonly GivenReview[], taken: readonly (Taken & { venueId: string | undefined })[]): Changed[] =>
  taken.flatMap(({ id, venueId, outcome }, at) =>
    id && venueId && (outcome === 'created' || outcome === 'updated')
      ? [{ id, venueId, isNew: outcome === 'created' && !given[at]!.removed, ...factsOf(given[at]!), source: given[at]!.source }]
      : [],
  )

type Case = { review: Incoming | undefined; kept: Kept | undefined; repeated: boolean }
const answerOf = async (ctx: Ctx, { review, kept, repeated }: Case): Promise<Pick<Taken, 'id' | 'outcome'>> => {
  if (!review) return { id: null, outcome: 'venue_not_found' }
  const fault = faultOf(ctx.clock, review.facts, review.given.source) ?? (repeated ? 'repeated' : undefined)
  return fault ? { id: null, outcome: fault } : take(ctx, kept, review)
}
