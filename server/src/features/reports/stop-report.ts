import type { StopReason } from '@tablewire/contracts/analytics/reports'
import type { ReportNews } from '@tablewire/contracts/operations/notifications'
import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { brandOfCompany } from '#src/features/brands/api.ts'
import { notifyOwners } from '#src/features/notifications/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import type { ReportRecord } from './report-rows.ts'
import { nextDue } from './rhythm.ts'

/** It sends nothing any more, and says why; whoever had it sent is told, and what to do. */
export const stopReport = (ctx: Ctx, id: string, stoppedFor: StopReason): Promise<void> =>
  transaction(ctx, async (inner) => {
    const stopped = await inner.db
      .updateTable('reports')
      .set((row) => ({ state: 'stopped', stoppedFor, nextAt: null, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .where('state', '<>', 'stopped')
      .returning(['name', 'companyId', 'userId', 'question'])
      .executeTakeFirst()
    if (!stopped) return
    const { name, companyId, userId, question } = stopped
    await audit(inner, { action: 'report.stopped', subject: 'report', subjectId: id, companyId, after: { name, stoppedFor } })
    if (userId === null) return
    const news: ReportNews = { name, about: question.about ?? 'reservations', reason: stoppedFor }
    await notifyOwners(inner, [userId], { eventId: newId(), event: 'report', about: JSON.stringify(news) })
  })

const purpose = 'report stop'
/** Good as long as the report is there, without a sign-in: whoever gets the mail can end it. */
export const stopLink = ({ ports }: Pick<Ctx, 'ports'>, origin: string, recipientId: string): string =>
  `${origin}/v1/analytics/reports/stop/${recipientId}?signature=${ports.secrets.sign(purpose, recipientId)}`

type StopLink = { recipientId: string; signature: string }
type Receiving = { name: string; email: string; lang: Lang; stopped: boolean; brand: Brand }
type Row = ReportRecord & { email: string; stoppedAt: string | null }

const rowOf = async (ctx: Ctx, { recipientId, signature }: StopLink, lock: boolean): Promise<Row | undefined> => {
  if (!/^[0-9a-f-]{36}$/i.test(recipientId) || !ctx.ports.secrets.verify(purpose, recipientId, signature)) return undefined
  const { rows } = await sql<Row>`
    select r.*, coalesce(p.email, u.email) as email, p.stopped_at from report_recipients p join reports r on r.id = p.report_id
      left join users u on u.id = p.user_id where p.id = ${recipientId} ${lock ? sql`for update of r, p` : sql``}`.execute(ctx.db)
  return rows[0]
}

const told = async (ctx: Ctx, { name, email, lang, companyId, host }: Row, stopped: boolean): Promise<Receiving> => ({
  name,
  email,
  lang,
  stopped,
  brand: await brandOfCompany(ctx, companyId, host),
})

/** What the link of a mail is about; undefined for one we did not make, or whose report is gone. */
export const readReceiving = async (ctx: Ctx, link: StopLink): Promise<Receiving | undefined> => {
  const row = await rowOf(ctx, link, false)
  return row && told(ctx, row, row.stoppedAt !== null)
}

/** The reader ends it, or begins it again: for that reader alone, as often as he likes. Without any reader it stops. */
export const setReceiving = (ctx: Ctx, link: StopLink, stopped: boolean): Promise<Receiving | undefined> =>
  transaction(ctx, async (inner) => {
    const row = await rowOf(inner, link, true)
    if (!row) return undefined
    if ((row.stoppedAt !== null) === stopped) return told(inner, row, stopped)
    const { id: reportId, companyId, name, email } = row
    const stoppedAt = stopped ? inner.clock().toString() : null
    await inner.db.updateTable('reportRecipients').set({ stoppedAt }).where('id', '=', link.recipientId).execute()
    const action = stopped ? 'report.declined' : 'report.wanted'
    await audit(inner, { action, subject: 'report', subjectId: reportId, companyId, after: { name, email } })
    if (!stopped && row.stoppedFor === 'nobody_left') {
      const again = { state: 'active', stoppedFor: null, nextAt: nextDue(row, inner.clock()).at.toString() } as const
      await inner.db.updateTable('reports').set(again).where('id', '=', reportId).execute()
    }
    const { rows } = await sql`select from report_recipients where report_id = ${reportId} and stopped_at is null limit 1`.execute(inner.db)
    if (rows.length === 0) await stopReport(inner, reportId, 'nobody_left')
    return told(inner, row, stopped)
  })
