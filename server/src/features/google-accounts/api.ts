import type {} from './account-rows.ts'

export { readAccount, requirePlatform } from './account-view.ts'
export { accountById, accountRefusing, type CallingAccount, forgetAccounts, knownAccountBy } from './known-account.ts'
export { pinHostKey, sftpSettings, type SftpSettings } from './sftp-settings.ts'
export { noteRefusedSignIn, noteSignIn, signInsRefusedSince } from './sign-ins.ts'
export { passwordEndingJob } from './watch-passwords.ts'
export { updatingAccount, type UpdatingAccount } from './updating-account.ts'
