const parts = 10

/**
 * Calls `then` after so many milliseconds in which this process ran, and what had arrived by then was read: where its event loop stood still, an answer may lie
 * ready that nobody has looked at. Returns what calls it off.
 */
export const afterAwake = (ms: number, then: () => void): (() => void) => {
  let left = parts
  let last: NodeJS.Immediate | undefined
  const tick = (): void => {
    left -= 1
    if (left > 0) timer = setTimeout(tick, ms / parts)
    else last = setImmediate(then)
  }
  let timer = setTimeout(tick, ms / parts)
  return () => {
    clearTimeout(timer)
    clearImmediate(last)
  }
}

/** Silence for so long, in time in which this process ran, is ended by `giveUp`, by which `work` fails. Undefined = it is waited for. */
export const unlessSilent = async <T>(ms: number | undefined, giveUp: () => void, work: () => Promise<T>): Promise<T> => {
  const callOff = ms === undefined ? undefined : afterAwake(ms, giveUp)
  try {
    return await work()
  } finally {
    callOff?.()
  }
}

/** The answer where it comes within so long, else what is said without it. */
export const withinMs = async <T>(ms: number, answer: Promise<T>, without: () => T): Promise<T> => {
  let late: NodeJS.Timeout | undefined
  const patience = new Promise<T>((resolve) => (late = setTimeout(() => resolve(without()), ms)))
  return Promise.race([answer, patience]).finally(() => clearTimeout(late))
}
