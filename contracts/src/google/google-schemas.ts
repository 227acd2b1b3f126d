import * as googleAccounts from './google-accounts.ts'
import * as googleFeeds from './google-feeds.ts'
import * as googleLaunch from './google-launch.ts'

/** The modules whose schemas the documentation names. */
export const googleSchemas = [googleAccounts, googleFeeds, googleLaunch] as const
