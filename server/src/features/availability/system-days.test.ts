import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aRemoteSystem, type RemoteSystem } from '../../../../tests/build/a-remote-system.ts'
import { aShift, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { checkMany, daysOf } from './api.ts'

let open: OpenDb
let ctx: Ctx
let system: RemoteSystem | undefined
const clock = aClock('2026-10-20T12:00:00Z')
const at = (text: string): number => Date.parse(text) / 1000

beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())
beforeEach(() => {
  ctx = aCtx(open.db, { clock, ports: recordingPorts().ports })
})
afterEach(() => system?.close())

const remote = async (over: Parameters<typeof aVenue>[1] = {}): Promise<{ house: TestVenue; venue: VenueWithBook }> => {
  const house = await aVenue(open.db, { externalId: 'house-1', ...over })
  system = await aRemoteSystem(open.db, ctx.ports, [house])
  return { house, venue: await venueWithBook(ctx, house.id) }
}
const says = (days: Record<string, string[]>, openSpot = 10): void => {
  system!.says = ({ date }) => (days[date] ?? []).map((text) => ({ startSec: at(text), openSpot }))
}
const ask = { partySize: 2, areaId: null, asker: 'channel', explain: false } as const
const starts = (day: { slots: { startsLocal: string; open: boolean }[] } | undefined): string[] =>
  day!.slots.filter((slot) => slot.open).map((slot) => slot.startsLocal)

test('HU4: what the system offers is offered, whatever the book of the hub says; its payment rules go along', async () => {
  const { venue } = await remote()
  system!.says = () => [
    { startSec: at('2026-10-22T07:00:00Z'), openSpot: 2 },
    { startSec: at('2026-10-22T07:15:00Z'), openSpot: 1 },
    { startSec: at('2026-10-22T18:00:00Z'), openSpot: 4, deposit: true, depositAmount: 1500 },
    { startSec: at('2026-10-22T18:30:00Z'), openSpot: 4, requireCc: true },
  ]
  const [day] = await daysOf(ctx, { venue, from: '2026-10-22', to: '2026-10-22', ...ask })
  expect(day!.told).toMatchObject({ known: true, stale: false })
  expect(day!.slots.map(({ startsLocal, open: free, payment, coversLeft }) => [startsLocal.slice(11), free, coversLeft, payment])).toEqual([
    ['09:00', true, 2, undefined],
    ['09:15', false, 1, undefined],
    ['20:00', true, 4, { card: true, amount: 1500 }],
    ['20:30', true, 4, { card: true, amount: 0 }],
  ])
})

test('HU4: the limits of the hub hold on top: party, notice, horizon, the past', async () => {
  const { venue } = await remote({ book: { party: { min: 2, max: 4 }, noticeMinutes: 120, horizonDays: 10 } })
  const rules = async (date: string, partySize: number) => {
    const [day] = await daysOf(ctx, { venue, from: date, to: date, ...ask, partySize, explain: true })
    return [...new Set(day!.slots.flatMap(({ closedBy }) => closedBy!.map(({ rule }) => rule)).filter((rule) => rule !== 'system_closed'))]
  }
  says({ '2026-10-22': ['2026-10-22T18:00:00Z'], '2026-10-20': ['2026-10-20T13:00:00Z'], '2026-11-15': ['2026-11-15T19:00:00Z'] })
  expect(await rules('2026-10-22', 2)).toEqual([])
  expect(await rules('2026-10-22', 6)).toEqual(['party_max'])
  expect(await rules('2026-10-20', 2)).toContain('notice')
  expect(await rules('2026-11-15', 2)).toEqual(['horizon'])
})

test('HU4: staff read that the own system has nothing at a time of the book, and that it does not answer', async () => {
  const { venue } = await remote({ book: { shifts: [aShift({ from: '20:00', to: '21:00', lastSeating: '20:30' })] } })
  says({ '2026-10-22': ['2026-10-22T18:00:00Z'] })
  const whole = { venue, from: '2026-10-22', to: '2026-10-22', ...ask, asker: 'staff', explain: true } as const
  const [day] = await daysOf(ctx, whole)
  expect(day!.slots.map(({ startsLocal, closedBy }) => [startsLocal.slice(11), closedBy!.map(({ rule }) => rule)])).toEqual([
    ['20:00', []],
    ['20:15', ['system_closed']],
    ['20:30', ['system_closed']],
  ])
  system!.says = () => 500
  clock.move({ hours: 1 })
  const [silent] = await daysOf(ctx, whole)
  expect(silent!.told).toMatchObject({ known: false })
  expect(silent!.slots.every(({ closedBy }) => closedBy![0]!.rule === 'system_silent')).toBe(true)
})

test('HU4: a start after midnight stays with its evening, also where the system tells it on both dates', async () => {
  const { venue } = await remote()
  says({
    '2026-10-22': ['2026-10-22T21:30:00Z', '2026-10-22T22:30:00Z'],
    '2026-10-23': ['2026-10-22T22:30:00Z', '2026-10-23T18:00:00Z'],
  })
  const [first, second] = await daysOf(ctx, { venue, from: '2026-10-22', to: '2026-10-23', ...ask })
  expect(starts(first)).toEqual(['2026-10-22T23:30', '2026-10-23T00:30'])
  expect(starts(second)).toEqual(['2026-10-23T20:00'])
})

test('HU4: on the night the clocks go back the same time is shown twice as two starts; when they go forward none is lost', async () => {
  const { venue } = await remote({ timeZone: 'Europe/Madrid' })
  says({ '2026-10-25': ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'] })
  const [back] = await daysOf(ctx, { venue, from: '2026-10-25', to: '2026-10-25', ...ask })
  expect(back!.slots.map(({ startsAt, startsLocal }) => [startsAt, startsLocal.slice(11)])).toEqual([
    ['2026-10-25T00:30:00Z', '02:30'],
    ['2026-10-25T01:30:00Z', '02:30'],
  ])
})

test.each([
  ['Asia/Kathmandu', '2026-10-22T14:00:00Z', '2026-10-22T19:45'],
  ['Pacific/Chatham', '2026-10-22T06:00:00Z', '2026-10-22T19:45'],
  ['Pacific/Kiritimati', '2026-10-22T05:00:00Z', '2026-10-22T19:00'],
  ['America/St_Johns', '2026-10-22T22:00:00Z', '2026-10-22T19:30'],
])('HU4: a start in %s stands on the venue’s own clock', async (timeZone, instant, local) => {
  const { venue } = await remote({ timeZone })
  says({ '2026-10-22': [instant] })
  const [day] = await daysOf(ctx, { venue, from: '2026-10-22', to: '2026-10-22', ...ask })
  expect(starts(day)).toEqual([local])
})

test('HU4: many exact starts are checked over venues of the hub and of other systems, in the order they were asked', async () => {
  const { venue } = await remote()
  says({ '2026-10-22': ['2026-10-22T18:00:00Z', '2026-10-22T22:15:00Z'] })
  const here = await venueWithBook(ctx, (await aVenue(open.db)).id)
  const wanted = (of: VenueWithBook, startsAt: string, partySize = 2) =>
    ({ venue: of, startsAt, partySize, areaId: null, asker: 'channel', override: false }) as const
  const checked = await checkMany(ctx, [
    wanted(venue, '2026-10-22T18:00:00Z'),
    wanted(here, '2026-10-22T18:00:00Z'),
    wanted(venue, '2026-10-22T18:15:00Z'),
    wanted(venue, '2026-10-22T22:15:00Z'),
    wanted(here, '2026-10-22T08:00:00Z'),
  ])
  expect(checked.map((one) => (one.open ? one.type : one.rule))).toEqual(['book', 'book', 'system_closed', 'book', 'opening_hours'])
})

test('HU4: a channel is bound by its own limits at a venue of another system too', async () => {
  const { house, venue } = await remote()
  says({ '2026-10-22': ['2026-10-22T18:00:00Z'] })
  const { id } = await aChannel(open.db, { venues: [house.id] })
  await open.db
    .updateTable('channels')
    .set({ limits: JSON.stringify({ partyMax: 2 }) })
    .where('id', '=', id)
    .execute()
  const days = async (partySize: number) => daysOf(ctx, { venue, from: '2026-10-22', to: '2026-10-22', ...ask, partySize, channelId: id })
  expect(starts((await days(2))[0])).toHaveLength(1)
  expect(starts((await days(3))[0])).toHaveLength(0)
})
