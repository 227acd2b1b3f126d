type Versioned = { readonly id: string; readonly version: number }

/** An answer that was on its way while somebody wrote may tell what was before; it must not take the place of what the write answered. */
export const newer = <T extends Versioned>(before: T | undefined, next: T): T =>
  before !== undefined && before.id === next.id && before.version > next.version ? before : next

/** Reads when told. Told while it reads, it reads once more after: what is under way may be from before. */
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
