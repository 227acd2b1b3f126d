import type { Connection } from '@tablewire/contracts/operations/traces'
import { writeCalls } from '@tablewire/server/features/rms-client/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import type { TestVenue } from '../build/a-venue.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'
import { aContact } from './a-shop.ts'

let remote: RemoteShop
let [system, venue]: [TestSystem, TestVenue] = [undefined!, undefined!]
let token: string
beforeAll(async () => {
  remote = await aRemoteShop()
  system = await remote.connect()
  venue = await remote.openRemote(system)
  token = await remote.shop.signIn(await aUser(remote.shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => remote.close())

const connections = async () => {
  const { container, ask } = remote.shop
  await container.ports.traces.stop()
  await writeCalls(container.db)
  const answer = await ask({ method: 'GET', url: '/v1/connections', token })
  const all = answer.json<{ data: Connection[] }>().data
  return { channel: all.find(({ id }) => id === remote.shop.channel.id)!, system: all.find(({ id }) => id === system.id)! }
}
const search = (days: number) =>
  remote.shop.call(`availability?venueId=${venue.id}&date=${remote.shop.at('20:00', days, venue)}&partySize=2`)

test('when a restaurant’s system is away it is the system that fails, from its first failure on, and not the channel that asked', async () => {
  expect((await search(3)).status).toBe(200)
  const before = Date.now()
  remote.rms.faults.set([{ kind: 'cut', probability: 1, on: 'availability', ms: 0 }])
  const answers = []
  for (let day = 10; day < 14; day++) answers.push((await search(day)).body['code'])
  expect(new Set(answers)).toEqual(new Set(['remote.unreachable']))
  const after = Date.now()
  const found = await connections()
  expect(found.channel).toMatchObject({ state: 'fine', since: null, errorShare: 0, error: null })
  expect(found.channel.calls).toBe(5)
  expect(['failing', 'unreachable']).toContain(found.system.state)
  expect(Date.parse(found.system.since!)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(found.system.since!)).toBeLessThanOrEqual(after)
  // A fault of ours is told where it was met.
  await remote.shop.call('booking', { venueId: venue.id, contact: aContact() })
  expect((await connections()).channel.state).toBe('fine')
})
