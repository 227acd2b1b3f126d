type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * A keyed mutex with a FIFO queue: work under the same key runs one after another, other keys do not wait. Within this process only, so it may avoid
 * contention but never replace a lock in the database.
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
