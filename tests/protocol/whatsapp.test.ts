import { createHmac } from 'node:crypto'
import type { TextGateway } from '@tablewire/contracts/channels/text-gateways'
import { gatewayById } from '@tablewire/server/features/text-port/gateway-of'
import { sendText } from '@tablewire/server/features/text-port/send-text'
import { newId } from '@tablewire/server/platform/id'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { serveTexts, type Texts } from '../../sandbox/src/texts/serve-texts.ts'
import { aUser } from '../build/a-user.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let texts: Texts
let token: string
let origin: string
let gateway: TextGateway
const given = { name: 'WhatsApp', dialect: 'whatsapp', url: 'https://graph.example/v24.0', username: 'booking_message' }

type Said = { data: TextGateway; code?: string; errors?: Record<string, { issue: string }[]> }
const ask = async (method: 'POST' | 'PUT', url: string, body: object): Promise<{ status: number; body: Said }> => {
  const answer = await shop.ask({ method, url, token, body })
  return { status: answer.statusCode, body: answer.json<Said>() }
}

beforeAll(async () => {
  texts = await serveTexts({ access: { secret: 'a-token-of-whatsapp', username: 'booking_message', appSecret: 'the-secret-of-the-app' } })
  shop = await aShop({ work: true })
  const { config, db } = shop.container
  config.channelServices.push(texts.origin)
  const address = shop.app.server.address()
  config.port = typeof address === 'object' && address ? address.port : 0
  origin = `http://localhost:${config.port}`
  token = await shop.signIn(await aUser(db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  const { numberId, secret, appSecret } = texts.access
  const made = await ask('POST', '/v1/text-gateways', { ...given, url: texts.whatsappUrl, sender: numberId, secret, appSecret })
  gateway = made.body.data
  texts.access.inboundUrl = `${origin}${new URL(gateway.inboundUrl).pathname}`
})
afterAll(async () => {
  await shop.close()
  await texts.close()
})
beforeEach(() => void texts.phones.become('delivered'))

let last = 100_000
const send = async (more: { text?: string; isAnswer?: boolean; to?: string } = {}) => {
  const ctx = shop.container.systemCtx('test')
  const to = more.to ?? `+4915112${(last += 1)}`
  const used = (await gatewayById(ctx, gateway.id))!
  return { to, sending: await sendText(ctx, used, { to, text: 'Your table\n at   20:00', ref: newId(), lang: 'de', ...more }) }
}
const tell = (body: string, signature: string) =>
  fetch(`${origin}/text/${gateway.id}/whatsapp`, { method: 'POST', body, headers: { 'x-hub-signature-256': signature } })
const signatureOf = (body: string, secret = texts.access.appSecret): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const answerOf = (from: string, phoneNumberId: string): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '1',
        changes: [
          {
            field: 'messages',
            value: {
              metadata: { phone_number_id: phoneNumberId },
              messages: [
                { from, id: `wamid.${newId()}`, type: 'image', image: { id: '7' } },
                { from, id: `wamid.${newId()}`, type: 'text', text: { body: 'STOP' } },
              ],
            },
          },
        ],
      },
    ],
  })
const stops = async (): Promise<number> =>
  (await shop.ask({ method: 'GET', url: '/v1/text-gateways', token })).json<{ data: TextGateway[] }>().data[0]!.stops

test('WI1: what WhatsApp needs is said at its fields', async () => {
  const lacking = await ask('POST', '/v1/text-gateways', { ...given, sender: 'Hotel', username: null })
  expect([lacking.status, lacking.body.code]).toEqual([400, 'request.invalid'])
  expect(Object.keys(lacking.body.errors ?? {}).toSorted()).toEqual(['appSecret', 'secret', 'sender', 'username'])
})

test('WI1: Meta’s question is answered to who knows the token, and no secret is told', async () => {
  expect(gateway).toMatchObject({ inboundUrl: gateway.deliveryUrl, secretSetAt: expect.any(String), appSecretSetAt: expect.any(String) })
  expect(JSON.stringify(gateway)).not.toContain(texts.access.appSecret)
  const asked = (verify: string, challenge = '1158201444') =>
    fetch(`${texts.access.inboundUrl}?hub.mode=subscribe&hub.verify_token=${verify}&hub.challenge=${encodeURIComponent(challenge)}`)
  const shown = await asked(gateway.verifyToken!)
  expect([shown.status, shown.headers.get('content-type'), await shown.text()]).toEqual([200, 'text/plain', '1158201444'])
  expect((await asked('somebody-else')).status).toBe(403)
  expect((await asked(gateway.verifyToken!, '<script>')).status).toBe(403)
})

test('WI1: a message goes as a template on one line, an answer in free words, and a refusal is told in Meta’s words', async () => {
  const first = await send()
  expect(first.sending).toEqual({ taken: true })
  expect(texts.phones.on(first.to)[0]!.text).toBe('Your table at 20:00')
  expect((await send({ isAnswer: true })).sending).toMatchObject({
    taken: false,
    again: false,
    said: expect.stringContaining('Re-engagement'),
  })
  texts.phones.write(first.to, 'Hello')
  expect((await send({ to: first.to, isAnswer: true, text: 'Line one\nline two' })).sending).toEqual({ taken: true })
  expect(texts.phones.on(first.to)[0]!.text).toBe('Line one\nline two')
  texts.next.push(503)
  expect((await send()).sending).toMatchObject({ taken: false, again: true })
  await ask('PUT', `/v1/text-gateways/${gateway.id}`, { username: 'not_approved' })
  expect((await send()).sending).toMatchObject({
    taken: false,
    again: false,
    said: expect.stringContaining('Template name does not exist'),
  })
  await ask('PUT', `/v1/text-gateways/${gateway.id}`, { username: 'booking_message' })
})

test('WI1: only what Meta signed counts, and only of this number', async () => {
  const { numberId } = texts.access
  const before = await stops()
  const body = answerOf('491511200001', numberId)
  for (const signature of ['', 'sha256=00', signatureOf(body, 'another secret'), signatureOf(`${body} `)])
    expect((await tell(body, signature)).status).toBe(403)
  expect((await tell('no json', signatureOf('no json'))).status).toBe(200)
  const other = answerOf('491511200002', '999999999999999')
  expect((await tell(other, signatureOf(other))).status).toBe(200)
  expect(await stops()).toBe(before)
  expect((await tell(body, signatureOf(body))).status).toBe(200)
  expect(await stops()).toBe(before + 1)
  // Told twice it counts once, and the address of others says nothing of it.
  expect((await tell(body, signatureOf(body))).status).toBe(200)
  expect(await stops()).toBe(before + 1)
  expect((await fetch(`${origin}/text/${gateway.id}/inbound`, { method: 'POST', body: '{}' })).status).toBe(403)
})
