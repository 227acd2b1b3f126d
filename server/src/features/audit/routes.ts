import type { audit } from '@tablewire/contracts/operations'
import type { Handlers } from '#src/platform/http/mount.ts'
import { listAuditEntries } from './list-audit-entries.ts'

export const auditHandlers: Handlers<typeof audit> = {
  list: (ctx, { query }) => listAuditEntries(ctx, query),
}
