import { mostReports, type Report, type reports, type StandingQuestion } from '@tablewire/contracts/analytics/reports'
import { spanOf } from '@tablewire/contracts/analytics/ranges.rules'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { refuseStale } from '#src/features/access/api.ts'
import { linkOrigin } from '#src/features/factors/api.ts'
import { requireUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { isZone } from '#src/platform/clock.ts'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { askQuestion, notThere } from './ask-question.ts'
import { requireReader, setRecipients } from './report-recipients.ts'
import type { ReportRecord } from './report-rows.ts'
import { isOfSide, isTakeOver, ownerSight, sideOf } from './report-side.ts'
import type { DatedQuestion } from './report-subject.ts'
import { auditedFields, lockReport, readReport } from './report-view.ts'
import { nextDue, type Plan } from './rhythm.ts'

type Body = Received<typeof reports.create>['body']

/** The question with the days that its range names on that day, which is its today. */
export const questionOn = ({ range, about: _about, ...question }: StandingQuestion, day: string): DatedQuestion => ({
  ...question,
  ...spanOf(range, day),
  today: day,
})

const planOf = ({
  rhythm,
  weekday,
  monthDay,
  time,
  timezone,
}: Pick<Body, 'rhythm' | 'weekday' | 'monthDay' | 'time' | 'timezone'>): Plan => {
  if (!isZone(timezone)) throw new Problem('venue.zone_unknown', { timezone }, { timezone: [{ issue: 'invalid' }] })
  const missing = rhythm === 'weekly' && !weekday ? 'weekday' : rhythm === 'monthly' && !monthDay ? 'monthDay' : undefined
  if (missing) throw new Problem('request.invalid', {}, { [missing]: [{ issue: 'required' }] })
  return {
    rhythm,
    weekday: rhythm === 'weekly' ? weekday! : null,
    monthDay: rhythm === 'monthly' ? monthDay! : null,
    atTime: time,
    timeZone: timezone,
  }
}

/** What the caller cannot ask today, no report of his asks tomorrow. */
const requireAskable = async (ctx: Ctx, question: StandingQuestion, { timeZone }: Plan): Promise<void> => {
  if (question.about === 'reviews') requireRight(ctx, 'create', 'analytics-reviews')
  if (question.about === 'listings') requireRight(ctx, 'create', 'analytics-listing')
  const ask = await askQuestion(ctx, questionOn(question, ctx.clock().toZonedDateTimeISO(timeZone).toPlainDate().toString()))
  // It would stop at its first sending.
  if (ask.venues.length === 0) throw new Problem('report.nothing_in_sight', {}, { 'question.venueId': [{ issue: 'invalid' }] })
}

type Going = { body: Received<typeof reports.update>['body']; question: StandingQuestion; plan: Plan }
/** What was kept may be about something that is gone since. */
const requireGoing = async (ctx: Ctx, { body, question, plan }: Going): Promise<void> => {
  if (body.question || body.paused === false) await requireAskable(ctx, question, plan)
}

const beyond: readonly string[] = [...notThere, 'report.nothing_in_sight', 'access.denied']
/** Another's report is counted in the sight of that person, whoever changes it: what is not there, is told with the name. */
const requireCounted = async (ctx: Ctx, row: ReportRecord, going: Going): Promise<void> => {
  const becomesMine = row.userId === requireUser(ctx).id || (row.state === 'stopped' && going.body.paused === false)
  const owner = becomesMine ? undefined : await ownerSight(ctx, row)
  if (!owner) return requireGoing(ctx, going)
  try {
    await requireGoing(owner, going)
  } catch (error) {
    if (!(error instanceof Problem) || !beyond.includes(error.code)) throw error
    const fields = error.fields ?? { 'question.about': [{ issue: 'invalid' }] }
    throw new Problem('report.beyond_owner', { owner: row.ownerName }, fields)
  }
}

export const createReport = async (ctx: Ctx, body: Body): Promise<Report> => {
  const { id: userId, companyId, name: ownerName } = requireUser(ctx)
  const plan = planOf(body)
  await requireAskable(ctx, body.question, plan)
  const origin = await linkOrigin(ctx)
  return transaction(ctx, async (inner) => {
    // Two calls at the same moment are counted one after the other.
    await inner.db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    const have = await inner.db.selectFrom('reports').select('id').where('userId', '=', userId).execute()
    if (have.length >= mostReports) throw new Problem('report.too_many', { limit: mostReports })
    const id = newId()
    const { name, question, lang, recipients } = body
    const now = inner.clock()
    await inner.db
      .insertInto('reports')
      .values({
        id,
        userId,
        companyId,
        ownerName,
        name,
        question: JSON.stringify(question),
        ...plan,
        lang,
        origin,
        host: inner.origin.host,
        side: jsonSide(inner),
        stoppedFor: null,
        nextAt: nextDue(plan, now).at.toString(),
        createdAt: now.toString(),
      })
      .execute()
    await setRecipients(inner, id, recipients)
    const report = await readReport(inner, id)
    await audit(inner, { action: 'report.created', subject: 'report', subjectId: id, after: auditedFields(report) })
    return report
  })
}

/** Goes on with it in another sight than the one its readers knew only knowing what is counted for whom; with another's only within its company. */
const requireTakeOver = (ctx: Ctx, row: ReportRecord, { question, recipients }: Received<typeof reports.update>['body']): void => {
  const mine = row.userId === requireUser(ctx).id
  if (mine ? isOfSide(row, ctx.scope) : row.state !== 'stopped') return
  if (!mine && !isTakeOver(ctx, row)) throw new Problem('access.denied')
  const missing = [...(question ? [] : ['question']), ...(recipients ? [] : ['recipients'])]
  if (missing.length > 0)
    throw new Problem('request.invalid', {}, Object.fromEntries(missing.map((name) => [name, [{ issue: 'required' }]])))
}

const jsonSide = ({ scope }: Ctx): string | null => {
  const side = sideOf(scope)
  return side && JSON.stringify(side)
}

/** What is counted and for whom was said anew by whoever answers for it: that is agreed on in his sight of today. */
const agreedSide = (ctx: Ctx, { userId }: ReportRecord, { question, recipients }: Received<typeof reports.update>['body']) =>
  userId === requireUser(ctx).id && question && recipients ? { side: jsonSide(ctx) } : {}

/** Who begins one again that has stopped answers for it from then on: it is counted in that person's sight. */
const ownerOf = (ctx: Ctx, { state }: ReportRecord) => {
  const { id: userId, companyId, name: ownerName } = requireUser(ctx)
  return state === 'stopped' ? { userId, companyId, ownerName } : {}
}

const standing = (ctx: Ctx, row: ReportRecord, { plan, paused }: { plan: Plan; paused: boolean | undefined }) => {
  const runs = paused === undefined ? row.state === 'active' : !paused
  if (runs)
    return {
      ...ownerOf(ctx, row),
      state: 'active',
      stoppedFor: null,
      heirsToldAt: null,
      nextAt: nextDue(plan, ctx.clock()).at.toString(),
    } as const
  return paused && row.state === 'active' ? ({ state: 'paused', nextAt: null } as const) : {}
}

/** Whoever goes on with it, goes on for somebody. */
const readersOf = async (ctx: Ctx, id: string, { recipients, paused }: Received<typeof reports.update>['body']): Promise<void> => {
  if (recipients) await setRecipients(ctx, id, recipients)
  else if (paused === false) await requireReader(ctx, id)
}

/** Optimistic lock: takes a change only for the version the caller has read. Fields not sent stay. */
export const updateReport = async (ctx: Ctx, { params: { id }, body }: Received<typeof reports.update>): Promise<Report> =>
  transaction(ctx, async (inner) => {
    const row = await lockReport(inner, id)
    await refuseStale(inner, {
      code: 'report.version_stale',
      seen: body.version,
      now: row.version,
      subjectId: id,
      actions: ['report.updated', 'report.stopped', 'report.declined'],
    })
    const before = await readReport(inner, id)
    const plan = planOf({
      rhythm: body.rhythm ?? before.rhythm,
      weekday: body.weekday ?? before.weekday,
      monthDay: body.monthDay ?? before.monthDay,
      time: body.time ?? before.time,
      timezone: body.timezone ?? before.timezone,
    })
    if (body.paused === false) requireTakeOver(inner, row, body)
    const question = body.question ?? row.question
    await requireCounted(inner, row, { body, question, plan })
    // Begins anew: what failed before is forgotten.
    if (body.paused === false && row.stoppedFor === 'failing')
      await inner.db.deleteFrom('reportRuns').where('reportId', '=', id).where('state', '<>', 'written').execute()
    await inner.db
      .updateTable('reports')
      .set({
        name: body.name ?? row.name,
        question: JSON.stringify(question),
        ...plan,
        lang: body.lang ?? row.lang,
        ...agreedSide(inner, row, body),
        ...standing(inner, row, { plan, paused: body.paused }),
        version: row.version + 1,
      })
      .where('id', '=', id)
      .execute()
    await readersOf(inner, id, body)
    const after = await readReport(inner, id)
    await audit(inner, {
      action: 'report.updated',
      subject: 'report',
      subjectId: id,
      companyId: row.companyId,
      before: auditedFields(before),
      after: auditedFields(after),
    })
    return after
  })

export const deleteReport = async (ctx: Ctx, id: string): Promise<{ id: string }> =>
  transaction(ctx, async (inner) => {
    const { companyId } = await lockReport(inner, id)
    const before = await readReport(inner, id)
    await inner.db.deleteFrom('reports').where('id', '=', id).execute()
    await audit(inner, { action: 'report.deleted', subject: 'report', subjectId: id, companyId, before: auditedFields(before) })
    return { id }
  })
