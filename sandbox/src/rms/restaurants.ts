import { Temporal } from 'temporal-polyfill'

export type Area = { id: string; name: string; byDefault: boolean }
export type Table = { id: string; areaId: string; seats: number }
type Hours = { from: string; to: string }
export type Restaurant = {
  id: string
  name: string
  city: string
  country: string
  zone: string
  address: string
  areas: readonly Area[]
  tables: readonly Table[]
  /** Every day the same; a closing time before the opening one is after midnight. */
  hours: readonly Hours[]
  everyMinutes: number
  /** From this size on the house answers a request itself; null = never. */
  requestFrom: number | null
  /** From this size on guests pay so much each before it stands, in minor units; null = never. */
  payFrom: { size: number; each: number } | null
  /** What guests choose: how long they stay, and what for. */
  choice?: Choice
}
type Texts = Readonly<Record<string, string>>
export type Choice = {
  /** Nobody books here without saying how long. */
  mustSay: boolean
  stays: readonly { minutes: number; called?: Texts }[]
  occasions: readonly { key: string; called: Texts }[]
}
export const largestParty = 8

const tablesOf = (id: string, areas: readonly (readonly [areaId: string, seats: readonly number[]])[]): Table[] =>
  areas.flatMap(([areaId, seats]) => seats.map((count, index) => ({ id: `${id}/${areaId}/${index + 1}`, areaId, seats: count })))

const choice: Choice = {
  mustSay: false,
  stays: [
    { minutes: 60 },
    { minutes: 90 },
    {
      minutes: 180,
      called: { en: 'The whole evening', de: 'Der ganze Abend', es: 'Toda la velada', fr: 'Toute la soirée', nl: 'De hele avond' },
    },
  ],
  occasions: [
    {
      key: 'dinner',
      called: { en: 'Dinner', de: 'Abendessen', es: 'Cena', fr: 'Dîner', nl: 'Diner' },
    },
    {
      key: 'tasting',
      called: { en: 'Tasting menu', de: 'Degustationsmenü', es: 'Menú degustación', fr: 'Menu dégustation', nl: 'Proeverij' },
    },
  ],
}

const known: readonly Restaurant[] = [
  {
    id: 'harbour-lights',
    name: 'Harbour Lights',
    city: 'Lisboa',
    country: 'PT',
    zone: 'Europe/Lisbon',
    address: 'Rua da Ribeira Nova 12',
    areas: [
      { id: 'room', name: 'Dining room', byDefault: true },
      { id: 'terrace', name: 'Terrace', byDefault: false },
    ],
    tables: tablesOf('harbour-lights', [
      ['room', [2, 2, 2, 2, 4, 4, 4, 6, 8]],
      ['terrace', [2, 2, 4, 4]],
    ]),
    hours: [
      { from: '12:00', to: '15:00' },
      { from: '19:00', to: '23:00' },
    ],
    everyMinutes: 15,
    requestFrom: null,
    payFrom: null,
  },
  {
    id: 'quiet-garden',
    name: 'The Quiet Garden',
    city: 'London',
    country: 'GB',
    zone: 'Europe/London',
    address: '27 Orchard Mews',
    areas: [{ id: 'garden', name: 'Garden room', byDefault: true }],
    tables: tablesOf('quiet-garden', [['garden', [2, 2, 2, 4, 4, 4, 6, 8]]]),
    hours: [{ from: '17:30', to: '22:30' }],
    everyMinutes: 30,
    requestFrom: 7,
    payFrom: null,
    choice,
  },
  {
    id: 'vine-cellar',
    name: 'Vine Cellar',
    city: 'Berlin',
    country: 'DE',
    zone: 'Europe/Berlin',
    address: 'Rebengasse 4',
    areas: [{ id: 'cellar', name: 'Cellar', byDefault: true }],
    tables: tablesOf('vine-cellar', [['cellar', [2, 2, 4, 4, 4, 6, 6, 8]]]),
    hours: [{ from: '18:00', to: '00:30' }],
    everyMinutes: 30,
    requestFrom: null,
    payFrom: { size: 5, each: 1000 },
  },
  {
    id: 'mill-house',
    name: 'Mill House Kitchen',
    city: 'Dublin',
    country: 'IE',
    zone: 'Europe/Dublin',
    address: '3 Weir Lane',
    areas: [{ id: 'loft', name: 'Loft', byDefault: true }],
    tables: tablesOf('mill-house', [['loft', [2, 2, 2, 4, 4, 4, 6, 6]]]),
    hours: [{ from: '17:00', to: '23:00' }],
    everyMinutes: 30,
    requestFrom: null,
    payFrom: null,
  },
]

/** Sells by the hour. Not in the list of houses: it is there for whoever names it. */
const byTheHour: Restaurant = {
  id: 'by-the-hour',
  name: 'By the Hour',
  city: 'London',
  country: 'GB',
  zone: 'Europe/London',
  address: '1 Clock Lane',
  areas: [{ id: 'hall', name: 'Hall', byDefault: true }],
  tables: tablesOf('by-the-hour', [['hall', [2, 4]]]),
  hours: [{ from: '17:00', to: '22:00' }],
  everyMinutes: 30,
  requestFrom: null,
  payFrom: null,
  choice: { ...choice, mustSay: true },
}

const zones = ['Europe/Madrid', 'Europe/London', 'America/New_York', 'Asia/Tokyo', 'Australia/Adelaide'] as const
const rooms = ['room'] as const
/** One of as many houses as a test wants: `v00001` and so on, all alike but for their zone. */
const numbered = (id: string, number: number): Restaurant => ({
  id,
  name: `House ${number}`,
  city: 'Sandbox',
  country: 'ES',
  zone: zones[number % zones.length]!,
  address: `Street ${number}`,
  areas: [{ id: rooms[0], name: 'Room', byDefault: true }],
  tables: tablesOf(id, [[rooms[0], [2, 2, 2, 2, 4, 4, 4, 6, 6, 8]]]),
  hours: [{ from: '18:00', to: '23:00' }],
  everyMinutes: 30,
  requestFrom: null,
  payFrom: null,
})

export type Restaurants = {
  get(id: string): Restaurant | undefined
  page(offset: number, limit: number): { total: number; data: Restaurant[] }
}

/** The four named houses, and `count` numbered ones that are made when somebody asks for them. */
export const makeRestaurants = (count = 0): Restaurants => {
  const made = new Map([...known, byTheHour].map((house) => [house.id, house]))
  const get = (id: string): Restaurant | undefined => {
    const found = made.get(id)
    if (found) return found
    const number = /^v(\d{5,7})$/.exec(id) ? Number(id.slice(1)) : 0
    if (number < 1 || number > count) return undefined
    const house = numbered(id, number)
    made.set(id, house)
    return house
  }
  return {
    get,
    page: (offset, limit) => ({
      total: known.length + count,
      data: Array.from({ length: Math.max(0, Math.min(limit, known.length + count - offset)) }, (_, index) => {
        const place = offset + index
        return place < known.length ? known[place]! : get(`v${String(place - known.length + 1).padStart(5, '0')}`)!
      }),
    }),
  }
}

export const stayMinutes = (partySize: number): number => (partySize <= 2 ? 90 : partySize <= 4 ? 105 : partySize <= 6 ? 120 : 150)

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const starts = new Map<string, readonly number[]>()

/** Seconds since 1970 of every start of that service day, in order; a start the clock skips is left out. */
export const startsOf = ({ zone, hours, everyMinutes }: Restaurant, date: string): readonly number[] => {
  const key = `${zone} ${date} ${everyMinutes} ${hours.map(({ from, to }) => `${from}-${to}`).join()}`
  const found = starts.get(key)
  if (found) return found
  const day = Temporal.PlainDate.from(date)
  const all = new Set<number>()
  for (const { from, to } of hours) {
    const first = minutesOf(from)
    const last = minutesOf(to) <= first ? minutesOf(to) + 1440 : minutesOf(to)
    for (let minute = first; minute <= last; minute += everyMinutes) {
      const local = day
        .add({ days: Math.floor(minute / 1440) })
        .toPlainDateTime({ hour: Math.floor(minute / 60) % 24, minute: minute % 60 })
      const moment = local.toZonedDateTime(zone)
      if (moment.toPlainDateTime().equals(local)) all.add(moment.epochMilliseconds / 1000)
    }
  }
  const sorted = [...all].toSorted((a, b) => a - b)
  if (starts.size > 20_000) starts.clear()
  starts.set(key, sorted)
  return sorted
}

/** The service day of a start: that of its house's clock, and until five in the morning still the one before. */
export const serviceDate = ({ zone }: Restaurant, atSec: number): string =>
  Temporal.Instant.fromEpochMilliseconds(atSec * 1000)
    .toZonedDateTimeISO(zone)
    .subtract({ hours: 5 })
    .toPlainDate()
    .toString()

export const calendarDate = ({ zone }: Restaurant, atSec: number): string =>
  Temporal.Instant.fromEpochMilliseconds(atSec * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
