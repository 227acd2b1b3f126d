import type { Report, ReportFilter, ReportRecipient } from '@tablewire/contracts/analytics/reports'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { requireUser } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { Problem } from '#src/platform/problem.ts'
import { filtersOf } from './report-filters.ts'
import type { ReportRecord } from './report-rows.ts'
import { isTakeOver, ofAgent, ownerSight } from './report-side.ts'

/** Later than this nothing is on its way any more, whatever the rows say. */
export const underWayHours = 6

/** On `reports r`: one's own, and of one's people for whoever looks after them; what is counted in a partner's sight is no matter of a company. */
const seen = (ctx: Ctx): RawBuilder<SqlBool> => {
  const own = sql<SqlBool>`r.user_id = ${requireUser(ctx).id}`
  if (!ctx.ability.can('update', 'users')) return own
  if (ctx.scope.kind === 'all') return sql<SqlBool>`true`
  return ctx.scope.kind === 'company' ? sql<SqlBool>`(${own} or (r.company_id = ${ctx.scope.companyId} and not ${ofAgent}))` : own
}

type Mails = { total: number; sent: number; open: number }
type Row = ReportRecord & {
  recipients: ReportRecipient[]
  run: { dueAt: string; state: 'waiting' | 'written' | 'failed'; late: boolean; finishedAt: string | null; mails: Mails } | null
}

const lastOf = ({ run }: Row): Report['last'] => {
  if (!run) return null
  const { dueAt, finishedAt, mails, state } = run
  const all = { dueAt, sent: mails.sent, recipients: mails.total, finishedAt }
  if (state === 'failed' || (state === 'waiting' && run.late)) return { ...all, state: 'failed' }
  if (state === 'waiting' || mails.open > 0) return { ...all, state: 'waiting' }
  return { ...all, state: mails.sent === 0 ? 'failed' : mails.sent === mails.total ? 'sent' : 'partly' }
}

const view = (ctx: Ctx, row: Row, filters: ReportFilter[]): Report => ({
  id: row.id,
  name: row.name,
  question: row.question,
  filters,
  rhythm: row.rhythm,
  weekday: row.weekday,
  monthDay: row.monthDay,
  time: row.atTime,
  timezone: row.timeZone,
  lang: row.lang,
  recipients: row.recipients,
  state: row.state,
  stoppedFor: row.stoppedFor,
  nextAt: row.nextAt,
  last: lastOf(row),
  ownerName: row.ownerName,
  mine: row.userId === requireUser(ctx).id,
  takeOver: isTakeOver(ctx, row),
  version: row.version,
})

/** What each is about, as whoever it is counted for sees it; without anybody, as the reader does. */
const views = async (ctx: Ctx, rows: readonly Row[]): Promise<Report[]> => {
  const me = requireUser(ctx).id
  const filters = new Map<string, ReportFilter[]>()
  for (const [owner, theirs] of Map.groupBy(rows, ({ userId }) => userId)) {
    const sight = owner === null || owner === me ? ctx : ((await ownerSight(ctx, theirs[0]!)) ?? ctx)
    const found = await filtersOf(
      sight,
      theirs.map(({ question }) => question),
    )
    for (const [index, { id }] of theirs.entries()) filters.set(id, found[index]!)
  }
  return rows.map((row) => view(ctx, row, filters.get(row.id)!))
}

const utc = (column: string): RawBuilder<string> => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const rowsOf = (ctx: Ctx, rest: RawBuilder<unknown>) => {
  const now = ctx.clock()
  const late = now.subtract({ hours: underWayHours }).toString()
  return sql<Row>`
    select r.*, (
      select coalesce(json_agg(json_build_object('id', p.id, 'email', coalesce(p.email, u.email), 'name', u.first_name || ' ' || u.last_name,
        'stoppedAt', ${utc('p.stopped_at')}) order by coalesce(p.email, u.email)), '[]')
      from report_recipients p left join users u on u.id = p.user_id where p.report_id = r.id) as recipients, (
      select json_build_object('dueAt', ${utc('n.due_at')}, 'state', n.state, 'finishedAt', ${utc('n.finished_at')},
        'late', n.created_at < ${late}::timestamptz, 'mails', (
          select json_build_object('total', count(*), 'sent', count(*) filter (where m.state = 'sent'), 'open', count(*) filter (where
            m.state = 'due' and n.created_at >= ${late}::timestamptz))
          from report_mails m where m.run_id = n.id))
      from report_runs n where n.report_id = r.id order by n.created_at desc, n.id desc limit 1) as run
    from reports r where ${seen(ctx)} and ${rest}`
}

export const readReport = async (ctx: Ctx, id: string): Promise<Report> => {
  const { rows } = await rowsOf(ctx, sql`r.id = ${id}`).execute(ctx.db)
  const [report] = await views(ctx, rows)
  if (!report) throw new Problem('report.not_found')
  return report
}

/** In the caller's sight, and locked until the end of the transaction. */
export const lockReport = async (ctx: Ctx, id: string): Promise<ReportRecord> => {
  const { rows } = await sql<ReportRecord>`select r.* from reports r where ${seen(ctx)} and r.id = ${id} for update`.execute(ctx.db)
  if (!rows[0]) throw new Problem('report.not_found')
  return rows[0]
}

/** Newest first. */
export const listReports = async (
  ctx: Ctx,
  { offset = 0, limit = 50, after }: { offset?: number | undefined; limit?: number | undefined; after?: string | undefined },
): Promise<{ data: Report[]; total: number; next: string | null }> => {
  const place = after === undefined ? undefined : readCursor(after)
  const behind = place ? sql`(r.created_at, r.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql`true`
  const [{ rows }, counted] = await Promise.all([
    rowsOf(ctx, sql`${behind} order by r.created_at desc, r.id desc limit ${limit + 1} offset ${offset}`).execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from reports r where ${seen(ctx)}`.execute(ctx.db),
  ])
  const { data, next } = cutPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { data: await views(ctx, data), total: counted.rows[0]!.total, next }
}

/** What the audit tells of one. */
export const auditedFields = ({
  name,
  question,
  rhythm,
  weekday,
  monthDay,
  time,
  timezone,
  lang,
  recipients,
  state,
  stoppedFor,
}: Report) => ({
  name,
  ...question,
  rhythm,
  weekday,
  monthDay,
  time,
  timezone,
  lang,
  recipients: recipients.filter(({ stoppedAt }) => stoppedAt === null).map(({ email }) => email),
  state,
  stoppedFor,
})
