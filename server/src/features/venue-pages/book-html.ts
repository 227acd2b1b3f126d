import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { escapeHtml } from '#src/platform/html.ts'
import type { BookingPlace } from './booking-link.ts'
import { documentOf, type Html, iconOf } from './page-frame.ts'
import { venuePagePhrases } from './venue-page-phrases.ts'

const more = 'ul.places{list-style:none;padding:0;margin:1rem 0}.places li{margin:.5rem 0}'

/** Guests choose at which of several venues; undefined = nowhere to book. */
export const bookHtml = (
  { brand, lang }: { brand: Brand; lang: Lang },
  found: { name: string; places: readonly BookingPlace[] } | undefined,
): Html => {
  const { choice } = venuePagePhrases[lang]
  const title = found?.name ?? choice.gone
  const items = (found?.places ?? []).map(
    ({ name, city, url }) =>
      `<li><a class="act second" href="${escapeHtml(url)}" rel="noopener">${escapeHtml([name, city].filter(Boolean).join(', '))}</a></li>`,
  )
  const list = found ? `<ul class="places">${items.join('')}</ul>` : ''
  return documentOf({
    brand,
    lang,
    more,
    head: `<title>${escapeHtml(title)}</title><meta name="robots" content="noindex">${iconOf(brand)}`,
    body: `<main><h1>${escapeHtml(title)}</h1><p class="soft">${escapeHtml(found ? choice.text : choice.goneText)}</p>${list}</main>`,
  })
}
