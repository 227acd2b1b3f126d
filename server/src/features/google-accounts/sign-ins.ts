import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { perDatabase, rootDbOf } from '#src/platform/db/connect.ts'
import type {} from './account-rows.ts'

type Buffer = { used: Map<string, string>; refused: Map<string, string>; cancel: (() => void) | undefined }

/** Write-behind: lookups come by the hundred a second, each with its password. What a process that dies has not written comes with the next call. */
const bufferOf = perDatabase((): Buffer => ({ used: new Map(), refused: new Map(), cancel: undefined }))
const writeEveryMs = 5000
/** Who showed a wrong password yesterday and nothing since is not Google. */
const heardOfHours = 24

const listOf = (of: Map<string, string>): string => JSON.stringify(Array.from(of, ([id, at]) => ({ id, at })))

const write = async ({ db, log }: Pick<Ctx, 'db' | 'log'>): Promise<void> => {
  const buffer = bufferOf(db)
  buffer.cancel = undefined
  const [used, refused] = [listOf(buffer.used), listOf(buffer.refused)]
  buffer.used.clear()
  buffer.refused.clear()
  try {
    await sql`
      update google_passwords p set used_at = t.at from json_to_recordset(${used}::json) as t (id uuid, at timestamptz)
      where p.id = t.id and (p.used_at is null or p.used_at < t.at)`.execute(db)
    await sql`
      insert into google_refused_sign_ins as r (account_id, since, at)
      select t.id, t.at, t.at from json_to_recordset(${refused}::json) as t (id uuid, at timestamptz)
      where exists (select from google_accounts a where a.id = t.id) order by t.id
      on conflict (account_id) do update set at = excluded.at,
        since = case when r.at < excluded.at - make_interval(hours => ${heardOfHours})
          or exists (select from google_passwords p where p.account_id = r.account_id and p.used_at > r.since) then excluded.at else r.since end`.execute(
      db,
    )
  } catch (error) {
    log.warn({ err: error }, 'sign-ins of Google')
  }
}
const writeSoon = (ctx: Ctx, buffer: Buffer): void => {
  buffer.cancel ??= ctx.ports.timers.after(writeEveryMs, () => void write({ ...ctx, db: rootDbOf(ctx.db) }))
}

/** That Google has shown this password, and it was good. */
export const noteSignIn = (ctx: Ctx, passwordId: string): void => {
  const buffer = bufferOf(ctx.db)
  buffer.used.set(passwordId, ctx.clock().toString())
  writeSoon(ctx, buffer)
}

/** That somebody has shown a user name of this account with a password that is not good. */
export const noteRefusedSignIn = (ctx: Ctx, accountId: string): void => {
  const buffer = bufferOf(ctx.db)
  buffer.refused.set(accountId, ctx.clock().toString())
  writeSoon(ctx, buffer)
}

/** Of the account `a`: since when only passwords come that are not good; null where a good one has come since. */
export const signInsRefusedSince = (ctx: Ctx) => sql<string | null>`(
  select to_char(r.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from google_refused_sign_ins r
  where r.account_id = a.id and r.at > ${ctx.clock().toString()}::timestamptz - make_interval(hours => ${heardOfHours})
    and not exists (select from google_passwords p where p.account_id = a.id and p.used_at > r.at))`
