import { stopwatchMs } from './clock.ts'

/** Answers remembered for a moment in this process. Whatever must hold in all processes at once must not depend on it. */
export type TtlCache<T> = {
  getOrLoad(key: string, load: () => Promise<T>): Promise<T>
  forget(matches: (value: T) => boolean): void
}
export type TtlCacheOptions = { keepMs: number; max: number; nowMs?: () => number }

/** Failures are not remembered, nor that there is nothing. The oldest answer makes room for the newest. */
export const makeTtlCache = <T>({ keepMs, max, nowMs = stopwatchMs }: TtlCacheOptions): TtlCache<T> => {
  const kept = new Map<string, { value: T; untilMs: number }>()
  let forgettings = 0
  return {
    getOrLoad: async (key, load) => {
      const found = kept.get(key)
      const askedMs = nowMs()
      if (found && found.untilMs > askedMs) return found.value
      const before = forgettings
      const value = await load()
      // What was forgotten meanwhile may be the very thing that was just read.
      if (value !== undefined && before === forgettings) {
        kept.delete(key)
        kept.set(key, { value, untilMs: askedMs + keepMs })
        if (kept.size > max) kept.delete(kept.keys().next().value!)
      }
      return value
    },
    forget: (matches) => {
      forgettings++
      for (const [key, { value }] of kept) if (matches(value)) kept.delete(key)
    },
  }
}
