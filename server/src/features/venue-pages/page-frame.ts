import type { Brand } from '@tablewire/contracts/identity/brands'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import { escapeHtml } from '#src/platform/html.ts'
import { buttonColours } from './brand-colours.ts'
import { venuePagePhrases } from './venue-page-phrases.ts'

/** `style` is what the page's own policy has to allow, by its hash. */
export type Html = { text: string; style: string }

const ownNames: Record<Lang, string> = { en: 'English', es: 'Español', fr: 'Français', de: 'Deutsch', nl: 'Nederlands' }

export const primaryOf = ({ theme }: Brand): string => {
  const colour = theme.palette['primary'] ?? ''
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#1f5f5b'
}
const styleOf = (brand: Brand): string => {
  const colour = primaryOf(brand)
  const { ground, ink } = buttonColours(colour)
  const behindLogo = brand.theme.palette['background'] ?? (brand.theme.mode === 'dark' ? '#16171d' : '#ffffff')
  return (
    `:root{color-scheme:light dark;--brand:${colour};--button:${ground};--on-button:${ink};--behind-logo:${/^#[0-9a-f]{6}$/i.test(behindLogo) ? behindLogo : '#ffffff'};--ink:#1d1d22;--soft:#55555f;--ground:#fff;--line:#dcdce2;--link:#1a4fb4}` +
    '@media(prefers-color-scheme:dark){:root{--ink:#ececf1;--soft:#b4b4c0;--ground:#16171d;--line:#363743;--link:#9dbcff}}' +
    '*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}' +
    'main,footer{max-width:60rem;margin:0 auto;padding:1.5rem 1.25rem}h1{font-size:clamp(1.75rem,5vw,2.5rem);line-height:1.2;margin:0 0 .25rem}' +
    'h2{font-size:1.2rem;line-height:1.3;margin:0 0 .5rem}.bar{height:6px;background:var(--brand)}.brand{background:var(--behind-logo);border-bottom:1px solid var(--line)}.brand div{max-width:60rem;margin:0 auto;padding:.75rem 1.25rem}.brand img{width:auto;height:32px;background:none;border-radius:0}.soft{color:var(--soft)}p{margin:.25rem 0 .75rem}' +
    '.acts{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.25rem 0}.act{display:inline-flex;align-items:center;min-height:48px;padding:0 1.5rem;border-radius:8px;' +
    'font-weight:600;text-decoration:none;background:var(--button);color:var(--on-button);border:1px solid var(--line)}.act.second{background:none;color:var(--ink);border-color:var(--soft)}' +
    'a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}.parts{display:grid;gap:2rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));margin-top:2rem}' +
    'table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.3rem .75rem .3rem 0;font-weight:400;vertical-align:top}tr.now th,tr.now td{font-weight:700}th{overflow-wrap:normal}table+h2{margin-top:1.5rem}' +
    'img{max-width:100%;height:auto;display:block;border-radius:8px;background:var(--line)}.hero{width:100%;max-height:34rem;object-fit:contain}' +
    '.photos{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,14rem),1fr));margin-top:2rem}.photos img{width:100%;aspect-ratio:4/3;object-fit:contain}' +
    'footer{border-top:1px solid var(--line);color:var(--soft)}nav ul{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem;list-style:none;padding:0;margin:0 0 1rem}nav a,address a,.lines a{display:inline-block;padding:.5rem 0}nav li[aria-current]{padding:.5rem 0;font-weight:600}nav button{font:inherit;font-weight:400;min-height:44px;padding:.5rem 0;border:0;border-radius:0;background:none;color:var(--link);text-decoration:underline;cursor:pointer}' +
    'address{font-style:normal}.pre{white-space:pre-line}.offer{margin:0;padding-inline-start:1.25rem}.guests{margin-top:2rem}.guests ul{list-style:none;padding:0;margin:0}.guests li{border-top:1px solid var(--line);padding:.75rem 0}blockquote{margin:.5rem 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}'
  )
}

/** The page in its other languages; with the id of a form on it, what is typed there goes along. */
export const languagesOf = (path: string, lang: Lang, form?: string): string => {
  const { page } = venuePagePhrases[lang]
  const items = langs.map((one) =>
    one === lang
      ? `<li aria-current="true">${ownNames[one]}</li>`
      : form
        ? `<li><button form="${form}" formaction="${path}/language?lang=${one}" formnovalidate lang="${one}">${ownNames[one]}</button></li>`
        : `<li><a href="${path}?lang=${one}" hreflang="${one}" lang="${one}">${ownNames[one]}</a></li>`,
  )
  return `<nav aria-label="${page.languages}"><ul>${items.join('')}</ul></nav>`
}

/** On the ground that it was drawn for. */
const logoOf = ({ logo, name }: Brand): string =>
  logo ? `<header class="brand"><div><img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="32"></div></header>` : ''

export const iconOf = ({ favicon }: Brand): string => `<link rel="icon" href="${favicon ? escapeHtml(favicon) : 'data:,'}">`

/** `more`: style beside that of every page. */
type Document = { lang: Lang; head: string; body: string; brand: Brand; more?: string }
/** A page of ours for the public, in the brand's colours, light and dark, without script. */
export const documentOf = ({ lang, head, body, brand, more = '' }: Document): Html => {
  const style = styleOf(brand) + more
  const top = `<div class="bar"></div>${logoOf(brand)}`
  return {
    text: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${head}<style>${style}</style></head><body>${top}${body}</body></html>`,
    style,
  }
}
