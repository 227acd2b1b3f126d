import { Temporal } from 'temporal-polyfill'
import { sql } from 'kysely'
import { brandOfVenue, mailBrand } from '#src/features/brands/api.ts'
import { localeOf, senderOf } from '#src/features/guest-messages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { guestOrigin } from '#src/platform/guest-origin.ts'
import { localWords } from '#src/platform/local-words.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import { sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { waitPath } from './wait-link.ts'
import { waitPhrases } from './wait-phrases.ts'
import type { WaitEntry } from './waitlist-rows.ts'

/** `again`: the hour in which he came again, who was told before. */
type Telling = { id: string; again?: string }
/** As messages about bookings: a mail server may be down for an evening. */
export const tellJoinedJob = defineJob<Telling>('waitlist.tell_joined', 16)

type House = {
  venueName: string
  companyId: string
  test: boolean
  timeZone: string
  countryCode: string
  emailSenderName: string | null
  emailDomain: string | null
  emailReplyTo: string | null
}
const readLetter = async (ctx: Ctx, id: string): Promise<(WaitEntry & House) | undefined> => {
  const { rows } = await sql<WaitEntry & House>`
    select e.*, coalesce(v.display_name, v.name) as venue_name, v.company_id, v.test, v.time_zone, v.country_code, v.email_sender_name, v.email_domain, v.email_reply_to
    from waitlist_entries e join venues v on v.id = e.venue_id where e.id = ${id} and e.status in ('waiting', 'offered') and e.email is not null`.execute(
    ctx.db,
  )
  return rows[0]
}

/** Who put himself on a list has the link by which he sees how he stands, and leaves it again. */
export const tellJoined = async (ctx: Ctx, { id, again }: Telling): Promise<void> => {
  const letter = await readLetter(ctx, id)
  if (!letter || letter.test) return
  const lang = letter.lang ?? 'en'
  const words = waitPhrases[lang]
  const { publicUrl, mailFrom } = ctx.ports.config
  const locale = localeOf(lang, letter.countryCode)
  const day = localWords(Temporal.PlainDate.from(letter.serviceOn).toPlainDateTime(), locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const timeOf = (at: string): string =>
    localWords(Temporal.Instant.from(at).toZonedDateTimeISO(letter.timeZone).toPlainDateTime(), locale, {
      hour: 'numeric',
      minute: '2-digit',
    })
  const values = { venue: letter.venueName, day, name: `${letter.firstName} ${letter.lastName}`.trim() }
  const brand = await brandOfVenue(ctx, letter.venueId)
  const sender = senderOf(letter, brand.name, mailFrom)
  const rendered = renderMail({
    brand: mailBrand(brand, publicUrl),
    title: fill(words.title, values),
    paragraphs: [fill(words.greeting, values), fill(words.text, values)],
    details: [
      [words.when, `${day}, ${Array.from(new Set([letter.fromAt, letter.untilAt].map(timeOf))).join(' – ')}`],
      [words.party, String(letter.partySize)],
    ],
    action: { label: words.see, url: `${guestOrigin(ctx.ports.config)}${waitPath(ctx, id)}` },
    footer: fill(words.footer, values),
    dir: 'ltr',
    lang,
  })
  await sendOnce(
    ctx,
    {
      id: again ? `waitlist.${id}.${again}` : `waitlist.${id}`,
      to: letter.email!,
      from: `${sender.name} <${sender.address}>`,
      companyId: letter.companyId,
      subject: fill(words.subject, values),
      ...rendered,
      ...(letter.emailReplyTo === null ? {} : { replyTo: letter.emailReplyTo }),
    },
    async () => undefined,
  )
}
