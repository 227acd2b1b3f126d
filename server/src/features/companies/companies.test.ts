import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { giveVenues } from '#src/features/users/give-venues.ts'
import { readUser } from '#src/features/users/user-view.ts'
import { companyTree } from './company-tree.ts'
import { deleteCompany } from './delete-company.ts'
import { readGroup } from './group-view.ts'
import { listCompanies } from './list-companies.ts'
import { moveVenues, planMove } from './move-venues.ts'
import { createCompany, updateCompany } from './write-company.ts'
import { createGroup, deleteGroup, updateGroup } from './write-group.ts'

let open: OpenDb
let companyId: string
let otherCompany: string
let platform: TestUser
let owner: TestUser
let [north, south]: TestVenue[] = []
beforeAll(async () => {
  open = await aDb()
  ;[companyId, otherCompany] = [await aCompany(open.db, { name: 'Ours' }), await aCompany(open.db, { name: 'Theirs' })]
  ;[north, south] = [await aVenue(open.db, { companyId, name: 'North' }), await aVenue(open.db, { companyId, name: 'South' })]
  platform = await aUser(open.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  owner = await aUser(open.db, { companyId })
})
afterAll(() => open.close())

const as = (user: TestUser) => ctxOfUser(open.db, user)
const manager = (venues: string[] = []) => aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['groups'], venues })
const seenBy = async (id: string): Promise<string[]> => (await readUser(as(platform), id)).venues.map(({ name }) => name)

test('ON1: who sees by a group sees what is in it, what joins it and no longer what leaves it', async () => {
  const group = await createGroup(as(owner), { name: 'Coast', logo: '', venues: [north!.id] })
  const { id } = await manager()
  await giveVenues(as(owner), { params: { id }, body: { access: 'groups', groups: [group.id], venues: [], version: 1 } })
  expect(await seenBy(id)).toEqual(['North'])
  const both = await updateGroup(as(owner), {
    params: { id: group.id },
    body: { name: 'Coast', logo: '', venues: [north!.id, south!.id], version: 1 },
  })
  expect(await seenBy(id)).toEqual(['North', 'South'])
  await updateGroup(as(owner), { params: { id: group.id }, body: { name: 'Coast', logo: '', venues: [south!.id], version: both.version } })
  expect(await seenBy(id)).toEqual(['South'])
  await deleteGroup(as(owner), group.id)
  expect(await seenBy(id)).toEqual([])
  expect(await readUser(as(platform), id)).toMatchObject({ access: 'venues', venueCount: 0 })
})

test('ON1: groups stay within their company, have one name there and are changed by whoever sees all of it', async () => {
  const foreign = await aVenue(open.db, { companyId: otherCompany })
  expect(await refusal(createGroup(as(owner), { name: 'Mixed', logo: '', venues: [foreign.id] }))).toBe('venue.not_found')
  expect(await refusal(createGroup(as(owner), { name: 'Theirs', logo: '', venues: [], companyId: otherCompany }))).toBe('company.not_found')
  const { id } = await createGroup(as(owner), { name: 'Hills', logo: '', venues: [north!.id] })
  expect(await refusal(createGroup(as(owner), { name: 'HILLS', logo: '', venues: [] }))).toBe('group.name_taken')
  expect(await refusal(createGroup(as(owner), { name: 'Logo', logo: 'https://evil.example/x.png', venues: [] }))).toBe('request.invalid')
  const limited = await manager([north!.id])
  expect((await readGroup(as(limited), id)).venueCount).toBe(1)
  const change = { params: { id }, body: { name: 'Mine', logo: '', venues: [], version: 1 } }
  expect(await refusal(updateGroup(as(limited), change))).toBe('access.denied')
  expect(await refusal(updateGroup(as(owner), { ...change, body: { ...change.body, version: 7 } }))).toBe('group.version_stale')
  expect(await refusal(readGroup(as(await aUser(open.db, { companyId: otherCompany })), id))).toBe('group.not_found')
  await deleteGroup(as(owner), id)
})

test('ON1: a venue that moves keeps its reservations and is no longer seen by the people of the company before', async () => {
  const moving = await aVenue(open.db, { companyId, name: 'Moving' })
  const { id } = await manager([moving.id])
  await aReservation(open.db, moving, { date: dayFromNow(3, moving) })
  const theirs = await aUser(open.db, { companyId: otherCompany })
  const input = { params: { id: otherCompany }, body: { venues: [moving.id] } }
  const plan = await planMove(as(platform), input)
  expect(plan).toMatchObject({ moved: 1, reservations: 1 })
  expect(plan.gainingTotal).toBeGreaterThan(0)
  expect(plan.losing.map((one) => one.id)).toEqual(expect.arrayContaining([id, owner.id]))
  expect((await companyTree(as(platform), companyId)).venues.map(({ name }) => name)).toContain('Moving')
  expect(await refusal(moveVenues(as(owner), input))).toBe('company.not_found')
  expect(await moveVenues(as(platform), input)).toEqual(plan)
  expect(await seenBy(id)).toEqual([])
  expect((await companyTree(as(theirs), otherCompany)).venues.map(({ name }) => name)).toContain('Moving')
  const kept = await open.db.selectFrom('reservations').select('id').where('venueId', '=', moving.id).execute()
  expect(kept).toHaveLength(1)
})

test('ON1: a company with venues stays; without any it goes with its groups and people, but never with whoever deletes it', async () => {
  expect(await refusal(deleteCompany(as(platform), companyId))).toBe('company.has_venues')
  expect(await refusal(deleteCompany(as(owner), companyId))).toBe('access.denied')
  const { id } = await createCompany(as(platform), { name: 'Short-lived', countryCode: 'ES' })
  const person = await aUser(open.db, { companyId: id, roles: ['ROLE_MANAGER'] })
  await createGroup(as(platform), { name: 'G', logo: '', venues: [], companyId: id })
  expect(await deleteCompany(as(platform), id)).toEqual({ id })
  const told = await open.db.selectFrom('auditEntries').select('action').where('subjectId', '=', person.id).execute()
  expect(told.map(({ action }) => action)).toEqual(['user.deleted'])
})

test('BR4: the platform gives a company its brand; its own administrators change the rest', async () => {
  const { rows } = { rows: await open.db.selectFrom('brands').select('id').limit(1).execute() }
  expect((await listCompanies(as(owner), {})).total).toBe(1)
  const fields = { name: 'Ours', countryCode: 'FR', city: 'Lyon' }
  const changed = await updateCompany(as(owner), { params: { id: companyId }, body: { ...fields, ownerId: owner.id, version: 1 } })
  expect(changed).toMatchObject({ city: 'Lyon', ownerName: 'Ada Example', version: 2 })
  expect(await refusal(updateCompany(as(owner), { params: { id: companyId }, body: { ...fields, version: 1 } }))).toBe(
    'company.version_stale',
  )
  const branded = (by: TestUser, brandId: string) =>
    updateCompany(as(by), { params: { id: companyId }, body: { ...fields, brandId, version: 2 } })
  expect(await refusal(branded(owner, rows[0]?.id ?? companyId))).toBe('access.denied')
  expect(await refusal(branded(platform, companyId))).toBe('brand.not_found')
  expect(await refusal(updateCompany(as(owner), { params: { id: otherCompany }, body: { ...fields, version: 1 } }))).toBe(
    'company.not_found',
  )
})
