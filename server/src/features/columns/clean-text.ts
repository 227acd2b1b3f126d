import { decodeHTMLStrict } from 'entities'

/** Direction marks, zero-width characters, soft hyphens: nobody sees them, and no search finds what stands behind them. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** One line of composed characters (NFC): control characters and broken ones become spaces, spaces become one. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Cc}\ufffd]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** `La m&aacute;s` as it was meant; an ampersand that is one stays. */
export const withoutEntities = (text: string): string => (text.includes('&') ? decodeHTMLStrict(text) : text)

/** Cut without halving a character. */
export const truncate = (text: string, most: number): string =>
  text.length <= most
    ? text
    : text
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, '')
        .trim()
