import * as analytics from './analytics.ts'
import * as listingAnalytics from './listing-analytics.ts'
import * as reports from './reports.ts'
import * as reviewAnalytics from './review-analytics.ts'

/** The modules of figures, and of what is sent of them, whose schemas the documentation names. */
export const analyticsSchemas = [analytics, listingAnalytics, reports, reviewAnalytics] as const
