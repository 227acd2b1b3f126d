import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What every app understands without asking (RFC 6238, Key URI format): SHA-1, six digits, a new code every 30 seconds. */
const stepSeconds = 30
const digits = 6
/** Clocks of phones are off, and typing takes time: one step before and after counts as well (RFC 6238 §5.2). */
const drift = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base32 without padding. */
export const toBase32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** 160 random bits, as RFC 4226 §4 recommends. */
export const newTotpSecret = (): Buffer => randomBytes(20)

export const stepAt = (atMs: number): number => Math.floor(atMs / 1000 / stepSeconds)

/** The code of that step (RFC 4226 §5.3). */
export const codeOf = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 0x0f) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step of a valid code, around this moment and after the last one used; all are compared, in constant time. */
export const stepOfCode = (secret: Buffer, code: string, { atMs, lastStep }: { atMs: number; lastStep: number }): number | undefined => {
  const given = Buffer.from(code.replace(/\s/g, '').padEnd(digits).slice(0, 20))
  const now = stepAt(atMs)
  let found: number | undefined
  for (let step = now - drift; step <= now + drift; step++) {
    const right = Buffer.from(codeOf(secret, step))
    if (given.length === right.length && timingSafeEqual(given, right) && step > lastStep) found = step
  }
  return found
}

/** What a QR code for an app holds. */
export const totpUri = (secret: Buffer, { issuer, account }: { issuer: string; account: string }): string => {
  const label = `${encodeURIComponent(issuer.replaceAll(':', ' '))}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}
