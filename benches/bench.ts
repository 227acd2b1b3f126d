/** One measured promise. `value` is compared with the budget of the same name in budgets.json. */
export type Measure = {
  name: string
  value: number
  unit: string
  note?: string
  /** The value on the machine of the budgets, where the bench itself found it out; else a time or rate is scaled by the pace. */
  atPace?: number
}
/** `byName`: takes so long to set up that it runs only when it is asked for by its name. */
export type Bench = { name: string; about: string; byName?: true; run: () => Promise<Measure[]> }

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
export const round = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits

/** Milliseconds of each call, one after the other. */
export const timeEach = async (times: number, call: (index: number) => Promise<unknown>): Promise<number[]> => {
  const taken: number[] = []
  for (let index = 0; index < times; index++) {
    const startedMs = performance.now()
    await call(index)
    taken.push(performance.now() - startedMs)
  }
  return taken
}
