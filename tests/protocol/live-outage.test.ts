import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUser } from '../build/a-caller.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, firstAdmin } from '../build/a-server.ts'
import { aLiveReader } from '../build/live-reader.ts'
import { signalAll } from '../build/signal-all.ts'
import { aSmallVenue } from '../build/small-venue.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablewire-live-outage-'))
  // As root the database runs as somebody else, who has to get at its socket.
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

test('an open stream says that the database is away, frozen or down, stays open, and tells on when it is back', async () => {
  const options = { dataDir: join(folder, 'database'), log: () => undefined, settings: { fsync: 'off' } } as const
  const postgres = await startEmbedded(options)
  const server = await aServer({ databaseUrl: postgres.url, env: { DATABASE_ANSWER_SECONDS: '4' } })
  const house = await aSmallVenue(server.url, 1)
  const admin = await asUser(server.url, firstAdmin)
  const reader = await aLiveReader(server.url, admin.token)
  const turns = async (wanted: string[]): Promise<void> => {
    await expect.poll(() => reader.turns, { timeout: 60_000 }).toEqual(wanted)
  }
  const opening = () =>
    fetch(`${server.url}/v1/live`, { headers: { authorization: `Bearer ${admin.token}` } }).then(async (answer) => {
      await answer.body?.cancel()
      return answer.status
    })
  signalAll(options.dataDir, 'SIGSTOP')
  try {
    await turns(['away'])
    // A stream on which nothing can come is none.
    expect(await opening()).toBe(503)
  } finally {
    signalAll(options.dataDir, 'SIGCONT')
  }
  await turns(['away', 'back'])
  await postgres.stop()
  await turns(['away', 'back', 'away'])
  expect(await opening()).toBe(503)
  const again = await startEmbedded(options)
  await turns(['away', 'back', 'away', 'back'])
  await expect.poll(opening, { timeout: 60_000 }).toBe(200)
  const startsAt = instantAt(house, dayFromNow(1, house), '19:00')
  const guest = { firstName: 'Lena', lastName: 'Brandt' }
  const { status, body } = await admin('/v1/reservations', { body: { venueId: house.venueId, startsAt, partySize: 2, guest } })
  expect(status).toBe(201)
  const { id } = body['data'] as { id: string }
  expect(await reader.until(({ message }) => message.id === id, 60_000)).toBeDefined()
  expect(await Promise.race([reader.ended, Promise.resolve('open')])).toBe('open')
  reader.close()
  expect(await server.stop()).toMatchObject({ code: 0 })
  await again.stop()
})
