import {
  bookingMarkup,
  type BookingLink,
  bookingScript,
  inlineHeight,
  widgetModes,
  widgetThemes,
} from '@tablewire/contracts/channels/booking-link.rules'
import { Lang } from '@tablewire/contracts/kit/wire'
import { createHash } from 'node:crypto'
import { linkOrigin } from '#src/features/factors/api.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { openHouse, severalHouses, type Visit } from './visit.ts'

const labelMost = 80
const colorsShape = /^#[0-9a-f]{6} #[0-9a-f]{6}$/i
const wide = [100, 92, 97, 60]
const bars = (widths: readonly number[]): string =>
  widths.map((width) => `<svg viewBox="0 0 100 3" aria-hidden="true"><rect width="${width}" height="3" rx="1"/></svg>`).join('')
const style =
  'body{margin:0 auto;max-width:44rem;padding:1.5rem;font:1rem/1.5 Georgia,serif;background:#fff;color:#222}h1{font-size:1.6rem;margin:0 0 1rem}svg{display:block;width:100%;margin-block:.35rem;fill:#e4e0d8}' +
  'main>*{margin-block:1rem}a{color:#7a3a12;font-weight:bold}'
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "frame-src 'self'",
  // And of the place that the markup itself keeps free.
  `style-src ${hashOf(style)} 'unsafe-hashes' ${hashOf(`min-height:${inlineHeight}px`)}`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** A page like a restaurant's own, with the very markup that its people paste there; undefined where there is no such venue. */
export const previewPage = async (visit: Visit): Promise<{ html: string; policy: string } | undefined> => {
  const { query, base: ctx } = visit
  const asked = await openHouse(visit)
  const house = asked?.house ?? (await severalHouses(visit))
  if (!house) return undefined
  const link: BookingLink = {
    origin: await linkOrigin(ctx),
    id: asked?.house.id ?? visit.id.toLowerCase(),
    // A channel of the page that is shown, or there would be none.
    channelId: query['channel'] ?? null,
    mode: widgetModes.find((mode) => mode === query['mode']) ?? 'inline',
    lang: Lang.options.find((lang) => lang === query['in']) ?? null,
    theme: widgetThemes.find((theme) => theme === query['theme']) ?? null,
    // As the code says them that stands beside it.
    colors: colorsShape.test(query['colors'] ?? '') ? query['colors']! : null,
    label: (query['label'] ?? '').slice(0, labelMost) || house.name,
  }
  const name = escapeHtml(house.name)
  const html =
    `<!doctype html><html lang="${visit.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${name}</title><link rel="icon" href="data:,"><style>${style}</style></head><body><main><h1>${name}</h1><div>${bars(wide)}</div>` +
    `<div>${bookingMarkup(link)}</div><div>${bars(wide.toReversed())}</div></main>${bookingScript(link)}</body></html>`
  return { html, policy }
}
