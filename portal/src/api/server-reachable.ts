/** Whether the server is reachable: if so, what cannot be loaded is gone for good, else only for now. */
export const isServerReachable = async (): Promise<boolean> => {
  try {
    const { ok } = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(4_000) })
    return ok
  } catch {
    return false
  }
}
