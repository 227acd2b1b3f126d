import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aShift, aVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { previewBook } from './preview-book.ts'

let open: OpenDb
const clock = aClock('2026-03-20T12:00:00Z')
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

type Body = Parameters<typeof previewBook>[1]['body']
const look = (ctx: Ctx, id: string, body: Partial<Body> & Pick<Body, 'book'>) =>
  previewBook(ctx, { params: { id }, body: { date: '2026-03-28', partySize: 2, as: 'channel', ...body } })
const times = (slots: readonly { startsLocal: string }[]) => slots.map(({ startsLocal }) => startsLocal.slice(11))

test('SE2 a book that is not saved is asked, and stays unsaved', async () => {
  const venue = await aVenue(open.db)
  const shift = aShift({ from: '19:00', lastSeating: '19:30', intervalMinutes: 30 })
  const ctx = aCtx(open.db, { clock })
  const day = await look(ctx, venue.id, { book: { ...venue.book, shifts: [shift], noticeMinutes: 500_000 } })
  expect(times(day.slots)).toEqual(['19:00', '19:30'])
  expect(day.slots[0]).toMatchObject({ open: false, closedBy: [{ rule: 'notice', setting: 'noticeMinutes', limit: 500_000 }] })
  expect(times((await look(ctx, venue.id, { book: venue.book })).slots)).toHaveLength(21)
})

test('SE2 a book that contradicts itself says where', async () => {
  const venue = await aVenue(open.db)
  await expect(look(aCtx(open.db, { clock }), venue.id, { book: { ...venue.book, party: { min: 9, max: 2 } } })).rejects.toMatchObject({
    code: 'book.inconsistent',
    fields: { 'party.min': [{ issue: 'contradiction.parties' }] },
  })
})

test('SE2 a channel that does not sell at the venue is offered nothing', async () => {
  const venue = await aVenue(open.db)
  const [linked, unlinked] = [await aChannel(open.db, { venues: [venue.id] }), await aChannel(open.db, { venues: [] })]
  const ctx = aCtx(open.db, { clock })
  expect((await look(ctx, venue.id, { book: venue.book, channelId: linked.id })).slots.every((slot) => slot.open)).toBe(true)
  const slots = (await look(ctx, venue.id, { book: venue.book, channelId: unlinked.id })).slots
  expect(slots.every((slot) => !slot.open && slot.closedBy?.[0]?.rule === 'channel_paused')).toBe(true)
})

// A night through the jump and one through the repeated hour, in zones of an hour, of half an hour, and one off by 45 minutes without any change.
test.each<[string, string, string[]]>([
  ['Europe/Madrid', '2026-03-28', ['00:00', '00:30', '01:00', '01:30', '03:00', '03:30']],
  ['Europe/Madrid', '2026-10-24', ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30']],
  ['Australia/Lord_Howe', '2026-10-03', ['00:00', '00:30', '01:00', '01:30', '02:30', '03:00', '03:30']],
  ['Australia/Lord_Howe', '2026-04-04', ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30']],
  ['Asia/Kathmandu', '2026-03-28', ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30']],
])('SE2 a night in %s from %s offers what the clock on the wall shows', async (timeZone, date, after) => {
  const venue = await aVenue(open.db, { timeZone })
  const shift = aShift({ from: '23:30', to: '04:00', lastSeating: '03:30', intervalMinutes: 30 })
  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '12:00', to: '05:00' }))
  const day = await look(aCtx(open.db, { clock }), venue.id, { book: { ...venue.book, openingHours, shifts: [shift] }, date })
  expect(times(day.slots)).toEqual(['23:30', ...after])
  expect(day.slots.every((slot) => slot.open)).toBe(true)
})
