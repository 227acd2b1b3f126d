/** The moment this page began, for all that must agree on one: what is asked before the page is there, and the page. */
export const pageStart = Date.now()
