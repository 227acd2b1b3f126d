import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { webhookSchedule } from '@tablewire/contracts/channels/webhook-objects'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { recordChange } from '../../../../tests/build/record-change.ts'
import { anEndpoint, aReceiver } from '../../../../tests/build/an-endpoint.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { createEndpoint } from './create-endpoint.ts'
import { startDelivering } from './deliver-due.ts'
import { listDeliveries, readDelivery } from './list-deliveries.ts'
import { replayDeliveries } from './replay-deliveries.ts'
import { rotateSecret } from './rotate-secret.ts'
import { isFinal, retryAfterSeconds, secondsUntilNext } from './schedule.ts'
import { testEndpoint, verifyEndpoint } from './verify-endpoint.ts'

let open: OpenDb
let venue: TestVenue
let channel: TestChannel
beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db, { companyId: await aCompany(open.db) })
})
afterAll(() => open.close())

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
  await open.db.deleteFrom('webhookEndpoints').execute()
  await open.db.deleteFrom('webhookEvents').execute()
})

const aPartner = async (answer?: Parameters<typeof aReceiver>[0]) => {
  const receiver = await aReceiver(answer)
  endings.push(receiver.close)
  channel = await aChannel(open.db, { venues: [venue.id] })
  const recorded = recordingPorts()
  recorded.ports.config.channelServices = [receiver.origin]
  const ctx = aCtx(open.db, { ports: recorded.ports })
  return { ...receiver, ctx, recorded }
}
const works = (ctx: ReturnType<typeof aCtx>): void => {
  const working = startDelivering(() => ctx)
  endings.push(working.stop)
}
const until = async (what: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await what())) await sleep(10)
}
const deliveries = async (ctx: ReturnType<typeof aCtx>) => (await listDeliveries(ctx, {}, 'channel')).data
const seat = (at?: string) =>
  recordChange(open.db, venue, {
    kind: 'moved',
    from: 'confirmed',
    to: 'no_show',
    actorKind: 'user',
    reservation: { channelId: channel.id },
    ...(at ? { at } : {}),
  })

test('HU3: a change at the venue is sent once, signed, to the endpoint of the channel and to no other', async () => {
  const { received, origin, ctx, recorded } = await aPartner()
  const { id, secret } = await createEndpoint(ctx, {
    channelId: channel.id,
    url: `${origin}/in`,
    auth: { kind: 'basic', name: 'hub', value: 'sesame' },
  })
  const other = await aChannel(open.db, { venues: [venue.id] })
  await anEndpoint(open.db, other.id, { url: `${origin}/other` })
  // Nothing is recorded before the endpoint is verified.
  await seat()
  await open.db.updateTable('webhookEndpoints').set({ state: 'active' }).where('id', '=', id).execute()
  const { reservationId, eventId } = await seat()
  // Changes by the channel itself are not delivered to it.
  await recordChange(open.db, venue, { actorId: channel.id, reservation: { channelId: channel.id } })
  works(ctx)
  await until(async () => (await deliveries(ctx))[0]?.state === 'delivered')
  expect(received).toHaveLength(1)
  const [{ path, headers, text, body }] = received as [(typeof received)[number]]
  expect(path).toBe('/in')
  expect(body).toMatchObject({
    entity: 'booking',
    entity_id: reservationId,
    event_id: eventId,
    action: 'update',
    data: { status: 'no-show' },
  })
  expect(headers['tablewire-event-id']).toBe(eventId)
  expect(headers.authorization).toBe(`Basic ${Buffer.from('hub:sesame').toString('base64')}`)
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['tablewire-signature']))!
  expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${text}`).digest('hex'))
  expect(recorded.traces).toMatchObject([{ from: 'hub', to: 'channel', outcome: 'ok', httpStatus: 204, reservationId }])
})

test('HU3: after a rotation both secrets sign, and never more than two', async () => {
  const { received, origin, ctx } = await aPartner()
  const { id } = await createEndpoint(ctx, { channelId: channel.id, url: origin })
  await rotateSecret(ctx, id)
  const { secrets } = await rotateSecret(ctx, id)
  expect(secrets).toHaveLength(2)
  await testEndpoint(ctx, { id })
  expect(String(received[0]!.headers['tablewire-signature'])).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
})

test('HU3: an endpoint is called from when it answers the challenge', async () => {
  let knows = false
  const { origin, ctx } = await aPartner(({ body }) => ({
    status: 200,
    body: knows ? JSON.stringify({ challenge: body['challenge'] }) : 'hello',
  }))
  const { id } = await createEndpoint(ctx, { channelId: channel.id, url: origin })
  expect((await verifyEndpoint(ctx, id)).endpoint.state).toBe('unverified')
  knows = true
  expect(await verifyEndpoint(ctx, id)).toMatchObject({ endpoint: { state: 'active' }, outcome: { ok: true, status: 200 } })
})

test('HU3: what fails for a moment is sent again, in the order of each booking; what is refused for good is given up', async () => {
  const failures = new Map<string, number>()
  const { received, origin, ctx } = await aPartner(({ body }) => {
    const { status } = body['data'] as { status: string }
    if (status === 'declined') return { status: 410 }
    const n = (failures.get(status) ?? 0) + 1
    failures.set(status, n)
    return { status: status === 'no-show' && n < 2 ? 503 : 200 }
  })
  await anEndpoint(open.db, channel.id, { url: origin })
  const { reservationId } = await seat()
  const later = async (from: 'no_show' | 'confirmed', to: 'confirmed' | 'rejected') =>
    open.db
      .insertInto('reservationEvents')
      .values({
        venueId: venue.id,
        reservationId,
        id: crypto.randomUUID(),
        kind: 'moved',
        move: null,
        fromStatus: from,
        toStatus: to,
        side: 'venue',
        actorKind: 'user',
        actorId: null,
        actorName: 'x',
        reason: null,
        before: null,
        after: null,
        at: new Date().toISOString(),
      })
      .execute()
  await later('no_show', 'confirmed')
  await later('confirmed', 'rejected')
  works(ctx)
  await until(() => failures.get('no-show') === 1)
  await open.db.updateTable('webhookDeliveries').set({ nextAt: new Date() }).where('attempts', '>', 0).execute()
  await until(async () => (await deliveries(ctx)).every(({ state }) => state !== 'waiting'))
  expect(received.map(({ body }) => (body['data'] as { status: string }).status)).toEqual(['no-show', 'no-show', 'confirmed', 'declined'])
  const all = await deliveries(ctx)
  expect(all.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['dead', 1],
    ['delivered', 1],
    ['delivered', 2],
  ])
  expect(await readDelivery(ctx, all[0]!.id)).toMatchObject({ status: 410, tries: [{ n: 1, status: 410 }] })
  // Given up is not lost.
  const { endpointId } = all[0]!
  expect(await replayDeliveries(ctx, { id: endpointId, selection: {} })).toEqual({ replayed: 1 })
  await until(() => received.length === 5)
})

test('HU3: a dead endpoint rests and is paused after three days, and its people are told', async () => {
  const { origin, ctx, recorded } = await aPartner(() => ({ status: 500 }))
  const clock = aClock('2026-05-01T10:00:00Z')
  const timed = { ...ctx, clock }
  const { id } = await anEndpoint(open.db, channel.id, { url: origin })
  for (let n = 0; n < 6; n++) await seat('2026-05-01T10:00:00Z')
  works(timed)
  const state = async () => open.db.selectFrom('webhookEndpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await until(async () => (await state()).state === 'failing')
  expect((await state()).retryAt).not.toBeNull()
  clock.move({ hours: 73 })
  await until(async () => (await state()).state === 'paused')
  expect(await state()).toMatchObject({ pausedBy: 'hub', lastError: 'the endpoint answered 500' })
  expect(recorded.jobs).toEqual([{ name: 'webhooks.mail_paused', data: { endpointId: id } }])
  expect((await deliveries(ctx)).every(({ state: one }) => one === 'waiting')).toBe(true)
})

test('HU3: an endpoint that comes back gets at once what waited for it, and no attempt is lost by that', async () => {
  let isAway = true
  const { origin, ctx, received } = await aPartner(() => ({ status: isAway ? 503 : 200 }))
  const clock = aClock('2026-05-01T10:00:00Z')
  const { id } = await anEndpoint(open.db, channel.id, { url: origin })
  for (let n = 0; n < 6; n++) await seat('2026-05-01T10:00:00Z')
  works({ ...ctx, clock })
  const endpoint = async () => open.db.selectFrom('webhookEndpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await until(async () => (await endpoint()).state === 'failing' && (await deliveries(ctx)).every(({ attempts }) => attempts === 1))
  const [first, ...others] = await deliveries(ctx)
  const later = clock().add({ minutes: 10 }).toString()
  for (const { id: other } of others)
    await open.db.updateTable('webhookDeliveries').set({ nextAt: later }).where('id', '=', other).execute()
  isAway = false
  clock.move({ seconds: 60 })
  await until(async () => (await deliveries(ctx)).every(({ state }) => state === 'delivered'))
  expect(await endpoint()).toMatchObject({ state: 'active', failures: 0 })
  expect(received).toHaveLength(12)
  const steps = await open.db.selectFrom('webhookDeliveries').select(['id', 'step']).execute()
  expect(steps.toSorted((a, b) => b.step - a.step).map((one) => [one.id === first!.id, one.step])).toEqual([
    [true, 2],
    ...others.map(() => [false, 1]),
  ])
})

test('HU3: the schedule is as published, a partner may ask for more time, and only some refusals are for good', () => {
  expect(webhookSchedule.reduce<number>((sum, one) => sum + one, 0)).toBeGreaterThan(24 * 3600)
  expect(secondsUntilNext(1, { dice: 0 })).toBe(5)
  expect(secondsUntilNext(2, { dice: 1 })).toBeCloseTo(33)
  expect(secondsUntilNext(1, { dice: 0, retryAfter: 90 })).toBe(90)
  expect(secondsUntilNext(webhookSchedule.length, { dice: 0 })).toBeUndefined()
  expect([400, 404, 410, 408, 425, 429, 500].filter(isFinal)).toEqual([400, 404, 410])
  expect(retryAfterSeconds('Thu, 01 Jan 2026 00:00:30 GMT', Date.parse('2026-01-01T00:00:00Z'))).toBe(30)
})
