import * as analytics from './analytics.ts'
import * as listingAnalytics from './listing-analytics.ts'
import * as refusedDemand from './refused-demand.ts'
import * as reports from './reports.ts'
import * as reviewAnalytics from './review-analytics.ts'

/** The modules of figures, and of what is sent of them, whose schemas the documentation names. */
export const analyticsSchemas = [analytics, listingAnalytics, refusedDemand, reports, reviewAnalytics] as const
