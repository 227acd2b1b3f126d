import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { venuesOf } from '../../../../tests/build/many-rows.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { usersHandlers as users } from '#src/features/users/routes.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { readGroup } from './group-view.ts'
import { createGroup, updateGroup } from './write-group.ts'

let open: OpenDb
let companyId: string
let owner: Ctx
let ids: string[]
let stranger: string
beforeAll(async () => {
  open = await aDb()
  companyId = await aCompany(open.db)
  owner = ctxOfUser(open.db, await aUser(open.db, { companyId }))
  ids = await venuesOf(open.db, companyId, 2500)
  stranger = (await aVenue(open.db)).id
})
afterAll(() => open.close())

const told = async (id: string) =>
  (await open.db.selectFrom('auditEntries').select(['before', 'after']).where('subjectId', '=', id).orderBy('at', 'desc').execute())[0]

test('ON1: venues join and leave a group without the others being named, and the audit tells who', async () => {
  const { id } = await createGroup(owner, { name: 'Many', logo: '', venues: ids.slice(0, 1999) })
  const change = (body: object, version: number) =>
    updateGroup(owner, { params: { id }, query: { mode: 'min' }, body: { name: 'Many', logo: '', version, ...body } })
  const grown = await change({ add: ids.slice(1990), remove: ids.slice(0, 2) }, 1)
  expect(grown).toMatchObject({ venueCount: 2498, venues: [] })
  const written = await open.db.selectFrom('venues').select('version').where('id', 'in', [ids[5]!, ids[1995]!]).execute()
  // Who was in it already is not written again.
  expect(new Set(written.map(({ version }) => version))).toEqual(new Set([2]))
  expect(await told(id)).toMatchObject({ after: { venues: '2498 venues', removed: ids.slice(0, 2), added: '501 venues' } })
  expect((await readGroup(owner, id)).venues).toHaveLength(2498)
  expect(await refusal(change({ add: [stranger] }, 2))).toBe('venue.not_found')
  await expect(change({ venues: ids.slice(0, 3), add: ids.slice(4, 5) }, 2)).rejects.toMatchObject({
    code: 'request.invalid',
    fields: { add: [{ issue: 'not_beside', value: 'venues' }] },
  })
  expect((await change({ venues: ids.slice(0, 3) }, 2)).venueCount).toBe(3)
})

test('ON1: somebody is given more venues and fewer, and they are read page by page', async () => {
  const person = await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['reservations'], venues: [] })
  const params = { id: person.id }
  const give = (body: object, version: number) =>
    users.giveVenues(owner, { params, query: { mode: 'min' }, body: { access: 'venues', groups: [], version, ...body } })
  expect(await give({ add: ids }, 1)).toMatchObject({ venueCount: 2500, venues: [] })
  expect(await give({ remove: ids.slice(0, 1) }, 2)).toMatchObject({ venueCount: 2499 })
  expect(await told(person.id)).toMatchObject({ after: { venues: '2499 venues', removed: [ids[0]], added: [] } })
  expect(await refusal(give({ add: [stranger] }, 3))).toBe('venue.not_found')
  const first = await users.venues(owner, { params, query: { limit: 2 } })
  expect(first).toMatchObject({ total: 2499, data: [{ name: 'V1' }, { name: 'V10' }] })
  const next = await users.venues(owner, { params, query: { limit: 2, after: first.next! } })
  expect(next.data.map(({ name }) => name)).toEqual(['V100', 'V1000'])
  const found = await users.venues(owner, { params, query: { filters: { criteria: 'v249' } } })
  expect(found.total).toBe(11)
  expect(await give({ venues: ids.slice(0, 2) }, 3)).toMatchObject({ venueCount: 2 })
  expect(await give({ access: 'all' }, 4)).toMatchObject({ access: 'all', venueCount: null })
  expect((await users.venues(owner, { params, query: {} })).total).toBe(0)
})

test('ON1: whose venues they are is told to nobody who does not keep the person', async () => {
  const person = await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['reservations'], venues: ids.slice(0, 3) })
  const foreign = ctxOfUser(open.db, await aUser(open.db, { companyId: await aCompany(open.db) }))
  expect(await refusal(users.venues(foreign, { params: { id: person.id }, query: {} }))).toBe('user.not_found')
})

test('ON1: the venues of a group are counted from its index alone', async () => {
  const { id } = await createGroup(owner, { name: 'Counted', logo: '', venues: ids.slice(0, 2400) })
  await sql`vacuum analyze venues`.execute(open.db)
  // The group is nearly all of this small table, which PostgreSQL 15 would rather read whole.
  const { rows } = await open.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    return sql<{ 'QUERY PLAN': string }>`
      explain (costs off) select count(*) from venues v where v.group_id = ${id} and v.archived_at is null`.execute(db)
  })
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Only Scan using venues_group')
})
