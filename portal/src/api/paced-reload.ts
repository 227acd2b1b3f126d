/** What comes together is one reading. */
const gatherMs = 500

/**
 * Reads again when something was told: soon at first, then no sooner than `leastMs` after the last time, and no more than a twentieth of the time, however
 * much is told and however long a reading takes.
 */
export const pacedReload = (read: () => Promise<unknown>, leastMs: number): { tell: () => void; stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [told, running, stopped, freeAt] = [false, false, false, 0]
  const plan = (): void => {
    if (!running && !stopped) timer ??= setTimeout(() => void run(), Math.max(gatherMs, freeAt - Date.now()))
  }
  const run = async (): Promise<void> => {
    ;[timer, told, running] = [undefined, false, true]
    const from = Date.now()
    try {
      await read()
    } finally {
      running = false
      freeAt = Date.now() + Math.max(leastMs, 19 * (Date.now() - from))
      if (told) plan()
    }
  }
  return {
    tell: () => {
      told = true
      plan()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
