let running = 0

/** Runs a call that somebody waits for. */
export const trackInFlight = async <T>(call: () => Promise<T>): Promise<T> => {
  running += 1
  try {
    return await call()
  } finally {
    running -= 1
  }
}

/** How many calls this process has not answered yet. */
export const inFlight = (): number => running
