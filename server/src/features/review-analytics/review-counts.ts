import type { ReviewCounts } from '@tablewire/contracts/analytics/review-analytics'
import { themes } from '@tablewire/contracts/reviews/review-themes'
import { type RawBuilder, sql } from 'kysely'
import type { Cut, Span } from '#src/features/analytics-questions/api.ts'
import { themeQueries } from '#src/features/reviews/api.ts'
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

type Row = ReviewCounts & { p: 0 | 1; by: 'all' | 'day' | 'source' | 'stars' | 'venue' | 'theme'; key: string | null }

const spansOf = ({ span, compared }: ReviewAsk): RawBuilder<unknown> =>
  sql.join([sql`(0, ${span.from}::date, ${span.to}::date)`, ...(compared ? [sql`(1, ${compared.from}::date, ${compared.to}::date)`] : [])])

/** Today is not over: its day in the other period ends at the same time. */
const byTheSameTime = ({ cut }: ReviewAsk): RawBuilder<unknown> =>
  cut ? sql`and (s.p = 0 or r.published_at <= ${cut.at}::timestamptz - make_interval(hours => ${24 * cut.days}))` : sql``

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
const counted = sql`count(*)::integer as reviews, round(avg(x.five), 2)::float8 as average, (count(*) filter (where x.stars <= 2))::integer as low,
  (count(*) filter (where x.answered))::integer as answered,
  round((percentile_cont(0.5) within group (order by x.minutes) filter (where x.minutes >= 0))::numeric)::integer as answer_minutes`
const themeList = sql.join(themes.map((theme) => sql`(${theme}::text, ${themeQueries[theme]}::tsquery)`))

/** All counts in one statement, so of one moment. `steps` = the first days of the steps of both periods, `[p, from, to]`. */
export const countReviews = async (ctx: Ctx, ask: ReviewAsk, steps: readonly (readonly [0 | 1, Span])[]): Promise<ByKey> => {
  const { rows } = await sql<Row>`
    with spans(p, from_on, to_on) as (values ${spansOf(ask)}),
    steps(p, from_on, to_on) as (values ${sql.join(steps.map(([p, { from, to }]) => sql`(${p}::integer, ${from}::date, ${to}::date)`))}),
    rows as materialized (
      select s.p, ${dayAtVenue} as day, r.source, r.stars, r.venue_id, r.rating * 5 / r.scale as five,
        r.reply_state = 'published' as answered, case when r.reply_state = 'published' then extract(epoch from q.shown_at - r.published_at) / 60 end as minutes, r.words
      from spans s join reviews r on r.published_at >= s.from_on - 1 and r.published_at < s.to_on + 2
        join venues v on v.id = r.venue_id and ${dayAtVenue} between s.from_on and s.to_on
        left join review_replies q on q.review_id = r.id
      where r.venue_id = any(${[...ask.venueIds]}::uuid[]) and r.removed_at is null ${byTheSameTime(ask)}
        ${isOfChannels(ctx) ? sql`and ${ofScopedChannels(ctx, 'r.channel_id')}` : sql``}
        ${ask.sources ? sql`and r.source = any(${[...ask.sources]}::text[])` : sql``})
    select x.p, case when grouping(t.from_on) = 0 then 'day' when grouping(x.source) = 0 then 'source' when grouping(x.stars) = 0 then 'stars'
        when grouping(x.venue_id) = 0 then 'venue' else 'all' end as by,
      case when grouping(t.from_on) = 0 then t.from_on::text when grouping(x.source) = 0 then x.source when grouping(x.stars) = 0 then x.stars::text
        else x.venue_id::text end as key,
      ${counted}
    from rows x join steps t on t.p = x.p and x.day between t.from_on and t.to_on
    group by grouping sets ((x.p), (x.p, t.from_on), (x.p, x.source), (x.p, x.stars), (x.p, x.venue_id))
    union all select x.p, 'theme', t.theme, ${counted} from rows x join (values ${themeList}) t(theme, query) on x.words @@ t.query group by x.p, t.theme`.execute(
    ctx.db,
  )
  const by: ByKey = { all: new Map(), day: new Map(), source: new Map(), stars: new Map(), venue: new Map(), theme: new Map() }
  for (const { p, by: set, key, ...counts } of rows) {
    const [now, then] = by[set].get(key ?? '') ?? [noReviews, noReviews]
    by[set].set(key ?? '', p === 0 ? [counts, then] : [now, counts])
  }
  return by
}
