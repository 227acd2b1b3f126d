import type { GoogleAccount, GooglePassword, SftpUsers } from '@tablewire/contracts/google/google-accounts'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './account-rows.ts'
import { signInsRefusedSince } from './sign-ins.ts'

/** Tenant scope: accounts at Google serve all companies, so only people of the platform see or set them up. */
export const requirePlatform = (ctx: Ctx): void => {
  if (ctx.scope.kind !== 'all') throw new Problem('access.denied')
}

/** Days before its end from which a password counts as ending soon. */
export const warnDays = [30, 7, 1] as const
const dayMs = 86_400_000

type Row = Omit<GoogleAccount, 'bookingServerUrl' | 'passwords' | 'sftpUsers'> & {
  sftpUsers: Partial<SftpUsers>
  passwords: Omit<GooglePassword, 'endsSoon'>[]
}

const noUsers: SftpUsers = { service: null, merchants: null, availability: null, generic: null }

const serverUrl = ({ ports, origin }: Ctx, key: string): string => `${ports.config.publicUrl ?? `http://${origin.host}`}/google/${key}`

const viewOf = (ctx: Ctx, { sftpUsers, passwords, ...row }: Row): GoogleAccount => ({
  ...row,
  sftpUsers: { ...noUsers, ...sftpUsers },
  bookingServerUrl: serverUrl(ctx, row.key),
  passwords: passwords.map((password) => ({
    ...password,
    endsSoon: Date.parse(password.expiresAt) - ctx.clock().epochMilliseconds <= warnDays[0] * dayMs,
  })),
})

const read = async (ctx: Ctx, id?: string): Promise<GoogleAccount[]> => {
  requirePlatform(ctx)
  const now = ctx.clock().toString()
  const { rows } = await sql<Row>`
    select a.id, a.key, a.name, a.environment, a.is_default, a.active, a.system_id, s.name as system_name, a.brand_id, b.name as brand_name, a.channel_id,
      c.name as channel_name, a.partner_id, a.sftp_url, a.sftp_port, a.sftp_host_key, a.sftp_users, a.api_url, a.capabilities,
      a.username as booking_server_username, ${signInsRefusedSince(ctx)} as refused_since,
      (select g.since from google_stopped g where g.account_id = a.id) as stopped_since, a.version, a.created_at, a.updated_at,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'username', p.username, 'createdBy', p.created_by,
          'createdAt', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'usedAt', to_char(p.used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'expiresAt', to_char(p.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by p.created_at desc, p.id desc), '[]')
        from google_passwords p where p.account_id = a.id and p.expires_at > ${now}::timestamptz) as passwords,
      (select coalesce(jsonb_agg(jsonb_build_object('name', x.name, 'setAt', to_char(x.set_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by x.name), '[]')
        from google_secrets x where x.account_id = a.id) as secrets
    from google_accounts a join channels c on c.id = a.channel_id left join systems s on s.id = a.system_id left join brands b on b.id = a.brand_id
    where ${id === undefined ? sql`true` : sql`a.id = ${id}`} order by not a.is_default, lower(a.name), a.environment, a.id`.execute(ctx.db)
  return rows.map((row) => viewOf(ctx, row))
}

export const listAccounts = (ctx: Ctx): Promise<GoogleAccount[]> => read(ctx)

/** One account, or `google_account.not_found`. */
export const readAccount = async (ctx: Ctx, id: string): Promise<GoogleAccount> => {
  const [account] = await read(ctx, id)
  if (!account) throw new Problem('google_account.not_found')
  return account
}

/** What the audit records: of secrets only since when they are set, of passwords only when they end. */
export const auditedFields = ({
  passwords,
  secrets,
  version: _version,
  updatedAt: _updated,
  refusedSince: _refused,
  stoppedSince: _stopped,
  ...account
}: GoogleAccount) => ({
  ...account,
  sealedSince: Object.fromEntries(secrets.map(({ name, setAt }) => [name, setAt])),
  passwordsUntil: passwords.map(({ expiresAt }) => expiresAt),
})
