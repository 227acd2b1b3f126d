import type { Rhythm } from '@tablewire/contracts/analytics/reports'
import { Temporal } from 'temporal-polyfill'

export type Plan = { rhythm: Rhythm; weekday: number | null; monthDay: number | null; atTime: string; timeZone: string }
/** A moment of the plan, and the day of its calendar. */
export type Due = { at: Temporal.Instant; on: Temporal.PlainDate }

const isDay = ({ rhythm, weekday, monthDay }: Plan, day: Temporal.PlainDate): boolean => {
  if (rhythm === 'weekly') return day.dayOfWeek === weekday
  if (rhythm === 'monthly') return day.day === Math.min(monthDay!, day.daysInMonth)
  return true
}

/** Once on each day: what the clock leaves out comes right behind the gap, what it shows twice the first time. */
const dueOn = ({ atTime, timeZone }: Plan, on: Temporal.PlainDate): Due => ({
  at: on.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(atTime) }).toInstant(),
  on,
})

/** Any month has a day of its own within so many. */
const farthest = 62

const find = (plan: Plan, now: Temporal.Instant, { step, fits }: { step: 1 | -1; fits: (due: Due) => boolean }): Due => {
  const today = now.toZonedDateTimeISO(plan.timeZone).toPlainDate()
  for (let days = -1; days <= farthest; days++) {
    const day = today.add({ days: step * days })
    if (!isDay(plan, day)) continue
    const due = dueOn(plan, day)
    if (fits(due)) return due
  }
  throw new Error(`a plan without a day: ${JSON.stringify(plan)}`)
}

export const nextDue = (plan: Plan, now: Temporal.Instant): Due =>
  find(plan, now, { step: 1, fits: ({ at }) => Temporal.Instant.compare(at, now) > 0 })

/** The one that is due now, or was last. */
export const lastDue = (plan: Plan, now: Temporal.Instant): Due =>
  find(plan, now, { step: -1, fits: ({ at }) => Temporal.Instant.compare(at, now) <= 0 })
