import { createHmac, randomUUID } from 'node:crypto'
import { OnboardingMovedBody } from '@tablewire/contracts/channels/webhook-objects'
import type {} from '@tablewire/server/features/onboarding/request-rows'
import { restaurantConfirms } from '@tablewire/server/features/onboarding/api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { aCaller } from '../build/a-caller.ts'
import { aSystem, type TestSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aReceiver, type Received } from '../build/an-endpoint.ts'
import { aShop, type Shop } from './a-shop.ts'

type Receiver = Awaited<ReturnType<typeof aReceiver>>
type Endpoint = { id: string; secret: string; state: string }
let shop: Shop
let system: TestSystem
let [ofChannel, ofSystem]: [Receiver?, Receiver?] = []
let rms: ReturnType<typeof aCaller>
/** A receiver that answers challenges, and every event with what `busy` says. */
let busy = false
const echo = ({ body }: Received) =>
  body['entity'] === 'webhook' ? { status: 200, body: String(body['challenge']) } : { status: busy ? 503 : 204 }
beforeAll(async () => {
  shop = await aShop({ work: true })
  ofChannel = await aReceiver(echo)
  ofSystem = await aReceiver(echo)
  shop.container.config.channelServices.push(ofChannel.origin, ofSystem.origin)
  system = await aSystem(shop.container.db)
  const { port } = shop.app.server.address() as { port: number }
  rms = aCaller(`http://127.0.0.1:${port}`, { authorization: `Bearer ${system.key}` })
})
afterAll(async () => {
  ofChannel?.close()
  ofSystem?.close()
  await shop.close()
})

const long = { timeout: 10_000, interval: 30 }
const moves = (receiver: Receiver | undefined, requestId: string) =>
  receiver!.received.filter(({ body }) => body['entity'] === 'onboarding' && body['entity_id'] === requestId)
const told = (receiver: Receiver | undefined, requestId: string) =>
  moves(receiver, requestId).map(({ body }) => {
    const { from, to, by } = body['data'] as Record<string, unknown>
    return [from, to, by]
  })
const word = { name: 'Casa', address: 'Calle Mayor 1', hours: 'Mon–Sun', accessFor: ['boss@casa.test'], termsVersion: '1' }
const secrets = { internalNotes: 'They owe us a call.', contactEmail: 'owner@casa.test', venuePhone: '+34 600 111 222' }

test('ON3: both partners register an endpoint and hear every move of a request, signed, in its order, and nothing that is not theirs', async () => {
  const mine = await shop.call<Endpoint>('webhooks', { url: ofChannel!.origin })
  expect(mine.status).toBe(201)
  expect((await shop.call(`webhooks/${mine.body.id}/verify`, {})).body).toMatchObject({ endpoint: { state: 'active' } })
  const made = await rms('/v1/rms/webhooks', { method: 'POST', body: { url: ofSystem!.origin, ownChanges: true } })
  expect(made.status).toBe(201)
  const theirs = (made.body as { data: Endpoint }).data
  expect(theirs).toMatchObject({ state: 'unverified', systemId: system.id, systemName: system.name })
  const verified = await rms(`/v1/rms/webhooks/${theirs.id}/verify`, { method: 'POST', body: {} })
  expect(verified.body).toMatchObject({ data: { endpoint: { state: 'active' }, outcome: { ok: true } } })
  const listed = JSON.stringify((await rms('/v1/rms/webhooks')).body)
  expect(listed).toContain(theirs.id)
  expect(listed).not.toContain(theirs.secret)
  expect(listed).not.toContain(mine.body.id)

  const body = { channelId: shop.channel.id, venueName: 'Casa Vieja', rmsVenueId: randomUUID(), ...secrets }
  const asked = await rms('/v1/rms/onboarding-requests', { method: 'POST', body })
  expect(asked.status, JSON.stringify(asked.body)).toBe(201)
  const { id } = (asked.body as { data: { id: string } }).data
  await restaurantConfirms(shop.container.systemCtx('test'), id, word)
  const open = await shop.container.db.selectFrom('onboardingRequests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const seen = { version: open.version, reason: 'No such venue with us.' }
  const token = await shop.signIn(await aUser(shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  const rejected = await shop.ask({ method: 'POST', url: `/v1/onboarding-requests/${id}/reject`, token, body: seen })
  expect(rejected.statusCode, rejected.body).toBe(200)

  const whole = [
    [null, 'restaurant_activation', 'rms'],
    ['restaurant_activation', 'bc_activation', 'hub'],
    ['bc_activation', 'rejected', 'admin'],
  ]
  await vi.waitFor(() => expect(told(ofChannel, id)).toEqual(whole), long)
  await vi.waitFor(() => expect(told(ofSystem, id)).toEqual(whole), long)
  const [, , last] = moves(ofSystem, id)
  expect(last!.body).toMatchObject({
    entity: 'onboarding',
    action: 'moved',
    data: { reason: seen.reason, systemId: system.id, mozrestId: null },
  })
  for (const { body: sent } of moves(ofSystem, id)) expect(z.parse(OnboardingMovedBody, sent)).toEqual(sent)
  const [at, hash] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(String(last!.headers['tablewire-signature']))!.slice(1)
  expect(createHmac('sha256', theirs.secret).update(`${at}.${last!.text}`).digest('hex')).toBe(hash)
  for (const { text } of [...moves(ofChannel, id), ...moves(ofSystem, id)])
    for (const secret of [...Object.values(secrets), 'boss@casa.test']) expect(text).not.toContain(secret)
})

test('ON3: what a partner did itself is told to it only where it asks for that; what did not arrive is sent again, by hand too', async () => {
  // The channel asks itself: its endpoint wants nothing of its own doing.
  const asked = await shop.call<{ data: { id: string } }>('onboarding-requests', { systemId: system.id, venueName: 'Casa Nueva' })
  const { id } = asked.body.data
  await vi.waitFor(() => expect(told(ofSystem, id)).toEqual([[null, 'rms_activation', 'bc']]), long)
  busy = true
  const { version } = await shop.container.db
    .selectFrom('onboardingRequests')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const provided = await rms(`/v1/onboarding-requests/${id}/ids`, { method: 'POST', body: { version, rmsVenueId: randomUUID() } })
  expect(provided.status, JSON.stringify(provided.body)).toBe(200)
  await vi.waitFor(() => expect(moves(ofSystem, id)).toHaveLength(2), long)
  busy = false
  type Deliveries = { data: { id: string; eventId: string; state: string; entity: string; attempts: number }[] }
  const waiting = async () =>
    ((await rms(`/v1/rms/webhook-deliveries?filters[reservationId]=${id}&filters[state]=waiting`)).body as Deliveries).data
  await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ entity: 'onboarding', attempts: 1 }]), long)
  const [late] = await waiting()
  expect((await rms(`/v1/rms/webhook-deliveries/${late!.id}/replay`, { method: 'POST', body: {} })).status).toBe(200)
  await vi.waitFor(() => expect(moves(ofSystem, id).length).toBeGreaterThan(2), long)
  expect(
    new Set(
      moves(ofSystem, id)
        .slice(1)
        .map(({ text }) => text),
    ).size,
  ).toBe(1)
  await vi.waitFor(() => expect(told(ofChannel, id)).toContainEqual(['rms_activation', 'restaurant_activation', 'rms']), long)
  expect(told(ofChannel, id)).not.toContainEqual([null, 'rms_activation', 'bc'])
})

test('ON3: an endpoint of one system is nobody else’s: another system, a channel’s people, the addresses of channels', async () => {
  const { data } = (await rms('/v1/rms/webhooks')).body as { data: Endpoint[] }
  const other = await aSystem(shop.container.db)
  const [{ id }] = data as [Endpoint]
  for (const [method, path, token] of [
    ['POST', `/v1/rms/webhooks/${id}/test`, other.key],
    ['DELETE', `/v1/rms/webhooks/${id}`, other.key],
    [
      'POST',
      `/v1/webhooks/endpoints/${id}/rotate-secret`,
      await shop.signIn(await aUser(shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })),
    ],
  ] as const)
    expect((await shop.ask({ method, url: path, token, body: method === 'POST' ? {} : undefined })).statusCode).toBe(404)
  expect((await shop.call(`webhooks/${id}/verify`, {})).status).toBe(404)
  // Named in the body of one's own call, another system is none.
  const foreign = await rms('/v1/rms/webhooks', { method: 'POST', body: { url: 'https://example.com/hook', systemId: other.id } })
  expect(foreign.body).toMatchObject({ code: 'system.not_found' })
  const trial = await rms(`/v1/rms/webhooks/${id}/test`, { method: 'POST', body: {} })
  expect(trial.body).toMatchObject({ data: { ok: true } })
  expect(ofSystem!.received.at(-1)!.body).toMatchObject({ test: true, entity: 'onboarding', action: 'moved' })
})
