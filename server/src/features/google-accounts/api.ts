import type {} from './account-rows.ts'

export { type CallingAccount, forgetAccounts, knownAccountBy } from './known-account.ts'
