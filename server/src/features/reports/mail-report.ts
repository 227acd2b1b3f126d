import { sql } from 'kysely'
import { brandOfCompany, mailBrand } from '#src/features/brands/api.ts'
import { linkOfExport } from '#src/features/exports/api.ts'
import { rightsNow } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import { type NamedMail, sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { figureWord, signedWord, trendWord } from './figure-words.ts'
import type { MailContents, ReportRecord } from './report-rows.ts'
import { type ReportSubject, type ReportSubjects, subjectOf } from './report-subject.ts'
import { underWayHours } from './report-view.ts'
import { dayWord, localeOf, reportPhrases, spanWord } from './report-phrases.ts'
import { stopLink } from './stop-report.ts'

type MailData = { runId: string; recipientId: string }
/** A mail server may be away for hours. */
export const mailReportJob = defineJob<MailData>('reports.mail', 12)

/** What is left to say, and to whom. */
type Letter = ReportRecord & { content: MailContents; exportId: string | null; email: string; readerId: string | null; dueAt: string }

const letterOf = async (ctx: Ctx, { runId, recipientId }: MailData): Promise<Letter | undefined> => {
  const since = ctx.clock().subtract({ hours: underWayHours }).toString()
  const { rows } = await sql<Letter>`
    select r.*, n.content, n.export_id, n.due_at, coalesce(p.email, u.email) as email, p.user_id as reader_id
    from report_mails m join report_runs n on n.id = m.run_id join reports r on r.id = n.report_id join report_recipients p on p.id = m.recipient_id
      left join users u on u.id = p.user_id
    where m.run_id = ${runId} and m.recipient_id = ${recipientId} and m.state = 'due' and n.created_at > ${since}::timestamptz
      and p.stopped_at is null and u.disabled_at is null and r.state <> 'stopped'`.execute(ctx.db)
  return rows[0]
}

const move = async (ctx: Ctx, { runId, recipientId }: MailData, state: 'sent' | 'refused'): Promise<void> => {
  const at = ctx.clock().toString()
  const mail = ctx.db.updateTable('reportMails').set({ state, at }).where('runId', '=', runId).where('recipientId', '=', recipientId)
  await mail.where('state', '=', 'due').execute()
}

const detailsOf = (ctx: Ctx, { lang, content }: Letter, subject: ReportSubject): [string, string][] => {
  const { mail } = reportPhrases[lang]
  return subject.measures({ ...ctx, lang }).flatMap(({ id, label, unit }): [string, string][] => {
    const figure = content.figures.find((one) => one.id === id)
    if (!figure || (figure.value === null && figure.compared === null)) return []
    const trend = trendWord(lang, unit, [figure.value, figure.compared])
    const was = trend && fill(mail.was, { trend, before: figureWord(lang, { unit, beside: figure.value }, figure.compared) })
    return [[label, [figureWord(lang, { unit, beside: figure.compared }, figure.value), ...(was ? [was] : [])].join('\n')]]
  })
}

/** What the figures are narrowed to, and how they are counted; its days stand above. Whoever reads the mail may never have seen the page. */
const aboutOf = ({ lang, content: { about = [] } }: Letter): string[] => {
  const { span, compared, until, asOf, link } = reportPhrases[lang].filters
  const lines = about.filter(([label]) => ![span, compared, until, asOf, link].includes(label))
  return lines.length > 0 ? [lines.map(([label, value]) => `${label}: ${value}`).join(' · ')] : []
}

const paragraphsOf = (letter: Letter, subject: ReportSubject): string[] => {
  const { lang, content, timeZone } = letter
  const { mail } = reportPhrases[lang]
  const { span, compared, until, venues, asOf, figures, changes } = content
  const time = new Date(asOf).toLocaleString(localeOf(lang), { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const said = { span: spanWord(lang, span), compared: compared ? spanWord(lang, compared) : '' }
  const none = figures.every(({ value, compared: before }) => !value && !before)
  const parts = changes.map(({ name, difference }) => `${name} ${signedWord(lang, difference)}`).join(', ')
  return [
    fill(compared ? mail.compared : mail.alone, said),
    ...(until ? [fill(mail.until, { date: dayWord(lang, until) })] : []),
    fill(mail.of, { count: venues, time }),
    ...aboutOf(letter),
    ...(none ? [subject.nothing(lang)] : []),
    ...(parts ? [fill(mail.changed, { parts })] : []),
  ]
}

/** Who has an account, and by it the right to the page. */
const mayOpen = async (ctx: Ctx, { readerId }: Letter, { look }: ReportSubject): Promise<boolean> => {
  const rights = readerId === null ? undefined : await rightsNow(ctx.db, { id: readerId, actedById: null })
  return rights?.ability.can(...look) === true
}

type Addressed = MailData & { subject: ReportSubject }
const mailOf = async (ctx: Ctx, letter: Letter, { runId, recipientId, subject }: Addressed): Promise<NamedMail> => {
  const { lang, content, origin, name, companyId, host, ownerName, exportId, email } = letter
  const { mail } = reportPhrases[lang]
  const brand = await brandOfCompany(ctx, companyId, host)
  const file = exportId === null ? undefined : await linkOfExport(ctx, exportId)
  const stopUrl = stopLink(ctx, origin, recipientId)
  const download = file && {
    label: fill(mail.download, { day: dayWord(lang, file.expiresAt.slice(0, 10)) }),
    url: `${origin}${file.link}`,
  }
  const open = (await mayOpen(ctx, letter, subject)) ? { label: fill(mail.open, { brand: brand.name }), url: content.page } : undefined
  const [action, ...links] = [open, download, { label: mail.stop, url: stopUrl }].filter((one) => one !== undefined)
  const rendered = renderMail({
    brand: mailBrand(brand, origin),
    title: name,
    paragraphs: paragraphsOf(letter, subject),
    details: detailsOf(ctx, letter, subject),
    ...(action ? { action } : {}),
    links,
    footer: fill(mail.footer, { owner: ownerName, brand: brand.name }),
    dir: 'ltr',
    lang,
  })
  const from = oneAddress(ctx.ports.config.mailFrom).address
  return {
    to: email,
    from: `${brand.name.replace(/[<>"\r\n]/g, '')} <${from}>`,
    subject: fill(mail.subject, { name, span: spanWord(lang, content.span) }),
    stopUrl,
    companyId,
    id: `${runId}.${recipientId}@${from.slice(from.indexOf('@') + 1)}`,
    ...rendered,
  }
}

/** To one reader, once (`sendOnce`); whoever stopped it meanwhile gets none. */
export const mailReport = async (ctx: Ctx, data: MailData, subjects: ReportSubjects): Promise<void> => {
  const letter = await letterOf(ctx, data)
  if (!letter) return move(ctx, data, 'refused')
  const mail = await mailOf(ctx, letter, { ...data, subject: subjectOf(subjects, letter.question) })
  const holds = async (inner: Ctx): Promise<boolean> => (await letterOf(inner, data)) !== undefined
  if (!(await sendOnce(ctx, { ...mail, holds }, (inner) => move(inner, data, 'sent')))) await move(ctx, data, 'refused')
}
