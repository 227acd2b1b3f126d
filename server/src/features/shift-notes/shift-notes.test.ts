import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { dayFromNow } from '../../../../tests/build/a-reservation.ts'
import { aShift, aVenue } from '../../../../tests/build/a-venue.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { mealAt, mealsOn } from './meals.ts'
import { readNoteHistory, readNotes } from './read-notes.ts'
import { saveNote } from './save-note.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const utc = { timeZone: 'UTC' }
const date = dayFromNow(30, utc)
const everyDay = [1, 2, 3, 4, 5, 6, 7]

test('a party belongs to the meal that is on, past midnight too, and to the one before where none is', () => {
  const [lunch, dinner] = [
    { name: 'Lunch', fromMinutes: 720, toMinutes: 900 },
    { name: 'Dinner', fromMinutes: 1080, toMinutes: 1560 },
  ]
  const at = (minutes: number) => mealAt([lunch!, dinner!], minutes)?.name
  expect([600, 720, 899, 930, 1080, 1500, 1600].map(at)).toEqual(['Lunch', 'Lunch', 'Lunch', 'Lunch', 'Dinner', 'Dinner', 'Dinner'])
  // An all-day card with a lunch within it.
  const allDay = { name: 'All day', fromMinutes: 600, toMinutes: 1380 }
  expect([650, 800, 1000].map((minutes) => mealAt([allDay, lunch!], minutes)?.name)).toEqual(['All day', 'Lunch', 'All day'])
  expect(mealAt([], 700)).toBeUndefined()
})

test('meals of both days on which the clock is changed', async () => {
  const breakfast = aShift({ name: 'Night', from: '01:00', to: '04:00', lastSeating: '03:30', intervalMinutes: 30, days: everyDay })
  const venue = await aVenue(open.db, { timeZone: 'Europe/Madrid', book: { shifts: [breakfast] } })
  const firstOf = (day: string) => new Date(mealsOn(venue, day)[0]!.firstMs!).toISOString()
  expect([firstOf('2031-03-30'), firstOf('2031-10-26')]).toEqual(['2031-03-30T00:00:00.000Z', '2031-10-25T23:00:00.000Z'])
})

test('a note is written, changed and taken back; its earlier words stay, its audit has none of them', async () => {
  const venue = await aVenue(open.db)
  const mealId = venue.book.shifts[0]!.id
  const recorded = recordingPorts()
  const ctx = aCtx(open.db, { ports: recorded.ports })
  expect(await readNotes(ctx, venue.id, date)).toMatchObject({ meals: [{ id: mealId, name: 'Dinner' }], notes: [] })
  const first = await saveNote(ctx, venue.id, { date, mealId, content: ' Oysters are off ', version: 0 })
  expect(first).toMatchObject({ content: 'Oysters are off', version: 1, mealName: 'Dinner' })
  await saveNote(ctx, venue.id, { date, mealId, content: '', version: 1 })
  await saveNote(ctx, venue.id, { date, mealId: null, content: 'Street closed', version: 0 })
  const { notes } = await readNotes(ctx, venue.id, date)
  expect(notes.map(({ content, version }) => [content, version])).toEqual(
    expect.arrayContaining([
      ['', 2],
      ['Street closed', 1],
    ]),
  )
  expect((await readNoteHistory(ctx, venue.id, { date, mealId })).map(({ content }) => content)).toEqual(['', 'Oysters are off'])
  expect(recorded.live).toContainEqual({ type: 'shift_note', venueId: venue.id, id: null, kind: null })
  const { rows } = await sql<{ said: string }>`
    select a::text as said from audit_entries a where a.venue_id = ${venue.id} and a.action = 'shift_note.updated'`.execute(open.db)
  expect(rows).toHaveLength(3)
  expect(rows.map(({ said }) => said).join()).not.toContain('Oysters')
})

test('of two who write at once neither is lost, and the second is told', async () => {
  const venue = await aVenue(open.db)
  const mealId = venue.book.shifts[0]!.id
  const ctx = aCtx(open.db)
  const tries = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => saveNote(ctx, venue.id, { date, mealId, content: `Words of ${n}`, version: 0 })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'shift_note.changed_meanwhile' })
  const history = await readNoteHistory(ctx, venue.id, { date, mealId })
  expect(history).toHaveLength(1)
  expect(await refusal(saveNote(ctx, venue.id, { date, mealId, content: 'Late', version: 7 }))).toBe('shift_note.changed_meanwhile')
})

test('a meal of nobody, a foreign venue and a venue given up are refused; a meal that left the book keeps its note', async () => {
  const [venue, other] = [await aVenue(open.db), await aVenue(open.db)]
  const ctx = aCtx(open.db)
  const mealId = venue.book.shifts[0]!.id
  const words = { date, content: 'Words', version: 0 }
  expect(await refusal(saveNote(ctx, venue.id, { ...words, mealId: other.book.shifts[0]!.id }))).toBe('shift_note.meal_unknown')
  const scoped = aCtx(open.db, { scope: { kind: 'venues', ids: [other.id] } })
  expect(await refusal(readNotes(scoped, venue.id, date))).toBe('venue.not_found')
  expect(await refusal(saveNote(scoped, venue.id, { ...words, mealId }))).toBe('venue.not_found')
  await saveNote(ctx, venue.id, { ...words, mealId })
  await sql`update books set rules = jsonb_set(rules, '{shifts}', '[]') where venue_id = ${venue.id}`.execute(open.db)
  expect(await readNotes(ctx, venue.id, date)).toMatchObject({ meals: [], notes: [{ mealName: 'Dinner', content: 'Words' }] })
  await saveNote(ctx, venue.id, { date, mealId, content: 'More words', version: 1 })
  await sql`select erase_shift_notes_before(${venue.id}::uuid, ${date}::date)`.execute(open.db)
  expect((await readNotes(ctx, venue.id, date)).notes).toHaveLength(1)
  await sql`select erase_shift_notes_before(${venue.id}::uuid, '2031-06-13'::date)`.execute(open.db)
  expect((await readNotes(ctx, venue.id, date)).notes).toHaveLength(0)
})

test('a note of a day that is years away is refused at its date: its year was mistyped', async () => {
  const ctx = aCtx(open.db)
  const venue = await aVenue(open.db)
  const write = (on: string) => saveNote(ctx, venue.id, { date: on, mealId: null, content: 'Piano', version: 0 })
  for (const on of ['1900-01-01', dayFromNow(-400, utc), dayFromNow(800, utc)])
    await expect(write(on)).rejects.toMatchObject({ code: 'request.invalid', fields: { date: [{ issue: 'day_far' }] } })
  expect((await write(dayFromNow(-300, utc))).version).toBe(1)
})
