import { type Theme, themes } from '@tablewire/contracts/reviews/review-themes'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { themeQueries, themesVersion } from './theme-words.ts'

/** Each theme is a bit, in the order of their list. */
export const bitOf = (theme: Theme): number => 2 ** themes.indexOf(theme)

const asked = sql.join(
  themes.map((theme) => sql`case when r.words @@ ${themeQueries[theme]}::tsquery then ${bitOf(theme)}::integer else 0 end`),
  sql` | `,
)
/** Of `reviews r`: its themes, kept or asked, by the lists of this process. */
export const themesOfReview: RawBuilder<number> = sql`case when r.themes_version = ${themesVersion} then r.themes else ${asked} end`

const atOnce = 500
/** Those of older lists, some at a time; a process with older lists leaves what a newer one has written. */
export const markThemes = async (ctx: Ctx): Promise<void> => {
  while (ctx.ports.jobs.healthy()) {
    const { rows } = await sql`
      update reviews r set themes = ${asked}, themes_version = ${themesVersion}
      where r.id in (select id from reviews where themes_version < ${themesVersion} order by themes_version limit ${atOnce} for update skip locked)
      returning r.id`.execute(ctx.db)
    if (rows.length < atOnce) return
    await ctx.ports.jobs.backpressure()
  }
}
