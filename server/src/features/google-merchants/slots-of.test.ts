import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aGoogleAccount } from '../../../../tests/build/a-google-account.ts'
import { aRemoteSystem } from '../../../../tests/build/a-remote-system.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { anArea, aShift, aVenue, type TestVenue, type VenueOverrides } from '../../../../tests/build/a-venue.ts'
import { checkMany } from '#src/features/availability/api.ts'
import { type CallingAccount, knownAccountBy } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import {
  asAccount,
  datesOf,
  type GoogleSlot,
  type Merchant,
  merchantOf,
  merchantRecords,
  merchantsOf,
  serviceRecord,
  slotsOf,
} from './api.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

const clock = aClock('2026-10-20T12:00:00Z')
type Stage = { ctx: Ctx; account: CallingAccount; venue: TestVenue; merchant: Merchant }
type Setting = VenueOverrides & { capabilities?: CallingAccount['capabilities']; at?: string }
/** A venue live on a channel with an account of its own. */
const aStage = async ({ capabilities = [], at, ...overrides }: Setting = {}): Promise<Stage> => {
  const venue = await aVenue(open.db, overrides)
  const channel = await aChannel(open.db, { venues: [venue.id] })
  // The installation has one account in each environment: the one before steps aside.
  await open.db.updateTable('googleAccounts').set({ active: false }).execute()
  const made = await aGoogleAccount(open.db, { channelId: channel.id, capabilities })
  const found = await knownAccountBy(open.db, { key: made.key, username: made.username, password: made.password }, Date.now())
  const account = found!
  const ctx = asAccount(aCtx(open.db, { clock: at === undefined ? clock : aClock(at) }), account)
  return { ctx, account, venue, merchant: (await merchantOf(ctx, account, venue.id))! }
}
const slotsIn = async ({ ctx, account, merchant }: Stage, from: string, to = from): Promise<GoogleSlot[]> => {
  const told: GoogleSlot[] = []
  for await (const piece of slotsOf(ctx, { account, merchant, from, to })) told.push(...piece)
  return told
}
const at = (slots: readonly GoogleSlot[], instant: string, partySize: number): GoogleSlot | undefined =>
  slots.find((slot) => slot.startSec === Date.parse(instant) / 1000 && slot.partySize === partySize && !slot.room)
const instants = (slots: readonly GoogleSlot[], partySize = 2): string[] =>
  slots.filter((slot) => slot.partySize === partySize).map(({ startSec }) => new Date(startSec * 1000).toISOString().slice(0, 16))

beforeAll(async () => {
  // Every account of these tests is the installation's own, which the database allows once.
  await sql`drop index google_accounts_owner`.execute(open.db)
})

test('GO1: spots are the tables a party of that size could still have, of those in an empty house', async () => {
  const stage = await aStage({ book: { areas: [anArea({ capacity: 8 }), anArea({ name: 'Terrace', capacity: 5, byDefault: false })] } })
  const start = '2026-10-22T18:00:00Z'
  const counts = async () => {
    const slots = await slotsIn(stage, '2026-10-22')
    return [1, 2, 4, 5, 8, 9].map((party) => {
      const slot = at(slots, start, party)
      return slot && [slot.spotsOpen, slot.spotsTotal]
    })
  }
  expect(await counts()).toEqual([[13, 13], [6, 6], [3, 3], [2, 2], [1, 1], undefined])
  await aReservation(open.db, stage.venue, { date: '2026-10-22', time: '20:30', partySize: 5 })
  expect(await counts()).toEqual([[8, 13], [3, 6], [1, 3], [1, 2], [0, 1], undefined])
})

test('GO1: what has a spot is what a lookup answers, at every start for every party', async () => {
  const shift = aShift({ pacing: { covers: 12, parties: 3 }, keptBackCovers: 4, requestFromParty: 8 })
  const book = { shifts: [shift], pressureReleaseHours: 24, noticeMinutes: 180, cutOffMinutes: 60, party: { min: 2, max: 9 } }
  const stage = await aStage({ book: { ...book, areas: [anArea({ capacity: 20 })] }, at: '2026-10-22T13:00:00Z' })
  for (const [time, partySize] of [
    ['19:00', 6],
    ['19:00', 2],
    ['20:15', 12],
    ['21:00', 9],
    ['21:00', 2],
  ] as const)
    for (const date of ['2026-10-22', '2026-10-23', '2026-10-24']) await aReservation(open.db, stage.venue, { date, time, partySize })
  const { ctx, merchant } = stage
  const wanted = ['2026-10-22', '2026-10-23', '2026-10-24'].flatMap((date) =>
    Array.from({ length: 24 * 4 }, (_, quarter) => Date.parse(`${date}T00:00:00Z`) + quarter * 900_000).flatMap((ms) =>
      Array.from({ length: 10 }, (_one, index) => ({ ms, partySize: index + 1 })),
    ),
  )
  const checks = await checkMany(
    ctx,
    wanted.map(({ ms, partySize }) => ({
      venue: merchant.venue!,
      startsAt: new Date(ms).toISOString(),
      partySize,
      areaId: null,
      asker: 'channel' as const,
      override: false,
    })),
  )
  const free = wanted.filter((_, index) => checks[index]!.open && (checks[index] as { type: string }).type === 'book')
  const told = (await slotsIn(stage, '2026-10-21', '2026-10-24')).filter(({ spotsOpen }) => spotsOpen > 0)
  const names = (list: { ms: number; partySize: number }[]) => list.map(({ ms, partySize }) => `${ms} ${partySize}`).toSorted()
  expect(names(told.map(({ startSec, partySize }) => ({ ms: startSec * 1000, partySize })))).toEqual(names(free))
  expect(free.length).toBeGreaterThan(100)
  for (const { startSec, lastBookableSec } of told) expect(lastBookableSec).toBeLessThan(startSec)
})

test('GO1: both days on which clocks change, and zones with odd offsets, tell each start once', async () => {
  const cases = [
    // Two o'clock comes twice: as for a booking it is the first one.
    { timeZone: 'Europe/Madrid', date: '2026-10-25', from: '01:00', lastSeating: '03:30', first: '2026-10-24T23:00', count: 6 },
    // Two o'clock does not come: its starts are left out.
    { timeZone: 'Europe/Madrid', date: '2027-03-28', from: '01:00', lastSeating: '03:30', first: '2027-03-28T00:00', count: 4 },
    { timeZone: 'Australia/Lord_Howe', date: '2026-12-05', from: '18:00', lastSeating: '19:30', first: '2026-12-05T07:00', count: 4 },
    { timeZone: 'Asia/Kathmandu', date: '2026-12-05', from: '18:00', lastSeating: '19:30', first: '2026-12-05T12:15', count: 4 },
    { timeZone: 'Pacific/Kiritimati', date: '2026-12-05', from: '18:00', lastSeating: '19:30', first: '2026-12-05T04:00', count: 4 },
    { timeZone: 'America/St_Johns', date: '2026-12-05', from: '18:00', lastSeating: '19:30', first: '2026-12-05T21:30', count: 4 },
  ]
  for (const { timeZone, date, from, lastSeating, first, count } of cases) {
    const openingHours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '23:59' }))
    const shifts = [aShift({ from, to: '23:00', lastSeating, intervalMinutes: 30 })]
    const stage = await aStage({ timeZone, book: { openingHours, shifts } })
    const told = instants(await slotsIn(stage, date))
    expect(told[0], timeZone).toBe(first)
    expect(told, `${timeZone} ${date}`).toHaveLength(count)
    expect(new Set(told).size).toBe(told.length)
  }
})

test('GO1: a night that runs into the morning’s own shift tells no start twice', async () => {
  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '23:59' }))
  const shifts = [
    aShift({ from: '22:00', to: '08:00', lastSeating: '07:00', intervalMinutes: 60 }),
    aShift({ from: '06:00', to: '10:00', lastSeating: '09:00', intervalMinutes: 60 }),
  ]
  const stage = await aStage({ book: { openingHours, shifts } })
  const told = instants(await slotsIn(stage, '2026-11-02', '2026-11-05'))
  expect(new Set(told).size).toBe(told.length)
})

test('GO1: the venue’s own bounds for Google, and seating sections where the account has them', async () => {
  const bar = anArea({ name: 'Bar', description: 'High tables', capacity: 4, byDefault: false })
  const stage = await aStage({
    book: { areas: [anArea({ rwgDefault: true }), bar, anArea({ name: 'Cellar', online: false, byDefault: false })] },
    capabilities: ['seatingSections'],
  })
  await open.db.updateTable('venues').set({ rwgMaxDays: 3, maxPartySize: 6 }).where('id', '=', stage.venue.id).execute()
  const merchant = (await merchantOf(stage.ctx, stage.account, stage.venue.id))!
  expect(datesOf(stage.ctx, merchant)).toEqual({ from: '2026-10-19', to: '2026-10-23' })
  const slots = await slotsIn({ ...stage, merchant }, '2026-10-19', '2026-10-30')
  expect(Math.max(...slots.map(({ startSec }) => startSec))).toBe(Date.parse('2026-10-23T20:00:00Z') / 1000)
  expect(new Set(slots.filter(({ room }) => !room).map(({ partySize }) => partySize))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  expect(new Set(slots.flatMap(({ room }) => room ?? []))).toEqual(new Set(slots.flatMap(({ room }) => (room ? [room] : []))))
  expect(slots.find(({ room }) => room)?.room).toEqual({ id: bar.id, name: 'Bar', description: 'High tables' })
  expect(slots.some(({ room, partySize }) => room && partySize > 4)).toBe(false)
})

test('HU4: of a venue with its own system what that says; while it is silent, what it said in the last day', async () => {
  const stage = await aStage({ externalId: 'house-9', book: { party: { min: 1, max: 3 } } })
  const now = aClock('2026-10-20T12:00:00Z')
  const ports = recordingPorts().ports
  const system = await aRemoteSystem(open.db, ports, [stage.venue])
  try {
    system.says = ({ date }) =>
      date === '2026-10-22'
        ? [
            { startSec: Date.parse('2026-10-22T18:00:00Z') / 1000, openSpot: 5 },
            { startSec: Date.parse('2026-10-22T19:00:00Z') / 1000, openSpot: 5, requireCc: true },
          ]
        : []
    const ctx = { ...stage.ctx, ports, clock: now }
    await open.db.updateTable('systems').set({ rwgEnabled: true }).where('id', '=', system.id).execute()
    const merchant = (await merchantOf(ctx, stage.account, stage.venue.id))!
    const told = async () =>
      (await slotsIn({ ...stage, ctx, merchant }, '2026-10-22')).map(({ partySize, spotsOpen, spotsTotal }) => [
        partySize,
        spotsOpen,
        spotsTotal,
      ])
    const all = [
      [1, 5, 5],
      [2, 2, 2],
      [3, 1, 1],
    ]
    expect(await told()).toEqual(all)
    system.says = () => 503
    now.move({ hours: 6 })
    expect(await told()).toEqual(all)
    now.move({ hours: 20 })
    expect(await told()).toEqual([])
  } finally {
    await system.close()
  }
})

test('GO1: a merchant as its feed tells of it, and what it lacks; the service with its rules', async () => {
  const stage = await aStage({ book: { noticeMinutes: 90, cancellationWindowMinutes: 1440 } })
  const { ctx, account, venue, merchant } = stage
  expect(await merchantRecords(ctx, account, [venue.id])).toEqual([{ id: venue.id, record: undefined, gaps: ['address'] }])
  const more = {
    address: 'Calle Mayor 1',
    postalCode: '28013',
    phoneNumber: '910 000 000',
    website: 'https://casa.example.com/',
    cuisine: 'French',
    latitude: 40.4,
    longitude: -3.7,
  }
  await open.db.updateTable('venues').set(more).where('id', '=', venue.id).execute()
  const [told] = await merchantRecords(ctx, account, [venue.id])
  expect(told).toEqual({
    id: venue.id,
    gaps: [],
    record: {
      merchant_id: venue.id,
      name: 'Casa Prueba',
      telephone: '+34910000000',
      url: 'https://casa.example.com/',
      geo: {
        latitude: 40.4,
        longitude: -3.7,
        address: { country: 'ES', locality: 'Madrid', postal_code: '28013', street_address: 'Calle Mayor 1' },
      },
      category: 'French restaurant',
    },
  })
  const page = await merchantsOf(ctx, account, { after: null, limit: 10 })
  expect(page.map(({ id, state }) => [id, state])).toEqual([[venue.id, 'live']])
  expect(await merchantsOf(ctx, account, { after: venue.id, limit: 10 })).toEqual([])
  expect(serviceRecord(account, merchant)).toMatchObject({
    merchant_id: venue.id,
    service_id: 'reservation',
    rules: { min_advance_booking: 5400, min_advance_online_canceling: 86_400 },
  })
})
