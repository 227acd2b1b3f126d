import * as demoLinks from './demo-links.ts'

/** The modules of demos whose schemas the documentation names. */
export const demoSchemas = [demoLinks] as const
