import { createHash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** A new UUIDv7: sorts by time of making. */
export const newId = (): string => v7()

const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** A short code people can read to each other: no 0/O, 1/I/L. Eight characters = 8.5 × 10¹¹ codes. */
export const newReference = (): string => Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join('')
/** 256 random bits as URL-safe text, for tokens and keys. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
/** How such a secret is kept: 256 random bits need no salt and no slow hash. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()
