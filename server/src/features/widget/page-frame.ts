import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PageState } from '@tablewire/widget/page-state'
import { pageView } from '@tablewire/widget/page-view'
import type { Brand } from '@tablewire/contracts/identity/brands'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { stopwatchMs } from '#src/platform/clock.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { styleOf } from './page-style.ts'

type Frame = {
  state: PageState
  brand: Brand
  /** The venue's own, in the place of the brand's. */
  colour: string | null
  theme: string | undefined
}
/** Whoever asks for the data of a step alone is not drawn a page. */
export type Page = { html: () => string; policy: string }

const manifest = fileURLToPath(new URL('../../../../widget/dist/manifest.json', import.meta.url))

const readScript = async (): Promise<string | undefined> => {
  const text = await readFile(manifest, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const file = (JSON.parse(text) as Record<string, { file: string } | undefined>)['src/main.ts']?.file
  return file && `/book/${file}`
}

/** Where the page's script is; without a build the page does without. A new build is seen within a second. */
let script: { readMs: number; path: Promise<string | undefined> } | undefined
const pageScript = (): Promise<string | undefined> => {
  const nowMs = stopwatchMs()
  if (!script || nowMs - script.readMs > 1000) script = { readMs: nowMs, path: readScript() }
  return script.path
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
  const src = await pageScript()
  // Inside a script element only `<` could end it early; this one is no script, and runs nothing.
  const more = (): string =>
    src
      ? `<script type="application/json" id="state">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script><script type="module" src="${src}"></script>`
      : ''
  const html = () =>
    `<!doctype html><html lang="${state.lang}" data-theme="${scheme === 'light dark' ? 'auto' : scheme}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="${scheme}"><meta name="robots" content="noindex">` +
    `<title>${escapeHtml(state.title)}</title><link rel="icon" href="${icon}"><style>${style}</style></head>` +
    `<body><div id="page">${renderToString(h(() => pageView(state), {}))}</div>${more()}</body></html>`
  return { html, policy: policyOf(style, ancestors) }
}
