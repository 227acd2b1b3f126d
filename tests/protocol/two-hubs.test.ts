import { setTimeout as sleep } from 'node:timers/promises'
import { makeSecrets } from '@tablewire/server/platform/secrets/secrets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asChannel } from '../build/a-caller.ts'
import { aChannel } from '../build/a-channel.ts'
import { aDb, type OpenDb, recordingPorts } from '../build/a-ctx.ts'
import { aRemoteSystem, type RemoteSystem } from '../build/a-remote-system.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, type TestServer } from '../build/a-server.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'

const secretKey = 'a key that both processes were given for this'
const atOnce = 4
let [open, system, a, b]: [OpenDb?, RemoteSystem?, TestServer?, TestServer?] = []
let venue: TestVenue
let channel: Awaited<ReturnType<typeof aChannel>>
beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db, { externalId: 'house-1' })
  const { ports } = recordingPorts()
  system = await aRemoteSystem(open.db, { ...ports, secrets: makeSecrets([secretKey]) }, [venue])
  const [origin] = ports.config.systemServices.slice(-1)
  await open.db
    .updateTable('systems')
    .set({ connection: JSON.stringify({ baseUrl: origin, atOnce }) })
    .where('id', '=', system.id)
    .execute()
  channel = await aChannel(open.db, { venues: [venue.id] })
  const start = (): Promise<TestServer> =>
    aServer({ databaseUrl: open!.url, args: ['--empty'], env: { SYSTEM_SERVICES: origin!, TABLEWIRE_SECRET_KEY: secretKey } })
  ;[a, b] = await Promise.all([start(), start()])
  // Two beats: each knows of the other.
  await sleep(5000)
})
afterAll(async () => {
  await Promise.all([a?.stop(), b?.stop()])
  await system?.close()
  await open?.close()
})

const look = (server: TestServer, days: number, partySize: number) => {
  const date = Date.parse(instantAt(venue, dayFromNow(days, venue), '20:00')) / 1000
  return asChannel(server.url, channel.key)(`availability?venueId=${venue.id}&partySize=${partySize}&date=${date}`, { method: 'GET' })
}

test('HU2: two processes together never ask a system more at once than it allows', async () => {
  system!.delayMs = 60
  const answers = await Promise.all(
    [a!, b!].flatMap((server, which) => Array.from({ length: 15 }, (_, index) => look(server, 3 + index, 2 + which))),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(system!.mostAtOnce).toBeGreaterThan(1)
  expect(system!.mostAtOnce).toBeLessThanOrEqual(atOnce)
})

test('HU2: what one process found away, the other does not ask either, and hears when it is back', async () => {
  system!.delayMs = 0
  system!.says = () => 500
  system!.health = 500
  const away = async (): Promise<number> => (await circuits()).length
  await expect.poll(async () => (await Promise.all(Array.from({ length: 6 }, (_, index) => look(a!, 30 + index, 2))), away())).toBe(1)
  await expect.poll(async () => await spared(b!), { interval: 300 }).toBe(true)
  system!.says = () => []
  system!.health = 200
  await expect.poll(async () => (await look(a!, 50, 2), away()), { interval: 500 }).toBe(0)
  await expect.poll(async () => (await look(b!, 51, 3)).status, { interval: 500 }).toBe(200)
})

const circuits = async () =>
  (await open!.db
    .selectFrom('circuits' as never)
    .selectAll()
    .execute()) as unknown[]
let day = 60
/** Answered without the system having been asked. */
const spared = async (server: TestServer): Promise<boolean> => {
  await Promise.all(Array.from({ length: 4 }, () => look(a!, ++day, 2)))
  const before = system!.asked.length
  const { status } = await look(server, ++day, 4)
  return status === 503 && system!.asked.length === before
}
