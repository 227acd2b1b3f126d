import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Target } from './call-endpoint.ts'

type Row = Omit<Target, 'authValue' | 'secrets'> & { authSealed: string | null; sealed: string[] }

/** An endpoint ready to be called; undefined when it is gone meanwhile. */
export const targetOf = async (ctx: Ctx, id: string): Promise<Target | undefined> => {
  const { rows } = await sql<Row>`
    select e.id, e.channel_id, e.system_id, e.url, e.auth_kind, e.auth_name, e.auth_sealed, array(
      select s.sealed from webhook_secrets s
      where s.endpoint_id = e.id and (s.expires_at is null or s.expires_at > ${ctx.clock().toString()}::timestamptz)
      order by s.expires_at desc nulls first) as sealed
    from webhook_endpoints e where e.id = ${id}`.execute(ctx.db)
  const row = rows[0]
  if (!row) return undefined
  const { authSealed, sealed, ...target } = row
  const { secrets } = ctx.ports
  return { ...target, authValue: authSealed && secrets.open(authSealed), secrets: sealed.map((one) => secrets.open(one)) }
}
