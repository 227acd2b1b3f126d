import type { Leftover } from '#src/platform/leftovers.ts'
import type {} from './sales-rows.ts'

export { enquire } from './enquire.ts'
export { countView, guessesTooMuch, isProgram, type OpenLink, openLink, writesTooMuch } from './open-link.ts'
export { type EnquiryForm, noSalesPageHtml, sentAgainHtml, thanksHtml } from './page-html.ts'
export { openDemo } from './open-demo.ts'
export { showPage } from './show-page.ts'

export const salesLeftovers: readonly Leftover[] = [
  // Retention: the page promises those who write that they are forgotten after a year.
  { table: 'sales_enquiries', column: 'at', keep: { hours: 24 * 365 } },
]
