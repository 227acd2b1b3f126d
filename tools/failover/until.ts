import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again and again until it is so; an error is a no. Throws in words when it is not in time. */
export const until = async (what: string, withinMs: number, isSo: () => Promise<boolean> | boolean): Promise<void> => {
  const end = performance.now() + withinMs
  while (
    !(await Promise.resolve()
      .then(isSo)
      .catch(() => false))
  ) {
    if (performance.now() > end) throw new Error(`Not within ${withinMs / 1000} s: ${what}`)
    await sleep(200)
  }
}

export const answers = async (url: string, withinMs = 1000): Promise<boolean> => {
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(withinMs) })
  return ok
}
