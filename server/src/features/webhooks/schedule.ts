import { webhookSchedule } from '@tablewire/contracts/channels/webhook-objects'

/** Jitter of up to a tenth, so that deliveries that failed together are not retried together. */
const jitter = 0.1

/** Seconds until the next attempt after `step` of them; undefined = that was the last. `Retry-After` of the endpoint is respected. */
export const secondsUntilNext = (
  step: number,
  { retryAfter, dice }: { retryAfter?: number | undefined; dice: number },
): number | undefined => {
  const planned = webhookSchedule[step]
  if (planned === undefined) return undefined
  return Math.max(planned * (1 + jitter * dice), Math.min(retryAfter ?? 0, 86_400))
}

/** `Retry-After` in seconds: a number, or the moment until which to wait. */
export const retryAfterSeconds = (header: string | undefined, nowMs: number): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000))
}

/** A permanent refusal: a retry would change nothing. */
export const isFinal = (status: number): boolean => status >= 400 && status < 500 && ![408, 425, 429].includes(status)

/** Circuit breaker: after so many consecutive failures an endpoint is left alone for a pause, and then probed with one event. */
export const breakAfter = 5
/** Seconds of pause; exponential, at most five minutes. */
export const restSeconds = (failures: number): number => (failures < breakAfter ? 0 : Math.min(300, 10 * 2 ** (failures - breakAfter)))
