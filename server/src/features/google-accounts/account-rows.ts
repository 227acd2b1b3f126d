import type { GoogleEnvironment, GoogleSecret, SftpUsers } from '@tablewire/contracts/google/google-accounts'
import type { Capability } from '@tablewire/contracts/rms/system-fields'
import type { ColumnType, Generated } from 'kysely'
import type { z } from 'zod/mini'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'

type GoogleAccounts = {
  id: string
  key: string
  name: string
  environment: z.infer<typeof GoogleEnvironment>
  isDefault: Generated<boolean>
  active: Generated<boolean>
  systemId: string | null
  brandId: string | null
  channelId: string
  partnerId: string | null
  sftpUrl: string | null
  sftpPort: Generated<number>
  sftpHostKey: string | null
  sftpUsers: ColumnType<Partial<SftpUsers>, string | undefined, string>
  apiUrl: string | null
  username: string | null
  capabilities: Generated<z.infer<typeof Capability>[]>
  version: Generated<number>
  createdAt: InstantColumn
  updatedAt: InstantColumn
}
type GooglePasswords = {
  id: string
  accountId: string
  username: string
  hash: string
  createdBy: string
  createdAt: InstantColumn
  expiresAt: InstantColumn
  warnedDays: number | null
  usedAt: NullableInstant
}
type GoogleRefusedSignIns = { accountId: string; since: InstantColumn; at: InstantColumn }
type GoogleSecrets = { accountId: string; name: GoogleSecret; sealed: string; setAt: InstantColumn }

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    googleAccounts: GoogleAccounts
    googlePasswords: GooglePasswords
    googleRefusedSignIns: GoogleRefusedSignIns
    googleSecrets: GoogleSecrets
  }
}
