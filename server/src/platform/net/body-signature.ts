import { createHmac, timingSafeEqual } from 'node:crypto'

const macOf = (secret: string, unixSeconds: number | string, body: string): Buffer =>
  createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest()

/** `t=<Unix seconds>,v1=<hex>`, one `v1` for each secret that is good: HMAC-SHA256 over `<t>.<body>`. */
export const signatureOf = (secrets: readonly string[], unixSeconds: number, body: string): string =>
  [`t=${unixSeconds}`, ...secrets.map((secret) => `v1=${macOf(secret, unixSeconds, body).toString('hex')}`)].join(',')

/** Clocks differ, and a call waits in queues; what is older may be somebody who repeats it. */
const skewSeconds = 300

/** Whether one of its `v1` fits, and it was signed just now. */
export const isSigned = (header: string, { secret, body, now }: { secret: string; body: string; now: number }): boolean => {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const at = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(at) || Math.abs(Number(at) - now) > skewSeconds) return false
  const expected = macOf(secret, at, body)
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
