import type { Session } from '@tablewire/contracts/identity/security'
import { sql } from 'kysely'
import { requireUser } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

const most = 100
type Row = Omit<Session, 'actedBy' | 'current'> & { actedById: string | null; actedByName: string | null }

/** The user's sessions that can still be used or refreshed, including those of acting administrators. */
export const listSessions = async (ctx: Ctx): Promise<Session[]> => {
  const { id, sessionId } = requireUser(ctx)
  const { rows } = await sql<Row>`
    select s.id, s.kind, s.second_factor, s.browser, s.system, s.device, s.network, s.long_time, s.created_at as started_at, s.used_at,
      s.acted_by_user_id as acted_by_id, a.first_name || ' ' || a.last_name as acted_by_name
    from sessions s left join users a on a.id = s.acted_by_user_id left join sessions p on p.id = s.acted_by_session_id
    where s.user_id = ${id} and s.ended_at is null and s.refresh_expires_at > ${ctx.clock().toString()}::timestamptz
      and (p.id is null or p.ended_at is null)
    order by s.id = ${sessionId} desc, s.used_at desc, s.id desc limit ${most}`.execute(ctx.db)
  return rows.map(({ actedById, actedByName, ...row }) => ({
    ...row,
    current: row.id === sessionId,
    actedBy: actedById === null ? null : { id: actedById, name: actedByName! },
  }))
}
