import type { Lang } from '@tablewire/contracts/kit/wire'
import { brandOfHostLastKnown } from '#src/features/brands/api.ts'
import { sayAgain, type Sent } from '#src/platform/http/send-again.ts'
import type { Problem } from '#src/platform/problem.ts'
import { openedLast, type Visit } from './open-own.ts'
import { call, notesField } from './own-page.ts'
import { link, type Page, pageHtml, paragraph } from './page-html.ts'
import { pagePhrases } from './page-phrases.ts'

/** What each form of these pages has. */
const fieldsOf: Readonly<Record<string, RegExp>> = {
  '/book/own/:token': /^(lang|was|notes|act|minutes)$/,
  '/book/own/:token/change': /^(lang|party|date|at)$/,
  '/book/wait/:token': /^(lang|act|area|notes)$/,
}
const langAlone = /^lang$/
export const isField = (route: string | undefined, name: string): boolean => (fieldsOf[route ?? ''] ?? langAlone).test(name)

/** Requests that he typed stand there to be read, and may be gone on with. */
const typedIn = ({ fields }: Sent, lang: Lang): Readonly<Record<string, string>> => {
  const { notes, was = '' } = Object.fromEntries(fields) as Partial<Record<string, string>>
  return notes === undefined || notes.replaceAll('\r\n', '\n') === was.replaceAll('\r\n', '\n') ? {} : { notes: notesField(lang, notes) }
}

/** While the database is away: what was sent, to be sent once more, else the way back; and whom to call. */
const awayPage = async ({ base, lang: asked, host, token, sent }: Visit): Promise<Page> => {
  const known = openedLast.get(token)
  const lang = asked ?? known?.letter.guestLang ?? base.lang
  const brand = known?.brand ?? (await brandOfHostLastKnown(base.db, host))
  const frame = { status: 503, lang, brand, house: known?.letter.venueName ?? '' }
  const phone = known ? call({ letter: known.letter, lang }) : ''
  if (sent) {
    // Without its other languages: their links would lose what was typed.
    const { title, body } = sayAgain(sent, lang, { inside: typedIn(sent, lang) })
    return pageHtml({ ...frame, title, body: body + phone })
  }
  const { failed, back } = pagePhrases[lang]
  const way = known ? `<p>${link(known.here, back)}</p>` : ''
  return pageHtml({ ...frame, ...(known ? { here: known.here } : {}), title: failed.title, body: paragraph(failed.text) + way + phone })
}

/** The same for a link that is wrong, one whose time is over and one of a booking that is not there. */
export const stopPage = async (visit: Visit, { code, status }: Problem): Promise<Page> => {
  if (status === 503) return awayPage(visit)
  const { base, lang, host } = visit
  const read = lang ?? base.lang
  const words = pagePhrases[read]
  const brand = await brandOfHostLastKnown(base.db, host)
  const often = code === 'rate.limited'
  const said = often ? { title: words.failed.title, text: words.error.often } : status < 500 ? words.gone : words.failed
  return pageHtml({ status: status === 400 ? 404 : status, lang: read, brand, title: said.title, body: paragraph(said.text) })
}
