import { stopwatchMs } from './clock.ts'

/** TTL cache in this process. What must hold in all processes at once must not depend on it. */
export type TtlCache<T> = {
  getOrLoad(key: string, load: () => Promise<T>): Promise<T>
  forget(matches: (value: T) => boolean): void
}
export type TtlCacheOptions = { keepMs: number; max: number; nowMs?: () => number }

/** Errors and undefined are not cached. The oldest entry makes room for the newest. */
export const makeTtlCache = <T>({ keepMs, max, nowMs = stopwatchMs }: TtlCacheOptions): TtlCache<T> => {
  const entries = new Map<string, { value: T; untilMs: number }>()
  let forgettings = 0
  return {
    getOrLoad: async (key, load) => {
      const entry = entries.get(key)
      const askedMs = nowMs()
      if (entry && entry.untilMs > askedMs) return entry.value
      const before = forgettings
      const value = await load()
      // An entry invalidated during the load may be the very one that was loaded: it is not stored.
      if (value !== undefined && before === forgettings) {
        entries.delete(key)
        entries.set(key, { value, untilMs: askedMs + keepMs })
        if (entries.size > max) entries.delete(entries.keys().next().value!)
      }
      return value
    },
    forget: (matches) => {
      forgettings++
      for (const [key, { value }] of entries) if (matches(value)) entries.delete(key)
    },
  }
}
