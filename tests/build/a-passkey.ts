import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@tablewire/contracts/identity/passkeys'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** An authenticator in software: makes one passkey (ES256, attestation none) and signs with it, as a browser and a phone together do. */
export type SoftPasskey = {
  register: (options: PasskeyCreationOptions, place: Place) => PasskeyRegistration
  /** `counter` = what the authenticator claims; it moves on by itself otherwise. */
  sign: (options: PasskeyRequestOptions, place: Place & { counter?: number }) => PasskeyAssertion
}
/** Where the browser is, and whether finger, face or PIN was shown. */
export type Place = { origin: string; verified?: boolean }

const b64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

/** The head of a CBOR item (RFC 8949 §3): its kind and a number. */
const head = (major: number, n: number): Buffer => {
  if (n < 24) return Buffer.from([(major << 5) | n])
  return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
}
const int = (n: number): Buffer => (n < 0 ? head(1, -1 - n) : head(0, n))
const bytes = (data: Buffer): Buffer => Buffer.concat([head(2, data.length), data])
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (...entries: Buffer[]): Buffer => Buffer.concat([head(5, entries.length / 2), ...entries])

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

export const aPasskey = (): SoftPasskey => {
  const id = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const coordinate = (part: string): Buffer => bytes(Buffer.from(part, 'base64url'))
  const coseKey = map(int(1), int(2), int(3), int(-7), int(-1), int(1), int(-2), coordinate(x), int(-3), coordinate(y))
  let [counter, userId] = [0, '']
  const authData = (rpId: string, { verified = true, attested = false, count = 0 }): Buffer => {
    const flags = 1 | (verified ? 4 : 0) | (attested ? 64 : 0)
    const number = Buffer.alloc(4)
    number.writeUInt32BE(count)
    const credential = attested ? [Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey] : []
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), number, ...credential])
  }
  const whole = { id: b64(id), rawId: b64(id), type: 'public-key' as const, clientExtensionResults: {} }
  return {
    register: ({ challenge, rp, user }, { origin, verified = true }) => {
      userId = user.id
      const attestation = map(
        text('fmt'),
        text('none'),
        text('attStmt'),
        map(),
        text('authData'),
        bytes(authData(rp.id, { verified, attested: true })),
      )
      const data = clientData('webauthn.create', challenge, origin)
      return { ...whole, response: { clientDataJSON: b64(data), attestationObject: b64(attestation), transports: ['internal'] } }
    },
    sign: ({ challenge, rpId }, { origin, verified = true, counter: claimed }) => {
      counter = claimed ?? counter + 1
      const data = clientData('webauthn.get', challenge, origin)
      const signed = authData(rpId, { verified, count: counter })
      const signature = sign('sha256', Buffer.concat([signed, sha256(data)]), privateKey)
      return {
        ...whole,
        response: { clientDataJSON: b64(data), authenticatorData: b64(signed), signature: b64(signature), userHandle: userId || null },
      }
    },
  }
}
