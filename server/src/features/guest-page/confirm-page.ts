import { ownLink } from '#src/features/guest-messages/api.ts'
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
  if (letter.status !== 'held' && letter.status !== 'expired') return { to: new URL(ownLink(ctx, letter.id)).pathname }
  if (letter.status === 'expired' || Date.parse(letter.holdExpiresAt!) <= ctx.clock().epochMilliseconds) return overPage(own, 200)
  const words = pagePhrases[own.lang]
  const body =
    summary(own) + paragraph(words.verify.text) + form({ to: `${own.base}/confirm`, values: carried(own), label: words.verify.send })
  return pageHtml({ ...frameOf(own), here: `${own.base}/confirm`, title: words.verify.title, body })
}

export const answerConfirm = async (visit: Visit): Promise<Answer> => {
  const { ctx, letter } = await openOwn(visit, { kept: true })
  if (!(await confirmMeant(ctx, { id: letter.id, email: letter.guestEmail! }))) {
    // Its address may have been corrected at this very moment: then the link leads nowhere.
    return overPage(await openOwn(visit, { kept: true }), 409)
  }
  const token = new URL(ownLink(ctx, letter.id)).pathname.split('/').at(-1)!
  const own = await openOwn({ ...visit, token })
  return { to: addressOf(own, '', { done: signSaid(own, 'meant') }) }
}
