import type { Guards } from '#src/platform/db/guards.ts'

export const googleAccountGuards: Guards = {
  constraints: {
    google_accounts_key: { code: 'google_account.key_taken', field: 'key', issue: 'google_account.key_taken', value: 'key' },
    google_accounts_owner: { code: 'google_account.owner_taken' },
  },
}
