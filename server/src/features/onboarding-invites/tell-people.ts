import type { Lang } from '@tablewire/contracts/kit/wire'
import type { OpenStatus } from '@tablewire/contracts/onboarding/onboarding.rules'
import { sql } from 'kysely'
import { brandOfCompany, mailBrand } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { invitePhrases } from './invite-phrases.ts'
import type { ReminderKind } from './invite-rows.ts'

type Telling = { reminderId: string; userId: string }
/** Retries over an evening: a mail server may be down that long. */
const tries = 16
export const tellJob = defineJob<Telling>('onboarding_invites.tell', tries)

type Row = {
  kind: ReminderKind
  requestId: string
  status: OpenStatus
  days: number
  venueName: string
  systemName: string
  channelName: string
  email: string
  lang: Lang
  companyId: string | null
}

/** Asked just before it is sent: nobody hears of what has moved on meanwhile. */
const letterOf = async (ctx: Ctx, { reminderId, userId }: Telling): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select d.kind, r.id as request_id, r.status, floor(extract(epoch from ${ctx.clock().toString()}::timestamptz - r.status_since) / 86400)::integer as days,
      coalesce(v.name, r.venue_name) as venue_name, s.name as system_name, c.name as channel_name, u.email, u.lang, u.company_id
    from onboarding_told t join onboarding_reminders d on d.id = t.reminder_id join onboarding_requests r on r.id = d.request_id
      join users u on u.id = t.user_id join systems s on s.id = r.system_id join channels c on c.id = r.channel_id
      left join venues v on v.id = r.venue_id
    where t.reminder_id = ${reminderId} and t.user_id = ${userId} and t.told_at is null and u.disabled_at is null
      and r.status = d.status and r.status_since = d.status_since
    for update of t for share of r`.execute(ctx.db)
  return rows[0]
}

const mailOf = async (ctx: Ctx, row: Row, { reminderId, userId }: Telling): Promise<Mail & { id: string }> => {
  const { tell } = invitePhrases[row.lang]
  const values = { venue: row.venueName, system: row.systemName, channel: row.channelName, days: row.days, step: tell[row.status] }
  const { kind } = row
  const { publicUrl, port, mailFrom } = ctx.ports.config
  const brand = await brandOfCompany(ctx, row.companyId, '')
  const title = fill(tell[kind], values)
  const restaurantIsSilent = kind === 'reminder' && row.status === 'restaurant_activation'
  const rendered = renderMail({
    brand: mailBrand(brand, publicUrl),
    title,
    paragraphs: [fill(tell[`${kind}Text`], values), ...(restaurantIsSilent ? [tell.contact] : [])],
    details: [],
    action: { label: tell.button, url: `${publicUrl ?? `http://localhost:${port}`}/onboarding-requests?id=${row.requestId}` },
    footer: tell.footer,
    dir: 'ltr',
    lang: row.lang,
  })
  const sender = `${brand.name.replace(/[<>"\r\n]/g, '')} <${oneAddress(mailFrom).address}>`
  return { id: `${reminderId}.${userId}`, to: row.email, from: sender, companyId: row.companyId, subject: title, ...rendered }
}

const markTold = (ctx: Ctx, { reminderId, userId }: Telling): Promise<unknown> =>
  ctx.db
    .updateTable('onboardingTold')
    .set({ toldAt: ctx.clock().toString() })
    .where('reminderId', '=', reminderId)
    .where('userId', '=', userId)
    .execute()

/** One mail to one person, once. */
export const tellPerson = async (ctx: Ctx, telling: Telling): Promise<void> => {
  const mail = await transaction(ctx, async (inner) => {
    const row = await letterOf(inner, telling)
    return row && mailOf(inner, row, telling)
  })
  if (!mail) return
  // A mail server's answer may take long and must not keep a transaction open.
  if (!(await sendOnce(ctx, mail, (inner) => markTold(inner, telling)))) await markTold(ctx, telling)
}
