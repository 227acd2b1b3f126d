/** Whether the server answers at all: what cannot be loaded although it does is gone for good, else it cannot be had just now. */
export const serverAnswers = async (): Promise<boolean> => {
  try {
    const { ok } = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(4_000) })
    return ok
  } catch {
    return false
  }
}
