import type { Period } from '@tablewire/contracts/analytics/analytics'
import { Temporal } from 'temporal-polyfill'
import type { Span } from './ask.ts'

const nextStart: Record<Period, (day: Temporal.PlainDate) => Temporal.PlainDate> = {
  day: (day) => day.add({ days: 1 }),
  week: (day) => day.add({ days: 8 - day.dayOfWeek }),
  month: (day) => day.with({ day: 1 }).add({ months: 1 }),
  year: (day) => day.with({ month: 1, day: 1 }).add({ years: 1 }),
}

/** The steps of a period: whole weeks, months or years of the calendar, but for the first and the last, which may begin or end within one. */
export const stepsOf = ({ from, to }: Span, period: Period): Span[] => {
  const end = Temporal.PlainDate.from(to)
  const steps: Span[] = []
  for (let start = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(start, end) <= 0;) {
    const next = nextStart[period](start)
    const last = next.subtract({ days: 1 })
    steps.push({ from: start.toString(), to: (Temporal.PlainDate.compare(last, end) < 0 ? last : end).toString() })
    start = next
  }
  return steps
}
