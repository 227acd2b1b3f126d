export { askNoMore, type Giving, giveReview } from './give-review.ts'
export { type OpenRequest, openRequest, type RequestLink, signedBy } from './request-link.ts'
export { publishedReviews } from './published-reviews.ts'
export { requestPhrases } from './request-phrases.ts'
