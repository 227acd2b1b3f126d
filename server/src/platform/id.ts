import { createHash, randomBytes, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'
import { systemClock } from './clock.ts'

/** Random bytes are drawn in bulk: a system call for each id costs more than the id. */
const stock = Buffer.alloc(16 * 256)
let used = stock.length
const random16 = (): Buffer => {
  if (used === stock.length) {
    randomFillSync(stock)
    used = 0
  }
  used += 16
  return stock.subarray(used - 16, used)
}

/** Ids of one millisecond count up from a random number below 2³¹, so that there is room above it. */
let last = { msecs: 0, seq: 0 }
const nextOf = (random: Buffer): typeof last => {
  const msecs = Math.max(systemClock().epochMilliseconds, last.msecs)
  if (msecs > last.msecs) return { msecs, seq: random.readUInt32BE(6) >>> 1 }
  return last.seq === 0xff_ff_ff_ff ? { msecs: msecs + 1, seq: random.readUInt32BE(6) >>> 1 } : { msecs, seq: last.seq + 1 }
}

/** A new UUIDv7: sorts by creation time. */
export const newId = (): string => {
  const random = random16()
  last = nextOf(random)
  return v7({ random, ...last })
}

const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** A short code people can read to each other: no 0/O, 1/I/L. Eight characters = 8.5 × 10¹¹ codes. */
export const newReference = (): string => Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join('')
/** 256 random bits as URL-safe text, for tokens and keys. Never with a dash first, which a command line takes for an option (`--channel-key $KEY`). */
export const newSecret = (): string => {
  const secret = randomBytes(32).toString('base64url')
  return secret.startsWith('-') ? newSecret() : secret
}
/** The stored hash of such a secret: 256 random bits need no salt and no slow hash. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** An id of the hub, as against a partner's own. */
export const hubId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
