import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aRemoteSystem, type RemoteSystem } from '../../../../tests/build/a-remote-system.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { invalidateDays, storePushedDays, remoteDays } from './api.ts'

let open: OpenDb
let ctx: Ctx
let venue: TestVenue
let system: RemoteSystem
const clock = aClock('2026-11-20T12:00:00Z')
beforeAll(async () => {
  open = await aDb()
  const { ports } = recordingPorts()
  ctx = aCtx(open.db, { clock, ports })
  venue = await aVenue(open.db, { externalId: 'house-1' })
  system = await aRemoteSystem(open.db, ports, [venue])
})
afterAll(async () => {
  await system.close()
  await open.close()
})

const date = '2026-11-24'
const startSec = Date.parse(`${date}T19:00:00Z`) / 1000
const look = async (partySize: number, areaId: string | null = null) =>
  (await remoteDays(ctx, { venue: await venueWithBook(aCtx(open.db), venue.id), partySize, areaId, from: date, to: date })).days[0]!

test('HU4: slots that a system pushes are what it has, without being asked; the other sizes of the day are asked for anew', async () => {
  system.says = () => [{ startSec, openSpot: 8 }]
  await look(2)
  await look(4)
  expect(system.asked).toHaveLength(2)
  clock.move({ seconds: 2 })
  await invalidateDays(ctx, venue.id, [date])
  const day = {
    date,
    partySize: 2,
    duration: 7200,
    requiresDuration: true,
    durations: [{ value: 7200 }],
    bookingTypes: [{ id: 'tasting', name: { en: 'Tasting menu' } }],
    slotData: [{ startSec, openSpots: 3, totalSpots: 12, deposit: true, depositAmount: 1500 }],
  }
  expect(await storePushedDays(ctx, { venueId: venue.id, days: [day] })).toBe(1)
  clock.move({ seconds: 1 })
  expect(await look(2)).toMatchObject({
    known: true,
    stale: false,
    durationSeconds: 7200,
    offers: {
      requiresDuration: true,
      durations: [{ seconds: 7200, label: null }],
      bookingTypes: [{ id: 'tasting', name: { en: 'Tasting menu' } }],
    },
    slots: [{ startsAt: '2026-11-24T19:00:00Z', spotsOpen: 3, spotsTotal: 12, deposit: 1500 }],
  })
  expect(system.asked).toHaveLength(2)
  await look(4)
  expect(system.asked).toHaveLength(3)
})

test('HU4: a pushed day of an area counts for that area; of one we never heard of nothing is kept', async () => {
  const [main] = venue.book.areas
  await open.db.updateTable('areas').set({ externalId: 'room-7' }).where('id', '=', main!.id).execute()
  const slotData = [{ startSec, openSpot: 1 }]
  const days = [
    { date, partySize: 6, areaId: 'room-7', slotData },
    { date, partySize: 6, areaId: 'nowhere', slotData },
  ]
  expect(await storePushedDays(ctx, { venueId: venue.id, days })).toBe(1)
  const asked = system.asked.length
  clock.move({ seconds: 1 })
  expect((await look(6, main!.id)).slots).toMatchObject([{ spotsOpen: 1 }])
  expect(system.asked).toHaveLength(asked)
})
