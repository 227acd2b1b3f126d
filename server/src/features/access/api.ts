import type { Guards } from '#src/platform/http/errors.ts'
import type {} from './company-rows.ts'

export { insertCompany, removeCompanies, removeUnusedCompanies, setCompany } from './company-rows.ts'
export { bindToChannel, bindToSystem, grantVenues, revokeVenues, unbindFromChannel, unbindFromSystem } from './grants.ts'
export { ownIdOf, type PartnerKind, partnerRef, writeOwnId } from './partner-ids.ts'
export { insertGroup, removeGroup, setGroup } from './group-rows.ts'

/** Nobody of one company is given a venue of another (migration 0018); whoever asks hears what he would hear of any venue he does not see. */
export const accessGuards: Guards = { TW021: 'venue.not_found' }
