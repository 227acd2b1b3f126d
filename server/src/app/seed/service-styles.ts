/** How a kind of house works: rooms, services and limits, before a venue's own size and language. */
export type StyleName =
  | 'tapas'
  | 'trattoria'
  | 'bistro'
  | 'brasserie'
  | 'gastropub'
  | 'hotel'
  | 'beach'
  | 'izakaya'
  | 'ramen'
  | 'rooftop'
  | 'courtyard'
  | 'parrilla'
  | 'meyhane'
  | 'cantina'
  | 'grand-cafe'
export type Meal = 'breakfast' | 'brunch' | 'lunch' | 'dinner' | 'late'
export type AreaKind = 'hall' | 'terrace' | 'bar' | 'private' | 'garden' | 'counter' | 'roof' | 'beach'

/** Minutes of stay up to a party size. */
const stays = {
  quick: [
    [2, 45],
    [4, 60],
  ],
  casual: [
    [2, 90],
    [4, 105],
    [8, 135],
    [20, 165],
  ],
  long: [
    [2, 120],
    [4, 135],
    [8, 165],
    [30, 195],
  ],
  drinks: [
    [4, 90],
    [30, 120],
  ],
} as const satisfies Record<string, readonly (readonly [partyMax: number, minutes: number])[]>

export type Service = {
  meal: Meal
  /** ISO weekdays. */
  days: readonly number[]
  from: string
  to: string
  lastSeating: string
  stays: readonly (readonly [partyMax: number, minutes: number])[]
  interval: number
  /** Arrivals per interval. */
  covers: number
  parties: number | null
  keptBack: number
  requestFrom: number | null
  /** Only these rooms; null = all. */
  rooms: readonly AreaKind[] | null
  online: boolean
}

/* style | meal | ISO weekdays | hours | last seating | stay | interval | covers | what else: parties, keptBack, requestFrom, rooms, offline */
const serviceTable = `
tapas | lunch | 234567 | 13:00-16:30 | 15:30 | casual | 15 | 14
tapas | dinner | 234567 | 20:00-00:30 | 23:15 | casual | 15 | 16 | parties=6 keptBack=4 requestFrom=7
trattoria | lunch | 234567 | 12:30-15:00 | 14:15 | casual | 15 | 14
trattoria | dinner | 234567 | 19:30-23:30 | 22:15 | long | 15 | 16 | requestFrom=6
bistro | lunch | 23456 | 12:00-14:30 | 13:45 | casual | 15 | 12
bistro | dinner | 234567 | 18:30-23:00 | 21:45 | long | 15 | 14 | parties=5
brasserie | lunch | 1234567 | 11:30-17:00 | 15:30 | casual | 30 | 30
brasserie | dinner | 1234567 | 17:00-23:30 | 22:00 | casual | 15 | 22 | keptBack=6 requestFrom=8
gastropub | brunch | 67 | 10:30-15:00 | 14:00 | casual | 30 | 24 | rooms=hall,garden
gastropub | lunch | 345 | 12:00-15:00 | 14:15 | casual | 15 | 14
gastropub | dinner | 1234567 | 17:30-22:30 | 21:30 | casual | 15 | 16 | parties=6
hotel | breakfast | 1234567 | 07:00-10:30 | 09:45 | quick | 15 | 20 | rooms=hall offline
hotel | lunch | 1234567 | 12:00-14:30 | 13:45 | casual | 15 | 14
hotel | dinner | 1234567 | 18:00-22:00 | 21:00 | long | 15 | 14 | keptBack=4 requestFrom=5
beach | lunch | 1234567 | 12:30-17:00 | 16:00 | casual | 30 | 26
beach | dinner | 4567 | 18:00-22:30 | 21:00 | casual | 30 | 22 | rooms=bar,terrace
izakaya | dinner | 123456 | 17:00-22:00 | 21:30 | casual | 15 | 14 | requestFrom=8
izakaya | late | 56 | 22:00-02:00 | 00:45 | drinks | 30 | 14 | rooms=hall,counter
ramen | lunch | 234567 | 11:30-15:00 | 14:30 | quick | 15 | 6
ramen | dinner | 234567 | 18:00-22:00 | 21:15 | quick | 15 | 6
rooftop | dinner | 1234567 | 18:00-22:00 | 21:30 | casual | 15 | 16 | keptBack=6 requestFrom=5
rooftop | late | 456 | 22:00-02:30 | 01:00 | drinks | 30 | 24 | rooms=roof,bar
courtyard | lunch | 1234567 | 12:00-15:30 | 14:45 | casual | 15 | 14
courtyard | dinner | 1234567 | 18:00-23:00 | 21:45 | casual | 15 | 14 | requestFrom=9
parrilla | lunch | 567 | 12:30-16:00 | 15:00 | long | 30 | 24
parrilla | dinner | 234567 | 20:30-01:00 | 23:45 | long | 15 | 16 | requestFrom=10
meyhane | dinner | 234567 | 19:00-01:00 | 23:00 | long | 30 | 26 | parties=9 requestFrom=10
grand-cafe | breakfast | 1234567 | 06:00-11:00 | 10:30 | quick | 15 | 20
grand-cafe | lunch | 1234567 | 11:00-17:00 | 16:30 | casual | 15 | 24
grand-cafe | dinner | 1234567 | 17:00-23:00 | 22:45 | casual | 15 | 24 | requestFrom=9
grand-cafe | late | 1234567 | 23:00-06:00 | 05:30 | drinks | 15 | 20
cantina | brunch | 67 | 10:00-13:00 | 12:15 | casual | 15 | 14
cantina | lunch | 1234567 | 13:30-17:30 | 16:30 | casual | 15 | 14
cantina | dinner | 123456 | 19:00-23:30 | 22:15 | casual | 15 | 14 | keptBack=3 requestFrom=10
`

const serviceOf = (line: string): { style: StyleName; service: Service } => {
  const [style, meal, days, hours, lastSeating, stay, interval, covers, more = ''] = line.split(' | ') as [StyleName, Meal, ...string[]]
  const settings = new Map(more.split(' ').map((setting) => [setting.split('=')[0]!, setting.split('=')[1] ?? '']))
  const number = (name: string): number | null => (settings.has(name) ? Number(settings.get(name)) : null)
  const [from, to] = hours!.split('-') as [string, string]
  const times = { days: days!.split('').map(Number), from, to, lastSeating: lastSeating!, interval: Number(interval) }
  const limits = {
    covers: Number(covers),
    parties: number('parties'),
    keptBack: number('keptBack') ?? 0,
    requestFrom: number('requestFrom'),
  }
  const rooms = (settings.get('rooms')?.split(',') as AreaKind[] | undefined) ?? null
  return {
    style,
    service: { meal, ...times, ...limits, stays: stays[stay as keyof typeof stays], rooms, online: !settings.has('offline') },
  }
}

const services = Map.groupBy(serviceTable.trim().split('\n').map(serviceOf), ({ style }) => style)
export const servicesOf = (style: StyleName): Service[] => services.get(style)!.map(({ service }) => service)

type Style = {
  rooms: readonly (readonly [room: AreaKind, capacity: number])[]
  partyMax: number
  /** Monday to Sunday, against an ordinary day. */
  week: readonly number[]
  pressureReleaseHours?: number
  cutOffMinutes?: number
  bookableAreas?: true
}

const usual = [0.6, 0.65, 0.75, 0.9, 1.3, 1.4, 0.9]
const office = [0.8, 0.9, 1, 1.05, 1.25, 1.15, 0.7]
const sunny = [0.5, 0.5, 0.6, 0.9, 1.3, 1.7, 1.5]
const nightly = [0.6, 0.6, 0.8, 1.1, 1.4, 1.5, 0.8]
const family = [0.8, 0.8, 0.85, 0.9, 1.2, 1.4, 1.2]

const tapas = [
  ['hall', 46],
  ['bar', 18],
  ['terrace', 24],
] as const
const trattoria = [
  ['hall', 44],
  ['terrace', 22],
  ['private', 14],
] as const
const brasserie = [
  ['hall', 70],
  ['terrace', 40],
  ['bar', 16],
  ['private', 24],
] as const
const izakaya = [
  ['hall', 34],
  ['counter', 14],
  ['private', 18],
] as const
const rooftop = [
  ['roof', 44],
  ['bar', 20],
  ['hall', 26],
] as const
const courtyard = [
  ['garden', 36],
  ['hall', 40],
  ['private', 16],
] as const

export const styles: Record<StyleName, Style> = {
  tapas: { rooms: tapas, partyMax: 10, week: usual, pressureReleaseHours: 24 },
  trattoria: { rooms: trattoria, partyMax: 12, week: usual, cutOffMinutes: 60 },
  bistro: {
    rooms: [
      ['hall', 40],
      ['terrace', 16],
    ],
    partyMax: 8,
    week: usual,
  },
  brasserie: { rooms: brasserie, partyMax: 16, week: office, pressureReleaseHours: 48 },
  gastropub: {
    rooms: [
      ['hall', 48],
      ['garden', 30],
      ['bar', 12],
    ],
    partyMax: 10,
    week: usual,
    cutOffMinutes: 30,
  },
  hotel: {
    rooms: [
      ['hall', 60],
      ['terrace', 20],
      ['private', 30],
    ],
    partyMax: 12,
    week: office,
    pressureReleaseHours: 12,
  },
  beach: {
    rooms: [
      ['beach', 50],
      ['bar', 16],
      ['terrace', 30],
    ],
    partyMax: 14,
    week: sunny,
    bookableAreas: true,
  },
  izakaya: { rooms: izakaya, partyMax: 12, week: [0.7, 0.75, 0.85, 0.95, 1.5, 1.2, 0] },
  ramen: {
    rooms: [
      ['counter', 12],
      ['hall', 8],
    ],
    partyMax: 4,
    week: office,
  },
  rooftop: { rooms: rooftop, partyMax: 10, week: nightly, pressureReleaseHours: 24, cutOffMinutes: 60, bookableAreas: true },
  courtyard: { rooms: courtyard, partyMax: 20, week: family },
  parrilla: {
    rooms: [
      ['hall', 56],
      ['garden', 28],
      ['private', 16],
    ],
    partyMax: 14,
    week: usual,
  },
  meyhane: {
    rooms: [
      ['hall', 50],
      ['terrace', 24],
      ['private', 16],
    ],
    partyMax: 16,
    week: usual,
    bookableAreas: true,
  },
  cantina: {
    rooms: [
      ['hall', 50],
      ['garden', 28],
      ['bar', 14],
    ],
    partyMax: 14,
    week: usual,
    pressureReleaseHours: 36,
  },
  // Open around the clock: whenever somebody looks at it, guests come and go.
  'grand-cafe': { rooms: brasserie, partyMax: 12, week: [1, 1, 1, 1, 1, 1, 1] },
}
