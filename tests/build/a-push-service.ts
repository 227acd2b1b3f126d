import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PushService = Awaited<ReturnType<typeof aPushService>>
type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** What a browser does with a message it got: RFC 8291, the receiving side. */
const opened = (body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string => {
  const [salt, theirs, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  const derive = (secret: Buffer, from: Buffer, [info, length]: [Buffer, number]) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs])
  const material = derive(pair.computeSecret(theirs), auth, [info, 32])
  const key = derive(material, salt, [Buffer.from('Content-Encoding: aes128gcm\0'), 16])
  const cipher = createDecipheriv('aes-128-gcm', key, derive(material, salt, [Buffer.from('Content-Encoding: nonce\0'), 12]))
  cipher.setAuthTag(sealed.subarray(-16))
  // The last sign marks the last record.
  return Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    .subarray(0, -1)
    .toString()
}

/** A push service of the test's own, and browsers that are registered there. PUSH_SERVICES has to name its origin. */
export const aPushService = async () => {
  const received: Received[] = []
  let status = 201
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    answer: (next: number): void => void (status = next),
    reset: (): void => {
      received.length = 0
      status = 201
    },
    close: (): void => void server.close(),
    /** `subscription` is what the browser tells the portal; `read` opens what was sent to it. */
    browser: () => {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return {
        subscription: { endpoint: `${origin}/push/1`, keys, device: 'Chrome on Linux' },
        read: (body: Buffer) => JSON.parse(opened(body, pair, auth)) as Record<string, string>,
      }
    },
  }
}
