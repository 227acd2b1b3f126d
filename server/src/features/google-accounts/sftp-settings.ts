import type { SftpUsers } from '@tablewire/contracts/google/google-accounts'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'

/** Where an account's files go. `sealed`: its private key. */
export type SftpSettings = {
  id: string
  host: string | null
  port: number
  hostKey: string | null
  users: Partial<SftpUsers>
  sealed: string | null
}

/** Of one account, or of all that are in use. */
export const sftpSettings = async (ctx: Ctx, id?: string): Promise<SftpSettings[]> => {
  const { rows } = await sql<SftpSettings>`
    select a.id, a.sftp_url as host, a.sftp_port as port, a.sftp_host_key as host_key, a.sftp_users as users, x.sealed
    from google_accounts a join channels c on c.id = a.channel_id left join google_secrets x on x.account_id = a.id and x.name = 'sftpPrivateRsaKey'
    where ${id === undefined ? sql`a.active and c.active` : sql`a.id = ${id}`} order by a.id`.execute(ctx.db)
  return rows
}

/** The key a host has shown at the first connection is the one it must show from then on, where nobody said one. */
export const pinHostKey = async (ctx: Ctx, id: string, hostKey: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const { rows } = await sql`
      update google_accounts set sftp_host_key = ${hostKey}, version = version + 1, updated_at = ${inner.clock().toString()}::timestamptz
      where id = ${id} and sftp_host_key is null returning id`.execute(inner.db)
    if (!rows.length) return
    await audit(inner, {
      action: 'google_account.updated',
      subject: 'google_account',
      subjectId: id,
      before: { sftpHostKey: null },
      after: { sftpHostKey: hostKey },
    })
  })
