import type {} from './meta-rows.ts'

export { deauthorise, deletionCode, isDeletionCode } from './deauthorise.ts'
export { choosePage, finishSignIn, type Finished } from './finish-sign-in.ts'
export { dialogOf } from './graph.ts'
export { openInstallLink, type OpenLink } from './install-link.ts'
export { chooseHtml, connectHtml, type Face, type Said, saidHtml } from './meta-pages.ts'
export { beginSignIn, cookieOf, stateMinutes } from './sign-in.ts'
