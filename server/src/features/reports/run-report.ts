import type { StopReason } from '@tablewire/contracts/analytics/reports'
import { sql } from 'kysely'
import { type Ask, askOf } from '#src/features/analytics-questions/api.ts'
import { giveUpExport, planExport, runExport } from '#src/features/exports/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { notThere } from './ask-question.ts'
import { mailReportJob } from './mail-report.ts'
import { questionOn } from './plan-report.ts'
import type { MailContents, ReportRecord, RunRecord } from './report-rows.ts'
import { isOfSide, ownerSight } from './report-side.ts'
import { type DatedQuestion, type ReportSubject, type ReportSubjects, type SubjectAsk, subjectOf } from './report-subject.ts'
import type { RunData } from './start-due.ts'
import { stopReport } from './stop-report.ts'

/** In the sight in which it is counted; or why there is none any more. */
const ownerCtx = async (ctx: Ctx, report: ReportRecord, { look, take }: ReportSubject): Promise<Ctx | StopReason> => {
  const owner = await ownerSight(ctx, report)
  if (!owner) return 'owner_gone'
  if (!owner.ability.can(...look) || !owner.ability.can(...take)) return 'right_lost'
  // Nor do readers of one partner hear of another, or of one more.
  return isOfSide(report, owner.scope) ? owner : 'venues_lost'
}

/** The question worked out, or why it can be asked no more. */
const askable = async (owner: Ctx, question: DatedQuestion): Promise<Ask | StopReason> => {
  try {
    const ask = await askOf(owner, question)
    return ask.venues.length === 0 ? 'venues_lost' : ask
  } catch (error) {
    if (error instanceof Problem && notThere.includes(error.code)) return 'venues_lost'
    throw error
  }
}

const endRun = (ctx: Ctx, id: string, end: { state: 'failed' } | { state: 'written'; content: string }) =>
  ctx.db
    .updateTable('reportRuns')
    .set({ ...end, finishedAt: ctx.clock().toString() })
    .where('id', '=', id)
    .execute()

/** Also of the file that a process which died had begun. */
const giveUp = async (ctx: Ctx, { id, exportId }: RunRecord): Promise<void> => {
  await endRun(ctx, id, { state: 'failed' })
  if (exportId !== null) await giveUpExport(ctx, exportId)
}

const isWanted = async (ctx: Ctx, { id }: ReportRecord): Promise<boolean> => {
  const { rows } = await sql`select from report_recipients where report_id = ${id} and stopped_at is null limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** The file is there: its mails and what they say are written down with it. */
const hand = async (ctx: Ctx, report: ReportRecord, run: { id: string; content: MailContents }): Promise<void> => {
  await endRun(ctx, run.id, { state: 'written', content: JSON.stringify(run.content) })
  const { rows } = await sql<{ recipientId: string }>`
    insert into report_mails (run_id, recipient_id) select ${run.id}, id from report_recipients where report_id = ${report.id} and stopped_at is null
    on conflict do nothing returning recipient_id`.execute(ctx.db)
  for (const { recipientId } of rows) await ctx.ports.jobs.enqueue(ctx, mailReportJob, { runId: run.id, recipientId })
  const { id: subjectId, companyId, name } = report
  await audit(ctx, { action: 'report.sent', subject: 'report', subjectId, companyId, after: { name, people: rows.length } })
}

/** After a downtime only the newest is sent: an older one is late when the next is due. */
const isLate = async (ctx: Ctx, report: ReportRecord, run: RunRecord): Promise<boolean> => {
  if (run.asked) return false
  if (report.nextAt !== null && Date.parse(report.nextAt) <= ctx.clock().epochMilliseconds) return true
  const { rows } = await sql`
    select from report_runs where report_id = ${report.id} and not asked and due_at > ${run.dueAt}::timestamptz limit 1`.execute(ctx.db)
  return rows.length > 0
}

const exportFor = (
  ctx: Ctx,
  report: ReportRecord,
  { run, ask, owner, take }: { run: RunRecord; ask: SubjectAsk; owner: Ctx; take: ReportSubject['take'] },
): Promise<string> =>
  transaction(ctx, async (inner) => {
    const { lang, origin, host } = report
    const { scope, actor } = owner
    const exportId = await planExport(inner, {
      kind: 'analytics-report',
      ask,
      format: 'xlsx',
      userId: actor.id!,
      lang,
      origin,
      host,
      scope,
      needs: [take],
    })
    await inner.db.updateTable('reportRuns').set({ exportId }).where('id', '=', run.id).execute()
    return exportId
  })

/** One sending: the file, once, and a mail for each who wants it. */
export const runReport = async (ctx: Ctx, { runId }: RunData, subjects: ReportSubjects): Promise<void> => {
  const run = await ctx.db.selectFrom('reportRuns').selectAll().where('id', '=', runId).where('state', '=', 'waiting').executeTakeFirst()
  const report = run && (await ctx.db.selectFrom('reports').selectAll().where('id', '=', run.reportId).executeTakeFirst())
  if (!run || !report) return
  if (report.state === 'stopped' || (await isLate(ctx, report, run))) return giveUp(ctx, run)
  const subject = subjectOf(subjects, report.question)
  const owner = (await isWanted(ctx, report)) ? await ownerCtx(ctx, report, subject) : 'nobody_left'
  const question = questionOn(report.question, run.dueOn)
  const reason = typeof owner === 'string' ? owner : await askable(owner, question)
  if (typeof owner === 'string' || typeof reason === 'string') {
    await giveUp(ctx, run)
    return stopReport(ctx, report.id, typeof reason === 'string' ? reason : 'owner_gone')
  }
  // Whoever reads it may be anybody: the reservations themselves open on the page, by each reader's own rights.
  const ask: SubjectAsk = { question, origin: report.origin }
  const exportId = run.exportId ?? (await exportFor(ctx, report, { run, ask, owner, take: subject.take }))
  let content: MailContents | undefined
  const make = async (inner: Ctx, given: SubjectAsk, lang: ReportRecord['lang']) => {
    const made = await subject.write(inner, given, lang)
    content = { ...made.content, about: made.book.filter }
    return made.book
  }
  const finish = (inner: Ctx) => hand(inner, report, { id: run.id, content: content! })
  await runExport(ctx, exportId, { make, finish })
  await requireWritten(ctx, run.id)
}

/** What went wrong is tried again, with a file of its own. */
const requireWritten = async (ctx: Ctx, runId: string): Promise<void> => {
  const again = await ctx.db
    .updateTable('reportRuns')
    .set({ exportId: null })
    .where('id', '=', runId)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (again) throw new Error('the file of a report was not written')
}
