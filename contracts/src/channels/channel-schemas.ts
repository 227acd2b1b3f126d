import * as channelObjects from './channel-objects.ts'
import * as channelRules from './channels.rules.ts'
import * as links from './links.ts'
import * as meta from './meta.ts'

/** The modules about channels whose schemas the documentation names. */
export const channelSchemas = [channelObjects, channelRules, links, meta] as const
