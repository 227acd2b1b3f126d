import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'

/** `publicKey`: the uncompressed point as browsers take it, base64url. `privateKey`: PKCS 8, base64url; never leaves the house. */
export type VapidKeys = { publicKey: string; privateKey: string }

export const makeVapidKeys = (): VapidKeys => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  const { x, y } = createPublicKey(privateKey).export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: text }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** RFC 8292: who sends this, for one push service and twelve hours (24 at most are allowed). `contact` is a mailto: or https: address. */
export const vapidHeader = (
  endpoint: string,
  { publicKey, privateKey }: VapidKeys,
  { contact, nowMs }: { contact: string; nowMs: number },
): string => {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(nowMs / 1000) + 12 * 3600, sub: contact }
  const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64url'), format: 'der', type: 'pkcs8' })
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${unsigned}.${signature}, k=${publicKey}`
}
