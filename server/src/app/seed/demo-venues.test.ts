import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { minutesOf } from './calendar.ts'
import { demoVenues, waitingHouses } from './demo-venues.ts'
import { servicesOf } from './service-styles.ts'

/** Whether a house of the demo has its doors open at an instant; midnight belongs to the evening before. */
const seatsAt = ({ style, zone }: (typeof demoVenues)[number], at: Temporal.Instant): boolean => {
  const here = at.toZonedDateTimeISO(zone)
  const minutes = here.hour * 60 + here.minute
  return servicesOf(style).some(({ days, from, to }) => {
    const [opens, closes] = [minutesOf(from), minutesOf(to)]
    if (closes > opens) return days.includes(here.dayOfWeek) && minutes >= opens && minutes < closes
    return (days.includes(here.dayOfWeek) && minutes >= opens) || (days.includes(here.subtract({ days: 1 }).dayOfWeek) && minutes < closes)
  })
}

it.each(['2026-01-05T00:00Z', '2026-04-20T00:00Z', '2026-07-06T00:00Z', '2026-10-26T00:00Z'])(
  'GO1: at every hour of the week from %s some house of the demo keeps a waitlist',
  (start) => {
    const houses = demoVenues.filter(({ key }) => waitingHouses.has(key))
    expect(houses).toHaveLength(waitingHouses.size)
    const hours = Array.from({ length: 7 * 24 }, (_, hour) => Temporal.Instant.from(start).add({ hours: hour }))
    expect(hours.filter((at) => !houses.some((house) => seatsAt(house, at))).map(String)).toEqual([])
  },
)
