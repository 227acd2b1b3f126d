import type { Ctx } from '#src/platform/ctx.ts'
import { type Loop, startLoop } from '#src/platform/jobs/leased-loop.ts'
import type { Leftover } from '#src/platform/leftovers.ts'
import { feedWork } from './work-feed.ts'

export { accountsNamed, exportFeeds, type ExportedFeed } from './export-feeds.ts'
export { noteGoogleWord, unreadFiles } from './google-word.ts'
export { dueTimes } from './plan-feeds.ts'
export { keepPublication, readStarts, type ToldStart } from './publications.ts'
export { openFeedFile } from './open-feed-file.ts'

export const startFeeds = (ctxOf: () => Ctx): Loop => startLoop(ctxOf, feedWork)

/** Retention: a year can be compared with the one before; the files go after a week. */
export const feedLeftovers: readonly Leftover[] = [
  { table: 'google_feeds', column: 'created_at', keep: { hours: 24 * 400 } },
  // Whoever complains of an evening does so within two weeks.
  { table: 'google_publications', column: 'day', keep: { hours: 24 * 14 } },
]
