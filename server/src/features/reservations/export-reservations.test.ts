import { sql } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { idOf } from '../../../../tests/build/many-rows.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { memoryFiles } from '../../../../tests/build/memory-files.ts'
import { ensureBrands } from '#src/features/brands/api.ts'
import { requestExport, runExport } from '#src/features/exports/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { reservationSheet } from './export-reservations.ts'
import { listReservations } from './list-reservations.ts'
import type { Filters } from './reservation-filters.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb(2)
  await ensureBrands(open.db)
})
afterAll(() => open.close())

type Sort = 'startsAt' | '-startsAt' | 'createdAt' | '-createdAt'

const job = { name: 'test.export', retries: 0 } as const
const exported = async (ctx: Ctx, ask: { filters?: Filters; sort?: 'startsAt' | '-startsAt' }) => {
  const { files, kept } = memoryFiles()
  const asking = { ...ctx, ports: { ...ctx.ports, files } }
  const { id } = await requestExport(asking, { kind: 'reservations', ask, needs: [['read', 'reservation-list']], job })
  await runExport({ ...asking, actor: { kind: 'system', id: null, name: 'test' }, scope: { kind: 'all' } }, id, reservationSheet)
  const { sheets } = await readXlsx([...kept.values()][0]!.body)
  return { rows: sheets[0]!.rows as unknown[][], about: sheets[1]!.rows as unknown[][] }
}
const sheetOf = async (ctx: Ctx, filters: Filters, sort?: Sort): Promise<unknown[][]> =>
  transaction(ctx, async (inner) => {
    const rows: unknown[][] = []
    for await (const row of (await reservationSheet(inner, { filters, ...(sort ? { sort } : {}) }, 'en')).rows) rows.push([...row])
    return rows
  })

const aHouseFull = async (): Promise<{ ctx: Ctx; venue: TestVenue }> => {
  const companyId = await aCompany(open.db)
  const venue = await aVenue(open.db, { companyId, name: '=Casa' })
  return { ctx: ctxOfUser(open.db, await aUser(open.db, { companyId, lang: 'de' })), venue }
}

test('RE6: the file holds what the list shows, in words, with the filter and the moment told', async () => {
  const { ctx, venue } = await aHouseFull()
  const channel = await aChannel(open.db, { venues: [venue.id], name: 'Guía' })
  const given = { date: '2027-05-01', tags: ['vip', 'stammgast'], channelId: channel.id, source: 'channel' as const }
  const row = await aReservation(open.db, venue, { ...given, notes: '=1+1\nzweite Zeile', createdAt: '2027-04-30T22:30:00Z' })
  await aReservation(open.db, venue, { date: '2027-05-02' })
  await aReservation(open.db, await aVenue(open.db), { date: '2027-05-01' })
  const { rows, about } = await exported(ctx, { filters: { date: '2027-05-01', venueId: [venue.id], status: ['confirmed'] } })
  expect(rows).toHaveLength(2)
  const said = Object.fromEntries(rows[0]!.map((name, at) => [name, rows[1]![at]]))
  expect(said).toMatchObject({
    Buchungsnummer: row.reference,
    Restaurant: '=Casa',
    Datum: new Date('2027-05-01T00:00Z'),
    Uhrzeit: '20:00',
    Personen: 2,
    Status: 'Bestätigt',
    Vorname: 'Ana',
    Nachname: 'García',
    'E-Mail': 'ana@example.test',
    Notizen: '=1+1\nzweite Zeile',
    Tags: 'vip, stammgast',
    Kanal: 'Guía',
    Herkunft: 'Kanal',
    'Aufenthalt (Minuten)': 90,
    'Gebucht am': new Date('2027-05-01T00:30Z'),
    'Hub-ID': row.id,
  })
  expect(about).toEqual(
    expect.arrayContaining([
      ['Zeilen', '1'],
      ['Filter: Betriebstag', '2027-05-01'],
      ['Filter: Restaurant', '=Casa'],
      ['Filter: Status', 'Bestätigt'],
    ]),
  )
  expect(about.some(([label, at]) => label === 'Geschrieben am' && /^\d{4}-\d\d-\d\d .* UTC$/.test(String(at)))).toBe(true)
})

test('RE6: exactly the rows of the list, whatever the filter, in its order, and nothing of venues the asker does not see', async () => {
  const { ctx, venue } = await aHouseFull()
  for (let day = 1; day <= 9; day++)
    await aReservation(open.db, venue, {
      date: `2027-06-0${day}`,
      status: day % 3 ? 'confirmed' : 'canceled',
      partySize: day,
      guestLastName: day % 2 ? 'Odd' : 'Even',
    })
  await aReservation(open.db, await aVenue(open.db), { date: '2027-06-03' })
  const asks: Filters[] = [
    {},
    { from: '2027-06-03', to: '2027-06-07' },
    { q: 'odd' },
    { status: ['canceled'] },
    { partySize: [2, 5] },
    { dateBasis: 'creation', from: '2020-01-01' },
  ]
  for (const filters of asks)
    for (const sort of [undefined, 'startsAt', '-startsAt', 'createdAt', '-createdAt'] as const) {
      const listed = await listReservations(ctx, { filters, limit: 200, ...(sort ? { sort } : {}) })
      expect(listed.data).toHaveLength(listed.total)
      expect((await sheetOf(ctx, filters, sort)).map((row) => row.at(-1))).toEqual(listed.data.map(({ id }) => id))
    }
  const few = ctxOfUser(open.db, await aUser(open.db, { venues: [], roles: ['ROLE_MANAGER'], permissions: ['reservations'] }))
  expect(await sheetOf(few, {})).toEqual([])
})

test('RE6: of tens of thousands, one venue is written without reading all, and the rows come in pieces', async () => {
  // One connection, so that its own statistics can be asked for at once.
  const single = await aDb(1)
  const companyId = await aCompany(single.db)
  const [busy, quiet] = [await aVenue(single.db, { companyId }), await aVenue(single.db, { companyId })]
  await sql`alter table reservations set (autovacuum_enabled = false)`.execute(single.db)
  await sql`
    insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, area_id, pacing_at, pacing_until,
      book_version, override, source, guest_last_name)
    select case when n % 10 = 0 then ${quiet.id}::uuid else ${busy.id}::uuid end, ${idOf('7000', 'n')}, 'R' || n, 'canceled', 2, at, at + interval '90 minutes',
      at at time zone 'Europe/Madrid', (at at time zone 'Europe/Madrid')::date, case when n % 10 = 0 then ${quiet.areaId}::uuid else ${busy.areaId}::uuid end, at,
      at + interval '15 minutes', 1, true, 'import', 'Guest ' || n
    from (select n, '2028-01-01T12:00Z'::timestamptz + n * interval '7 minutes' as at from generate_series(1, 12000) n) w`.execute(
    single.db,
  )
  await vacuumed(single)
  const ctx = ctxOfUser(single.db, await aUser(single.db, { companyId }))
  const before = await wholeReads(single, 'reservations')
  expect(await sheetOf(ctx, { venueId: [quiet.id] })).toHaveLength(1200)
  expect(await sheetOf(ctx, { from: '2028-01-02', to: '2028-01-03', status: ['canceled'] })).toHaveLength(411)
  expect(await wholeReads(single, 'reservations')).toBe(before)
  await single.close()
})
