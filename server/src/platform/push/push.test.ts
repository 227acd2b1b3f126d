import { createECDH, createDecipheriv, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptPush } from './encrypt.ts'
import { makeVapidKeys, vapidHeader } from './vapid.ts'

test('SE3: the published example of RFC 8291 (appendix A) comes out to the byte', () => {
  const sealed = encryptPush(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    {
      privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
      salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    },
  )
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('SE3: whoever has the browser’s key reads it, and two messages are never alike', () => {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const receiver = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') }
  const [one, two] = [encryptPush('Grüße 🍽', receiver), encryptPush('Grüße 🍽', receiver)]
  expect(one.equals(two)).toBe(false)
  const [salt, theirs, body] = [one.subarray(0, 16), one.subarray(21, 86), one.subarray(86)]
  const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', secret, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), theirs])
  const material = derive(browser.computeSecret(theirs), auth, info, 32)
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const opened = createDecipheriv('aes-128-gcm', derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16), nonce)
  opened.setAuthTag(body.subarray(-16))
  const plain = Buffer.concat([opened.update(body.subarray(0, -16)), opened.final()])
  expect(plain.toString()).toBe('Grüße 🍽\u0002')
})

test('a key that is not on the curve is refused', () => {
  expect(() => encryptPush('x', { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' })).toThrow(/key/i)
})

test('SE3: the signature names the service, the sender and an end within a day, and holds', () => {
  const keys = makeVapidKeys()
  const header = vapidHeader('https://push.example.com/send/abc?x=1', keys, { contact: 'mailto:a@b.test', nowMs: 1_800_000_000_000 })
  const [, head, claims, signature, key] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header)!
  expect(key).toBe(keys.publicKey)
  expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toEqual({
    aud: 'https://push.example.com',
    exp: 1_800_000_000 + 43_200,
    sub: 'mailto:a@b.test',
  })
  const point = Buffer.from(key!, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const good = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  expect(good).toBe(true)
})
