import { confirmMeant } from '#src/features/reservations/api.ts'
import { openOwn, type Own, type Visit } from './open-own.ts'
import { addressOf, carried, frameOf, signSaid, summary } from './own-page.ts'
import { form, link, type Page, pageHtml, paragraph } from './page-html.ts'
import { pagePhrases } from './page-phrases.ts'

type Answer = Page | { to: string }

const overPage = (own: Own, status: number): Page => {
  const words = pagePhrases[own.lang]
  const body = summary(own) + paragraph(words.verify.over) + `<p>${link(`/book/${own.letter.venueId}`, words.again)}</p>`
  return pageHtml({ ...frameOf(own), status, here: `${own.base}/confirm`, title: words.gone.title, body })
}

/** What the button of the mail leads to; looking books nothing, as programs look at every link of a mail. */
export const showConfirm = async (visit: Visit): Promise<Answer> => {
  const own = await openOwn(visit, { kept: true })
  const { letter, ctx } = own
  if (letter.status !== 'held' && letter.status !== 'expired') return { to: addressOf(own) }
  if (letter.status === 'expired' || Date.parse(letter.holdExpiresAt!) <= ctx.clock().epochMilliseconds) return overPage(own, 200)
  const words = pagePhrases[own.lang]
  const body =
    summary(own) + paragraph(words.verify.text) + form({ to: `${own.base}/confirm`, values: carried(own), label: words.verify.send })
  return pageHtml({ ...frameOf(own), here: `${own.base}/confirm`, title: words.verify.title, body })
}

export const answerConfirm = async (visit: Visit): Promise<Answer> => {
  const own = await openOwn(visit, { kept: true })
  if (!(await confirmMeant(own.ctx, own.letter.id))) return overPage(own, 409)
  return { to: addressOf(own, '', { done: signSaid(await openOwn(visit, { kept: true }), 'meant') }) }
}
