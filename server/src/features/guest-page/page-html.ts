import { createHash } from 'node:crypto'
import type { Brand } from '@tablewire/contracts/identity/brands'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import { styleOf } from '#src/features/widget/api.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { pagePhrases } from './page-phrases.ts'

export type Page = { status: number; html: string; policy: string }

const ownNames: Record<Lang, string> = { en: 'English', es: 'Español', fr: 'Français', de: 'Deutsch', nl: 'Nederlands' }
/** What this page has beside the booking page. */
const more =
  'section{border-block-start:1px solid var(--faint);margin-block-start:1.5rem}section h2{margin-block-start:1rem}.acts{display:flex;flex-wrap:wrap;gap:.75rem;margin-block:.75rem;align-items:end}.acts .field{margin:0}.said{border-inline-start:4px solid var(--brand);padding:.5rem .75rem;font-weight:600}.wrong{border-inline-start:4px solid var(--wrong);padding:.5rem .75rem;font-weight:600}'

type Frame = {
  status?: number
  lang: Lang
  brand: Brand
  colour?: string | null
  /** Its languages are this address, with what is asked there. */
  here?: string
  title: string
  house?: string
  body: string
}

const languages = ({ lang, here }: Pick<Frame, 'lang' | 'here'>): string => {
  if (here === undefined) return ''
  const joined = here.includes('?') ? '&' : '?'
  const items = langs.map((one) =>
    one === lang
      ? `<li><span aria-current="true">${ownNames[one]}</span></li>`
      : `<li><a href="${escapeHtml(`${here}${joined}lang=${one}`)}" lang="${one}" hreflang="${one}">${ownNames[one]}</a></li>`,
  )
  return `<footer><nav aria-label="${escapeHtml(pagePhrases[lang].language)}"><ul>${items.join('')}</ul></nav></footer>`
}

/** A page without script, in the brand's look, light and dark; nothing in it is shown within other pages. */
export const pageHtml = ({ status = 200, lang, brand, colour = null, here, title, house = '', body }: Frame): Page => {
  const style = styleOf(brand, colour) + more
  const { mode, fixedMode } = brand.theme
  const theme = fixedMode ? (mode === 'dark' ? 'dark' : 'light') : 'auto'
  const scheme = theme === 'auto' ? 'light dark' : theme
  const logo = brand.logo ? `<img src="${escapeHtml(brand.logo)}" alt="${escapeHtml(brand.name)}" height="28">` : ''
  const icon = brand.favicon ? escapeHtml(brand.favicon) : 'data:,'
  const html =
    `<!doctype html><html lang="${lang}" data-theme="${theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="${scheme}"><meta name="robots" content="noindex"><title>${escapeHtml([title, house].filter(Boolean).join(' – '))}</title>` +
    `<link rel="icon" href="${icon}"><style>${style}</style></head><body><div class="page"><header class="house">${logo}${house ? `<p class="name">${escapeHtml(house)}</p>` : ''}</header>` +
    `<main><h1>${escapeHtml(title)}</h1>${body}</main>${languages({ lang, ...(here === undefined ? {} : { here }) })}</div></body></html>`
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; img-src 'self' data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
  return { status, html, policy }
}

export const paragraph = (text: string, kind = ''): string => `<p${kind && ` class="${kind}"`}>${escapeHtml(text)}</p>`
export const link = (href: string, label: string, kind = 'act second'): string =>
  `<a class="${kind}" href="${escapeHtml(href)}">${escapeHtml(label)}</a>`
export const section = (title: string, body: string): string => (body ? `<section><h2>${escapeHtml(title)}</h2>${body}</section>` : '')
const hidden = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
type Form = { to: string; values: Readonly<Record<string, string>>; inside?: string; label: string; second?: boolean }
/** One button that sends what it says. */
export const form = ({ to, values, inside = '', label, second = false }: Form): string =>
  `<form method="post" action="${escapeHtml(to)}" class="acts">${hidden(values)}${inside}<button${second ? ' class="second"' : ''}>${escapeHtml(label)}</button></form>`
/** One of several buttons of a form, with what it does. */
export const press = (act: string, label: string, kind = ' class="second"'): string =>
  `<button name="act" value="${act}"${kind}>${escapeHtml(label)}</button>`
export const field = (name: string, label: string, input: string): string =>
  `<div class="field"><label for="${name}">${escapeHtml(label)}</label>${input}</div>`
export const select = (name: string, choices: readonly { value: string; label: string }[], chosen: string): string =>
  `<select id="${name}" name="${name}">${choices
    .map(({ value, label }) => `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(label)}</option>`)
    .join('')}</select>`
