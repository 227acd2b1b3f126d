import * as bcObjects from './bc-objects.ts'
import * as partnerObjects from './partner-objects.ts'
import * as webhookObjects from './webhook-objects.ts'

/** The modules of the partners' areas whose schemas the documentation names. */
export const partnerSchemas = [bcObjects, partnerObjects, webhookObjects] as const
