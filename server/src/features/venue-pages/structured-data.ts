import type { ListingProfile, ListingSpan } from '@tablewire/contracts/listing/profile'
import { listingCategories } from '@tablewire/contracts/listing/terms.rules'
import { isWholeDay } from './hours-lines.ts'
import { pricesOf } from './prices-of.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const addressOf = ({ address, postalCode, city, countryCode }: ListingProfile): object => ({
  '@type': 'PostalAddress',
  ...(address && { streetAddress: address }),
  ...(postalCode && { postalCode }),
  ...(city && { addressLocality: city }),
  addressCountry: countryCode,
})

/** From and to the same moment would be read as closed: the whole day ends a minute before midnight. */
const opening = (span: Pick<ListingSpan, 'from' | 'to'>): object =>
  isWholeDay(span) ? { opens: '00:00', closes: '23:59' } : { opens: span.from, closes: span.to }

const weekOf = ({ hours }: ListingProfile): object[] =>
  hours.week.map(({ day, ...span }) => ({ '@type': 'OpeningHoursSpecification', dayOfWeek: days[day - 1], ...opening(span) }))

/** A day that is closed opens and closes at midnight (schema.org, `specialOpeningHoursSpecification`). */
const specialOf = ({ hours }: ListingProfile): object[] =>
  hours.days.flatMap(({ date, spans }) => {
    const on = { '@type': 'OpeningHoursSpecification', validFrom: date, validThrough: date }
    return spans.length ? spans.map((span) => ({ ...on, ...opening(span) })) : [{ ...on, opens: '00:00', closes: '00:00' }]
  })

/** Where guests book; until a widget of ours stands on the page, at the venue's own place for it. */
const reserveOf = ({ bookingUrl, status }: ListingProfile): object => {
  if (status !== 'open') return { acceptsReservations: false }
  return bookingUrl
    ? {
        acceptsReservations: bookingUrl,
        potentialAction: {
          '@type': 'ReserveAction',
          target: {
            '@type': 'EntryPoint',
            urlTemplate: bookingUrl,
            actionPlatform: ['http://schema.org/DesktopWebPlatform', 'http://schema.org/MobileWebPlatform'],
          },
          result: { '@type': 'FoodEstablishmentReservation' },
        },
      }
    : { acceptsReservations: true }
}

type Shown = { url: string; origin: string; name: string; description: string }

/** The venue in the words of schema.org, as the text of a script element: nothing in it can end the element. */
export const structuredData = (profile: ListingProfile, { url, origin, name, description }: Shown): string => {
  const { latitude, longitude, phone, website, menuUrl, priceRange, cuisines, categories, photos, social } = profile
  const links = [...(website ? [website] : []), ...social.map((one) => one.url)]
  const data = {
    '@context': 'https://schema.org',
    '@type': categories[0] ? listingCategories[categories[0]].schema : 'Restaurant',
    '@id': url,
    url,
    name,
    description,
    address: addressOf(profile),
    ...(latitude !== null && longitude !== null && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
    ...(phone && { telephone: phone }),
    ...(menuUrl && { hasMenu: menuUrl }),
    ...(priceRange && { priceRange: pricesOf(profile) }),
    ...(cuisines.length && { servesCuisine: cuisines }),
    ...(links.length && { sameAs: links }),
    ...(photos.length && { image: photos.map(({ sizes }) => new URL(sizes.at(-1)!.url, origin).href) }),
    ...(profile.hours.known && { openingHoursSpecification: weekOf(profile), specialOpeningHoursSpecification: specialOf(profile) }),
    ...reserveOf(profile),
  }
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}
