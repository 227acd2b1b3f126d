import { createHmac } from 'node:crypto'

/** `t=<Unix seconds>,v1=<hex>`, one `v1` for each secret that is good: HMAC-SHA256 over `<t>.<body>`. */
export const signatureOf = (secrets: readonly string[], unixSeconds: number, body: string): string =>
  [
    `t=${unixSeconds}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex')}`),
  ].join(',')
