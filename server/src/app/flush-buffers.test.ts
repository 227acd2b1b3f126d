import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aChannel } from '../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../tests/build/a-ctx.ts'
import { aRemoteSystem, type RemoteSystem } from '../../../tests/build/a-remote-system.ts'
import { aVenue } from '../../../tests/build/a-venue.ts'
import { recordSearch } from '#src/features/channels/api.ts'
import { remoteDays } from '#src/features/rms-client/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { makeDb, makePool } from '#src/platform/db/connect.ts'
import { flushBuffers } from './flush-buffers.ts'

let [open, system]: [OpenDb?, RemoteSystem?] = []
beforeAll(async () => {
  open = await aDb()
})
afterAll(async () => {
  await system?.close()
  await open?.close()
})

test('what is gathered is written before the database is given back, and nobody writes afterwards', async () => {
  const { ports } = recordingPorts()
  const venue = await aVenue(open!.db, { externalId: 'house-1' })
  system = await aRemoteSystem(open!.db, ports, [venue])
  const channel = await aChannel(open!.db, { venues: [venue.id] })
  const db = makeDb(makePool({ url: open!.url, max: 2, name: 'closing' }))
  const ctx = aCtx(db, { ports, actor: { kind: 'channel', id: channel.id, name: 'Shop', rateLimitPerMinute: 60 } })
  const complaints = vi.spyOn(ctx.log, 'warn')
  const book = await venueWithBook(aCtx(open!.db), venue.id)
  const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  recordSearch(ctx, venue.id)
  await remoteDays(ctx, { venue: book, partySize: 2, areaId: null, from: date, to: date })
  await remoteDays(ctx, { venue: book, partySize: 2, areaId: null, from: date, to: date })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    recordSearch(ctx, venue.id)
    await flushBuffers(ctx)
    await db.destroy()
    await vi.advanceTimersByTimeAsync(10_000)
  } finally {
    vi.useRealTimers()
  }
  expect(complaints).not.toHaveBeenCalled()
  expect(await open!.db.selectFrom('channelHealth').select('searchedAt').where('venueId', '=', venue.id).execute()).toHaveLength(1)
  const asked = await open!.db.selectFrom('remoteDays').select('askedAt').where('venueId', '=', venue.id).execute()
  expect(asked.map(({ askedAt }) => askedAt !== null)).toEqual([true])
})
