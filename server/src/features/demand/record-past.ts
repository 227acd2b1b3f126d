import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { WhyRefused } from '#src/platform/traces/traces.ts'
import { writeTurnedAway } from './turned-away.ts'
import { type Search, writeRefused } from './write-refused.ts'

/** A search with the rule that bound it. */
export type PastSearch = Omit<Search, 'why'> & { why: WhyRefused }

/** Searches of days that are over, in the caller's transaction; from `since` on they are known. */
export const recordPastSearches = async ({ db }: Ctx, searches: readonly PastSearch[], since: string): Promise<void> => {
  await writeTurnedAway(
    db,
    searches.filter(({ beside }) => !beside),
  )
  await writeRefused(db, searches, new Map<Search, WhyRefused>(searches.map((search) => [search, search.why])))
  await sql`update refused_searches_since set day = least(day, ${since}::date)`.execute(db)
  await sql`update turned_away_since set day = least(day, ${since}::date)`.execute(db)
}
