import { afterAll, beforeAll, expect, test } from 'vitest'
import { allVenues } from '../../../../tests/build/all-venues.ts'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aBook, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { createTestVenues } from '#src/features/venues/create-test-venue.ts'
import { readVenue } from '#src/features/venues/venue-view.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type ListAsk, listReservations } from './list-reservations.ts'

let open: OpenDb
let ctx: Ctx
let madrid: TestVenue
let tokyo: TestVenue
beforeAll(async () => {
  open = await aDb()
  ctx = aCtx(open.db)
  madrid = await aVenue(open.db)
  tokyo = await aVenue(open.db, { timeZone: 'Asia/Tokyo', name: 'Tokyo Prueba' })
})
afterAll(() => open.close())

const names = async (ask: ListAsk, as: Ctx = ctx): Promise<string[]> =>
  (await listReservations(as, ask)).data.map((row) => row.guest.lastName)

test('days are service days, on the clock of each venue, also after midnight', async () => {
  await aReservation(open.db, madrid, { date: '2027-03-01', time: '21:00', guestLastName: 'Evening' })
  const late = await aReservation(open.db, madrid, { date: '2027-03-02', time: '00:30', guestLastName: 'Late' })
  await open.db.updateTable('reservations').set({ serviceOn: '2027-03-01' }).where('id', '=', late.id).execute()
  await aReservation(open.db, tokyo, { date: '2027-03-01', time: '08:00', guestLastName: 'Tokyo' })
  await aReservation(open.db, tokyo, { date: '2027-03-02', time: '08:00', guestLastName: 'Next' })
  expect(await names({ filters: { date: '2027-03-01' } })).toEqual(['Tokyo', 'Evening', 'Late'])
  expect(await names({ filters: { from: '2027-03-01', to: '2027-03-02' } })).toEqual(['Tokyo', 'Evening', 'Next', 'Late'])
  expect(await names({ filters: { from: '2027-03-01T20:00:00Z', to: '2027-03-01T23:00:00Z' } })).toEqual(['Evening', 'Next'])
  expect(await names({ filters: { date: '2027-03-01', venueId: [madrid.id] } })).toEqual(['Evening', 'Late'])
  expect(await names({ filters: { date: '2027-03-01' }, sort: '-startsAt' })).toEqual(['Late', 'Evening', 'Tokyo'])
  expect(await names({ filters: { date: '2027-03-01' } }, aCtx(open.db, { scope: { kind: 'venues', ids: [tokyo.id] } }))).toEqual(['Tokyo'])
  expect(
    await names({ filters: { date: '2027-03-01' } }, aCtx(open.db, { scope: { kind: 'company', companyId: madrid.companyId } })),
  ).toEqual(['Evening', 'Late'])
})

test("creation days are days on the venue's clock, newest first", async () => {
  const venue = await aVenue(open.db, { timeZone: 'Pacific/Auckland' })
  await aReservation(open.db, venue, { guestLastName: 'Before', createdAt: '2026-02-01T10:59:00Z' })
  await aReservation(open.db, venue, { guestLastName: 'First', createdAt: '2026-02-01T11:00:00Z' })
  await aReservation(open.db, venue, { guestLastName: 'Last', createdAt: '2026-02-02T10:59:59Z' })
  expect(await names({ filters: { dateBasis: 'creation', date: '2026-02-02', venueId: [venue.id] } })).toEqual(['Last', 'First'])
  expect(
    await names({ filters: { dateBasis: 'creation', from: '2026-02-01T10:00:00Z', to: '2026-02-01T11:00:00Z' }, sort: 'createdAt' }),
  ).toEqual(['Before', 'First'])
})

test('holds stay out until somebody asks for them; every filter narrows', async () => {
  const venue = await aVenue(open.db)
  const channel = await aChannel(open.db, { venues: [venue.id] })
  await aReservation(open.db, venue, { guestLastName: 'Held', status: 'held' })
  await aReservation(open.db, venue, { guestLastName: 'Gone', status: 'expired' })
  await aReservation(open.db, venue, { guestLastName: 'Seated', status: 'seated', partySize: 5 })
  await aReservation(open.db, venue, { guestLastName: 'Online', source: 'channel', channelId: channel.id, areaId: venue.book.areas[1]!.id })
  const filters = { venueId: [venue.id] }
  expect((await names({ filters })).toSorted()).toEqual(['Online', 'Seated'])
  expect(await names({ filters: { ...filters, status: ['held'] } })).toEqual(['Held'])
  expect(await names({ filters: { ...filters, channelId: [channel.id] } })).toEqual(['Online'])
  expect(await names({ filters: { ...filters, areaId: [venue.book.areas[1]!.id] } })).toEqual(['Online'])
  expect(await names({ filters: { ...filters, partySize: [5, 6] } })).toEqual(['Seated'])
  expect(await names({ filters: { ...filters, source: ['walk_in'] } })).toEqual([])
  expect((await names({ filters: { ...filters, rmsId: ['01900000-0000-7000-8000-000000000001'] } })).length).toBe(2)
  const [online] = (await listReservations(ctx, { filters: { ...filters, channelId: [channel.id] } })).data
  expect(online).toMatchObject({ channelName: channel.name, areaName: 'Terrace', venueName: venue.name })
})

test('search finds name, phone, e-mail and reference, each word, without regard to case', async () => {
  const venue = await aVenue(open.db)
  await aReservation(open.db, venue, {
    guestFirstName: 'Zoë',
    guestLastName: 'Müller-Öz',
    guestEmail: 'zoe@example.test',
    guestPhone: '+34611222333',
    reference: 'QQQQ2222',
  })
  await aReservation(open.db, venue, { guestFirstName: 'Li', guestLastName: 'Wu', guestEmail: '100%_sure@example.test', guestPhone: null })
  for (const filters of [{ venueId: [venue.id] }, { venueId: [venue.id], from: '2026-01-01', to: '2030-01-01' }]) {
    const found = (q: string) => names({ filters: { ...filters, q } })
    for (const q of ['zoë', 'MÜLLER zoë', 'qqqq2', '611 222 333', '+34 611-222-333', 'zoe@example.test'])
      expect(await found(q), q).toEqual(['Müller-Öz'])
    for (const q of ['li', 'wu li', '0%_s']) expect(await found(q), q).toEqual(['Wu'])
    for (const q of ['zoë wu', '%', '_____', 'uller zoe@other']) expect(await found(q), q).toEqual([])
    expect((await found(' ')).length).toBe(2)
  }
})

test('who has the very address, number or booking number is found alone; where nobody has it, it is looked for in the middle', async () => {
  const venue = await aVenue(open.db)
  const other = await aVenue(open.db)
  const vela = { guestFirstName: 'Ana', guestLastName: 'Vela', guestEmail: 'ana_v@mail.test', guestPhone: '+34611222344' }
  await aReservation(open.db, venue, { ...vela, reference: 'WXYZ2345' })
  const sorel = { guestFirstName: 'Ana', guestLastName: 'Sorel', guestEmail: 'joana_v@mail.test', guestPhone: '+4961122234499' }
  await aReservation(open.db, venue, { ...sorel, reference: 'WXYZ2346' })
  await aReservation(open.db, other, { ...vela, guestEmail: 'ANA_V@mail.test', reference: 'WXYZ2347' })
  for (const filters of [{ venueId: [venue.id] }, { venueId: [venue.id], from: '2026-01-01', to: '2030-01-01' }]) {
    const found = async (q: string) => (await names({ filters: { ...filters, q } })).toSorted()
    for (const q of [
      'ana_v@mail.test',
      'Ana_V@mail.te',
      'vela ana_v@mail.test',
      '611 222 344',
      '+34 611 222 344',
      '0034611222344',
      'wxyz2345',
    ])
      expect(await found(q), q).toEqual(['Vela'])
    // Nobody has just these.
    for (const q of ['na_v@mail.test', 'ana', '61122', '11222344', 'wxyz234', 'mail.test ana'])
      expect(await found(q), q).toEqual(['Sorel', 'Vela'])
    for (const q of ['oana_v@mail.test', '49 611 222', 'wxyz2346 sorel', 'sorel ana_v@mail.test'])
      expect(await found(q), q).toEqual(['Sorel'])
    for (const q of ['ana%v@mail.test', 'wxyz2347', 'wxyz2345 sorel']) expect(await found(q), q).toEqual([])
  }
  // Of all houses; and who sees one of them sees what it has.
  for (const q of ['ana_v@mail.test', '+34611222344']) expect(await names({ filters: { q } }), q).toEqual(['Vela', 'Vela'])
  for (const scope of [{ kind: 'company', companyId: other.companyId } as const, { kind: 'venues', ids: [other.id] } as const]) {
    const seen = async (q: string) =>
      (await listReservations(aCtx(open.db, { scope }), { filters: { q } })).data.map(({ venueId }) => venueId)
    for (const q of ['ana_v@mail.test', '+34611222344', 'vela', 'WXYZ2347']) expect(await seen(q), q).toEqual([other.id])
    expect(await seen('WXYZ2345')).toEqual([])
  }
})

test('a name is found however its accents are typed, with commas as lists have them, and its signs are no pattern', async () => {
  const venue = await aVenue(open.db)
  for (const guestLastName of [
    'Peñalver García',
    'Penalver Garcia',
    'Müller',
    'Mueller',
    'Muller',
    'Groß',
    'Gross',
    "O'Brien (50%)",
    'Łukasz',
    'Søren',
  ])
    await aReservation(open.db, venue, { guestLastName, guestFirstName: 'Inés', guestEmail: null, guestPhone: '+34600112394' })
  const found = async (q: string) => (await names({ filters: { venueId: [venue.id], q } })).toSorted((one, two) => (one < two ? -1 : 1))
  for (const q of ['garcia', 'García', 'garci\u0301a', 'GARCÍA, inés', '"penalver" ines']) expect(await found(q), q).toHaveLength(2)
  expect([await found('müller'), await found('mueller'), await found('Muller')]).toEqual([
    ['Mueller', 'Muller', 'Müller'],
    ['Mueller', 'Müller'],
    ['Muller', 'Müller'],
  ])
  expect([await found('gross'), await found('groß')]).toEqual([
    ['Gross', 'Groß'],
    ['Gross', 'Groß'],
  ])
  expect(
    [await found("o'brien"), await found('(50%)'), await found('lukasz'), await found('soren'), await found('soeren')].map(
      (all) => all.length,
    ),
  ).toEqual([1, 1, 1, 1, 1])
  expect([await found('.*'), await found('[a-z]'), await found('mül_er'), await found('\\')]).toEqual([[], [], [], []])
  expect([await found('br'), await found('"Br"'), await found('ri')]).toEqual([["O'Brien (50%)"], ["O'Brien (50%)"], []])
  expect([(await found('23 94')).length, (await found('0 0 2 3 9 4')).length]).toEqual([10, 10])
})

test('pages neither repeat nor lose a row where many begin at the same moment, by offset and by cursor, in every order', async () => {
  const venue = await aVenue(open.db)
  for (let n = 0; n < 23; n++)
    await aReservation(open.db, venue, { date: '2027-06-01', time: n < 15 ? '20:00' : '21:00', createdAt: '2026-01-01T00:00:00.123456Z' })
  for (const span of [{ date: '2027-06-01' }, {}])
    for (const sort of ['startsAt', '-startsAt', 'createdAt', '-createdAt'] as const) {
      const filters = { venueId: [venue.id], ...span }
      const whole = (await listReservations(ctx, { filters, sort, limit: 50 })).data.map((row) => row.id)
      expect(new Set(whole).size).toBe(23)
      const byOffset: string[] = []
      for (let offset = 0; offset < 25; offset += 5)
        byOffset.push(...(await listReservations(ctx, { filters, sort, limit: 5, offset })).data.map((row) => row.id))
      expect(byOffset).toEqual(whole)
      const byCursor: string[] = []
      for (let after: string | undefined, more = true; more;) {
        const page = await listReservations(ctx, { filters, sort, limit: 5, after })
        expect(page.total).toBe(23)
        byCursor.push(...page.data.map((row) => row.id))
        more = page.next !== null
        after = page.next ?? undefined
      }
      expect(byCursor).toEqual(whole)
    }
})

test('an end before its start and a made-up cursor are refused; a page behind the end still has its total', async () => {
  expect(await refusal(listReservations(ctx, { filters: { from: '2027-01-02', to: '2027-01-01' } }))).toBe('range.invalid')
  expect(await refusal(listReservations(ctx, { filters: { from: '2027-01-02T00:00:00Z', to: '2027-01-01T23:00:00+00:00' } }))).toBe(
    'range.invalid',
  )
  for (const after of [
    'x',
    Buffer.from("startsAt 2027-01-01T00:00:00Z '; drop").toString('base64url'),
    Buffer.from('-startsAt 2027-01-01T00:00:00Z x').toString('base64url'),
  ])
    expect(await refusal(listReservations(ctx, { after }))).toBe('request.invalid')
  const { total, data } = await listReservations(ctx, { offset: 10_000, filters: { date: '2027-03-01' } })
  expect([total, data]).toEqual([3, []])
})

test('a reservation at a test venue says so, and so does the venue', async () => {
  const book = aBook()
  const [id] = await createTestVenues(ctx, { company: 'Trying', venues: [{ name: 'To try', book }] })
  const venue = { ...(await aVenue(open.db)), id: id!, book, areaId: book.areas[0]!.id }
  await aReservation(open.db, venue)
  const tests = (await listReservations(ctx, { filters: { venueId: [id!] } })).data.map((row) => row.test)
  expect([tests, (await readVenue(ctx, id!)).test]).toEqual([[true], true])
  const { data } = await allVenues(ctx, { limit: -1 })
  expect(data.filter((one) => one.test).map(({ name }) => name)).toEqual(['To try'])
})
