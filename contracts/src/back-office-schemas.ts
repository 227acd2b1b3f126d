import { analyticsSchemas } from './analytics/analytics-schemas.ts'
import * as bookDrafts from './estate/book-drafts.ts'
import * as book from './estate/book.ts'
import * as bulkChanges from './estate/bulk-changes.ts'
import { channelSchemas } from './channels/channel-schemas.ts'
import * as companies from './estate/companies.ts'
import { demoSchemas } from './demo/demo-schemas.ts'
import * as exports from './operations/exports.ts'
import { googleSchemas } from './google/google-schemas.ts'
import * as googleCalls from './operations/google-calls.ts'
import * as groups from './estate/groups.ts'
import { identitySchemas } from './identity/identity-schemas.ts'
import { importSchemas } from './import/import-schemas.ts'
import * as licences from './estate/licences.ts'
import * as partyActs from './booking/party-acts.ts'
import { reviewSchemas } from './reviews/review-schemas.ts'
import * as saveMeanwhile from './kit/save-meanwhile.ts'
import { rmsSchemas } from './rms/rms-schemas.ts'
import * as traces from './operations/traces.ts'
import { venueSchemas } from './estate/venue-schemas.ts'

/** The modules of the administration areas whose schemas the documentation names. */
export const backOfficeSchemas = [
  ...analyticsSchemas,
  bookDrafts,
  book,
  bulkChanges,
  ...channelSchemas,
  companies,
  ...demoSchemas,
  exports,
  ...googleSchemas,
  googleCalls,
  groups,
  ...identitySchemas,
  ...importSchemas,
  licences,
  partyActs,
  ...reviewSchemas,
  saveMeanwhile,
  ...rmsSchemas,
  traces,
  ...venueSchemas,
] as const
