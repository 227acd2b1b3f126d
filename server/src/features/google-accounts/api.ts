import type {} from './account-rows.ts'

export { type CallingAccount, knownAccountBy } from './known-account.ts'
