import { mailBrand } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import { sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { brandOfExport } from './brand-of-export.ts'
import { exportPhrases } from './export-phrases.ts'
import { linkOf } from './export-view.ts'

type MailData = { exportId: string; title: string }
/** The link is good for days: a mail server may be away for hours. */
export const mailExportJob = defineJob<MailData>('exports.mail', 12)

export const mailExport = async (ctx: Ctx, data: MailData): Promise<void> => ctx.ports.jobs.enqueue(ctx, mailExportJob, data)

/** The link in the brand of who owns the venues (BR4). */
export const runMailExport = async (ctx: Ctx, { exportId, title }: MailData): Promise<void> => {
  const row = await ctx.db.selectFrom('exports').selectAll().where('id', '=', exportId).where('state', '=', 'done').executeTakeFirst()
  if (!row || row.expiresAt === null) return
  const reader = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', row.mailToId)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  if (!reader) return
  const brand = await brandOfExport(ctx, row)
  const phrases = exportPhrases[row.lang]
  const url = `${row.origin}${linkOf(ctx, { id: row.id, expiresAt: row.expiresAt })}`
  const day = new Date(row.expiresAt).toLocaleDateString(row.lang === 'en' ? 'en-GB' : row.lang, { dateStyle: 'long', timeZone: 'UTC' })
  const values = { name: reader.firstName, title, day, brand: brand.name }
  const rendered = renderMail({
    brand: mailBrand(brand, row.origin),
    title: fill(phrases.heading, values),
    paragraphs: [fill(phrases.greeting, values), fill(phrases.text, values)],
    details: [
      [phrases.labels.content, title],
      ...(row.rowsTotal === null ? [] : [[phrases.labels.rows, String(row.rowsTotal)] as [string, string]]),
    ],
    action: { label: phrases.button, url },
    footer: fill(phrases.footer, values),
    dir: 'ltr',
    lang: row.lang,
  })
  const from = `${brand.name.replace(/[<>"\r\n]/g, '')} <${oneAddress(ctx.ports.config.mailFrom).address}>`
  await sendOnce(ctx, {
    id: `export.${exportId}`,
    to: reader.email,
    from,
    companyId: reader.companyId,
    subject: fill(phrases.subject, values),
    ...rendered,
  })
}
