import type { Brand } from '@tablewire/contracts/identity/brands'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import type { ListingPhoto, ListingProfile, ListingSpan } from '@tablewire/contracts/listing/profile'
import { escapeHtml } from '#src/platform/html.ts'
import { fill } from '#src/platform/phrases.ts'
import { monthText, spansText, specialLines, todaySpans, weekLines } from './hours-lines.ts'
import { documentOf, type Html, iconOf, languagesOf, primaryOf } from './page-frame.ts'
import { structuredData } from './structured-data.ts'
import { cuisinesText, offerPart } from './offer-part.ts'
import { pricesOf } from './prices-of.ts'
import { venuePagePhrases } from './venue-page-phrases.ts'

/** What guests wrote to the house; `stars` of five, `visitedOn` a venue-local date. */
export type GuestReviews = {
  reviews: readonly {
    stars: number
    text: string | null
    lang: string | null
    author: string | null
    visitedOn: string | null
    reply: string | null
  }[]
  count: number
  average: number | null
}
/** `chosen`: the reader asked for this language by the address, which is then the page's own. */
export type PageView = {
  profile: ListingProfile
  brand: Brand
  lang: Lang
  chosen: boolean
  slug: string
  origin: string
  guests: GuestReviews
  tonight: readonly ListingSpan[]
}

type Texts = { [L in Lang]?: string | undefined }
/** In the language, else in English, else in any that has one. */
const inLang = (texts: Texts, lang: Lang): string => texts[lang] || texts.en || Object.values(texts).find(Boolean) || ''
/** Says so where it is another language than the page's. */
const langOfText = (texts: Texts, lang: Lang): string => {
  const said = inLang(texts, lang)
  const its = texts[lang] ? lang : langs.find((one) => texts[one] === said)
  return its && its !== lang ? ` lang="${its}"` : ''
}

const photoOf = (
  { sizes, alt, width, height }: ListingPhoto,
  { lang, isHero, className }: { lang: Lang; isHero: boolean; className: string },
): string => {
  const last = sizes.at(-1)
  if (!last) return ''
  const set = sizes.map(({ url, width: w }) => `${escapeHtml(url)} ${w}w`).join(', ')
  const when = isHero ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"'
  const wide = isHero ? '(min-width: 60rem) 57.5rem, 100vw' : '(min-width: 40rem) 18rem, 100vw'
  return `<img class="${className}" src="${escapeHtml(last.url)}" srcset="${set}" sizes="${wide}" width="${width}" height="${height}" alt="${escapeHtml(inLang(alt, lang))}" ${when}>`
}

const rows = (lines: readonly { label: string; text: string; isToday: boolean }[]): string =>
  `<table><tbody>${lines.map(({ label, text, isToday }) => `<tr${isToday ? ' class="now"' : ''}><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(text)}</td></tr>`).join('')}</tbody></table>`

const hoursPart = ({ profile: { hours }, lang }: PageView): string => {
  const { page } = venuePagePhrases[lang]
  if (!hours.known) return `<section><h2>${page.hours}</h2><p>${page.unknownHours}</p></section>`
  const special = specialLines(hours, lang)
  const others = special.length ? `<h2>${page.special}</h2>${rows(special)}` : ''
  return `<section><h2>${page.hours}</h2>${rows(weekLines(hours, lang))}${others}</section>`
}

const starsOf = (count: number): string => `${'★'.repeat(count)}${'☆'.repeat(5 - count)}`
const guestsPart = ({ profile, guests: { reviews, count, average }, lang }: PageView): string => {
  if (!reviews.length || average === null) return ''
  const { page } = venuePagePhrases[lang]
  const name = inLang(profile.names, lang) || profile.name
  const mean = new Intl.NumberFormat(lang, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(average)
  const items = reviews.map(({ stars, text, author, visitedOn, reply, ...review }) => {
    const visit = visitedOn ? ` · ${fill(page.reviewVisit, { month: monthText(visitedOn, lang) })}` : ''
    const inOther = review.lang && review.lang !== lang ? ` lang="${escapeHtml(review.lang)}"` : ''
    const said = text ? `<p class="pre"${inOther}>${escapeHtml(text)}</p>` : ''
    const answer = reply
      ? `<blockquote><p class="soft">${escapeHtml(fill(page.reviewReply, { name }))}</p><p class="pre">${escapeHtml(reply)}</p></blockquote>`
      : ''
    return `<li><p><span role="img" aria-label="${escapeHtml(fill(page.reviewStars, { stars }))}">${starsOf(stars)}</span> <span class="soft">${escapeHtml(author ?? page.reviewNobody)}${escapeHtml(visit)}</span></p>${said}${answer}</li>`
  })
  return `<section class="guests"><h2>${page.reviews}</h2><p class="soft">${escapeHtml(fill(count === 1 ? page.reviewsOne : page.reviewsAll, { average: mean, count }))}</p><ul>${items.join('')}</ul></section>`
}

const link = (href: string, text: string): string => `<a href="${escapeHtml(href)}" rel="noopener">${escapeHtml(text)}</a>`
const hostOf = (url: string): string => URL.parse(url)?.host.replace(/^www\./, '') ?? url

const contactPart = ({ profile, lang }: PageView): string => {
  const { page } = venuePagePhrases[lang]
  const { address, postalCode, city, latitude, longitude, phone, website, menuUrl, social } = profile
  const colon = lang === 'fr' ? '\u00a0: ' : ': '
  const place = [address, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).map((part) => escapeHtml(part!))
  const map =
    latitude !== null && longitude !== null
      ? link(`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`, page.map)
      : ''
  const lines = [
    map,
    phone ? `${page.phone}${colon}${link(`tel:${phone}`, phone)}` : '',
    website ? `${page.website}${colon}${link(website, hostOf(website))}` : '',
    menuUrl ? link(menuUrl, page.menu) : '',
    ...social.map(({ network, url }) => link(url, network.charAt(0).toUpperCase() + network.slice(1))),
  ].filter(Boolean)
  return `<section><h2>${page.contact}</h2><address>${place.length ? `<p>${place.join('<br>')}</p>` : ''}${lines.map((line) => `<div class="lines">${line}</div>`).join('')}</address></section>`
}

/** What a guest does next; a venue that takes nobody offers nothing. */
const actsOf = ({ profile, lang }: PageView): string => {
  const { page } = venuePagePhrases[lang]
  const { bookingUrl, phone, status } = profile
  if (status !== 'open') return `<p>${page.paused}</p>`
  const book = bookingUrl ? `<a class="act" href="${escapeHtml(bookingUrl)}" rel="noopener">${page.book}</a>` : ''
  const call = phone ? `<a class="act${book && ' second'}" href="tel:${escapeHtml(phone)}">${page.call}</a>` : ''
  return book || call ? `<div class="acts">${book}${call}</div>` : ''
}

const todayOf = ({ profile: { hours }, lang, tonight }: PageView): string => {
  if (!hours.known) return ''
  const { page } = venuePagePhrases[lang]
  const spans = tonight.length ? tonight : todaySpans(hours)
  return `<p><strong>${spans.length ? escapeHtml(fill(page.todayOpen, { hours: spansText(spans, lang) })) : page.todayClosed}</strong></p>`
}

const footerOf = (brand: Brand, lang: Lang, path: string): string =>
  `<footer>${languagesOf(path, lang)}<p>${escapeHtml(fill(venuePagePhrases[lang].page.by, { brand: brand.name }))}</p></footer>`

const headOf = (view: PageView, { url, name, description }: { url: string; name: string; description: string }): string => {
  const { profile, brand, lang, chosen, origin } = view
  const [photo] = profile.photos
  const image = photo?.sizes.at(-1)
  const meta = (property: string, content: string): string => `<meta property="${property}" content="${escapeHtml(content)}">`
  return (
    `<title>${escapeHtml([name, profile.city].filter(Boolean).join(', '))}</title><meta name="description" content="${escapeHtml(description)}">` +
    `<meta name="theme-color" content="${primaryOf(brand)}">${iconOf(brand)}<link rel="canonical" href="${escapeHtml(chosen ? `${url}?lang=${lang}` : url)}">` +
    langs.map((one) => `<link rel="alternate" hreflang="${one}" href="${escapeHtml(url)}?lang=${one}">`).join('') +
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(url)}">` +
    meta('og:type', 'restaurant.restaurant') +
    meta('og:title', name) +
    meta('og:description', description) +
    meta('og:url', url) +
    meta('og:site_name', brand.name) +
    meta('og:locale', lang) +
    (image
      ? meta('og:image', new URL(image.url, origin).href) +
        meta('og:image:width', String(image.width)) +
        meta('og:image:height', String(image.height))
      : '') +
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">` +
    `<script type="application/ld+json">${structuredData(profile, { url, origin, name, description })}</script>`
  )
}

/** LI1: what guests read of a venue, whole without a script. */
export const venuePageHtml = (view: PageView): Html => {
  const { profile, brand, lang, slug, origin } = view
  const { page } = venuePagePhrases[lang]
  const name = inLang(profile.names, lang) || profile.name
  const short = inLang(profile.shortTexts, lang)
  const long = inLang(profile.longTexts, lang)
  const url = `${origin}/r/${slug}`
  const described = fill(profile.city ? page.description : page.descriptionPlain, { name, city: profile.city ?? '' })
  const [hero, ...photos] = profile.photos
  const under = [cuisinesText(profile, lang), profile.city, pricesOf(profile)].filter(Boolean).join(' · ')
  const gallery = photos.length
    ? `<section aria-label="${page.photos}" class="photos">${photos.map((photo) => photoOf(photo, { lang, isHero: false, className: '' })).join('')}</section>`
    : ''
  const body =
    `<main><h1>${escapeHtml(name)}</h1>${under ? `<p class="soft">${escapeHtml(under)}</p>` : ''}${short ? `<p${langOfText(profile.shortTexts, lang)}>${escapeHtml(short)}</p>` : ''}${todayOf(view)}${actsOf(view)}` +
    `${hero ? photoOf(hero, { lang, isHero: true, className: 'hero' }) : ''}<div class="parts">${long ? `<section><h2>${page.about}</h2><p class="pre"${langOfText(profile.longTexts, lang)}>${escapeHtml(long)}</p></section>` : ''}` +
    `${hoursPart(view)}${contactPart(view)}${offerPart(profile, lang)}</div>${guestsPart(view)}${gallery}</main>${footerOf(brand, lang, `/r/${slug}`)}`
  return documentOf({ lang, head: headOf(view, { url, name, description: short || described }), body, brand })
}

/** Says why there is no page, in the face of the brand. */
export const noPageHtml = ({
  brand,
  lang,
  why,
  path,
}: {
  brand: Brand
  lang: Lang
  why: 'unknown' | 'off' | 'closed'
  path: string
}): Html => {
  const { gone } = venuePagePhrases[lang]
  const title = gone[why]
  const text = gone[`${why}Text` as const]
  const head = `<title>${escapeHtml(title)}</title><meta name="robots" content="noindex">${iconOf(brand)}`
  const body = `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main>${footerOf(brand, lang, path)}`
  return documentOf({ lang, head, body, brand })
}
