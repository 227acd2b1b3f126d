import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import { nightMinutes, type Status } from '@tablewire/contracts/booking/reservations.rules'

/** An evening is prepared, worked and closed: each has its own view of the same parties. */
export const phases = ['briefing', 'service', 'close'] as const
export type Phase = (typeof phases)[number]

/** `from` and `to` in minutes after midnight of the service day; `to` may lie on the next day. */
export type Meal = { readonly id: string; readonly name: string; readonly from: number; readonly to: number }

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** How far a wall-clock time lies behind midnight of the service day; before it, less than nothing. */
export const minutesInto = (date: string, local: string): number =>
  (Date.parse(`${local.slice(0, 16)}Z`) - Date.parse(`${date}T00:00Z`)) / 60_000

export const mealsOf = ({ shifts }: Pick<ServiceDay, 'shifts'>): Meal[] =>
  shifts
    .map(({ id, name, from, to }) => {
      const [start, end] = [minutesOf(from), minutesOf(to)]
      return { id, name, from: start, to: end <= start ? end + 1440 : end }
    })
    .toSorted((a, b) => a.from - b.from)

/** To which meal a party belongs, as on the service sheet: outside of all, the one before, or the first. Nobody who is expected belongs to none. */
export const mealAt = (meals: readonly Meal[], minutes: number): Meal | undefined =>
  meals.findLast(({ from, to }) => from <= minutes && minutes < to) ?? meals.findLast(({ from }) => from <= minutes) ?? meals[0]

export const ofMeal = <Row extends { readonly startsLocal: string }>(
  rows: readonly Row[],
  { meals, mealId, date }: { meals: readonly Meal[]; mealId: string | undefined; date: string },
): readonly Row[] =>
  mealId === undefined ? rows : rows.filter(({ startsLocal }) => mealAt(meals, minutesInto(date, startsLocal))?.id === mealId)

/** Of a meal as it is served: who sits in the house as well, whatever meal he came for. */
export const served = <Row extends { readonly id: string; readonly status: Status }>(
  all: readonly Row[],
  mine: readonly Row[],
): readonly Row[] => {
  const ids = new Set(mine.map(({ id }) => id))
  return mine.length === all.length ? mine : all.filter(({ id, status }) => status === 'seated' || ids.has(id))
}

/** The first guests come a little early. */
const earlyMinutes = 15
/** So long after its end a meal is still what people have in hand, unless the next one has begun. */
const settleMinutes = 60

const phaseOf = ({ from, to }: Meal, now: number): Phase => (now < from - earlyMinutes ? 'briefing' : now < to ? 'service' : 'close')

/** What is looked at when nobody has chosen: the meal that is on, the one just over, the next one, or the last. By the venue's wall clock. */
export const byClock = (meals: readonly Meal[], date: string, nowLocal: string): { meal: Meal | undefined; phase: Phase } => {
  const now = minutesInto(date, nowLocal)
  if (meals.length === 0) return { meal: undefined, phase: now < 0 ? 'briefing' : now < 1440 + nightMinutes ? 'service' : 'close' }
  const running = meals.findLast(({ from, to }) => from - earlyMinutes <= now && now < to)
  const over = meals.findLast(({ to }) => to <= now && now < to + settleMinutes)
  const meal = running ?? over ?? meals.find(({ from }) => now < from) ?? meals.at(-1)!
  return { meal, phase: phaseOf(meal, now) }
}

/** The meal that the service view shows: by hand where the address says so, else by the clock of the venue; undefined = the whole day. */
export const shownMeal = (meals: readonly Meal[], chosen: string | undefined, { date, nowLocal }: { date: string; nowLocal: string }) => {
  if (meals.length < 2 || chosen === 'all') return undefined
  return meals.find(({ id }) => id === chosen)?.id ?? byClock(meals, date, nowLocal).meal?.id
}

/** The phase of a meal that was chosen by hand; of the whole day, that of what the clock would show. */
export const phaseAt = (
  meals: readonly Meal[],
  mealId: string | undefined,
  { date, nowLocal }: { date: string; nowLocal: string },
): Phase => {
  const meal = meals.find(({ id }) => id === mealId)
  return meal ? phaseOf(meal, minutesInto(date, nowLocal)) : byClock(meals, date, nowLocal).phase
}
