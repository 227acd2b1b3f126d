import * as demoLinks from './demo-links.ts'
import * as demoMails from './demo-mails.ts'

/** The modules of demos whose schemas the documentation names. */
export const demoSchemas = [demoLinks, demoMails] as const
