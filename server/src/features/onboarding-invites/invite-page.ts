import type { Brand } from '@tablewire/contracts/identity/brands'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import { buttonColours } from '#src/features/venue-pages/api.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { invitePhrases } from './invite-phrases.ts'

/** `style` is what the page's own policy has to allow, by its hash. */
export type Html = { text: string; style: string }
export type Face = { brand: Brand; lang: Lang; /** The page's own address, for its other languages. */ path: string }

const ownNames: Record<Lang, string> = { en: 'English', es: 'Español', fr: 'Français', de: 'Deutsch', nl: 'Nederlands' }

const styleOf = ({ theme }: Brand): string => {
  const given = theme.palette['primary'] ?? ''
  const colour = /^#[0-9a-f]{6}$/i.test(given) ? given : '#1f5f5b'
  const { ground, ink } = buttonColours(colour)
  const behind = theme.palette['background'] ?? (theme.mode === 'dark' ? '#16171d' : '#ffffff')
  return (
    `:root{color-scheme:light dark;--brand:${colour};--button:${ground};--on-button:${ink};--behind:${/^#[0-9a-f]{6}$/i.test(behind) ? behind : '#ffffff'};--ink:#1d1d22;--soft:#55555f;--ground:#fff;--line:#767681;--link:#1a4fb4;--wrong:#b3261e}` +
    '@media(prefers-color-scheme:dark){:root{--ink:#ececf1;--soft:#b4b4c0;--ground:#16171d;--line:#8b8b99;--link:#9dbcff;--wrong:#ffb4ab}}' +
    '*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
    'main,footer,.brand div{max-width:44rem;margin:0 auto;padding:1.25rem}.bar{height:6px;background:var(--brand)}.brand{background:var(--behind)}.brand div{padding-block:.75rem}.brand img{display:block;height:32px;width:auto;max-width:100%}' +
    'h1{font-size:clamp(1.4rem,4.5vw,1.9rem);line-height:1.25;margin:.5rem 0 1rem}h2,legend{font-size:1.15rem;font-weight:600;line-height:1.3;padding:0;margin:0 0 .5rem}p{margin:.25rem 0 .75rem}.soft{color:var(--soft)}' +
    'dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.25rem 1rem;margin:0 0 1.5rem}dt{color:var(--soft)}dd{margin:0;font-weight:600}@media(max-width:24rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}' +
    'fieldset{border:0;min-width:0;margin:0 0 1.75rem;padding:0}label{display:block;font-weight:600;margin:.5rem 0 .25rem}input,textarea{font:inherit;width:100%;min-height:44px;padding:.5rem .65rem;border:1px solid var(--line);border-radius:6px;background:var(--ground);color:var(--ink)}' +
    'textarea{min-height:6rem}[aria-invalid=true]{border:2px solid var(--wrong)}.wrong{color:var(--wrong);font-weight:600;margin:.25rem 0}.alert{border-inline-start:4px solid;padding-inline-start:.75rem}' +
    '.pair{display:grid;gap:0 1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr))}.day{display:grid;grid-template-columns:8rem 1fr;gap:0 1rem;align-items:center}.day .wrong{grid-column:2}@media(max-width:30rem){.day{grid-template-columns:1fr}.day .wrong{grid-column:1}}' +
    '.tick{display:flex;gap:.75rem;align-items:center;min-height:44px}.tick input{width:1.5rem;height:1.5rem;min-height:0;flex:none;margin:0}ol{padding-inline-start:1.5rem}' +
    'button{font:inherit;font-weight:600;min-height:48px;padding:0 1.5rem;border:1px solid var(--line);border-radius:8px;background:var(--button);color:var(--on-button);cursor:pointer}button.second{background:none;color:var(--ink)}' +
    'details{margin-top:2rem;border-top:1px solid var(--line);padding-top:1rem}summary{min-height:44px;cursor:pointer;font-weight:600}a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}' +
    'footer{color:var(--soft)}nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0;margin:0}nav a{display:inline-block;padding:.5rem 0}nav li[aria-current]{padding:.5rem 0;font-weight:600}'
  )
}

const languagesOf = ({ lang, path }: Face): string => {
  const items = langs.map((one) =>
    one === lang
      ? `<li aria-current="true">${ownNames[one]}</li>`
      : `<li><a href="${escapeHtml(path)}?lang=${one}" hreflang="${one}" lang="${one}">${ownNames[one]}</a></li>`,
  )
  return `<nav aria-label="${escapeHtml(invitePhrases[lang].page.languages)}"><ul>${items.join('')}</ul></nav>`
}

/** Whole without a script, in the brand of the restaurant's owner. */
export const pageHtml = (face: Face, { title, body }: { title: string; body: string }): Html => {
  const { brand, lang } = face
  const style = styleOf(brand)
  const logo = brand.logo
    ? `<header class="brand"><div><img src="${escapeHtml(brand.logo)}" alt="${escapeHtml(brand.name)}" height="32"></div></header>`
    : `<header class="brand"><div>${escapeHtml(brand.name)}</div></header>`
  const head =
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} – ${escapeHtml(brand.name)}</title>` +
    `<link rel="icon" href="${brand.favicon ? escapeHtml(brand.favicon) : 'data:,'}"><style>${style}</style>`
  return {
    text: `<!doctype html><html lang="${lang}"><head>${head}</head><body><div class="bar"></div>${logo}<main><h1>${escapeHtml(title)}</h1>${body}</main><footer>${languagesOf(face)}</footer></body></html>`,
    style,
  }
}

export const paragraph = (text: string, attributes = ''): string => `<p${attributes}>${escapeHtml(text)}</p>`
