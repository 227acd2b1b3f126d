import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PageState } from '@tablewire/widget/page-state'
import { pageView } from '@tablewire/widget/page-view'
import type { Brand } from '@tablewire/contracts/identity/brands'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { escapeHtml } from '#src/platform/html.ts'
import { styleOf } from './page-style.ts'

type Frame = {
  state: PageState
  brand: Brand
  /** The venue's own, in the place of the brand's. */
  colour: string | null
  theme: string | undefined
}
export type Page = { html: string; policy: string }

const manifest = fileURLToPath(new URL('../../../../widget/dist/manifest.json', import.meta.url))

/** Cache of the built script's name; read again after a new build. */
let cached: { changedMs: number; name: string | undefined } | undefined

/** Where the page's script is; without a build the page does without. */
const pageScript = async (): Promise<string | undefined> => {
  const found = await stat(manifest).catch(() => undefined)
  if (!found) return undefined
  if (cached?.changedMs !== found.mtimeMs) {
    const files = JSON.parse(await readFile(manifest, 'utf8')) as Record<string, { file: string } | undefined>
    cached = { changedMs: found.mtimeMs, name: files['src/main.ts']?.file }
  }
  return cached.name && `/book/${cached.name}`
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing runs but the page's own script, nothing is made of text but text, and everything is asked of this server. */
const policyOf = (style: string, ancestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `style-src ${hashOf(style)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')

/** The page as a browser without script shows it, and all that one with script goes on from. */
export const pageHtml = async ({ state, brand, colour, theme }: Frame, { ancestors }: { ancestors: string }): Promise<Page> => {
  const style = styleOf(brand, colour)
  const { mode, fixedMode } = brand.theme
  const own = fixedMode ? (mode === 'dark' ? 'dark' : 'light') : 'light dark'
  const scheme = theme === 'dark' || theme === 'light' ? theme : own
  const icon = brand.favicon ? escapeHtml(brand.favicon) : 'data:,'
  const script = await pageScript()
  // Inside a script element only `<` could end it early; this one is no script, and runs nothing.
  const more = script
    ? `<script type="application/json" id="state">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script><script type="module" src="${script}"></script>`
    : ''
  const html =
    `<!doctype html><html lang="${state.lang}" data-theme="${scheme === 'light dark' ? 'auto' : scheme}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="${scheme}"><meta name="robots" content="noindex">` +
    `<title>${escapeHtml(state.title)}</title><link rel="icon" href="${icon}"><style>${style}</style></head>` +
    `<body><div id="page">${renderToString(h(() => pageView(state), {}))}</div>${more}</body></html>`
  return { html, policy: policyOf(style, ancestors) }
}
