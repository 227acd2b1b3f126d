import type {} from './account-rows.ts'

export { type CallingAccount, forgetAccounts, knownAccountBy } from './known-account.ts'
export { passwordEndingJob } from './watch-passwords.ts'
export { updatingAccount, type UpdatingAccount } from './updating-account.ts'
