import type { Received } from '@tablewire/contracts/kit/endpoint'
import { type ReviewThemes, type reviewThemes, themes } from '@tablewire/contracts/reviews/review-themes'
import { type RawBuilder, sql } from 'kysely'
import { inScope, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { stopWords } from './stop-words.ts'
import { themeQueries } from './theme-words.ts'

type Filters = NonNullable<Received<typeof reviewThemes.list>['query']['filters']>
type Counted = { recent: number; before: number }

const recentDays = 30
const beforeDays = 90
/** The newest of each side: what rose shows in them, and nobody waits for more. */
const readAtMost = 6000
const wordsShown = 12
/** By how often they stand in reviews of the last days; the rest says nothing. */
const candidates = 4000
const leastReviews = 3
/** Of shares: what rose less is chance. */
const leastTimes = 1.5

const sampleOf = (ctx: Ctx, { venueId, source, stars }: Filters, [from, to]: readonly [RawBuilder<unknown>, RawBuilder<unknown>]) => sql`
  select r.id, ts_delete(r.words, tsvector_to_array(to_tsvector('simple', coalesce(r.author, '')))) as words from reviews r
  where ${inScope(ctx, 'r.venue_id')} and ${ofScopedChannels(ctx, 'r.channel_id')} and r.removed_at is null
    and r.published_at >= ${from} and r.published_at < ${to}
    ${venueId?.length ? sql`and r.venue_id = any(${venueId}::uuid[])` : sql``}
    ${source?.length ? sql`and r.source = any(${source}::text[])` : sql``}
    ${stars?.length ? sql`and r.stars = any(${stars}::int[])` : sql``}
  order by r.published_at desc, r.id desc limit ${readAtMost}`

const timesOf = ({ recent, before }: Counted, all: Counted): number | null =>
  before === 0 || all.recent === 0 || all.before === 0 ? null : Math.round((recent / all.recent / (before / all.before)) * 10) / 10

/** How surely it rose: what comes up three times out of nothing is less than what went from ten to sixty. */
const weightOf = ({ recent, before }: Counted, all: Counted): number => {
  const was = (before + 1) / (all.before + 2)
  const is = recent / Math.max(1, all.recent)
  return is / was < leastTimes ? 0 : Math.log(is / was) * Math.sqrt(recent)
}

const saysSomething = (words: string): boolean =>
  words.split(' ').every((word) => word.length > 2 && !stopWords.has(word) && !/^\d+$/.test(word))

/** LI2: what guests talk of more than before, by our own lists of words; no text leaves the house. */
export const listThemes = async (ctx: Ctx, filters: Filters = {}): Promise<ReviewThemes> => {
  const now = ctx.clock()
  const day = now.toString().slice(0, 10)
  const from = now
    .subtract({ hours: 24 * recentDays })
    .toString()
    .slice(0, 10)
  const since = now
    .subtract({ hours: 24 * (recentDays + beforeDays) })
    .toString()
    .slice(0, 10)
  const recent = sampleOf(ctx, filters, [sql`${from}::date`, sql`${day}::date + 2`])
  const before = sampleOf(ctx, filters, [sql`${since}::date`, sql`${from}::date`])
  const both = sql`sample as materialized (select true as is_recent, x.* from (${recent}) x union all select false, y.* from (${before}) y)`
  const counts = sql`count(distinct id) filter (where is_recent)::int as recent, count(distinct id) filter (where not is_recent)::int as before`
  const perTheme = sql.join(
    themes.map((theme) => sql`select ${theme}::text as theme, ${counts} from sample where words @@ ${themeQueries[theme]}::tsquery`),
    sql` union all `,
  )
  const { rows: counted } = await sql<Counted & { theme: string }>`
    with ${both} select '' as theme, ${counts} from sample union all ${perTheme}`.execute(ctx.db)
  const { rows: words } = await sql<Counted & { words: string }>`
    with ${both},
      placed as (select s.is_recent, s.id, u.lexeme, p as position from sample s, unnest(s.words) u, unnest(u.positions) p),
      beside as (select *, lead(lexeme) over (partition by id order by position) as next, lead(position) over (partition by id order by position) as next_at from placed),
      said as (select is_recent, id, lexeme as words from placed union all select is_recent, id, lexeme || ' ' || next from beside where next_at = position + 1)
    select words, ${counts} from said group by words having count(distinct id) filter (where is_recent) >= ${leastReviews}
    order by count(distinct id) filter (where is_recent) desc limit ${candidates}`.execute(ctx.db)
  const all = counted.find(({ theme }) => theme === '') ?? { recent: 0, before: 0 }
  const rose = words
    .filter((one) => saysSomething(one.words))
    .map((one) => ({ ...one, weight: weightOf(one, all) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || (a.words < b.words ? -1 : 1))
  // Of a phrase and its words the phrase says more.
  const shown = rose.filter(
    (one) =>
      one.words.includes(' ') ||
      !rose.some((two) => two.words.includes(' ') && two.words.split(' ').includes(one.words) && two.recent * 2 >= one.recent),
  )
  return {
    from,
    recent: all.recent,
    before: all.before,
    themes: themes
      .map((theme) => {
        const found = counted.find((one) => one.theme === theme)
        return { theme, recent: found?.recent ?? 0, before: found?.before ?? 0 }
      })
      .filter((one) => weightOf(one, all) > 0)
      .toSorted((a, b) => weightOf(b, all) - weightOf(a, all) || b.recent - a.recent)
      .map(({ theme, ...one }) => ({ theme, recent: one.recent, before: one.before, times: timesOf(one, all) })),
    words: shown
      .slice(0, wordsShown)
      .map((one) => ({ words: one.words, recent: one.recent, before: one.before, times: timesOf(one, all) })),
  }
}
