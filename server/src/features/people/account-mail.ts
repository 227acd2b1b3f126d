import { brandOfHost, mailBrand } from '#src/features/brands/api.ts'
import { linkOrigin } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newSecret } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { AddressError, oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import { type Mail, MailError } from '#src/platform/mail/mail.ts'
import { fill } from '#src/platform/phrases.ts'
import { keepReset } from './user-writes.ts'
import { type AccountNotice, type SecurityNotice, mailPhrases } from './mail-phrases.ts'
import type { UserRecord } from './user-rows.ts'

/** `userId` null: nobody signs in with that address, and the same job with the same work does nothing. */
type MailData = { userId: string | null; notice: AccountNotice; news?: SecurityNotice; to?: string; host: string; origin: string }
/** Four retries within minutes: a link that comes after its hour is worth nothing. */
export const accountMailJob = defineJob<MailData>('people.mail_account', 4)

/** Mails the user after the caller's transaction has committed (outbox), in the brand of the requested host. */
export const mailAccount = async (ctx: Ctx, userId: string | null, notice: AccountNotice): Promise<void> => {
  await ctx.ports.jobs.enqueue(ctx, accountMailJob, { userId, notice, host: ctx.origin.host, origin: await linkOrigin(ctx) })
}

/** Notifies the owner that the second factors of the account changed, in case somebody else did it. */
export const mailSecurityNotice = async (ctx: Ctx, userId: string, news: SecurityNotice): Promise<void> => {
  const place = { host: ctx.origin.host, origin: await linkOrigin(ctx) }
  await ctx.ports.jobs.enqueue(ctx, accountMailJob, { userId, notice: 'factors', news, ...place })
}

/** Notifies the former address: its reader may be the account's real owner. */
export const mailNewAddress = async (ctx: Ctx, userId: string, former: string): Promise<void> => {
  const place = { host: ctx.origin.host, origin: await linkOrigin(ctx) }
  await ctx.ports.jobs.enqueue(ctx, accountMailJob, { userId, notice: 'address', to: former, ...place })
}

export const runAccountMail = async (ctx: Ctx, { userId, notice, news, to, host, origin }: MailData): Promise<void> => {
  if (userId === null) return
  const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', userId).where('disabledAt', 'is', null).executeTakeFirst()
  if (!user) return
  try {
    await (notice === 'recovery'
      ? mailLink(ctx, user, { host, origin })
      : mailPlain(ctx, user, { notice, news, to, host, url: `${origin}/${notice === 'address' ? 'login' : 'forgot-password'}` }))
  } catch (error) {
    if (!(error instanceof AddressError) && !(error instanceof MailError && error.permanent)) throw error
    ctx.log.warn({ err: error, userId, notice }, 'account mail not sent')
  }
}

type Place = { host: string; origin: string }

const mailPlain = async (ctx: Ctx, user: UserRecord, content: Content): Promise<void> =>
  ctx.ports.mail.send(ctx, await mailOf(ctx, user, content))

/** Each mail holds a new token, which invalidates the previous ones. */
const mailLink = async (ctx: Ctx, user: UserRecord, { host, origin }: Place): Promise<void> => {
  const token = newSecret()
  const mail = await mailOf(ctx, user, { notice: 'recovery', host, url: `${origin}/reset-password/${token}` })
  await transaction(ctx, async (inner) => {
    await keepReset(inner, { userId: user.id, token, purpose: 'recovery' })
    if (inner.ports.mail.local) await inner.ports.mail.send(inner, mail)
  })
  // A mail server's answer may take long and must not keep a transaction open.
  if (!ctx.ports.mail.local) await ctx.ports.mail.send(ctx, mail)
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
