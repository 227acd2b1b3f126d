export { findPage } from './find-page.ts'
export { namePages, pagePathOf } from './name-pages.ts'
export { type GuestReviews, type Html, noPageHtml, venuePageHtml } from './page-html.ts'
