import type {} from './account-rows.ts'

export { readAccount, requirePlatform } from './account-view.ts'
export { accountById, type CallingAccount, forgetAccounts, knownAccountBy } from './known-account.ts'
export { pinHostKey, sftpSettings, type SftpSettings } from './sftp-settings.ts'
export { passwordEndingJob } from './watch-passwords.ts'
export { updatingAccount, type UpdatingAccount } from './updating-account.ts'
