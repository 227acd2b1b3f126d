import { escapeHtml } from '../html.ts'

/** `words`: what stands there, for a search. */
export type Link = { href: string; title: string; verb?: string; words?: string }
export type NavPart = { title: string; links: readonly Link[] }

/** A page before it stands in its frame. `kind` is said beside it in what a search finds. */
export type Page = {
  href: string
  title: string
  kind: string
  lead?: string
  body: string
  /** What stands on the page, shown below its own entry in the contents. */
  inside?: readonly Link[]
}

const linkHtml = ({ href, title, verb }: Link, here: string): string =>
  `<a href="${escapeHtml(href)}"${href === here ? ' aria-current="page"' : ''}>${verb ? `<span class="verb">${verb}</span> ` : ''}${escapeHtml(title)}</a>`

const navHtml = (parts: readonly NavPart[], { href, inside = [] }: Page): string =>
  parts
    .map(({ title, links }) => {
      const items = links.map((link) => {
        const own = link.href === href && inside.length ? `<ul>${inside.map((one) => `<li>${linkHtml(one, href)}</li>`).join('')}</ul>` : ''
        return `<li>${linkHtml(link, href)}${own}</li>`
      })
      return `<p>${escapeHtml(title)}</p><ul>${items.join('')}</ul>`
    })
    .join('')

const searchHtml =
  `<form class="search" role="search" action="/docs/search"><label class="unseen" for="q">Search the documentation</label>` +
  `<input id="q" name="q" type="search" placeholder="Search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">` +
  `<button type="submit">Search</button></form>`

/** `code`, **strong** and [links](/docs) inside of a line. */
export const inlineHtml = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`')
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part)
            .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replace(/\[([^\]]+)\]\((\/[\w./#-]*)\)/g, '<a href="$2">$1</a>'),
    )
    .join('')

/**
 * The whole page. It reads and leads on without a script; the script adds finding while one types, copying, and the reader's own key. The contents stand
 * beside it where there is room, and open by their link where there is not.
 */
export const framed = (page: Page, nav: readonly NavPart[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">` +
  `<title>${escapeHtml(page.title)} · Tablewire</title><link rel="stylesheet" href="/docs.css"><script type="module" src="/docs-page.mjs"></script></head>` +
  `<body><a class="skip" href="#content">Skip to the content</a>` +
  `<header><a class="home" href="/docs">Tablewire <span>Docs</span></a><a class="open-menu" href="#menu">Contents</a>${searchHtml}</header>` +
  `<div class="frame"><nav id="menu" aria-label="Documentation">${navHtml(nav, page)}<p class="close-menu"><a href="#content">Close</a></p></nav>` +
  `<main id="content" tabindex="-1"><h1>${escapeHtml(page.title)}</h1>${page.lead === undefined ? '' : `<p class="lead">${inlineHtml(page.lead)}</p>`}${page.body}</main></div></body></html>`
