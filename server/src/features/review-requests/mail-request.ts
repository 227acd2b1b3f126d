import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { brandOfVenue, mailBrand } from '#src/features/brands/api.ts'
import { isRefused, stopLink } from '#src/features/guest-messages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { requestLink } from './request-link.ts'
import { requestPhrases } from './request-phrases.ts'
import type {} from './request-rows.ts'

/** Retries over an evening: a mail server may be down that long. */
const tries = 16
export const mailRequestJob = defineJob<{ requestId: string }>('review_requests.mail', tries)

type Letter = {
  id: string
  venueId: string
  guestKey: string
  companyId: string
  venueName: string
  lang: Lang
  guestEmail: string
  guestFirstName: string
  guestLastName: string
  emailSenderName: string | null
  emailDomain: string | null
  emailReplyTo: string | null
}

/** Asked in the sending transaction: nobody is asked about a visit that turned out to be none, nor a guest who was erased meanwhile. */
const letterOf = async (ctx: Ctx, requestId: string): Promise<Letter | undefined> => {
  const { rows } = await sql<Letter>`
    select q.id, q.venue_id, q.guest_key, v.company_id, coalesce(v.display_name, v.name) as venue_name, q.lang, b.guest_email, b.guest_first_name, b.guest_last_name,
      v.email_sender_name, v.email_domain, v.email_reply_to
    from review_requests q join venues v on v.id = q.venue_id join reservations b on b.venue_id = q.venue_id and b.id = q.reservation_id
      join review_settings s on s.venue_id = q.venue_id and s.ask_guests
    where q.id = ${requestId} and q.sent_at is null and b.status = 'completed' and b.guest_email is not null and not v.test and v.listing_enabled
      and not ${isRefused('review', sql`q.venue_id`, sql`q.guest_key`)}`.execute(ctx.db)
  return rows[0]
}

const mailOf = async (ctx: Ctx, letter: Letter): Promise<Mail> => {
  const { lang, venueName, guestEmail, emailSenderName, emailDomain, emailReplyTo } = letter
  const { mail } = requestPhrases[lang]
  const name = `${letter.guestFirstName} ${letter.guestLastName}`.trim()
  const say = (text: string): string => fill(text, { venue: venueName, name })
  const brand = await brandOfVenue(ctx, letter.venueId)
  const { publicUrl, mailFrom } = ctx.ports.config
  const stopUrl = stopLink(ctx, { ...letter, kind: 'review' }, lang)
  const rendered = renderMail({
    brand: mailBrand(brand, publicUrl),
    title: say(mail.title),
    paragraphs: [...(name ? [say(mail.greeting)] : []), say(mail.text)],
    details: [],
    action: { label: say(mail.button), url: requestLink(ctx, letter.id) },
    links: [{ label: mail.stop, url: stopUrl }],
    footer: say(mail.footer),
    dir: 'ltr',
    lang,
  })
  const { address } = oneAddress(mailFrom)
  const sender = (emailSenderName ?? brand.name).replace(/[<>"\r\n]/g, '')
  const from = `${sender} <${emailDomain === null ? address : `${address.slice(0, address.lastIndexOf('@'))}@${emailDomain}`}>`
  // The same message however often it is sent: a mailbox shows it once.
  return {
    id: letter.id,
    to: guestEmail,
    from,
    companyId: letter.companyId,
    subject: say(mail.subject),
    ...rendered,
    stopUrl,
    ...(emailReplyTo === null ? {} : { replyTo: emailReplyTo }),
  }
}

const markSent = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.db.updateTable('reviewRequests').set({ sentAt: ctx.clock().toString() }).where('id', '=', id).execute()

/** Once: what is marked as sent is not sent again. */
export const mailRequest = async (ctx: Ctx, { requestId }: { requestId: string }): Promise<void> => {
  const letter = await letterOf(ctx, requestId)
  if (!letter) return
  const mail = { ...(await mailOf(ctx, letter)), id: `review.${requestId}` }
  if (!(await sendOnce(ctx, mail, (inner) => markSent(inner, requestId)))) await markSent(ctx, requestId)
}
