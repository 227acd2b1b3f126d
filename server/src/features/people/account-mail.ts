import { brandOfHost, mailBrand } from '#src/features/brands/api.ts'
import { linkOrigin } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, secretHash } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { mayHaveGone, sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { keepReset } from './user-writes.ts'
import { type AccountNotice, type SecurityNotice, mailPhrases } from './mail-phrases.ts'
import type { UserRecord } from './user-rows.ts'

/** `userId` null: nobody signs in with that address, and the same job with the same work does nothing. */
type MailData = {
  userId: string | null
  /** Of this mail, at every try; what the version before enqueued has none. */
  mailId?: string
  notice: AccountNotice
  news?: SecurityNotice
  to?: string
  host: string
  origin: string
}
/** Four retries within minutes: a link that comes after its hour is worth nothing. */
export const accountMailJob = defineJob<MailData>('people.mail_account', 4)

/** Mails the user after the caller's transaction has committed (outbox), in the brand of the requested host. */
export const mailAccount = async (ctx: Ctx, userId: string | null, notice: AccountNotice): Promise<void> => {
  await ctx.ports.jobs.enqueue(ctx, accountMailJob, {
    userId,
    mailId: newId(),
    notice,
    host: ctx.origin.host,
    origin: await linkOrigin(ctx),
  })
}

/** Notifies the owner that the second factors of the account changed, in case somebody else did it. */
export const mailSecurityNotice = async (ctx: Ctx, userId: string, news: SecurityNotice): Promise<void> => {
  const place = { host: ctx.origin.host, origin: await linkOrigin(ctx) }
  await ctx.ports.jobs.enqueue(ctx, accountMailJob, { userId, mailId: newId(), notice: 'factors', news, ...place })
}

/** Notifies the former address: its reader may be the account's real owner. */
export const mailNewAddress = async (ctx: Ctx, userId: string, former: string): Promise<void> => {
  const place = { host: ctx.origin.host, origin: await linkOrigin(ctx) }
  await ctx.ports.jobs.enqueue(ctx, accountMailJob, { userId, mailId: newId(), notice: 'address', to: former, ...place })
}

type Mailed = { mailId: string; userId: string; purpose: 'recovery' | 'invitation'; minutes?: number }

/** 256 bits of a keyed hash of the mail's id: a mail that goes again holds the same secret, which is kept nowhere. */
const tokenOf = ({ ports: { secrets } }: Ctx, { mailId, purpose }: Mailed): string =>
  secrets.sign(`account ${purpose}`, mailId).split('.')[1]!

/**
 * The secret of the link in that mail, which is good before the mail is sent and makes the one before worthless. Undefined: the mail may have gone, and its
 * link was used meanwhile or a later one took its place, so that it must neither go again nor come to life again.
 */
export const mailedLink = (ctx: Ctx, mailed: Mailed): Promise<string | undefined> =>
  transaction(ctx, async (inner) => {
    const token = tokenOf(inner, mailed)
    const { mailId, ...reset } = mailed
    if (!(await mayHaveGone(inner, mailId))) {
      await keepReset(inner, { ...reset, token })
      return token
    }
    const kept = await inner.db.selectFrom('passwordResets').select('hash').where('userId', '=', mailed.userId).executeTakeFirst()
    return kept?.hash.equals(secretHash(token)) ? token : undefined
  })

/** Once for each time that it was asked for. */
export const runAccountMail = async (ctx: Ctx, { userId, mailId = newId(), notice, news, to, host, origin }: MailData): Promise<void> => {
  if (userId === null) return
  const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', userId).where('disabledAt', 'is', null).executeTakeFirst()
  if (!user) return
  const url =
    notice === 'recovery'
      ? await linkFor(ctx, { userId, mailId, origin })
      : `${origin}/${notice === 'address' ? 'login' : 'forgot-password'}`
  if (url !== undefined) await sendOnce(ctx, { ...(await mailOf(ctx, user, { notice, news, to, host, url })), id: mailId })
}

const linkFor = async (
  ctx: Ctx,
  { userId, mailId, origin }: { userId: string; mailId: string; origin: string },
): Promise<string | undefined> => {
  const token = await mailedLink(ctx, { mailId, userId, purpose: 'recovery' })
  return token === undefined ? undefined : `${origin}/reset-password/${token}`
}

type Content = { notice: AccountNotice; news?: SecurityNotice | undefined; to?: string | undefined; host: string; url: string }

const mailOf = async (ctx: Ctx, user: UserRecord, { notice, news, to = user.email, host, url }: Content): Promise<Mail> => {
  const brand = await brandOfHost(ctx.db, host)
  const phrases = mailPhrases[user.lang]
  const { subject, title, paragraphs, button } = phrases[notice]
  const values = {
    brand: brand.name,
    name: user.firstName,
    email: to,
    news: news ? fill(phrases.news[news], { email: to }) : '',
  }
  const rendered = renderMail({
    brand: mailBrand(brand, url),
    title: fill(title, values),
    paragraphs: [phrases.greeting, ...Object.values(paragraphs)].map((text) => fill(text, values)),
    details: [],
    action: { label: button, url },
    footer: fill(phrases.footer, values),
    dir: 'ltr',
    lang: user.lang,
  })
  const sender = `${brand.name.replace(/[<>"\r\n]/g, '')} <${oneAddress(ctx.ports.config.mailFrom).address}>`
  return { to, from: sender, companyId: user.companyId, subject: fill(subject, values), ...rendered }
}
