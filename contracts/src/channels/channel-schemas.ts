import * as bookingPage from './booking-page.ts'
import * as channelObjects from './channel-objects.ts'
import * as channelRules from './channels.rules.ts'
import * as links from './links.ts'
import * as meta from './meta.ts'
import * as textGateways from './text-gateways.ts'

/** The modules about channels whose schemas the documentation names. */
export const channelSchemas = [bookingPage, channelObjects, channelRules, links, meta, textGateways] as const
