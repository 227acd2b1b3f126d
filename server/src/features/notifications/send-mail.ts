import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Notification } from '@tablewire/contracts/operations/notifications'
import { brandOfHost, brandOfVenue, mailBrand } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { headline, reviewTitle, sentence } from './in-words.ts'
import { type Bundle, loadBundle, markSent, portalUrl } from './load-bundle.ts'
import { notificationPhrases } from './notification-phrases.ts'

/** Of an account at Google, which is no restaurant. */
const isOfGoogle = ({ event }: Notification): boolean => event.startsWith('google_')

const homeOf = (all: readonly Notification[]): string => {
  if (all.every(({ report }) => report)) return all[0]?.link ?? '/'
  if (all.every(isOfGoogle)) return '/google-accounts'
  if (all.every(({ onboarding }) => onboarding)) return '/onboarding-requests'
  return all.every(({ review }) => review) ? '/reviews' : '/reservations'
}

/** Not of a restaurant that is the reader's: a sentence instead of a table. */
const isOwn = (one: Notification): boolean =>
  one.event === 'test' || one.event === 'report' || one.event === 'onboarding' || isOfGoogle(one)

/** A mail is read at a glance: what goes beyond is a number and a link. */
const listedAtMost = 20

/** One mail for the whole bundle, once. */
export const sendMail = async (ctx: Ctx, { userId, ids }: { userId: string; ids: string[] }): Promise<void> => {
  const bundle = await loadBundle(ctx, { userId, ids, way: 'email' })
  if (!bundle) return
  const sent = { userId, ids, way: 'email' as const }
  // A notification is in one bundle only.
  const mail = { ...(await mailOf(ctx, bundle)), id: `${ids[0]}.${userId}` }
  if (!(await sendOnce(ctx, mail, (inner) => markSent(inner, sent)))) await markSent(ctx, sent)
}

const brandOf = async (ctx: Ctx, { notifications }: Bundle): Promise<Brand> => {
  const venueId = notifications.find((one) => one.venueId !== null)?.venueId
  return venueId ? brandOfVenue(ctx, venueId) : brandOfHost(ctx.db, new URL(portalUrl(ctx)).host)
}

/** Nobody chose to hear of the own report, and there is no choice about it. */
const footerOf = (all: readonly Notification[], lang: Lang, base: string): string => {
  const phrases = notificationPhrases[lang]
  if (all.every(({ report }) => report))
    return all.some(({ report }) => report?.reason === 'owner_left' || report?.reason === 'orphaned')
      ? phrases.footerHeir
      : phrases.footerOwn
  return fill(phrases.footer, { url: new URL('/settings/notifications', base).href })
}

const mailOf = async (ctx: Ctx, bundle: Bundle): Promise<Mail> => {
  const { person, notifications } = bundle
  const { lang, firstName, email, companyId } = person
  const phrases = notificationPhrases[lang]
  const brand = await brandOf(ctx, bundle)
  const base = portalUrl(ctx)
  const title = headline(notifications, lang)
  const [only] = notifications
  const single = notifications.length === 1 && only ? only : undefined
  const listed = notifications.slice(0, listedAtMost)
  const more = notifications.length - listed.length
  const rendered = renderMail({
    brand: mailBrand(brand, base),
    title,
    paragraphs: [
      fill(phrases.greeting, { name: firstName }),
      ...(single && isOwn(single) ? [sentence(single, lang)] : [notifications.every(isOfGoogle) ? phrases.introGoogle : phrases.intro]),
      ...(more > 0 ? [fill(phrases.more, { count: more })] : []),
    ],
    details: listed
      .filter((one) => one.event !== 'test' && !(single && isOwn(one)))
      .map(
        (one) =>
          [
            single ? (one.venueName ?? '') : one.review ? reviewTitle(one.review, lang) : phrases[`${one.event}_one`],
            [sentence(one, lang), ...(single ? [] : [one.venueName ?? ''])].join('\n'),
          ] as const,
      ),
    action: { label: phrases.open.replace('Tablewire', brand.name), url: new URL(single?.link ?? homeOf(notifications), base).href },
    footer: footerOf(notifications, lang, base),
    dir: 'ltr',
    lang,
  })
  const sender = `${brand.name.replace(/[<>"\r\n]/g, '')} <${oneAddress(ctx.ports.config.mailFrom).address}>`
  const subject = single?.venueName ? `${title} – ${single.venueName}` : title
  return { to: email, from: sender, companyId, subject, ...rendered }
}
