import type { ImportBatch } from '@tablewire/contracts/import/import'
import { phrases } from '@tablewire/contracts/phrases/phrases'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aReservation, dayFromNow } from '../../../../tests/build/a-reservation.ts'
import { type Cells, roundTrip } from '../../../../tests/build/round-trip.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { reservationSheet } from '#src/features/reservations/export-reservations.ts'
import type { ReservationRecord } from '#src/features/reservations/reservation-rows.ts'

let testApp: TestApp
let venue: TestVenue
let token: string
let trip: ReturnType<typeof roundTrip>
beforeAll(async () => void (testApp = await aTestApp()))
afterAll(() => testApp.close())
beforeEach(async () => {
  const { db } = testApp.container
  const companyId = await aCompany(db)
  venue = await aVenue(db, { companyId })
  token = await testApp.signIn(await aUser(db, { companyId, lang: 'de' }))
  trip = roundTrip(testApp, token)
})

const exported = () => trip.exported('/v1/reservations/export', reservationSheet)
const checked = (rows: readonly Cells[]) => trip.checked(rows, { kind: 'reservations' })
const booked = (over: Parameters<typeof aReservation>[2] = {}) =>
  aReservation(testApp.container.db, venue, { date: dayFromNow(3, venue), ...over })
const rowOf = ({ id }: Pick<ReservationRecord, 'id'>) =>
  testApp.container.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const edited = (rows: readonly Cells[], { id }: ReservationRecord, change: Cells): Cells[] =>
  rows.map((row) => (row['Hub-ID'] === id ? { ...row, ...change } : row))
const reasons = ({ findings }: ImportBatch): string[] => findings.map(({ outcome, reason }) => `${outcome} ${reason}`)

const words = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.constantFrom('=1+1', "'quoted", '+34', '@x', '1e5', '007', 'TRUE', 'a;b|c,d', 'zwei\nZeilen', '_x0041_', 'a\tb', 'עברית', '"q"'),
  )
  .map((text) => text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu, '').trim())
  .filter((text) => text !== '')
const statuses = [
  'confirmed',
  'seated',
  'completed',
  'no_show',
  'canceled',
  'rejected',
  'pending_confirmation',
  'requires_payment',
] as const

test('RE6: what goes out comes in again and changes nothing, whatever it says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(words, words, fc.option(words)),
      fc.constantFrom(...statuses),
      fc.array(words, { maxLength: 3 }),
      async ([a, b, notes], status, tags) => {
        const one = await booked({
          guestFirstName: a,
          guestLastName: b,
          notes,
          status,
          tags,
          ...(status === 'canceled' ? { cancelReason: a } : {}),
        })
        const out = await exported()
        const batch = await checked(out)
        expect([batch.counts, reasons(batch)]).toEqual([expect.objectContaining({ rows: out.length, unchanged: out.length }), []])
        const before = await rowOf(one)
        await trip.step(batch.id, 'apply')
        expect(await rowOf(one)).toEqual(before)
      },
    ),
    { numRuns: 12 },
  )
})

test('RE6: one edited cell changes that cell only, and the undo puts it back', async () => {
  const one = await booked({ partySize: 3, notes: 'alt', tags: ['vip'] })
  await booked({ time: '19:00' })
  const edits = fc.oneof(
    fc.tuple(fc.constantFrom('Vorname', 'Nachname', 'Notizen'), words),
    fc.constantFrom<[string, string]>(
      ['Personen', '2'],
      ['Uhrzeit', '20:30'],
      ['E-Mail', 'neu@example.test'],
      ['Telefon', '+34600333444'],
      ['Sprache', 'fr'],
      ['Tags', 'vip, fenster'],
      ['Status', 'Am Tisch'],
    ),
  )
  const derived = ['Betriebstag', 'Aufenthalt (Minuten)', 'Über das Buch hinaus']
  await fc.assert(
    fc.asyncProperty(edits, async ([column, value]) => {
      const out = await exported()
      const batch = await checked(edited(out, one, { [column]: value }))
      const same = out.find((row) => row['Hub-ID'] === one.id)![column] === value
      expect([reasons(batch), batch.counts]).toMatchObject([[], same ? { changed: 0 } : { changed: 1, unchanged: out.length - 1 }])
      const told = await trip.call<unknown>('GET', `/v1/import-rows?filters[importId]=${batch.id}&filters[outcome]=changed`)
      if (!same)
        expect(told).toMatchObject([
          { subjectId: one.id, changes: [{ before: out.find((row) => row['Hub-ID'] === one.id)![column] || null }] },
        ])
      await trip.step(batch.id, 'apply')
      for (const row of await exported())
        for (const [name, cell] of Object.entries(row))
          if (name !== column && !derived.includes(name))
            expect([name, cell]).toEqual([name, out.find((was) => was['Hub-ID'] === row['Hub-ID'])![name]])
      await trip.step(batch.id, 'undo')
      for (const row of await exported())
        for (const [name, cell] of Object.entries(row))
          if (!derived.includes(name)) expect([name, cell]).toEqual([name, out.find((was) => was['Hub-ID'] === row['Hub-ID'])![name]])
    }),
    { numRuns: 14 },
  )
})

test('RE6: the undo puts a guest back whose stored number would be refused today', async () => {
  const one = await booked({ guestFirstName: 'Carmen', guestPhone: '+34555010203', partySize: 4 })
  for (const [column, value] of [
    ['Vorname', 'Carmina'],
    ['Personen', '3'],
  ] as const) {
    const out = await exported()
    const before = await rowOf(one)
    const batch = await checked(edited(out, one, { [column]: value }))
    await trip.step(batch.id, 'apply')
    expect(await trip.step(batch.id, 'undo')).toMatchObject({ counts: { kept: 0 } })
    const [told] = await trip.call<{ undo: unknown }[]>('GET', `/v1/import-rows?filters[importId]=${batch.id}&filters[outcome]=changed`)
    expect(told).toMatchObject({ undo: { what: 'restored', done: true } })
    const { partySize, guestFirstName, guestPhone } = before as Record<string, unknown>
    expect(await rowOf(one)).toMatchObject({ partySize, guestFirstName, guestPhone })
  }
})

test('RE6: a change without room stays out until people let it in; one the life cycle does not know is refused', async () => {
  const one = await booked()
  const two = await booked({ status: 'completed' })
  const batch = await checked(edited(edited(await exported(), one, { Personen: '900' }), two, { Status: 'Unbestätigt' }))
  expect(reasons(batch)).toEqual(expect.arrayContaining(['kept change.no_place', 'rejected change.refused']))
  expect(batch.counts).toMatchObject({ changed: 0, kept: 1, rejected: 1 })
  const [finding] = await trip.call<{ line: number }[]>(
    'GET',
    `/v1/import-findings?filters[importId]=${batch.id}&filters[reason]=change.no_place`,
  )
  await trip.call('PUT', `/v1/imports/${batch.id}/decisions`, { line: finding!.line, choice: 'accept', version: batch.version })
  expect((await trip.step(batch.id, 'check')).counts).toMatchObject({ changed: 1, kept: 0 })
  await trip.step(batch.id, 'apply')
  expect(await rowOf(one)).toMatchObject({ partySize: 900, override: true })
  expect(await rowOf(two)).toMatchObject({ status: 'completed', version: two.version })
})

test('RE6: why a change is refused is told at its findings, in the language of whoever reads', async () => {
  const one = await booked({ status: 'completed', notes: 'alt' })
  const batch = await checked(edited(await exported(), one, { Notizen: 'neu' }))
  const sentence = phrases.de['reservation.final']
  expect(batch.findings).toMatchObject([{ outcome: 'rejected', reason: 'change.refused', refusals: [sentence] }])
  const told = async (lang: string): Promise<unknown> =>
    Promise.all(
      ['import-findings', 'import-rows'].map(async (list) => {
        const answer = await testApp.ask({
          method: 'GET',
          url: `/v1/${list}?filters[importId]=${batch.id}`,
          token,
          headers: { 'x-locale': lang },
        })
        const [row] = answer.json<{ data: { value?: string; findings?: { value: string }[] }[] }>().data
        return row?.value ?? row?.findings?.[0]?.value
      }),
    )
  expect(await told('de')).toEqual([sentence, sentence])
  expect(await told('fr')).toEqual([phrases.fr['reservation.final'], phrases.fr['reservation.final']])
  const file = await trip.call<{ content: string }>('GET', `/v1/imports/${batch.id}/rejected-rows`)
  expect(file.content).toContain(sentence)
})

test('RE6: to cancel by a file needs the reason, no guest is written to, and empty cells touch nothing', async () => {
  const one = await booked({ source: 'channel' })
  const out = await exported()
  expect(reasons(await checked(edited(out, one, { Status: 'Storniert' })))).toEqual(['rejected reason.missing'])
  const batch = await checked(edited(out, one, { Status: 'Storniert', Stornogrund: 'rief an', Notizen: '', Vorname: '' }))
  await trip.step(batch.id, 'apply')
  expect(await rowOf(one)).toMatchObject({ status: 'canceled', cancelReason: 'rief an', guestFirstName: 'Ana' })
  const events = await testApp.container.db.selectFrom('reservationEvents').select('kind').where('reservationId', '=', one.id).execute()
  expect(events.map(({ kind }) => kind)).toEqual(['moved'])
})

test('RE6: nothing of venues one does not see is changed or told of', async () => {
  const foreign = await aVenue(testApp.container.db)
  const theirs = await aReservation(testApp.container.db, foreign, { date: dayFromNow(3, foreign), guestLastName: 'Zanzibar' })
  const mine = await booked()
  const out = await exported()
  const batch = await checked(edited(out, mine, { 'Hub-ID': theirs.id, Buchungsnummer: theirs.reference, Nachname: 'Mine' }))
  expect(batch.counts).toMatchObject({ changed: 0 })
  expect(await rowOf(theirs)).toMatchObject({ guestLastName: 'Zanzibar', version: theirs.version })
  expect(JSON.stringify(await trip.call('GET', `/v1/import-findings?filters[importId]=${batch.id}`))).not.toContain('Zanzibar')
})
