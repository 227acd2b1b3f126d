import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { documentOf, type Html, iconOf } from '#src/features/venue-pages/api.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { fill } from '#src/platform/phrases.ts'
import type { Finished } from './finish-sign-in.ts'
import type { FoundLink } from './install-link.ts'
import { metaPhrases } from './meta-phrases.ts'

export type Face = { brand: Brand; lang: Lang }

const more =
  'h1{margin-bottom:.75rem}main>form,main>p>a.act{margin-top:.5rem}form{max-width:36rem}button.act{font:inherit;font-weight:600;cursor:pointer}fieldset{border:0;margin:0 0 1rem;padding:0;min-width:0}.pick{display:flex;gap:.75rem;align-items:center;min-height:48px;padding:.5rem .75rem;border:1px solid var(--soft);border-radius:8px;margin:.5rem 0}' +
  '.pick input{width:1.25rem;height:1.25rem;margin:0;flex:none}'

const pageOf = ({ brand, lang }: Face, title: string, body: string): Html =>
  documentOf({
    brand,
    lang,
    more,
    head: `<title>${escapeHtml(title)} – ${escapeHtml(brand.name)}</title><meta name="robots" content="noindex,nofollow">${iconOf(brand)}`,
    body: `<main><h1>${escapeHtml(title)}</h1>${body}</main>`,
  })
const paragraph = (text: string, className = ''): string => `<p${className && ` class="${className}"`}>${escapeHtml(text)}</p>`

/** What is about to happen, in whose name and to which place, before anybody is sent to Meta. */
export const connectHtml = (face: Face, { place, action }: { place: string; action: string }): Html => {
  const { connect } = metaPhrases[face.lang]
  const form = `<form method="post" action="${escapeHtml(action)}"><button class="act">${escapeHtml(connect.act)}</button></form>`
  return pageOf(face, fill(connect.title, { place }), paragraph(fill(connect.text, { place })) + paragraph(connect.rights, 'soft') + form)
}

/** One of several pages. */
type Choice = Pick<Extract<Finished, { outcome: 'choose' }>, 'pages' | 'refused'> & {
  place: string
  state: string
  again: string | undefined
}
export const chooseHtml = (face: Face, { place, state, pages, refused, again }: Choice): Html => {
  const { choose, page_taken: taken, again: anew } = metaPhrases[face.lang]
  const title = fill(choose.title, { place })
  const options = pages.map(
    ({ id, name }) =>
      `<label class="pick"><input type="radio" name="page" value="${escapeHtml(id)}" required><span>${escapeHtml(name)} <span class="soft">${escapeHtml(id)}</span></span></label>`,
  )
  const form =
    `<form method="post" action="/meta/choose"><input type="hidden" name="state" value="${escapeHtml(state)}">` +
    `<fieldset><legend class="soft">${escapeHtml(choose.text)}</legend>${options.join('')}</fieldset><button class="act">${escapeHtml(choose.act)}</button></form>`
  const why = refused === 'unknown_page' ? choose.unknown : refused && `${taken.title}. ${fill(taken.text, { page: refused.name })}`
  const told = why ? `<p role="alert"><strong>${escapeHtml(why)}</strong></p>` : ''
  // Signed in at Meta as somebody else: none of these is the one.
  const other = again === undefined ? '' : `<p><a href="${escapeHtml(again)}">${escapeHtml(anew.act)}</a></p>`
  return pageOf(face, title, told + form + other)
}

export type Said =
  | Exclude<Finished, { outcome: 'choose' }>
  | Exclude<FoundLink, { outcome: 'open' }>
  | { outcome: 'often'; minutes: number }
  | { outcome: 'broken' }
  | { outcome: 'deleted'; code: string }

/** After these the same link is as good as before. */
const mayBeginAnew: readonly Said['outcome'][] = ['declined', 'no_pages', 'failed', 'page_taken', 'unknown', 'broken']
/** What is Meta's own trouble passes by itself. */
const wordsOf = (said: Said): keyof typeof metaPhrases.en =>
  said.outcome === 'failed' && (said.problem === 'unreachable' || said.problem === 'later') ? 'away' : said.outcome

/** How it ended, and what to do about it; `again` = where this browser began. */
export const saidHtml = (face: Face, said: Said, again?: string): Html => {
  const phrases = metaPhrases[face.lang]
  const { title, text } = phrases[wordsOf(said)] as { title: string; text: string }
  const values = {
    place: 'place' in said ? said.place.name : '',
    page: 'page' in said ? said.page.name : '',
    minutes: 'minutes' in said ? said.minutes : 0,
    code: 'code' in said ? said.code : '',
  }
  const own = said.outcome === 'failed' && said.said ? paragraph(fill(phrases.failed.said, { said: said.said }), 'soft') : ''
  const anew =
    again !== undefined && mayBeginAnew.includes(said.outcome)
      ? `<p><a class="act" href="${escapeHtml(again)}">${escapeHtml(phrases.again.act)}</a></p>`
      : ''
  return pageOf(face, fill(title, values), paragraph(fill(text, values)) + own + anew)
}
