let running = 0

/** Tracks a request as in flight while it runs. */
export const trackInFlight = async <T>(call: () => Promise<T>): Promise<T> => {
  running += 1
  try {
    return await call()
  } finally {
    running -= 1
  }
}

/** Requests in flight in this process. */
export const inFlight = (): number => running
