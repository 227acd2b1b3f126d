import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { listingProfilesOf } from './api.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

test('LI1: what nobody wrote yet is empty, what the venue says is there, and strangers’ venues are not', async () => {
  const companyId = await aCompany(open.db)
  const [mine, foreign] = [await aVenue(open.db, { companyId, name: 'Casa Vieja' }), await aVenue(open.db)]
  const ctx = ctxOfUser(open.db, await aUser(open.db, { companyId }))
  const found = await listingProfilesOf(ctx, [mine.id, foreign.id])
  expect([...found.keys()]).toEqual([mine.id])
  expect(found.get(mine.id)).toMatchObject({
    name: 'Casa Vieja',
    enabled: false,
    status: 'open',
    names: {},
    photos: [],
    logo: null,
    hours: { known: true, source: 'book', timezone: 'Europe/Madrid' },
  })
})
