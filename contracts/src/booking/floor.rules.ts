import type { Plan } from './tables.rules.ts'

/** On which days a layout rules: from a date to another one, both with it, on those weekdays (1 = Monday). */
export type FloorDays = { from: string; until: string; weekdays: readonly number[] }
type Ruling = { days: readonly FloorDays[] }

const dayMs = 86_400_000
const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`)
/** 1 = Monday. */
const weekdayOf = (date: string): number => new Date(noon(date)).getUTCDay() || 7
const plus = (date: string, days: number): string => new Date(noon(date) + days * dayMs).toISOString().slice(0, 10)

const isSingle = ({ from, until }: FloorDays): boolean => from === until
const holds = ({ from, until, weekdays }: FloorDays, date: string): boolean =>
  from <= date && date <= until && weekdays.includes(weekdayOf(date))

/** Which of a venue's layouts rules a date: one for that day alone, else one whose season holds it, else the first. The database says the same. */
export const layoutOn = <Layout extends Ruling>(layouts: readonly Layout[], date: string): Layout | undefined =>
  layouts.find(({ days }) => days.some((one) => isSingle(one) && holds(one, date))) ??
  layouts.find(({ days }) => days.some((one) => holds(one, date))) ??
  layouts[0]

/** None of its weekdays lies between its dates: it would never rule. */
export const neverHolds = (rule: FloorDays): boolean => {
  for (let step = 0; step < 7; step++) if (holds(rule, plus(rule.from, step))) return false
  return true
}

/** The first date that two rules of one kind both hold. */
const sharedDay = (one: FloorDays, other: FloorDays): string | undefined => {
  if (isSingle(one) !== isSingle(other)) return undefined
  const from = one.from > other.from ? one.from : other.from
  for (let step = 0; step < 7; step++) {
    const date = plus(from, step)
    if (holds(one, date) && holds(other, date)) return date
  }
  return undefined
}

/** A date that two layouts, or one twice, would rule; only a single day may lie within a season. */
export const doubleDay = <Layout extends Ruling>(layouts: readonly Layout[]): { one: Layout; other: Layout; date: string } | undefined => {
  const rules = layouts.flatMap((layout) => layout.days.map((days) => ({ layout, days })))
  for (const [index, { layout: one, days }] of rules.entries())
    for (const { layout: other, days: others } of rules.slice(index + 1)) {
      const date = sharedDay(days, others)
      if (date !== undefined) return { one, other, date }
    }
  return undefined
}

/** The tables that stand; two can be joined only where both do. */
export const standing = <P extends Plan>(plan: P, away: readonly string[]): P => {
  if (!away.length) return plan
  const gone = new Set(away)
  const tables = plan.tables.filter(({ id }) => !gone.has(id))
  const joins = plan.joins.filter((join) => !join.some((id) => gone.has(id)))
  const chains = plan.chains.filter(({ tableIds }) => !tableIds.some((id) => gone.has(id)))
  return { ...plan, tables, joins, chains }
}
