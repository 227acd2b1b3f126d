import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { brandOfHost, brandOfVenue, mailBrand } from '#src/features/brands/api.ts'
import { linkOrigin } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { copiesLink } from './copies-link.ts'
import { messagePhrases } from './message-phrases.ts'
import type { MessageRecord } from './message-rows.ts'
import { peopleOfRequest } from './people-of-request.ts'
import { replyAddress } from './reply-address.ts'

type Copy = { messageId: string; readerId: string }
/** A mail server may be away for an evening. */
const tries = 16
export const mailMessageJob = defineJob<Copy>('onboarding.mail_message', tries)

type Letter = MessageRecord & {
  systemId: string
  channelId: string
  venueId: string | null
  companyId: string | null
  venueName: string
  userId: string
  email: string
  firstName: string
  lang: Lang
  copies: boolean
  files: string[]
}

/** Undefined for who may not see the request any more, or wants no copies and is not named. */
const letterOf = async (ctx: Ctx, { messageId, readerId }: Copy): Promise<Letter | undefined> => {
  const { rows } = await sql<Letter>`
    select m.*, r.system_id, r.channel_id, r.venue_id, (select v.company_id from venues v where v.id = r.venue_id) as company_id, r.venue_name, w.user_id, w.copies, u.email, u.first_name, u.lang,
      array(select a.name from onboarding_attachments a where a.message_id = m.id order by a.position) as files
    from onboarding_messages m join onboarding_requests r on r.id = m.request_id
      join onboarding_readers w on w.request_id = m.request_id and w.id = ${readerId} join users u on u.id = w.user_id
    where m.id = ${messageId}`.execute(ctx.db)
  const [letter] = rows
  if (!letter || !(letter.copies || letter.mentions.some(({ id }) => id === letter.userId))) return undefined
  return (await peopleOfRequest(ctx, letter)).some(({ id }) => id === letter.userId) ? letter : undefined
}

const mailOf = async (ctx: Ctx, letter: Letter, { messageId, readerId }: Copy): Promise<Mail & { id: string }> => {
  const { lang, venueName, authorName, ofName, content, files, requestId } = letter
  const phrases = messagePhrases[lang]
  const origin = await linkOrigin(ctx)
  const brand = letter.venueId ? await brandOfVenue(ctx, letter.venueId) : await brandOfHost(ctx.db, new URL(origin).host)
  const isNamed = letter.mentions.some(({ id }) => id === letter.userId)
  const author = ofName === null ? authorName : `${authorName} (${ofName})`
  const say = (text: string): string => fill(text, { author, venue: venueName, brand: brand.name, name: letter.firstName })
  const replyTo = replyAddress(ctx, readerId)
  const stopUrl = copiesLink(ctx, origin, readerId)
  const rendered = renderMail({
    brand: mailBrand(brand, origin),
    title: say(isNamed ? phrases.mail.named : phrases.mail.title),
    paragraphs: [...(replyTo === undefined ? [] : [phrases.mail.above]), ...(content === '' ? [] : [content])],
    details: [[phrases.mail.venue, venueName], ...(files.length > 0 ? [[phrases.mail.files, files.join('\n')] as const] : [])],
    action: { label: phrases.mail.open, url: `${origin}/onboarding-requests?id=${requestId}&tab=messages` },
    links: letter.copies ? [{ label: phrases.mail.stop, url: stopUrl }] : [],
    footer: say(replyTo === undefined ? phrases.mail.footer : phrases.mail.footerAnswer),
    dir: 'ltr',
    lang,
  })
  const from = oneAddress(ctx.ports.config.mailFrom).address
  return {
    id: `${messageId}.${readerId}@${from.slice(from.indexOf('@') + 1)}`,
    to: letter.email,
    companyId: letter.companyId,
    from: `${authorName.replace(/[<>"\r\n]/g, '')} <${from}>`,
    // The same for all messages of a request, so that a mail program keeps them together.
    subject: say(phrases.mail.subject),
    ...(letter.copies ? { stopUrl } : {}),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...rendered,
  }
}

/** To each reader once. */
export const mailMessage = async (ctx: Ctx, copy: Copy): Promise<void> => {
  const letter = await letterOf(ctx, copy)
  if (letter) await sendOnce(ctx, await mailOf(ctx, letter, copy))
}
