import * as bcObjects from './bc-objects.ts'
import * as callLog from './call-log.ts'
import * as partnerObjects from './partner-objects.ts'
import * as testMode from './test-mode.ts'
import * as webhookObjects from './webhook-objects.ts'

/** The modules of the partners' areas whose schemas the documentation names. */
export const partnerSchemas = [bcObjects, partnerObjects, webhookObjects, callLog, testMode] as const
