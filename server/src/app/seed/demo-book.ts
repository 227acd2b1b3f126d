import type { Area, Book, Shift } from '@tablewire/contracts/estate/book'
import { newId } from '#src/platform/id.ts'
import { minutesOf } from './calendar.ts'
import type { DemoVenue } from './demo-venues.ts'
import { daysOff } from './days-off.ts'
import { mealName, areaName } from './local-words.ts'
import { type Random, randomFor } from './random.ts'
import { type AreaKind, servicesOf, styles } from './service-styles.ts'

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const roomDescriptions: Partial<Record<AreaKind, string>> = {
  terrace: 'Outside, covered when it rains.',
  garden: 'Outside, in the shade.',
  private: 'A door that closes; for parties and meetings.',
  counter: 'High stools, a view of the kitchen.',
  bar: 'High tables, no prams.',
  roof: 'Under the open sky.',
}

const roomsOf = ({ country, style, size }: DemoVenue): { id: string; room: AreaKind; area: Area }[] =>
  styles[style].rooms.map(([room, capacity], index) => {
    const id = newId()
    const seats = Math.max(6, Math.round(capacity * size))
    const area = { id, name: areaName(country, room), description: roomDescriptions[room] ?? '', capacity: seats, byDefault: index === 0 }
    // Private rooms are sold by the house itself.
    return { id, room, area: { ...area, online: room !== 'private' } }
  })

/** The kitchen's worst moment gets a lower limit than the rest of the evening. */
const busiestAt = (
  venue: DemoVenue,
  covers: number,
  { from, to, intervalMinutes }: Pick<Shift, 'from' | 'to' | 'intervalMinutes'>,
): Shift['pacingAt'] => {
  const start = minutesOf(from)
  const end = minutesOf(to) <= start ? minutesOf(to) + 1440 : minutesOf(to)
  if (venue.parties < 20 || venue.peak < start || venue.peak >= end) return []
  const at = start + Math.round((venue.peak - start) / intervalMinutes) * intervalMinutes
  return [{ at: timeOf(at), covers: Math.round(covers * 0.8), parties: null }]
}

const shiftsOf = (venue: DemoVenue, areas: readonly { id: string; room: AreaKind }[]): Shift[] =>
  servicesOf(venue.style).map((service) => {
    const covers = Math.max(5, Math.round(service.covers * venue.size))
    const times = { from: service.from, to: service.to, intervalMinutes: service.interval }
    const { rooms } = service
    return {
      id: newId(),
      name: mealName(venue.country, service.meal),
      days: [...service.days],
      ...times,
      lastSeating: service.lastSeating,
      durations: service.stays.map(([partyMax, minutes]) => ({ partyMax, minutes })),
      pacing: { covers, parties: service.parties === null ? null : Math.max(3, Math.round(service.parties * venue.size)) },
      pacingAt: service.meal === 'dinner' ? busiestAt(venue, covers, times) : [],
      keptBackCovers: service.keptBack,
      requestFromParty: service.requestFrom,
      areaIds: rooms ? areas.filter(({ room }) => rooms.includes(room)).map(({ id }) => id) : null,
      online: service.online,
    }
  })

/** Open from the first to the last minute of each service, services that touch run on. */
const openingHoursOf = (shifts: readonly Shift[]): Book['openingHours'] =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((day) => {
    const periods: { from: number; to: number }[] = []
    for (const { from, to } of shifts.filter(({ days }) => days.includes(day)).toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
      const start = minutesOf(from)
      const end = minutesOf(to) <= start ? minutesOf(to) + 1440 : minutesOf(to)
      const last = periods.at(-1)
      if (last && start <= last.to) last.to = Math.max(last.to, end)
      else periods.push({ from: start, to: end })
    }
    return periods.map((period) => ({ day, from: timeOf(period.from), to: timeOf(period.to) }))
  })

const limitsOf = (venue: DemoVenue, random: Random) => {
  const { partyMax, pressureReleaseHours, cutOffMinutes, bookableAreas } = styles[venue.style]
  return {
    party: { min: 1, max: partyMax },
    noticeMinutes: random.pick([0, 30, 60, 120]),
    cutOffMinutes: cutOffMinutes ?? null,
    horizonDays: random.pick([60, 90, 120, 180, 365]),
    holdingTimeSeconds: random.pick([300, 420, 600]),
    cancellationWindowMinutes: random.pick([0, 120, 240, 1440]),
    pressureReleaseHours: pressureReleaseHours ?? null,
    bookableAreas: bookableAreas ?? false,
  }
}

/** The venue's book as of that local date: holidays and closed days lie ahead of it. */
export const demoBook = (venue: DemoVenue, today: string): Book => {
  const random = randomFor(`book ${venue.key}`)
  const rooms = roomsOf(venue)
  const shifts = shiftsOf(venue, rooms)
  return {
    version: 1,
    openingHours: openingHoursOf(shifts),
    shifts,
    areas: rooms.map(({ area }) => area),
    ...daysOff({ venue, today, rooms, random }),
    ...limitsOf(venue, random),
  }
}
