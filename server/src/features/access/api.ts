import type {} from './company-rows.ts'

export { insertCompany, removeCompanies, removeUnusedCompanies, setCompany } from './company-rows.ts'
export {
  bindToChannel,
  bindToSystem,
  giveGroup,
  grantAlike,
  grantVenues,
  regrantVenues,
  revokeVenues,
  unbindFromChannel,
  unbindFromSystem,
} from './grants.ts'
export { ownIdOf, type PartnerKind, partnerRef, writeOwnId } from './partner-ids.ts'
export { insertGroup, removeGroup, setGroup } from './group-rows.ts'
export { refuseStale } from './refuse-stale.ts'
