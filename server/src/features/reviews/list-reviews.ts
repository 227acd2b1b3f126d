import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { Review, ReviewDetail, reviews } from '@tablewire/contracts/reviews/reviews'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Medium, Subrating } from './review-rows.ts'
import { themeQueries } from './theme-words.ts'

type Query = Received<typeof reviews.list>['query']
export type Filters = NonNullable<Query['filters']>
/** What somebody should look at, whatever else they do. */
const lowStars = 2

const summary = sql`r.id, r.venue_id, v.name as venue_name, r.source, r.rating::float8 as rating, r.scale::float8 as scale, r.stars, r.recommended, r.title,
  r.content as text, r.lang as language, r.author, r.published_at, r.edited_at, r.removed_at, r.reply_state as reply, r.flagged, r.labels,
  nullif(trim(a.first_name || ' ' || a.last_name), '') as assignee, r.due_at, r.moderation`
const joins = sql`join venues v on v.id = r.venue_id left join users a on a.id = r.assignee_id`

/** Words as people type them: all of them, the last one also where it is a beginning. */
const wordsOf = (text: string): string | undefined => {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length ? words.map((word, at) => `'${word}'${at === words.length - 1 ? ':*' : ''}`).join(' & ') : undefined
}
/** Nothing but signs is in no text. */
const saying = (q: string): RawBuilder<unknown> => {
  const words = wordsOf(q)
  return words ? sql`r.words @@ to_tsquery('simple', ${words})` : sql`false`
}

/** Of these venues and channels only what the caller may know of. */
const seen = (ctx: Ctx): RawBuilder<SqlBool> => sql<SqlBool>`${inScope(ctx, 'r.venue_id')} and ${ofScopedChannels(ctx, 'r.channel_id')}`

/** Said so that the small indexes of the quick filters serve. */
const replied = (state: NonNullable<Filters['reply']>): RawBuilder<SqlBool> =>
  state === 'needed' ? sql<SqlBool>`r.needs_reply` : sql<SqlBool>`r.reply_state = ${sql.lit(state)}`
const starred = (stars: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`r.stars = any(${[...stars]}::int[])${stars.every((one) => one <= lowStars) ? sql` and r.stars <= ${sql.lit(lowStars)}` : sql``}`

const workConditions = (
  ctx: Ctx,
  { mine, flagged, label, moderation, theme }: Pick<Filters, 'mine' | 'flagged' | 'label' | 'moderation' | 'theme'>,
): RawBuilder<unknown>[] => [
  ...(mine ? [sql`r.assignee_id = ${ctx.actor.kind === 'user' ? ctx.actor.id : null}::uuid`] : []),
  ...(flagged ? [sql`r.flagged`] : []),
  ...(moderation ? [sql`r.moderation = ${moderation}`] : []),
  ...(theme ? [sql`r.words @@ ${themeQueries[theme]}::tsquery`] : []),
  ...(label?.length ? [sql`r.labels && ${label}::text[] and r.labels <> '{}'`] : []),
]

/** Of which venues, by what they are. */
const placed = ({ companyId, groupId, test }: Filters): RawBuilder<SqlBool>[] => {
  const venue = (condition: RawBuilder<unknown>) => sql<SqlBool>`exists (select from venues w where w.id = r.venue_id and ${condition})`
  return [
    ...(companyId ? [venue(sql`w.company_id = ${companyId}`)] : []),
    ...(groupId ? [venue(sql`w.group_id = ${groupId}`)] : []),
    ...(test === undefined ? [] : [venue(sql`w.test = ${test}`)]),
  ]
}

/** Its day on the calendar of its venue; asked only of reviews near to the ends of a span, as no calendar is more than a day from that of UTC. */
const dayAtVenue = sql`(r.published_at at time zone (select z.time_zone from venues z where z.id = r.venue_id))::date`

export const conditionsOf = (ctx: Ctx, filters: Filters): RawBuilder<unknown> => {
  const { venueId, source, stars, reply, language, from, to, q, removed } = filters
  return sql.join(
    [
      seen(ctx),
      ...placed(filters),
      ...(removed === undefined ? [] : [sql`(r.removed_at is not null) = ${removed}`]),
      ...(venueId?.length ? [sql`r.venue_id = any(${venueId}::uuid[])`] : []),
      ...(source?.length ? [sql`r.source = any(${source}::text[])`] : []),
      ...(stars?.length ? [starred(stars)] : []),
      ...(reply ? [replied(reply)] : []),
      ...(language?.length ? [sql`lower(split_part(r.lang, '-', 1)) = any(${language.map((one) => one.toLowerCase())}::text[])`] : []),
      ...(from
        ? [sql`r.published_at >= ${from}::date - 1 and (r.published_at >= ${from}::date + 1 or ${dayAtVenue} >= ${from}::date)`]
        : []),
      ...(to ? [sql`r.published_at < ${to}::date + 2 and (r.published_at < ${to}::date or ${dayAtVenue} <= ${to}::date)`] : []),
      ...workConditions(ctx, filters),
      ...(q?.trim() ? [saying(q)] : []),
    ],
    sql` and `,
  )
}

/** LI2: the reviews of whoever asks, newest first, with the exact total. */
export const listReviews = async (
  ctx: Ctx,
  { limit = 50, offset = 0, after, filters = {} }: Query,
): Promise<Result<typeof reviews.list>> => {
  const where = conditionsOf(ctx, filters)
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (r.published_at, r.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<Review>`
      select ${summary} from reviews r ${joins} where ${where} ${beyond}
      order by r.published_at desc, r.id desc limit ${limit + 1} offset ${offset}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from reviews r where ${where}`.execute(ctx.db),
  ])
  return { ...cutPage(page.rows, limit, ({ publishedAt, id }) => ({ at: publishedAt, id })), total: counted.rows[0]!.total }
}

/** What the quick filters of the inbox find, each counted as the list counts it. */
export const countReviews = async (ctx: Ctx, { filters = {} }: Pick<Query, 'filters'>): Promise<Result<typeof reviews.counts>> => {
  const { reply: _reply, stars: _stars, mine: _mine, flagged: _flagged, moderation: _moderation, ...rest } = filters
  const count = async (quick: Filters): Promise<number> => {
    const { rows } = await sql<{ total: number }>`
      select count(*)::integer as total from reviews r where ${conditionsOf(ctx, { ...rest, ...quick })}`.execute(ctx.db)
    return rows[0]!.total
  }
  const [needed, awaiting, rejected, low, mine, flagged, moderation] = await Promise.all([
    count({ reply: 'needed' }),
    count({ reply: 'awaiting' }),
    count({ reply: 'rejected' }),
    count({ stars: Array.from({ length: lowStars }, (_, at) => at + 1) }),
    count({ mine: 'true' }),
    count({ flagged: 'true' }),
    count({ moderation: 'awaiting' }),
  ])
  return { needed, awaiting, rejected, low, mine, flagged, moderation }
}

export const listSources = async (ctx: Ctx): Promise<Result<typeof reviews.sources>> => {
  const { rows } = await sql<Result<typeof reviews.sources>[number]>`
    select r.source, count(*)::integer as count, round(avg(r.rating * 5 / r.scale), 2)::float8 as average from reviews r
    where ${seen(ctx)} and r.removed_at is null group by r.source order by count(*) desc, r.source`.execute(ctx.db)
  return rows
}

/** One review, and what it said before. */
export const readReview = async (ctx: Ctx, id: string): Promise<ReviewDetail> => {
  const { rows } = await sql<Omit<ReviewDetail, 'earlier' | 'subratings' | 'media'> & { subratings: Subrating[]; media: Medium[] }>`
    select ${summary}, r.url, r.visited_on, r.reservation_id, r.received_at, r.moderation_reason, r.subratings, r.media,
      case when r.translated is not null then json_build_object('text', r.translated, 'language', r.translation_lang) end as translation
    from reviews r ${joins} where r.id = ${id} and ${seen(ctx)}`.execute(ctx.db)
  const [review] = rows
  if (!review) throw new Problem('review.not_found')
  const earlier = await sql<ReviewDetail['earlier'][number]>`
    select w.rating::float8 as rating, w.scale::float8 as scale, w.title, w.content as text, w.replaced_at from review_versions w
    where w.review_id = ${id} order by w.replaced_at desc, w.id desc`.execute(ctx.db)
  return { ...review, earlier: earlier.rows }
}
