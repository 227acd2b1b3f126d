import type { ReviewCounts } from '@tablewire/contracts/analytics/review-analytics'
import { themes } from '@tablewire/contracts/reviews/review-themes'
import { type RawBuilder, sql } from 'kysely'
import type { Cut, Span } from '#src/features/analytics-questions/api.ts'
import { bitOf, themesOfReview } from '#src/features/reviews/api.ts'
import { isOfChannels, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** Which reviews: days of their venues’ calendars on which they were published, of these venues and sources. */
export type ReviewAsk = {
  span: Span
  compared: Span | null
  cut: Cut | null
  venueIds: readonly string[]
  sources: readonly string[] | undefined
}
/** What is counted in the period, and in the one it is compared with. */
export type Pair = readonly [ReviewCounts, ReviewCounts]

export const noReviews: ReviewCounts = { reviews: 0, average: null, low: 0, answered: 0, answerMinutes: null }

type Row = Omit<ReviewCounts, 'reviews'> & {
  reviews: number | null
  p: 0 | 1
  by: 'all' | 'day' | 'source' | 'stars' | 'venue' | 'theme'
  key: string | null
}

/** Today is not over: its day in the other period ends at the same time. */
const byTheSameTime = ({ cut }: ReviewAsk, p: 0 | 1): RawBuilder<unknown> =>
  cut && p === 1 ? sql`and r.published_at <= ${cut.at}::timestamptz - make_interval(hours => ${24 * cut.days})` : sql``

/** What was taken down at its source counts no more. Days are those of steps: each has its first day as key. */
export type ByKey = {
  all: Map<string, Pair>
  day: Map<string, Pair>
  source: Map<string, Pair>
  stars: Map<string, Pair>
  venue: Map<string, Pair>
  theme: Map<string, Pair>
}

/** No calendar is more than a day from that of UTC. */
const dayAtVenue = sql`(r.published_at at time zone v.time_zone)::date`
/** The average is made last: of themes, of the sums of all reviews that talk of the same. */
const sums = sql`count(*) as reviews, sum(x.five) as fives, count(x.five) as rated, count(*) filter (where x.stars <= 2) as low, count(*) filter (where x.answered) as answered`
const figures = sql`x.reviews::integer, round(x.fives / nullif(x.rated, 0), 2)::float8 as average, x.low::integer, x.answered::integer, null::integer as answer_minutes`
const median = sql`null::integer as reviews, null::float8, null::integer, null::integer,
  round((percentile_cont(0.5) within group (order by x.minutes))::numeric)::integer as answer_minutes`
const keyed = sql`case when grouping(x.step) = 0 then 'day' when grouping(x.source) = 0 then 'source' when grouping(x.stars) = 0 then 'stars'
    when grouping(x.venue_id) = 0 then 'venue' else 'all' end as by,
  case when grouping(x.step) = 0 then x.step::text when grouping(x.source) = 0 then x.source when grouping(x.stars) = 0 then x.stars::text
    else x.venue_id::text end as key`
const sets = sql`group by grouping sets ((x.p), (x.p, x.step), (x.p, x.source), (x.p, x.stars), (x.p, x.venue_id))`
const themeList = sql.join(themes.map((theme) => sql`(${theme}::text, ${bitOf(theme)}::integer)`))

/** A span of its own each, so that the planner knows how many there are. */
const rowsIn = (ctx: Ctx, ask: ReviewAsk, [p, { from, to }]: readonly [0 | 1, Span]): RawBuilder<unknown> => sql`
  select ${p}::integer as p, ${dayAtVenue} as day, r.source, r.stars, r.venue_id, r.rating * 5 / r.scale as five, r.reply_state = 'published' as answered,
    case when r.reply_state = 'published' then extract(epoch from q.shown_at - r.published_at) / 60 end as minutes, ${themesOfReview} as themes
  from reviews r join venues v on v.id = r.venue_id left join review_replies q on q.review_id = r.id
  where r.published_at >= ${from}::date - 1 and r.published_at < ${to}::date + 2 and ${dayAtVenue} between ${from}::date and ${to}::date
    and r.venue_id = any(${[...ask.venueIds]}::uuid[]) and r.removed_at is null ${byTheSameTime(ask, p)}
    ${isOfChannels(ctx) ? sql`and ${ofScopedChannels(ctx, 'r.channel_id')}` : sql``}
    ${ask.sources ? sql`and r.source = any(${[...ask.sources]}::text[])` : sql``}`

type Steps = readonly (readonly [0 | 1, Span])[]
/** On `rows x`: the first day of its step. Steps follow one another, so that a day is found among them by halves. */
const stepOf = (steps: Steps): RawBuilder<unknown> => {
  const firsts = (p: 0 | 1): RawBuilder<unknown> => sql`${steps.filter(([one]) => one === p).map(([, { from }]) => from)}::date[]`
  const found = (p: 0 | 1): RawBuilder<unknown> => sql`(${firsts(p)})[width_bucket(x.day, ${firsts(p)})]`
  return sql`case x.p when 0 then ${found(0)} else ${found(1)} end`
}

/** All counts in one statement, so of one moment. `steps` = those of both periods, each period whole and in its order. */
export const countReviews = async (ctx: Ctx, ask: ReviewAsk, steps: Steps): Promise<ByKey> => {
  const spans = [[0, ask.span] as const, ...(ask.compared ? [[1, ask.compared] as const] : [])]
  const { rows } = await sql<Row>`
    with read as materialized (${sql.join(
      spans.map((span) => rowsIn(ctx, ask, span)),
      sql` union all `,
    )}), rows as (select x.*, ${stepOf(steps)} as step from read x), themes(theme, bit) as (values ${themeList}),
    alike as (select x.p, x.themes, ${sums} from rows x group by x.p, x.themes),
    themed as (select x.p, t.theme, sum(x.reviews) as reviews, sum(x.fives) as fives, sum(x.rated) as rated, sum(x.low) as low, sum(x.answered) as answered
      from alike x join themes t on x.themes & t.bit <> 0 group by x.p, t.theme)
    select x.p, x.by, x.key, ${figures} from (select x.p, ${keyed}, ${sums} from rows x ${sets}) x
    union all select x.p, 'theme', x.theme, ${figures} from themed x
    union all select x.p, ${keyed}, ${median} from rows x where x.minutes >= 0 ${sets}
    union all select x.p, 'theme', t.theme, ${median} from rows x join themes t on x.themes & t.bit <> 0 where x.minutes >= 0 group by x.p, t.theme`.execute(
    ctx.db,
  )
  const by: ByKey = { all: new Map(), day: new Map(), source: new Map(), stars: new Map(), venue: new Map(), theme: new Map() }
  // A median has to be put in order, which sums have not: it comes by itself, of those that were answered.
  const pairOf = ({ by: set, key }: Row): Pair => by[set].get(key ?? '') ?? [noReviews, noReviews]
  const write = (row: Row, counts: ReviewCounts): void => {
    const [now, then] = pairOf(row)
    by[row.by].set(row.key ?? '', row.p === 0 ? [counts, then] : [now, counts])
  }
  for (const row of rows.filter(({ reviews }) => reviews !== null)) {
    const { reviews, average, low, answered } = row
    write(row, { reviews: reviews!, average, low, answered, answerMinutes: null })
  }
  for (const row of rows.filter(({ reviews }) => reviews === null)) write(row, { ...pairOf(row)[row.p], answerMinutes: row.answerMinutes })
  return by
}
