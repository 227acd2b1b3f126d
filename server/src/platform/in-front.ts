let underWay = 0

/** Runs a call that somebody waits for. */
export const inFront = async <T>(call: () => Promise<T>): Promise<T> => {
  underWay += 1
  try {
    return await call()
  } finally {
    underWay -= 1
  }
}

/** How many calls this process has not answered yet. */
export const callsInFront = (): number => underWay
