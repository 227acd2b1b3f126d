/** So many times longer than usual, and at least so long. */
const timesUsual = 4
export const noticedMs = 1000

/** `usualMs` null: not known. Also within the limit this is slow, for whoever is used to more. */
export const isFarSlower = (averageMs: number | null, usualMs: number | null): boolean =>
  averageMs !== null && usualMs !== null && averageMs > Math.max(noticedMs, usualMs * timesUsual)
