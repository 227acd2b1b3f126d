import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { documentOf, type Html, iconOf, languagesOf } from '#src/features/venue-pages/api.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { sayAgain, type Sent } from '#src/platform/http/send-again.ts'
import { newId } from '#src/platform/id.ts'
import { fill } from '#src/platform/phrases.ts'
import { composeText } from './compose-text.ts'
import { enquiryFields, type EnquiryField } from './enquire.ts'
import type { SalesFigures } from './figures.ts'
import { figureParts } from './figure-parts.ts'
import { salesPhrases } from './sales-phrases.ts'
import { salesWords } from './sales-words.ts'

/** What stands in the form: as it was sent, and what is wrong with it. */
export type EnquiryForm = { values: Readonly<Record<string, string>>; wrong: readonly EnquiryField[]; tooOften: boolean }
type Place = { brand: Brand; lang: Lang; path: string }
/** `modelText`: by a language model, about these very figures. */
type SalesView = Place & { figures: SalesFigures; withDemo: boolean; modelText?: string | undefined; form?: EnquiryForm }

const more =
  '.facts{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));margin:1rem 0}.fact{border:1px solid var(--line);border-radius:8px;padding:1rem}' +
  '.fact>strong{display:block;font-size:1.75rem;line-height:1.2}.fact dl{margin:.75rem 0 0;font-size:.875rem;color:var(--soft)}.fact dt{font-weight:600}.fact dd{margin:0 0 .5rem}section{margin-top:2.25rem}' +
  'form{max-width:36rem}label{display:block;font-weight:600;margin:1rem 0 .25rem}input,textarea{font:inherit;width:100%;min-height:44px;padding:.6rem;border:1px solid var(--soft);border-radius:6px;background:var(--ground);color:var(--ink)}textarea{min-height:8rem}' +
  '.check{display:flex;gap:.75rem;align-items:flex-start;font-weight:400}.check input{width:1.5rem;min-height:1.5rem;flex:none;margin:0}.trap{position:absolute;left:-100vw;width:1px;height:1px;overflow:hidden}' +
  '.wrong{border-inline-start:4px solid var(--brand);padding-inline-start:.75rem;font-weight:600}.fault{display:block;margin:.25rem 0 0;font-weight:600}button.act{font:inherit;font-weight:600;cursor:pointer;margin-top:1.25rem}' +
  'td.num{text-align:end;white-space:nowrap}.lead{font-size:1.125rem;max-width:46rem}' +
  '@media print{:root{--ink:#000;--soft:#333;--ground:#fff;--line:#999}form,nav,.acts,.contact,.try{display:none}.fact,section{break-inside:avoid}main,footer{max-width:none;padding:0}}'

const headOf = (title: string, brand: Brand): string =>
  `<title>${escapeHtml(title)}</title><meta name="robots" content="noindex,nofollow"><meta name="color-scheme" content="light dark">${iconOf(brand)}`

const inOrder: readonly EnquiryField[] = ['name', 'email', 'phone', 'message', 'consent']
/** The first field that is wrong gets the focus, which reads it with what is wrong. */
const focusOf = (wrong: readonly EnquiryField[], name: EnquiryField): string =>
  inOrder.find((one) => wrong.includes(one)) === name ? ' autofocus' : ''

const inputOf = (name: keyof typeof enquiryFields, lang: Lang, { values, wrong }: EnquiryForm): string => {
  const { form, wrong: faults } = salesPhrases[lang]
  const isWrong = wrong.includes(name)
  const needed = name !== 'phone'
  const types = {
    name: 'autocomplete="name"',
    email: 'type="email" autocomplete="email"',
    phone: 'type="tel" autocomplete="tel"',
    message: '',
  }
  const value = escapeHtml(values[name] ?? '')
  const about = `id="${name}" name="${name}" maxlength="${enquiryFields[name]}"${needed ? ' required' : ''}${isWrong ? ` aria-invalid="true" aria-describedby="${name}-fault"` : ''}${focusOf(wrong, name)} ${types[name]}`
  const field = name === 'message' ? `<textarea ${about}>\n${value}</textarea>` : `<input ${about} value="${value}">`
  const fault = isWrong ? `<span class="fault" id="${name}-fault">${escapeHtml(faults[name])}</span>` : ''
  return `<label for="${name}">${escapeHtml(form[name])}${needed ? ' *' : ''}</label>${field}${fault}`
}

const formId = 'enquiry'
const nothingTyped: EnquiryForm = { values: {}, wrong: [], tooOften: false }

const formOf = ({ lang, path, form: given = nothingTyped }: SalesView): string => {
  const { form, wrong } = salesPhrases[lang]
  const said = given.tooOften ? wrong.often : given.wrong.length ? wrong.title : ''
  const consentWrong = given.wrong.includes('consent')
  const consent =
    `<label class="check"><input type="checkbox" name="consent" value="yes" required${given.values['consent'] === 'yes' ? ' checked' : ''}${consentWrong ? ' aria-invalid="true" aria-describedby="consent-fault"' : ''}${focusOf(given.wrong, 'consent')}><span>${escapeHtml(form.consent)} *</span></label>` +
    (consentWrong ? `<span class="fault" id="consent-fault">${escapeHtml(wrong.consent)}</span>` : '')
  return (
    `<section class="contact" id="contact" aria-labelledby="contact-title"><h2 id="contact-title">${escapeHtml(form.title)}</h2><p class="soft">${escapeHtml(form.hint)}</p>` +
    `${said ? `<p class="wrong" role="alert">${escapeHtml(said)}</p>` : ''}<form id="${formId}" method="post" action="${path}?lang=${lang}#contact" novalidate>` +
    `<input type="hidden" name="once" value="${escapeHtml(given.values['once'] || newId())}">` +
    (['name', 'email', 'phone', 'message'] as const).map((name) => inputOf(name, lang, given)).join('') +
    `<div class="trap" aria-hidden="true"><label for="website">${escapeHtml(form.trap)}</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>` +
    `${consent}<button class="act">${escapeHtml(form.send)}</button></form></section>`
  )
}

/** Pressed, not followed: looking at a page makes nothing, and programs that follow links press no button. */
const demoOf = ({ lang, path, withDemo }: SalesView): string => {
  if (!withDemo) return ''
  const { demo } = salesPhrases[lang]
  return (
    `<section class="try" aria-labelledby="try-title"><h2 id="try-title">${escapeHtml(demo.title)}</h2><p>${escapeHtml(demo.text)}</p>` +
    `<form method="post" action="${path}/demo?lang=${lang}"><button class="act">${escapeHtml(demo.button)}</button></form></section>`
  )
}

/** `form`: what is typed there goes along into another language. */
const footerOf = ({ lang, path, brand }: Place, form?: string): string =>
  `<footer>${languagesOf(path, lang, form)}<p>${escapeHtml(brand.name)}</p></footer>`

/** ON2: what one venue would gain, for whoever has the link. */
export const salesPageHtml = (view: SalesView): Html => {
  const { figures, lang, brand } = view
  const words = salesWords({ lang, countryCode: figures.countryCode })
  const title = fill(words.phrases.title, { venue: figures.name })
  const { modelText } = view
  const paragraphs = modelText === undefined ? composeText(figures, words) : modelText.split(/\n+/)
  const mark = modelText === undefined ? '' : `<p class="soft">${escapeHtml(words.phrases.model.mark)}</p>`
  const text = paragraphs.map((paragraph) => `<p class="lead">${escapeHtml(paragraph)}</p>`).join('')
  const body =
    `<main><h1>${escapeHtml(title)}</h1><p class="soft">${escapeHtml(fill(words.phrases.as, { day: words.day(figures.today) }))}</p>${text}${mark}` +
    `${figureParts(figures, words)}${demoOf(view)}${formOf(view)}</main>${footerOf(view, formId)}`
  return documentOf({ lang, brand, more, body, head: headOf(title, brand) })
}

type Said = { title: string; text: string; back?: { href: string; label: string } }
const frameHtml = (place: Place, { title, body }: { title: string; body: string }, form?: string): Html => {
  const { lang, brand } = place
  const whole = `<main><h1>${escapeHtml(title)}</h1>${body}</main>${footerOf(place, form)}`
  return documentOf({ lang, brand, more, body: whole, head: headOf(title, brand) })
}
const wordHtml = (place: Place, { title, text, back }: Said): Html => {
  const link = back ? `<p><a href="${back.href}">${escapeHtml(back.label)}</a></p>` : ''
  return frameHtml(place, { title, body: `<p>${escapeHtml(text)}</p>${link}` })
}
/** Of the form that was sent, while no answer can be had. */
export const sentAgainHtml = (place: Place, sent: Sent): Html => frameHtml(place, sayAgain(sent, place.lang, { id: formId }), formId)

export const thanksHtml = (place: Place): Html => {
  const { title, text, back } = salesPhrases[place.lang].thanks
  return wordHtml(
    { ...place, path: `${place.path}/thanks` },
    { title, text, back: { href: `${place.path}?lang=${place.lang}`, label: back } },
  )
}
/** The same for what never was, what has expired and what was ended. */
export const noSalesPageHtml = (place: Place, why: 'gone' | 'failed' = 'gone'): Html => wordHtml(place, salesPhrases[place.lang][why])
