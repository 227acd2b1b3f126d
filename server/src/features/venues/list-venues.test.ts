import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allVenues } from '../../../../tests/build/all-venues.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { venueSheet } from './export-venues.ts'
import { listVenues } from './list-venues.ts'

type Query = Parameters<typeof listVenues>[1]

let open: OpenDb
let ctx: Ctx
let companyId: string
beforeAll(async () => {
  open = await aDb()
  ctx = aCtx(open.db)
  companyId = await aCompany(open.db)
  // Seven venues of one name in one city: their order is their ids'.
  for (let at = 0; at < 7; at++) await aVenue(open.db, { companyId, name: at % 2 ? 'Same Name' : 'same name', city: 'Same City' })
  for (const [name, city] of [
    ['Álvaro', 'Ávila'],
    ['50% Off_Bar', 'Zürich'],
    ['Alpha', 'same city'],
    ['Zeta', ''],
  ] as const)
    await aVenue(open.db, { name, city })
  await open.db.updateTable('venues').set({ city: null }).where('name', '=', 'Zeta').execute()
  await open.db.updateTable('venues').set({ active: false, countryCode: 'CH' }).where('name', '=', '50% Off_Bar').execute()
})
afterAll(() => open.close())

const names = async (query: Query, by = ctx): Promise<string[]> => (await listVenues(by, query)).data.map(({ name }) => name)

test.each(['name', '-name', 'city', '-city'] as const)(
  'pages by %s hold every venue once, by cursor or offset, with the exact total',
  async (sort) => {
    const all = (await allVenues(ctx, { sort, filters: { limit: -1 } })).data.map(({ id }) => id)
    expect(new Set(all).size).toBe(11)
    for (const limit of [1, 2, 3, 11]) {
      const walked: string[] = []
      let after: string | null | undefined
      do {
        const page = await listVenues(ctx, { sort, limit, ...(after ? { after } : {}) })
        expect(page.total).toBe(11)
        walked.push(...page.data.map(({ id }) => id))
        after = page.next
      } while (after)
      expect(walked).toEqual(all)
    }
    expect((await listVenues(ctx, { sort, limit: 4, offset: 3 })).data.map(({ id }) => id)).toEqual(all.slice(3, 7))
  },
)

test('descending is ascending turned round, venues without a city included', async () => {
  const ids = async (sort: 'city' | '-city') => (await allVenues(ctx, { sort, limit: -1 })).data.map(({ id }) => id)
  expect(await ids('-city')).toEqual((await ids('city')).toReversed())
})

test('filters narrow, and signs in a search mean themselves', async () => {
  expect(await names({ filters: { criteria: 'AME nam' } })).toHaveLength(7)
  expect(await names({ filters: { criteria: '50%' } })).toEqual(['50% Off_Bar'])
  expect(await names({ filters: { criteria: 'f_b' } })).toEqual(['50% Off_Bar'])
  expect(await names({ filters: { criteria: 'fxb' } })).toEqual([])
  expect(await names({ filters: { criteria: 'álv' } })).toEqual(['Álvaro'])
  for (const city of ['ZÜRICH', 'üric']) expect(await names({ filters: { city } })).toEqual(['50% Off_Bar'])
  expect((await listVenues(ctx, { filters: { city: 'Same City' }, limit: 2 })).total).toBe(8)
  expect(await names({ filters: { countryCode: ['CH', 'IT'] } })).toEqual(['50% Off_Bar'])
  expect((await listVenues(ctx, { filters: { active: true } })).total).toBe(10)
  expect((await listVenues(ctx, { filters: { active: false } })).total).toBe(1)
})

test('VE1: venues of one company or group, and those that lack something, are counted exactly', async () => {
  const owner = await aCompany(open.db)
  const at = { companyId: owner }
  const [whole, bare, linked] = [
    await aVenue(open.db, { ...at, name: 'Whole' }),
    await aVenue(open.db, { ...at, name: 'Bare' }),
    await aVenue(open.db, { ...at, name: 'Linked' }),
  ]
  const groupId = randomUUID()
  await open.db.insertInto('groups').values({ id: groupId, companyId: owner, name: 'North' }).execute()
  await sql`update venues set group_id = ${groupId}, latitude = 40, longitude = -3, phone_number = '+34913640617' where id = ${whole.id}`.execute(
    open.db,
  )
  await sql`update venues set phone_number = null, latitude = null, longitude = null where id in (${bare.id}, ${linked.id})`.execute(
    open.db,
  )
  await sql`update books set rules = jsonb_set(rules, '{shifts}', '[]') where venue_id = ${bare.id}`.execute(open.db)
  await aChannel(open.db, { venues: [linked.id] })
  await aUser(open.db, { companyId: owner, venues: [whole.id] })
  const of = (filters: Query['filters']) => names({ filters: { companyId: owner, ...filters } })
  expect(await of({})).toEqual(['Bare', 'Linked', 'Whole'])
  expect(await names({ filters: { groupId } })).toEqual(['Whole'])
  expect(await of({ missing: ['hours'] })).toEqual(['Bare'])
  expect(await of({ missing: ['channel'] })).toEqual(['Bare', 'Whole'])
  for (const lack of ['position', 'phone', 'group', 'manager'] as const) expect(await of({ missing: [lack] })).toEqual(['Bare', 'Linked'])
  expect(await of({ missing: ['phone', 'channel'] })).toEqual(['Bare'])
  expect((await listVenues(ctx, { limit: 1, filters: { companyId: owner, missing: ['phone'] } })).total).toBe(2)
  // The file holds the same, and says what was asked.
  const sheet = await venueSheet(ctx, { filters: { companyId: owner, groupId, missing: ['channel'] } }, 'en')
  expect(sheet.total).toBe(1)
  expect(sheet.filter.map(([label, value]) => `${label}: ${value}`).slice(1)).toEqual(['Group: North', 'Missing: a channel that sells it'])
  const stranger = ctxOfUser(open.db, await aUser(open.db, { companyId }))
  expect(await names({ filters: { companyId: owner } }, stranger)).toEqual([])
  expect((await venueSheet(stranger, { filters: { groupId } }, 'en')).filter).toEqual([['Group', groupId]])
  await open.db.deleteFrom('venues').where('companyId', '=', owner).execute()
})

test('limit: fifty by default, none at 0, everything at -1', async () => {
  expect(await listVenues(ctx, { limit: 0 })).toEqual({ data: [], total: 11, next: null })
  expect(await allVenues(ctx, { filters: { limit: -1 } })).toMatchObject({ total: 11 })
  expect((await allVenues(ctx, { limit: -1, offset: 9 })).data).toHaveLength(2)
  expect((await allVenues(ctx, { limit: -1, offset: 9 })).total).toBe(11)
})

test('everybody sees their own venues', async () => {
  const owner = ctxOfUser(open.db, await aUser(open.db, { companyId }))
  expect((await listVenues(owner, {})).total).toBe(7)
  const [first] = (await listVenues(owner, {})).data
  const single = ctxOfUser(open.db, await aUser(open.db, { companyId, venues: [first!.id] }))
  expect((await allVenues(single, { filters: { limit: -1 } })).data.map(({ id }) => id)).toEqual([first!.id])
  expect(await listVenues(ctxOfUser(open.db, await aUser(open.db, { venues: [] })), {})).toEqual({ data: [], total: 0, next: null })
})

test('a cursor of another order, or of nobody, is refused', async () => {
  const { next } = await listVenues(ctx, { sort: 'name', limit: 1 })
  for (const after of [next!, 'x', '', 'bm90IGpzb24'])
    await expect(listVenues(ctx, { sort: 'city', after })).rejects.toMatchObject({
      code: 'request.invalid',
      fields: { after: [{ issue: 'invalid' }] },
    })
})

test('VE1: what stands in the archive is in its own list alone, of however many', async () => {
  const by = aCtx(open.db)
  const gone = await aVenue(open.db, { name: 'Given Up', city: 'Gone' })
  const ids = async (query: Query) => (await listVenues(by, query)).data.map(({ id }) => id)
  expect(await ids({ filters: { city: 'gone' } })).toEqual([gone.id])
  await open.db
    .updateTable('venues')
    .set({ archivedAt: '2026-11-24T10:00:00Z', archivedActive: true, active: false })
    .where('id', '=', gone.id)
    .execute()
  for (const filters of [{ city: 'gone' }, { criteria: 'given up' }, { active: false, city: 'gone' }])
    expect(await listVenues(by, { filters })).toMatchObject({ data: [], total: 0 })
  expect(await allVenues(by, { filters: { city: 'gone', limit: -1 } })).toMatchObject({ data: [], total: 0 })
  expect(await listVenues(by, { filters: { archived: true } })).toMatchObject({ data: [{ id: gone.id }], total: 1 })
  await open.db.deleteFrom('venues').where('id', '=', gone.id).execute()
})
