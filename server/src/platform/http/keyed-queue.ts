type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Work under the same key runs one after another, in the order of asking; other keys do not wait. Within this process only, so it may save work but
 * never stand for a lock.
 */
export const makeKeyedQueue = (): KeyedQueue => {
  const lines = new Map<string, Promise<void>>()
  return async (key, work) => {
    const before = lines.get(key)
    const mine = before ? before.then(work) : work()
    const over = mine.then(
      () => undefined,
      () => undefined,
    )
    lines.set(key, over)
    try {
      return await mine
    } finally {
      if (lines.get(key) === over) lines.delete(key)
    }
  }
}
