import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aRemoteSystem, type RemoteSystem } from '../../../../tests/build/a-remote-system.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { daysOf } from './api.ts'

let open: OpenDb
let system: RemoteSystem | undefined
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

const at = (text: string): number => Date.parse(text) / 1000
type Night = { timeZone: string; now: string; from: string; to: string; late: string[]; next: string; local: string[] }

/** The night before: a service that ends after the clocks have changed. */
const nights: Night[] = [
  {
    timeZone: 'Europe/Madrid',
    now: '2027-03-20T12:00:00Z',
    from: '2027-03-27',
    to: '2027-03-28',
    late: ['2027-03-27T22:30:00Z', '2027-03-28T00:30:00Z', '2027-03-28T01:00:00Z', '2027-03-28T01:30:00Z'],
    next: '2027-03-28T18:00:00Z',
    // There is no 02:00, and no 02:30.
    local: ['2027-03-27T23:30', '2027-03-28T01:30', '2027-03-28T03:00', '2027-03-28T03:30', '2027-03-28T20:00'],
  },
  {
    timeZone: 'America/New_York',
    now: '2027-03-07T12:00:00Z',
    from: '2027-03-13',
    to: '2027-03-14',
    late: ['2027-03-14T06:30:00Z', '2027-03-14T07:00:00Z'],
    next: '2027-03-14T23:00:00Z',
    local: ['2027-03-14T01:30', '2027-03-14T03:00', '2027-03-14T19:00'],
  },
  {
    timeZone: 'Europe/Madrid',
    now: '2026-10-20T12:00:00Z',
    from: '2026-10-24',
    to: '2026-10-25',
    late: ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:00:00Z'],
    next: '2026-10-25T19:00:00Z',
    // 02:30 comes twice, an hour apart: two starts.
    local: ['2026-10-25T02:30', '2026-10-25T02:30', '2026-10-25T03:00', '2026-10-25T20:00'],
  },
  {
    timeZone: 'America/New_York',
    now: '2026-10-28T12:00:00Z',
    from: '2026-10-31',
    to: '2026-11-01',
    late: ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
    next: '2026-11-02T00:00:00Z',
    local: ['2026-11-01T01:30', '2026-11-01T01:30', '2026-11-01T19:00'],
  },
]

test.each(nights)(
  'HU4: the night clocks change in $timeZone ($to): every start of the system once, at its moment, from what is kept as from the system',
  async ({ timeZone, now, from, to, late, next, local }) => {
    const clock = aClock(now)
    const ctx = aCtx(open.db, { clock, ports: recordingPorts().ports })
    const house = await aVenue(open.db, { externalId: 'house-1', timeZone })
    system = await aRemoteSystem(open.db, ctx.ports, [house])
    system.says = ({ date }) => (date === from ? late : [next]).map((text) => ({ startSec: at(text), openSpot: 8 }))
    const venue = await venueWithBook(ctx, house.id)
    const look = async () =>
      (await daysOf(ctx, { venue, from, to, partySize: 2, areaId: null, asker: 'channel', explain: false })).flatMap(({ slots }) => slots)
    for (const asked of [2, 2]) {
      const slots = await look()
      expect(slots.map(({ startsAt }) => startsAt)).toEqual([...late, next])
      expect(slots.map(({ startsLocal }) => startsLocal)).toEqual(local)
      expect(slots.every((slot) => slot.open)).toBe(true)
      expect(system.asked.map(({ date }) => date).toSorted()).toEqual([from, to].slice(0, asked))
    }
    await system.close()
  },
)
