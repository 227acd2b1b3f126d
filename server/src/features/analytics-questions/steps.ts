import type { Period } from '@tablewire/contracts/analytics/analytics'
import { Temporal } from 'temporal-polyfill'
import type { Span } from './ask.ts'
import { addDays, daysBetween } from '#src/features/availability/api.ts'

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

const lengthOf = ({ from, to }: Span): number => daysBetween(from, to)
/** Months are of 28 to 31 days, years of 365 or 366: such steps are as long as each other. */
const mayDiffer: Record<Period, number> = { day: 0, week: 0, month: 3, year: 1 }

/**
 * The steps of a period, each with the days it is compared with; null = there are none. These are of the calendar as well where the two are alike: June
 * beside May. Elsewhere they lie as far behind the first day as the steps do, so that each is as long; the last one takes what is left. Together they are the
 * whole compared period, and no day of it stands twice.
 */
export const pairedSteps = (span: Span, compared: Span | null, period: Period): { step: Span; other: Span | null }[] => {
  const steps = stepsOf(span, period)
  if (!compared) return steps.map((step) => ({ step, other: null }))
  const own = stepsOf(compared, period)
  const alike = own.length === steps.length && own.every((one, at) => Math.abs(lengthOf(one) - lengthOf(steps[at]!)) <= mayDiffer[period])
  const shift = daysBetween(span.from, compared.from)
  return steps.map((step, at) => {
    if (alike) return { step, other: own[at]! }
    const [from, to] = [addDays(step.from, shift), at === steps.length - 1 ? compared.to : addDays(step.to, shift)]
    return { step, other: from > compared.to ? null : { from, to: to < compared.to ? to : compared.to } }
  })
}
