export { moveCompany } from './move-company.ts'
export { openEnd } from './two-databases.ts'
export { readTarget, targetWarning } from './target-address.ts'
