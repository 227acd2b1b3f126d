import * as googleAccounts from './google-accounts.ts'
import * as googleFeeds from './google-feeds.ts'

/** The modules whose schemas the documentation names. */
export const googleSchemas = [googleAccounts, googleFeeds] as const
