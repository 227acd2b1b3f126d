type Versioned = { readonly id: string; readonly version: number }

/** Race: an answer requested before a write may be older than the write's own answer, and must not replace it. */
export const newer = <T extends Versioned>(before: T | undefined, next: T): T =>
  before !== undefined && before.id === next.id && before.version > next.version ? before : next

/** Coalesced refetch: a request during a fetch causes one more afterwards, as the running one may be stale. */
export const coalescedReload = (read: () => Promise<unknown>): (() => Promise<void>) => {
  let [told, running] = [false, false]
  return async () => {
    told = true
    if (running) return
    running = true
    try {
      while (told) {
        told = false
        await read()
      }
    } finally {
      running = false
    }
  }
}
