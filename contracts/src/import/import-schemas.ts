import * as importAsks from './import-requests.ts'
import * as importFindings from './import-findings.ts'
import * as importLayout from './import-layout.ts'
import * as importRules from './import.rules.ts'
import * as imports from './import.ts'

/** The modules of imports whose schemas the documentation names. */
export const importSchemas = [importAsks, importFindings, importLayout, importRules, imports] as const
