import type pg from 'pg'
import { ConfigError } from '../config.ts'

/** Settings of each of our sessions. Triggers look at what others have committed meanwhile, which another isolation would hide from them. */
const settings = {
  timezone: 'UTC',
  statement_timeout: '60000',
  idle_in_transaction_session_timeout: '60000',
  default_transaction_isolation: 'read committed',
} as const

/** As a startup option, which costs no round trip. */
export const sessionOptions = Object.entries(settings)
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', String.raw`\ `)}`)
  .join(' ')
/** Of a standby: what takes longer is asked of the primary, as is what a hanging one does not answer. */
export const readLimitMs = 20_000
/** The same for a connection over which nothing may be written. */
export const readOptions = `${sessionOptions} -c statement_timeout=${readLimitMs} -c default_transaction_read_only=on`

/**
 * A pooler takes no startup options and shares sessions: there the settings are put on the role, for this database and from its next session on. A
 * timeout that an operator set otherwise stays.
 */
export const settleRole = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter role current_user in database %I set %I = %L', current_database(), wanted.key, wanted.value) as statement
     from jsonb_each_text($1) as wanted join pg_settings s on lower(s.name) = wanted.key
     where s.setting <> wanted.value and (wanted.key in ('timezone', 'default_transaction_isolation') or s.setting = '0')`,
    [settings],
  )
  for (const { statement } of rows) await client.query(statement)
}

/** Timestamps are read as UTC. Sessions that a pooler opened before the role had its settings would return them otherwise. */
export const requireUtc = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ zone: string }>(`select current_setting('timezone') as zone`)
  const zone = rows[0]?.zone ?? ''
  if (/^(Etc\/)?(UTC|UCT|Zulu|Universal)$/.test(zone)) return
  throw new ConfigError(
    `The database behind the pooler tells times in ${zone}, not in UTC. The role has it right for new sessions: let the pooler open new ones ` +
      `(PgBouncer: RECONNECT), and see that both addresses sign in as the same role. docs/operations/running.md`,
  )
}
