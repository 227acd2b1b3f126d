import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { makeBook } from './book.ts'
import { type Booking, occupies, type Status, statuses } from './booking.ts'
import { makeRestaurants, startsOf, stayMinutes } from './restaurants.ts'
import { openJournal } from './journal.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})
const nowMs = (): number => Date.parse('2030-03-01T08:00:00Z')
const houses = makeRestaurants(3)
const contact = {
  firstname: 'Ana',
  lastname: 'Lima',
  email: 'ana@example.com',
  telephone: '351912345678',
  locale: 'pt',
  optInConsent: false,
}

const open = (file: string) => {
  const { journal, bookings } = openJournal(file)
  return { journal, book: makeBook({ houses, journal, kept: bookings, nowMs, changed: () => undefined }) }
}
const aFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  folders.push(folder)
  return join(folder, 'journal.jsonl')
}

const overlaps = (bookings: readonly Booking[]): string[] =>
  bookings.flatMap((one) =>
    bookings
      .filter((other) => other.id > one.id && other.tableId === one.tableId && other.startSec < one.endSec && other.endSec > one.startSec)
      .map((other) => `${one.id} and ${other.id} both sit at ${one.tableId}`),
  )

const house = houses.get('vine-cellar')!
const starts = startsOf(house, '2030-03-30').concat(startsOf(house, '2030-03-31'))
const act = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), start: fc.nat(starts.length - 1), size: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(60), start: fc.nat(starts.length - 1), size: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ kind: fc.constant('status' as const), at: fc.nat(60), status: fc.constantFrom<Status>(...statuses) }),
)

test('RE5: whatever is booked, changed and canceled, no table is ever given twice, and a restart finds the book as it was', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 80 }), (acts) => {
      const file = aFile()
      const { book, journal } = open(file)
      for (const one of acts) {
        const known = book.all()
        if (one.kind === 'create')
          book.create({
            houseId: house.id,
            areaId: null,
            startSec: starts[one.start]!,
            partySize: one.size,
            contact,
            notes: '',
            channel: { id: 'c', name: 'Channel' },
            key: null,
            paymentToken: null,
          })
        else if (known.length && one.kind === 'move')
          book.change(known[one.at % known.length]!.id, { startSec: starts[one.start]!, partySize: one.size })
        else if (known.length && one.kind === 'status') book.change(known[one.at % known.length]!.id, { status: one.status })
      }
      const sitting = book.all().filter(({ status }) => occupies(status))
      expect(overlaps(sitting)).toEqual([])
      for (const { tableId, partySize } of sitting)
        expect(house.tables.find(({ id }) => id === tableId)!.seats).toBeGreaterThanOrEqual(partySize)
      // What is offered can be had: a slot tells as many places as there are tables.
      for (const { startSec, open: places } of book.slots(house, { date: '2030-03-30', partySize: 4, areaId: null })) {
        const endSec = startSec + stayMinutes(4) * 60
        const busy = new Set(sitting.filter((one) => one.startSec < endSec && one.endSec > startSec).map(({ tableId }) => tableId))
        expect(places).toBe(house.tables.filter(({ id, seats }) => seats >= 4 && !busy.has(id)).length * 4)
      }
      journal.close()
      // The process ended in the middle of a line.
      appendFileSync(file, '{"id":"torn')
      const again = open(file)
      expect(new Map(again.book.all().map((one) => [one.id, one]))).toEqual(new Map(book.all().map((one) => [one.id, one])))
      again.journal.close()
    }),
    { numRuns: 60 },
  )
})

test('a night after midnight and one that lacks an hour keep their starts', () => {
  // Berlin goes from 02:00 to 03:00 on that day; the house closes at half past midnight.
  const night = startsOf(house, '2030-03-30').map((at) => new Date(at * 1000).toISOString().slice(11, 16))
  expect(night.at(0)).toBe('17:00')
  expect(night.at(-1)).toBe('23:30')
  expect(
    startsOf(house, '2030-03-31')
      .map((at) => new Date(at * 1000).toISOString().slice(11, 16))
      .at(0),
  ).toBe('16:00')
  const { book } = open(aFile())
  const wish = {
    houseId: house.id,
    areaId: null,
    partySize: 2,
    contact,
    notes: '',
    channel: { id: 'c', name: 'C' },
    key: null,
    paymentToken: null,
  }
  const late = book.create({ ...wish, startSec: startsOf(house, '2030-03-30').at(-1)! })
  expect(late).toMatchObject({ date: '2030-03-30', status: 'confirmed' })
  for (const date of ['2030-03-30', '2030-03-31']) expect(book.search({ houseId: house.id, from: date, to: date })).toHaveLength(1)
  expect(book.search({ houseId: house.id, from: '2030-04-01', to: '2030-04-02' })).toHaveLength(0)
})
