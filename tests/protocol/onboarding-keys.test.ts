import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { type Answer, aCaller, type Caller } from '../build/a-caller.ts'
import { aConnectedSystem, anRms } from '../build/a-remote-venue.ts'
import { aSystem, type TestSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aShop, type Shop } from './a-shop.ts'

let rms: Rms
let shop: Shop
let system: TestSystem
let [bc, ofRms]: [Caller?, Caller?] = []
beforeAll(async () => {
  rms = await anRms()
  shop = await aShop({ env: { SYSTEM_SERVICES: rms.origin } })
  const { db, ports } = shop.container
  system = await aConnectedSystem({ db, secrets: ports.secrets, rms }, { connector: 'sandbox' })
  const { port } = shop.app.server.address() as { port: number }
  bc = aCaller(`http://127.0.0.1:${port}/v1/bc/onboarding-requests`, { 'x-token': shop.channel.key })
  ofRms = aCaller(`http://127.0.0.1:${port}/v1/rms/onboarding-requests`, { authorization: `Bearer ${system.key}` })
})
afterAll(async () => {
  await shop.close()
  await rms.close()
})

type Detail = {
  id: string
  version: number
  status: string
  internalNotes: { rms: string | null; bc: string | null }
  pendingOnMe: boolean
}
const detail = ({ body }: Answer): Detail => body['data'] as Detail
const ask = (over: Record<string, unknown> = {}): Promise<Answer> =>
  bc!('', { body: { systemId: system.id, venueName: `Casa ${randomUUID()}`, ...over } })

test('ON3: an id that the system does not know is refused when a request is made, in words at its field; one that it knows is taken', async () => {
  const unknown = await ask({ rmsVenueId: 'nobodys-house' })
  expect([unknown.status, unknown.body['code'], unknown.body['errors']]).toMatchObject([
    422,
    'onboarding.venue_unknown',
    { rmsVenueId: expect.any(Array) as unknown },
  ])
  const known = await ask({ rmsVenueId: 'harbour-lights' })
  expect(detail(known).status).toBe('restaurant_activation')
  const again = await ask()
  const { id, version } = detail(again)
  const taken = await ofRms!(`/${id}/ids`, { body: { version, rmsVenueId: 'harbour-lights' } })
  // Which one stands in the way is said as well.
  expect(taken.body).toMatchObject({ code: 'onboarding.open_already', details: { id: detail(known).id } })
})

test('ON3: both sides read and act with their keys, each once and on its own side alone', async () => {
  const { id } = detail(await ask({ internalNotes: 'Their first mail was odd.' }))
  const seen = detail(await ofRms!(`/${id}`))
  expect(seen).toMatchObject({ status: 'rms_activation', pendingOnMe: true, internalNotes: { rms: '', bc: null } })
  const body = { version: seen.version, internalNotes: 'Ask Rosa.' }
  const noted = await ofRms!(`/${id}/notes`, { body, idempotencyKey: 'note-1' })
  expect(detail(noted).internalNotes).toEqual({ rms: 'Ask Rosa.', bc: null })
  const repeated = await ofRms!(`/${id}/notes`, { body, idempotencyKey: 'note-1' })
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  const mine = await bc!(`/${id}`)
  expect(JSON.stringify(mine.body)).not.toContain('Rosa')
  expect(detail(mine).internalNotes).toEqual({ rms: null, bc: 'Their first mail was odd.' })
  const { version } = detail(mine)
  // Only who asked takes it back, only who was asked says no.
  expect((await ofRms!(`/${id}/cancel`, { body: { version, reason: 'No.' } })).body['code']).toBe('onboarding.ends_otherwise')
  const named = await bc!(`/${id}/ids`, { body: { version, bookingChannelVenueId: 'bc-77' } })
  expect(named.status).toBe(200)
  const rejected = await ofRms!(`/${id}/reject`, { body: { version: detail(named).version, reason: 'Not ours.' } })
  expect(detail(rejected)).toMatchObject({ status: 'rejected' })
  expect((await bc!(`/${id}/cancel`, { body: { version: detail(rejected).version, reason: 'Late.' } })).body['code']).toBe(
    'onboarding.state_wrong',
  )
})

test('ON3: pages go on where they were, whatever moves on meanwhile, and hold nobody else’s', async () => {
  for (let n = 0; n < 5; n++) await ask()
  const other = await aSystem(shop.container.db)
  const foreign = detail(await ask({ systemId: other.id }))
  const ids: string[] = []
  let after: string | null = null
  do {
    const page: Answer = await ofRms!(`?limit=2${after === null ? '' : `&after=${after}`}`)
    const { data, next } = page.body as { data: { id: string }[]; next: string | null }
    ids.push(...data.map(({ id }) => id))
    after = next
  } while (after !== null)
  expect(new Set(ids).size).toBe(ids.length)
  const whole = (await ofRms!('?limit=200')).body as { data: { id: string }[]; total: number }
  expect(ids).toEqual(whole.data.map(({ id }) => id))
  expect(whole.total).toBe(ids.length)
  expect(ids).not.toContain(foreign.id)
  expect((await ofRms!(`/${foreign.id}`)).status).toBe(404)
  expect((await ofRms!('?after=nonsense')).status).toBe(400)
})

test('ON3: people of a channel may choose any system to ask, and are told its name alone; others see those they deal with', async () => {
  const { db } = shop.container
  const { name } = await aSystem(db)
  const bcAgent = await aUser(db, { roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'] })
  const rmsAgent = await aUser(db, { roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'] })
  await db.insertInto('channelUsers').values({ channelId: shop.channel.id, userId: bcAgent.id }).execute()
  await db.insertInto('systemUsers').values({ systemId: system.id, userId: rmsAgent.id, createdAt: new Date() }).execute()
  const namesFor = async (user: { email: string; password: string }, query = '?onboarding=true'): Promise<string> =>
    (await shop.ask({ method: 'GET', url: `/v1/system-names${query}`, token: await shop.signIn(user) })).body
  expect(await namesFor(bcAgent)).toContain(name)
  expect(await namesFor(bcAgent, '')).not.toContain(name)
  expect(await namesFor(rmsAgent)).not.toContain(name)
})
