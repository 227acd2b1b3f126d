import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { brandOfCompany, mailBrand, readBrand } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import { type Mail } from '#src/platform/mail/mail.ts'
import { sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { linkPhrases } from './link-phrases.ts'
import { urlOf } from './link-token.ts'
import { named, type NamedLink, stateOf } from './link-view.ts'
import { pageName } from './page-phrases.ts'

/** `sending`: each time somebody asks for the mail is a mail of its own, which the same job tried again is not. */
type LinkMail = { linkId: string; sending: string }
/** Retries over an evening: a mail server may be down that long. */
const tries = 16
export const mailLinkJob = defineJob<LinkMail>('demo_links.mail', tries)
/** Whoever made the link is told that it was used, once what was looked at can be told as well. */
export const tellUsedJob = defineJob<object>('demo_links.tell')

type Letter = {
  /** Of this mail, at every try. */
  id: string
  to: string
  lang: Lang
  title: string
  paragraphs: string[]
  details: [string, string][]
  action: { label: string; url: string }
}

const mailOf = async (
  ctx: Ctx,
  brandId: string | null,
  { id, to, lang, title, action, ...letter }: Letter,
): Promise<Mail & { id: string }> => {
  const { publicUrl, mailFrom } = ctx.ports.config
  const brand = brandId === null ? await brandOfCompany(ctx, null, '') : await readBrand(ctx, brandId)
  const rendered = renderMail({
    brand: mailBrand(brand, publicUrl),
    title,
    ...letter,
    action,
    footer: fill(linkPhrases[lang].footer, { brand: brand.name }),
    dir: 'ltr',
    lang,
  })
  const { address } = oneAddress(mailFrom)
  const from = `${brand.name.replace(/[<>"\r\n]/g, '')} <${address}>`
  return { id: `${id}@${address.slice(address.indexOf('@') + 1)}`, to, from, subject: title, ...rendered }
}

const linkFor = async (ctx: Ctx, id: string): Promise<NamedLink | undefined> =>
  (await sql<NamedLink>`select ${named} from demo_links l where l.id = ${id}`.execute(ctx.db)).rows[0]

/** The link by mail, in the language and brand of the prospect. What was revoked meanwhile is not sent. */
export const mailLink = async (ctx: Ctx, { linkId, sending }: LinkMail): Promise<void> => {
  const link = await linkFor(ctx, linkId)
  if (!link || link.email === null || stateOf(link, ctx.clock().epochMilliseconds) !== 'open') return
  const url = await urlOf(ctx, link)
  if (url === null) return
  const { lang, brandId, venueName, brandName } = link
  const phrases = linkPhrases[lang]
  const name = venueName ?? brandName ?? (await brandOfCompany(ctx, null, '')).name
  const mail = await mailOf(ctx, brandId, {
    id: `${linkId}.${sending}`,
    to: link.email,
    lang,
    title: fill(phrases.title, { name }),
    paragraphs: [fill(phrases.text, { name }), fill(phrases.how, { from: link.generatedByName || name })],
    details: [],
    action: { label: phrases.button, url },
  })
  await sendOnce(ctx, mail, (inner) =>
    inner.db
      .updateTable('demoLinks')
      .set({ sentAt: inner.clock().toString(), timesSent: sql`times_sent + 1` })
      .where('id', '=', linkId)
      .execute(),
  )
}

/** Minutes after the first opening: by then it can be said what somebody looked at. */
const tellAfterMinutes = 20

type Used = { id: string; email: string | null; to: string; lang: Lang; brandId: string | null; name: string | null; pages: string[] }

export const tellUsed = async (ctx: Ctx): Promise<void> => {
  const before = ctx.clock().subtract({ minutes: tellAfterMinutes }).toString()
  const { rows } = await sql<Used>`
    select l.id, l.email, u.email as to, u.lang, l.brand_id, (select coalesce(v.display_name, v.name) from venues v where v.id = l.venue_id) as name,
      array(select d.page from demo_visits d where d.link_id = l.id order by d.first_at, d.page) as pages
    from demo_links l join users u on u.id = l.generated_by and u.disabled_at is null
    where l.opened_at < ${before}::timestamptz and l.told_at is null order by l.opened_at limit 100`.execute(ctx.db)
  for (const { id, to, lang, brandId, email, name, pages } of rows) {
    const phrases = linkPhrases[lang]
    const { publicUrl, port } = ctx.ports.config
    const mail = await mailOf(ctx, brandId, {
      id: `${id}.used`,
      to,
      lang,
      title: fill(phrases.usedTitle, { who: email ?? phrases.somebody }),
      paragraphs: [fill(phrases.usedText, { who: email ?? phrases.somebody })],
      details: [
        ...(name === null ? [] : [[phrases.restaurant, name] as [string, string]]),
        [phrases.seen, pages.length > 0 ? pages.map((page) => pageName(lang, page)).join('\n') : phrases.nothing],
      ],
      action: { label: phrases.usedButton, url: `${publicUrl ?? `http://localhost:${port}`}/demo-links?link=${id}` },
    })
    await sendOnce(ctx, mail, (inner) =>
      inner.db.updateTable('demoLinks').set({ toldAt: inner.clock().toString() }).where('id', '=', id).execute(),
    )
  }
}
