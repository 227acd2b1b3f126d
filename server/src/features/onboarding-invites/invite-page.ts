import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { documentOf, type Html, iconOf, languagesOf } from '#src/features/venue-pages/api.ts'
import { escapeHtml } from '#src/platform/html.ts'

export type Face = {
  brand: Brand
  lang: Lang
  /** The page's own address, for its other languages. */
  path: string
  /** The id of a form on it: what is typed there goes along into another language. */
  form?: string
}

/** What a form needs beside the style of every page for the public. */
const formStyle =
  ':root{--line:#767681;--wrong:#b3261e}@media(prefers-color-scheme:dark){:root{--line:#8b8b99;--wrong:#ffb4ab}}' +
  'body{line-height:1.5}main,footer,.brand div{max-width:44rem;padding:1.25rem}.brand{border:0}.brand div{padding-block:.75rem}footer{border:0}' +
  'h1{font-size:clamp(1.4rem,4.5vw,1.9rem);line-height:1.25;margin:.5rem 0 1rem}h2,legend{font-size:1.15rem;font-weight:600;line-height:1.3;padding:0;margin:0 0 .5rem}' +
  'dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.25rem 1rem;margin:0 0 1.5rem}dt{color:var(--soft)}dd{margin:0;font-weight:600}@media(max-width:24rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}' +
  'fieldset{border:0;min-width:0;margin:0 0 1.75rem;padding:0}label{display:block;font-weight:600;margin:.5rem 0 .25rem}input,textarea{font:inherit;width:100%;min-height:44px;padding:.5rem .65rem;border:1px solid var(--line);border-radius:6px;background:var(--ground);color:var(--ink)}' +
  'textarea{min-height:6rem}[aria-invalid=true]{border:2px solid var(--wrong)}.wrong{color:var(--wrong);font-weight:600;margin:.25rem 0}.alert{border-inline-start:4px solid;padding-inline-start:.75rem;margin-bottom:1rem}' +
  '.pair{display:grid;gap:0 1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr))}.day{display:grid;grid-template-columns:8rem 1fr;gap:0 1rem;align-items:center;margin-bottom:.4rem}.day .wrong{grid-column:2}@media(max-width:30rem){.day{grid-template-columns:1fr}.day .wrong{grid-column:1}}' +
  '.tick{display:flex;gap:.75rem;align-items:center;min-height:44px}.tick input{width:1.5rem;height:1.5rem;min-height:0;flex:none;margin:0}ol{padding-inline-start:1.5rem}' +
  'button{font:inherit;font-weight:600;min-height:48px;padding:0 1.5rem;border:1px solid var(--line);border-radius:8px;background:var(--button);color:var(--on-button);cursor:pointer}button.second{background:none;color:var(--ink)}' +
  'details{margin-top:2rem;border-top:1px solid var(--line);padding-top:1rem}summary{min-height:44px;cursor:pointer;font-weight:600}' +
  '.said{white-space:pre-line;overflow-wrap:anywhere;font-weight:400}.person{font-weight:600;margin:1rem 0 0}'

/** Whole without a script, in the brand of the restaurant's owner. */
export const pageHtml = ({ brand, lang, path, form }: Face, { title, body }: { title: string; body: string }): Html => {
  const named = brand.logo ? '' : `<header class="brand"><div>${escapeHtml(brand.name)}</div></header>`
  return documentOf({
    lang,
    brand,
    more: formStyle,
    head: `<meta name="robots" content="noindex"><title>${escapeHtml(title)} – ${escapeHtml(brand.name)}</title>${iconOf(brand)}`,
    body: `${named}<main><h1>${escapeHtml(title)}</h1>${body}</main><footer>${languagesOf(escapeHtml(path), lang, form)}</footer>`,
  })
}

export const paragraph = (text: string, attributes = ''): string => `<p${attributes}>${escapeHtml(text)}</p>`
