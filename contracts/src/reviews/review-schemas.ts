import * as reviewRequests from './review-requests.ts'
import * as reviewThemes from './review-themes.ts'
import * as reviewWork from './review-work.ts'

/** The modules of what the house does with reviews whose schemas the documentation names. */
export const reviewSchemas = [reviewRequests, reviewThemes, reviewWork] as const
