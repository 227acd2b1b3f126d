import type { Book } from '@tablewire/contracts/estate/book'
import type { BulkChange, BulkRun } from '@tablewire/contracts/estate/bulk-changes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { openPeriods } from '#src/features/availability/service-day.ts'
import { runBulk } from './run-bulk.ts'

let testApp: TestApp
let root: string
beforeAll(async () => {
  testApp = await aTestApp()
  root = await testApp.signIn(await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => testApp.close())

const data = async <T>(method: string, url: string, body?: unknown): Promise<T> => {
  const answer = await testApp.ask({ method, url, body, token: root })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const work = async (id: string): Promise<BulkRun> => {
  await runBulk(testApp.container.systemCtx('bulk.work'), { id })
  return data<BulkRun>('GET', `/v1/bulk-changes/${id}`)
}
const run = async (venue: TestVenue, change: BulkChange): Promise<BulkRun> =>
  work((await data<BulkRun>('POST', '/v1/bulk-changes', { selection: { ids: [venue.id] }, change })).id)
const undo = async (id: string): Promise<BulkRun> => {
  await data('POST', `/v1/bulk-changes/${id}/undo`)
  return work(id)
}
const bookOf = ({ id }: { id: string }) => data<Book>('GET', `/v1/venues/${id}/book`)

const closed = (name: string, fromOn: string, toOn = fromOn) => ({
  id: crypto.randomUUID(),
  name,
  fromOn,
  toOn,
  from: null,
  to: null,
  areaId: null,
})
const special = (name: string, [fromOn, toOn]: [string, string], from: string) => ({
  id: crypto.randomUUID(),
  name,
  fromOn,
  toOn,
  openingHours: [{ from, to: '23:00' }],
  shifts: null,
})
const eve = (openingHours: { from: string; to: string }[]): BulkChange => ({
  kind: 'day',
  day: { name: 'Eve', fromOn: '2027-12-24', toOn: '2027-12-24', openingHours },
  existing: 'replace',
})
const december = Array.from({ length: 31 }, (_, at) => `2027-12-${String(at + 1).padStart(2, '0')}`)
const hoursBy = (book: Book): Record<string, string> =>
  Object.fromEntries(december.map((date) => [date, JSON.stringify(openPeriods(book, date))]))

test.each([
  ['a closure', []],
  ['hours of its own', [{ from: '12:00', to: '16:00' }]],
])('S9: a day of many venues with %s leaves the hours of other dates, and its undo leaves the lists as they were', async (_what, hours) => {
  // Of two special days that hold a date the first one counts; books from before this was refused may hold such.
  const closures = [closed('Holidays', '2027-12-23', '2027-12-27'), closed('Works', '2027-12-02'), closed('Party', '2027-12-24')]
  const specialDays = [
    special('Advent', ['2027-12-10', '2027-12-26'], '10:00'),
    special('Fair', ['2027-12-20', '2027-12-30'], '14:00'),
    special('Winter', ['2027-12-01', '2027-12-15'], '18:00'),
  ]
  const venue = await aVenue(testApp.container.db, { book: { closures, specialDays } })
  const before = await bookOf(venue)
  const { id } = await run(venue, eve(hours))
  const changed = await bookOf(venue)
  const { '2027-12-24': _then, ...others } = hoursBy(before)
  const { '2027-12-24': _now, ...others2 } = hoursBy(changed)
  expect(others2).toEqual(others)
  expect(changed.closures.map(({ name }) => name).slice(0, 3)).toEqual(['Holidays', 'Holidays', 'Works'])
  expect((await undo(id)).counts).toMatchObject({ restored: 1, kept: 0 })
  const { version: _a, ...now } = await bookOf(venue)
  const { version: _b, ...then } = before
  expect(now).toEqual(then)
})

test('S9: what somebody added since keeps standing behind what the undo of a day puts back', async () => {
  const closures = [closed('Works', '2027-12-02'), closed('Party', '2027-12-24'), closed('Staff outing', '2027-12-28')]
  const venue = await aVenue(testApp.container.db, { book: { closures } })
  const { id } = await run(venue, eve([]))
  const book = await bookOf(venue)
  await data('PUT', `/v1/venues/${venue.id}/book`, { ...book, closures: [...book.closures, closed('Later', '2027-12-30')] })
  await undo(id)
  expect((await bookOf(venue)).closures.map(({ name }) => name)).toEqual(['Works', 'Party', 'Staff outing', 'Later'])
})
