import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReview } from '../../../../tests/build/a-review.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { listReviews } from './list-reviews.ts'
import { listThemes } from './list-themes.ts'
import { themeQueries } from './theme-words.ts'

let open: OpenDb
const clock = aClock('2026-11-20T18:00:00Z')
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

test('LI2: what is talked of more than before comes first, in the words of guests, and opens its reviews', async () => {
  const venue = await aVenue(open.db)
  const channel = await aChannel(open.db, { venues: [venue.id] })
  const write = async (content: string, publishedAt: string, count: number, lang = 'en') => {
    for (let n = 0; n < count; n++) await aReview(open.db, { venueId: venue.id, channelId: channel.id, content, publishedAt, lang })
  }
  await write('The fish soup was lovely and the staff friendly', '2026-09-20T12:00:00Z', 30)
  await write('The fish soup was lovely and the staff friendly', '2026-11-10T12:00:00Z', 10)
  await write('We waited an hour, loud music', '2026-11-12T12:00:00Z', 8)
  await write('Wir mussten lange warten', '2026-11-13T12:00:00Z', 4, 'de')
  const owner = ctxOfUser(open.db, await aUser(open.db, { companyId: venue.companyId }), { clock })
  const told = await listThemes(owner)
  expect(told).toMatchObject({ from: '2026-10-21', recent: 22, before: 30 })
  expect(told.themes[0]).toEqual({ theme: 'waiting', recent: 12, before: 0, times: null })
  const words = told.words.map((one) => one.words)
  expect(words).toContain('loud music')
  // Neither what was always said, nor what says nothing, nor who wrote it.
  for (const word of ['lovely', 'the', 'noa', 'fish soup']) expect(words).not.toContain(word)
  expect((await listReviews(owner, { filters: { theme: 'waiting' } })).total).toBe(12)
  expect((await listThemes(owner, { stars: [1] })).recent).toBe(0)
  const stranger = ctxOfUser(open.db, await aUser(open.db, { companyId: (await aVenue(open.db)).companyId }), { clock })
  expect(await listThemes(stranger)).toMatchObject({ recent: 0, themes: [], words: [] })
})

test('every theme is a question the database understands', () => {
  for (const query of Object.values(themeQueries)) expect(query).toMatch(/^'[^']+'(:\*)?( \| '[^']+'(:\*)?)*$/)
})

test('LI2: who waits at tables is of the service, not of waiting', async () => {
  const venue = await aVenue(open.db)
  for (const content of ['An attentive waiter', 'Camarero atento', 'Serveuse attentionnée'])
    await aReview(open.db, { venueId: venue.id, channelId: null, content, publishedAt: '2026-11-10T12:00:00Z' })
  const owner = ctxOfUser(open.db, await aUser(open.db, { companyId: venue.companyId }), { clock })
  const count = async (theme: 'waiting' | 'service') => (await listReviews(owner, { filters: { theme } })).total
  expect([await count('waiting'), await count('service')]).toEqual([0, 3])
})
