import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { brandOfHost, brandOfVenue, mailBrand } from '#src/features/brands/api.ts'
import { noteHistory } from '#src/features/onboarding/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { secretHash } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { localWords } from '#src/platform/local-words.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { invitePhrases } from './invite-phrases.ts'
import { isTooMany } from './effective-limits.ts'
import { sameHouse } from './house-addresses.ts'
import type {} from './invite-rows.ts'
import { inviteLink, tokenOf } from './invite-token.ts'

/** `mail`: asks for the first time; `reminder`: the same link once more, of a request that waits in that state since then. */
export type InviteLetter = { inviteId: string; letter: 'mail' | 'reminder'; statusSince?: string }
/** Retries over an evening: a mail server may be down that long. */
const tries = 16
export const mailInviteJob = defineJob<InviteLetter>('onboarding_invites.mail', tries)

export const mailDeferredJob = defineJob<object>('onboarding_invites.mail_deferred', 1)

type Row = {
  id: string
  requestId: string
  systemId: string
  channelId: string
  deferredAt: string | null
  email: string
  lang: Lang
  expiresAt: string
  statusSince: string
  venueId: string | null
  own: boolean
  companyId: string | null
  venueName: string
  systemName: string
  channelName: string
  requester: 'rms' | 'bc'
  timeZone: string
}

export const dayText = (instant: string, { lang, timeZone }: { lang: Lang; timeZone: string }): string =>
  localWords(
    Temporal.Instant.from(new Date(instant).toISOString()).toZonedDateTimeISO(timeZone).toPlainDateTime(),
    lang === 'en' ? 'en-GB' : lang,
    {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    },
  )

/** Asked just before it is sent: of a request that has moved on, or by a link that was replaced, nobody hears. */
const letterOf = async (ctx: Ctx, { inviteId, letter, statusSince }: InviteLetter): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select i.id, r.id as request_id, r.system_id, r.channel_id, i.deferred_at, i.email, i.lang, i.expires_at, r.status_since, r.venue_id, i.house_venue_id is not null as own, v.company_id, coalesce(v.name, r.venue_name) as venue_name, s.name as system_name,
      c.name as channel_name, r.requester, coalesce(v.time_zone, 'UTC') as time_zone
    from onboarding_invites i join onboarding_requests r on r.id = i.request_id join systems s on s.id = r.system_id
      join channels c on c.id = r.channel_id left join venues v on v.id = r.venue_id
    where i.id = ${inviteId} and r.status = 'restaurant_activation' and ${sameHouse} and i.replaced_at is null and i.answer is null
      and i.expires_at > ${ctx.clock().toString()}::timestamptz
      and (${letter === 'mail'} and i.sent_at is null and i.refused_at is null
        or ${letter === 'reminder'} and i.sent_at is not null and r.status_since = ${statusSince ?? null}::timestamptz)
    for update of i for share of r`.execute(ctx.db)
  return rows[0]
}

const mailOf = async (ctx: Ctx, row: Row, letter: InviteLetter['letter']): Promise<Mail & { id: string }> => {
  const { lang, systemName, channelName, venueName } = row
  const { mail, reminder } = invitePhrases[lang]
  const values = {
    venue: venueName,
    system: systemName,
    channel: channelName,
    requester: row.requester === 'rms' ? systemName : channelName,
    day: dayText(row.expiresAt, row),
    since: dayText(row.statusSince, row),
  }
  const say = (text: string): string => fill(text, values)
  const brand = row.venueId ? await brandOfVenue(ctx, row.venueId) : await brandOfHost(ctx.db, '')
  const rendered = renderMail({
    brand: mailBrand(brand, ctx.ports.config.publicUrl),
    title: say(letter === 'mail' ? mail.title : reminder.title),
    paragraphs: [say(letter === 'mail' ? mail.text : reminder.text), say(mail.ask)],
    details: [
      [mail.venue, venueName],
      [mail.system, systemName],
      [mail.channel, channelName],
    ],
    action: { label: mail.button, url: await inviteLink(ctx, row.id, row.venueId) },
    footer: say(row.own ? mail.footerOwn : mail.footer),
    dir: 'ltr',
    lang,
  })
  const sender = `${brand.name.replace(/[<>"\r\n]/g, '')} <${oneAddress(ctx.ports.config.mailFrom).address}>`
  return {
    id: `${letter}.${row.id}`,
    to: row.email,
    from: sender,
    companyId: row.companyId,
    subject: say(letter === 'mail' ? mail.subject : reminder.subject),
    ...rendered,
  }
}

type Mark = Partial<{ tokenHash: Buffer; triedAt: string; deferredAt: string; sentAt: string; refusedAt: string }>
const mark = (ctx: Ctx, id: string, values: Mark): Promise<unknown> =>
  ctx.db.updateTable('onboardingInvites').set(values).where('id', '=', id).execute()

/** It goes out when there is room again. */
const defer = async (ctx: Ctx, { id, requestId, deferredAt }: Row): Promise<void> => {
  if (deferredAt !== null) return
  await mark(ctx, id, { deferredAt: ctx.clock().toString() })
  await noteHistory(ctx, requestId, { kind: 'invite_waits' })
}

/** At most so many of one partner are looked at, so that nobody's many keep others waiting. */
const deferredAtOnce = 100

/** Those that wait, the longest first; which of them may go is seen one by one. */
export const mailDeferred = (ctx: Ctx): Promise<void> =>
  transaction(ctx, async (inner) => {
    const { rows } = await sql<{ id: string }>`
      select w.id from (
        select i.id, row_number() over (
          partition by case r.requester when 'rms' then r.system_id else r.channel_id end order by i.deferred_at, i.id) as nth
        from onboarding_invites i join onboarding_requests r on r.id = i.request_id
        where i.deferred_at is not null and i.tried_at is null and i.replaced_at is null and i.answer is null and r.status = 'restaurant_activation'
      ) w where w.nth <= ${deferredAtOnce} order by w.nth, w.id`.execute(inner.db)
    for (const { id } of rows) await inner.ports.jobs.enqueue(inner, mailInviteJob, { inviteId: id, letter: 'mail' })
  })

/** Once, however often it is tried. The link opens from the moment on in which the mail may be there. */
export const mailInvite = async (ctx: Ctx, ask: InviteLetter): Promise<void> => {
  const { inviteId, letter } = ask
  const noted = (at: Ctx, values: Mark): Promise<unknown> => (letter === 'mail' ? mark(at, inviteId, values) : Promise.resolve())
  const now = ctx.clock().toString()
  const prepared = await transaction(ctx, async (inner) => {
    const row = await letterOf(inner, ask)
    if (!row) return undefined
    if (letter === 'mail' && (await isTooMany(inner, row))) return void (await defer(inner, row))
    const mail = await mailOf(inner, row, letter)
    await mark(inner, inviteId, { tokenHash: secretHash(tokenOf(inner, inviteId)), ...(letter === 'mail' ? { triedAt: now } : {}) })
    return mail
  })
  if (!prepared) return
  // A mail server's answer may take long and must not keep a transaction open.
  if (!(await sendOnce(ctx, prepared, (inner) => noted(inner, { sentAt: now })))) await noted(ctx, { refusedAt: now })
}
