import type { Lang } from '../kit/wire.ts'

/** How a booking page stands on somebody's site; `page` = as a page of its own, by its address. */
export const widgetModes = ['inline', 'popup', 'button', 'page'] as const
export type WidgetMode = (typeof widgetModes)[number]
export const widgetThemes = ['light', 'dark'] as const
export type WidgetTheme = (typeof widgetThemes)[number]

export type BookingLink = {
  /** Where the booking pages are. */
  origin: string
  /** Of a venue, or of a company, group, brand or channel, whose page lets its guests choose a venue first. */
  id: string
  /** Null = the first that sells there. */
  channelId: string | null
  mode: WidgetMode
  /** Null = as the site around it, or as the browser. */
  lang: Lang | null
  /** Null = as the brand has it. */
  theme: WidgetTheme | null
  /** Ground and ink of the button in the corner, `#7a3a12 #ffffff`. Null = it has none of its own. */
  colors: string | null
  label: string
}

/** So much room is kept for the page within another, so that what stands below does not move when it comes. */
export const inlineHeight = 760

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign]!)

/** The page itself: for buttons, mails and QR codes. */
export const bookingAddress = ({ origin, id, channelId, mode, lang, theme }: BookingLink): string => {
  const url = new URL(`/book/${id}`, origin)
  if (channelId) url.searchParams.set('channel', channelId)
  // Elsewhere the loader says so, by attributes.
  if (mode === 'page' && lang) url.searchParams.set('lang', lang)
  if (mode === 'page' && theme) url.searchParams.set('theme', theme)
  return url.href
}

/** A link to the page, which the loader turns into the page itself. */
const bookingAnchor = (link: BookingLink): string => {
  const { mode, id, lang, theme, colors, label } = link
  const attributes = {
    href: bookingAddress(link),
    ...(mode === 'page' ? {} : { 'data-tw-venue': id, 'data-tw-mode': mode }),
    ...(mode !== 'page' && lang ? { 'data-tw-lang': lang } : {}),
    ...(mode !== 'page' && theme ? { 'data-tw-theme': theme } : {}),
    ...(mode === 'button' && colors ? { 'data-tw-colors': colors } : {}),
  }
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`)
  return `<a ${written.join(' ')}>${escaped(label)}</a>`
}

/** The place on the page where guests book. */
export const bookingMarkup = (link: BookingLink): string =>
  link.mode === 'inline' ? `<div style="min-height:${inlineHeight}px">\n  ${bookingAnchor(link)}\n</div>` : bookingAnchor(link)

/** Once on each page, wherever. */
export const bookingScript = ({ origin }: Pick<BookingLink, 'origin'>): string =>
  `<script async src="${escaped(new URL('/widget.js', origin).href)}"></script>`

/** All that is pasted into a site. */
export const bookingSnippet = (link: BookingLink): string =>
  link.mode === 'page' ? bookingMarkup(link) : `${bookingMarkup(link)}\n${bookingScript(link)}`
