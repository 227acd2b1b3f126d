export { findPage } from './find-page.ts'
export { namePages, pagePathOf } from './name-pages.ts'
export { documentOf, type Html, iconOf, languagesOf } from './page-frame.ts'
export { type GuestReviews, noPageHtml, venuePageHtml } from './page-html.ts'
