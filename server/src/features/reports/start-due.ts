import type { Report } from '@tablewire/contracts/analytics/reports'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { Problem } from '#src/platform/problem.ts'
import type { ReportRecord } from './report-rows.ts'
import { lockReport, readReport } from './report-view.ts'
import { stopReport } from './stop-report.ts'
import { lastDue, nextDue } from './rhythm.ts'
import { tellHeirs } from './tell-heirs.ts'

export type RunData = { runId: string }
export const runReportJob = defineJob<RunData>('reports.run', 6)

const atOnce = 50

/** So often in a row nothing came of it: whoever waits for it shall know, rather than miss it week by week. */
const failuresAtMost = 3
const isFailing = async (ctx: Ctx, { id }: ReportRecord): Promise<boolean> => {
  const { rows } = await sql<{ failed: number }>`
    select count(*)::integer as failed from (select state from report_runs where report_id = ${id} and not asked order by due_at desc limit ${failuresAtMost}) r
    where r.state <> 'written'`.execute(ctx.db)
  return rows[0]!.failed >= failuresAtMost
}

/** What was due last, once: of a downtime the newest of those it swallowed. The row, the next moment and the job are there together or not at all. */
const startOne = async (ctx: Ctx, row: ReportRecord): Promise<void> => {
  if (await isFailing(ctx, row)) return stopReport(ctx, row.id, 'failing')
  const now = ctx.clock()
  const due = lastDue(row, now)
  await ctx.db
    .updateTable('reports')
    .set({ nextAt: nextDue(row, now).at.toString() })
    .where('id', '=', row.id)
    .execute()
  const run = await ctx.db
    .insertInto('reportRuns')
    .values({
      id: newId(),
      reportId: row.id,
      dueAt: due.at.toString(),
      dueOn: due.on.toString(),
      asked: false,
      exportId: null,
      createdAt: now.toString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (run) await ctx.ports.jobs.enqueue(ctx, runReportJob, { runId: run.id })
}

const startSome = async (ctx: Ctx): Promise<number> => {
  const { rows } = await sql<ReportRecord>`
    select * from reports where next_at <= ${ctx.clock().toString()}::timestamptz order by next_at, id limit ${atOnce} for update skip locked`.execute(
    ctx.db,
  )
  for (const row of rows) await startOne(ctx, row)
  return rows.length
}

/** Every minute. */
export const startDue = async (ctx: Ctx): Promise<void> => {
  for (;;) if ((await transaction(ctx, startSome)) < atOnce) break
  await tellHeirs(ctx)
}

const underWayMinutes = 10
/** Readers outside never asked for any of it: what is sent by hand has a distance. */
const apartSeconds = 120

/** Beside the plan, about the days that are named by today. */
export const sendNow = async (ctx: Ctx, id: string): Promise<Report> =>
  transaction(ctx, async (inner) => {
    const row = await lockReport(inner, id)
    if (row.state === 'stopped') throw new Problem('report.stopped')
    const now = inner.clock()
    const { rows } = await sql`
      select from report_runs where report_id = ${id} and state = 'waiting' and created_at > ${now.subtract({ minutes: underWayMinutes }).toString()}::timestamptz`.execute(
      inner.db,
    )
    if (rows.length > 0) throw new Problem('report.under_way')
    const { rows: lately } = await sql`
      select from report_runs where report_id = ${id} and asked and state = 'written'
        and created_at > ${now.subtract({ seconds: apartSeconds }).toString()}::timestamptz limit 1`.execute(inner.db)
    if (lately.length > 0) throw new Problem('rate.limited', { seconds: apartSeconds })
    const runId = newId()
    const dueOn = now.toZonedDateTimeISO(row.timeZone).toPlainDate().toString()
    await inner.db
      .insertInto('reportRuns')
      .values({ id: runId, reportId: id, dueAt: now.toString(), dueOn, asked: true, exportId: null, createdAt: now.toString() })
      .execute()
    await inner.ports.jobs.enqueue(inner, runReportJob, { runId })
    await audit(inner, {
      action: 'report.requested',
      subject: 'report',
      subjectId: id,
      companyId: row.companyId,
      after: { name: row.name },
    })
    return readReport(inner, id)
  })
