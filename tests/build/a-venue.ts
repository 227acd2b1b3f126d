import type { Area, Book, Shift } from '@tablewire/contracts/estate/book'
import { builtInSystemId } from '@tablewire/server/features/venues/venue-rows'
import type { Db } from '@tablewire/server/platform/db/schema'
import { newId } from '@tablewire/server/platform/id'

export type TestVenue = {
  id: string
  companyId: string
  name: string
  city: string
  countryCode: string
  timeZone: string
  currency: string
  active: boolean
  externalId: string | null
  book: Book
  /** The first area of the book, the one used by default. */
  areaId: string
}
export type VenueOverrides = Partial<Omit<TestVenue, 'book' | 'areaId'>> & { book?: Partial<Book> }

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** Dinner from 17:00 to 23:00, last seating 22:00, every 15 minutes; 90 minutes up to four guests, 120 above; 40 covers per interval. */
export const aShift = (overrides: Partial<Shift> = {}): Shift => ({
  id: newId(),
  name: 'Dinner',
  days: everyDay,
  from: '17:00',
  to: '23:00',
  lastSeating: '22:00',
  intervalMinutes: 15,
  durations: [
    { partyMax: 4, minutes: 90 },
    { partyMax: 20, minutes: 120 },
  ],
  pacing: { covers: 40, parties: null },
  pacingAt: [],
  keptBackCovers: 0,
  requestFromParty: null,
  areaIds: null,
  online: true,
  ...overrides,
})

export const anArea = (overrides: Partial<Area> = {}): Area => ({
  id: newId(),
  name: 'Main room',
  description: '',
  capacity: 40,
  byDefault: true,
  online: true,
  ...overrides,
})

/** Open every day from 12:00 to 23:00, one dinner shift, a main room of 40 and a terrace of 20; hardly any limits. */
export const aBook = (overrides: Partial<Book> = {}): Book => ({
  version: 1,
  openingHours: everyDay.map((day) => ({ day, from: '12:00', to: '23:00' })),
  shifts: [aShift()],
  areas: [anArea(), anArea({ name: 'Terrace', capacity: 20, byDefault: false })],
  closures: [],
  specialDays: [],
  party: { min: 1, max: 20 },
  noticeMinutes: 0,
  cutOffMinutes: null,
  horizonDays: 365,
  holdingTimeSeconds: 300,
  cancellationWindowMinutes: 0,
  pressureReleaseHours: null,
  bookableAreas: false,
  ...overrides,
})

export const aCompany = async (
  db: Db,
  overrides: { name?: string; brandId?: string | null; countryCode?: string } = {},
): Promise<string> => {
  const id = newId()
  await db
    .insertInto('companies')
    .values({ id, name: 'Company', brandId: null, countryCode: 'ES', ...overrides })
    .execute()
  return id
}

/** A venue in Madrid with `aBook`, in a company of its own unless one is named. */
export const aVenue = async (db: Db, { book: bookOverrides, ...overrides }: VenueOverrides = {}): Promise<TestVenue> => {
  const book = aBook(bookOverrides)
  const companyId = overrides.companyId ?? (await aCompany(db))
  const venue = {
    id: newId(),
    name: 'Casa Prueba',
    city: 'Madrid',
    countryCode: 'ES',
    timeZone: 'Europe/Madrid',
    currency: 'EUR',
    active: true,
    externalId: null,
    ...overrides,
    companyId,
  }
  const { version, areas, ...rules } = book
  await db
    .insertInto('venues')
    .values({ ...venue, systemId: builtInSystemId })
    .execute()
  await db
    .insertInto('books')
    .values({ venueId: venue.id, version, rules: JSON.stringify(rules) })
    .execute()
  await db
    .insertInto('areas')
    .values(areas.map((area, position) => ({ ...area, venueId: venue.id, position })))
    .execute()
  return { ...venue, book, areaId: (areas.find((area) => area.byDefault) ?? areas[0]!).id }
}
