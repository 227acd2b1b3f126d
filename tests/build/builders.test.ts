import { venueWithBook } from '@tablewire/server/features/venues/api'
import type { Problem } from '@tablewire/server/platform/problem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel } from './a-channel.ts'
import { aCtx, aDb, type OpenDb } from './a-ctx.ts'
import { aUser, ctxOfUser } from './a-user.ts'
import { aVenue } from './a-venue.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

test('a venue comes back with the book it was built with', async () => {
  const venue = await aVenue(open.db, { name: 'Bar Uno', book: { noticeMinutes: 30 } })
  const read = await venueWithBook(aCtx(open.db), venue.id)
  expect(read.name).toBe('Bar Uno')
  expect(read.book).toEqual(venue.book)
})

test('users and channels see exactly the venues they were given', async () => {
  const [one, two] = [await aVenue(open.db), await aVenue(open.db)]
  const chosen = await aUser(open.db, { roles: ['ROLE_MANAGER'], companyId: one.companyId, venues: [one.id] })
  const company = await aUser(open.db, { companyId: two.companyId })
  const channel = await aChannel(open.db, { venues: [two.id] })
  const sees = async (ctx: ReturnType<typeof aCtx>, id: string) =>
    venueWithBook(ctx, id).then(
      () => true,
      (error: Problem) => error.code,
    )
  expect(await sees(ctxOfUser(open.db, chosen), one.id)).toBe(true)
  expect(await sees(ctxOfUser(open.db, chosen), two.id)).toBe('venue.not_found')
  expect(await sees(ctxOfUser(open.db, company), two.id)).toBe(true)
  expect(await sees(ctxOfUser(open.db, company), one.id)).toBe('venue.not_found')
  expect(await sees(ctxOfChannel(open.db, channel), two.id)).toBe(true)
  expect(await sees(ctxOfChannel(open.db, channel), one.id)).toBe('venue.not_found')
})
