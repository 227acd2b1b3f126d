import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gave us to reach it by: its public key and a secret, base64url. */
export type PushReceiver = { p256dh: string; auth: string }
/** Fixed only where a published example is recomputed. */
type Chance = { privateKey?: Buffer; salt?: Buffer }

const recordBytes = 4096
/** What fits into the one record a push service carries (RFC 8291 §4): less header, key, padding sign and tag. */
export const mostPushBytes = 3993

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/** A message only that browser can read: RFC 8291 (keys) over RFC 8188 (aes128gcm), one record. Throws for a key that is not on the curve. */
export const encryptPush = (text: string, { p256dh, auth }: PushReceiver, { privateKey, salt = randomBytes(16) }: Chance = {}): Buffer => {
  const pair = createECDH('prime256v1')
  if (privateKey) pair.setPrivateKey(privateKey)
  else pair.generateKeys()
  const ours = pair.getPublicKey()
  const theirs = bytes(p256dh)
  const derive = (secret: Buffer, from: Buffer, { info, length }: { info: Buffer; length: number }): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length))
  const material = derive(pair.computeSecret(theirs), bytes(auth), {
    info: Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]),
    length: 32,
  })
  const key = derive(material, salt, { info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
  const nonce = derive(material, salt, { info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 = the last record.
  const sealed = Buffer.concat([cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2])])), cipher.final(), cipher.getAuthTag()])
  const head = Buffer.alloc(5)
  head.writeUInt32BE(recordBytes)
  head.writeUInt8(ours.length, 4)
  return Buffer.concat([salt, head, ours, sealed])
}
