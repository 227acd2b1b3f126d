import { Temporal } from 'temporal-polyfill'

/** Minutes since midnight of `HH:mm`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const pad = (n: number): string => String(n).padStart(2, '0')
/** `YYYY-MM-DDTHH:mm` of that many minutes after the date's midnight, on the wall (no zone involved). */
export const localDateTime = (date: string, minutes: number): string =>
  `${addDays(date, Math.floor(minutes / 1440))}T${pad(Math.floor((((minutes % 1440) + 1440) % 1440) / 60))}:${pad(((minutes % 60) + 60) % 60)}`

/** Cache of calendar arithmetic: thousands of calls for a month of starts, always about the same few dates. */
export const remembered = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const known = new Map<K, V>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      if (known.size > 20_000) known.clear()
      value = make(key)
      known.set(key, value)
    }
    return value
  }
}
const firstDay = Temporal.PlainDate.from('1970-01-01')
const dayNumberOf = remembered((date: string) => firstDay.until(Temporal.PlainDate.from(date)).days)
const dateOfDay = remembered((day: number) => firstDay.add({ days: day }).toString())

export const addDays = (date: string, days: number): string => (days === 0 ? date : dateOfDay(dayNumberOf(date) + days))
/** ISO weekday, 1 = Monday. */
export const weekdayOf = remembered((date: string) => Temporal.PlainDate.from(date).dayOfWeek)
export const daysBetween = (from: string, to: string): number => dayNumberOf(to) - dayNumberOf(from)

type Local = { readonly date: string; readonly minutes: number }
/** Cache: clocks change at whole minutes, and all calls are about the same few, around now and around the coming evenings. */
const localAt = remembered((minuteAndZone: string): Local => {
  const [minute, zone] = minuteAndZone.split(' ') as [string, string]
  const there = Temporal.Instant.fromEpochMilliseconds(Number(minute) * 60_000).toZonedDateTimeISO(zone)
  return { date: there.toPlainDate().toString(), minutes: there.hour * 60 + there.minute }
})
/** The venue's wall clock at an instant. */
export const localOf = (ms: number, zone: string): Local => localAt(`${Math.floor(ms / 60_000)} ${zone}`)

/**
 * The instant at which a venue's clock shows `minutes` after midnight of `date` (up to two days on), in epoch milliseconds.
 * Undefined when the clock jumps over that time; of a time it shows twice, the first.
 */
export type DayClock = (minutes: number) => number | undefined

const clockOf = remembered((zoneAndDate: string): DayClock => {
  const [zone, date] = zoneAndDate.split(' ') as [string, string]
  return makeDayClock(zone, Temporal.PlainDate.from(date))
})
export const dayClock = (zone: string, date: string): DayClock => clockOf(`${zone} ${date}`)

const makeDayClock = (zone: string, date: Temporal.PlainDate): DayClock => {
  const first = date.toZonedDateTime({ timeZone: zone, plainTime: '00:00' })
  const firstMs = first.epochMilliseconds
  const last = date.add({ days: 2 }).toZonedDateTime({ timeZone: zone, plainTime: '00:00' })
  // Both ends with the same offset and the full length between them: no DST change, plain arithmetic is exact.
  if (
    first.hour === 0 &&
    last.hour === 0 &&
    first.offsetNanoseconds === last.offsetNanoseconds &&
    last.epochMilliseconds - first.epochMilliseconds === 172_800_000
  )
    return (minutes) => firstMs + minutes * 60_000
  return (minutes) => {
    const wall = date.toPlainDateTime('00:00').add({ minutes })
    const there = wall.toZonedDateTime(zone, { disambiguation: 'compatible' })
    return there.toPlainDateTime().equals(wall) ? there.epochMilliseconds : undefined
  }
}
