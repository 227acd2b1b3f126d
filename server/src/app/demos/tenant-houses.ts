import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Book } from '@tablewire/contracts/estate/book'
import { localOf } from '#src/features/availability/api.ts'
import { builtInSystemId } from '#src/features/venues/api.ts'
import { newId } from '#src/platform/id.ts'
import type { OpenVenue } from '../seed/booking-requests.ts'
import { demoBook } from '../seed/demo-book.ts'
import type { ChannelKey } from '../seed/demo-channels.ts'
import { type DemoVenue, demoVenues } from '../seed/demo-venues.ts'

/** The houses of a tenant, the first the busiest, as people of that language know them. */
const housesIn: Readonly<Record<Lang, readonly string[]>> = {
  en: ['copper-heron', 'saltmarsh'],
  es: ['golondrina', 'punta-nao'],
  fr: ['deux-ponts', 'lumenaire'],
  de: ['silberlinde', 'nordlicht'],
  nl: ['reiger', 'blauer-krug'],
}
const busy = 40
const quiet = 12
export const tenantChannels: readonly ChannelKey[] = ['google', 'tripadvisor', 'guide', 'widget']

/** Where nobody says in which zone the visitor is. */
export const zoneOf = (lang: Lang): string => demoVenues.find(({ key }) => key === housesIn[lang][0])!.zone

/** What would keep a guest away just now is no part of a demo. */
const openBook = (book: Book): Book => ({
  ...book,
  closures: [],
  specialDays: [],
  noticeMinutes: 0,
  cutOffMinutes: null,
  pressureReleaseHours: null,
})

/** New houses, open around the clock in that zone, and full just now: whoever looks at ten in the morning sees a service under way as well. */
export const tenantHouses = (nowMs: number, { lang, zone }: { lang: Lang; zone: string }): OpenVenue[] =>
  housesIn[lang].map((key, index) => {
    const known = demoVenues.find((venue) => venue.key === key)!
    const demo: DemoVenue = { ...known, zone, style: 'grand-cafe', parties: index === 0 ? busy : quiet, size: 1 }
    const book = openBook(demoBook(demo, localOf(nowMs, zone).date))
    return { demo, id: newId(), systemId: builtInSystemId, zone, book, channels: tenantChannels, rushMs: nowMs }
  })
