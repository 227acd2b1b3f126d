import { audit as auditArea } from '@tablewire/contracts/operations/audit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { insertGroup } from '#src/features/access/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { newId } from '#src/platform/id.ts'
import { listAuditEntries } from './list-audit-entries.ts'

let open: OpenDb
let harakeke: TestVenue
let foreign: TestVenue
let platform: TestUser
let ours: TestUser
let theirs: TestUser
const clock = aClock('2026-11-20T18:00:00Z')

beforeAll(async () => {
  open = await aDb()
  harakeke = await aVenue(open.db, { name: 'Harakeke Dining Room' })
  foreign = await aVenue(open.db, { name: 'Casa Ajena' })
  platform = await aUser(open.db)
  ours = await aUser(open.db, { companyId: harakeke.companyId })
  theirs = await aUser(open.db, { companyId: foreign.companyId })
})
afterAll(() => open.close())

type Entry = Omit<Parameters<typeof audit>[1], 'action' | 'subject'> & { action: string }
const write = async (user: TestUser, { action, ...entry }: Entry, batch?: { id: string; name: string }): Promise<void> => {
  clock.move({ seconds: 1 })
  const ctx = ctxOfUser(open.db, user, { clock })
  await audit(batch ? { ...ctx, batch } : ctx, { action, subject: action.split('.')[0]!, ...entry })
}
const list = (user: TestUser, filters = {}) => listAuditEntries(ctxOfUser(open.db, user), { filters }, {})
const latest = async (user: TestUser, filters = {}) => (await list(user, filters)).data[0]!

test('what an entry is about, where it was and what its values stand for is told by name', async () => {
  const channel = await aChannel(open.db, { name: 'Table Guide' })
  await write(platform, { action: 'channel.link_moved', subjectId: channel.id, venueId: harakeke.id, after: { state: 'live' } })
  const page = await list(platform)
  expect(z.safeParse(auditArea.list.result, page).success).toBe(true)
  expect(page.data[0]).toMatchObject({ subjectName: 'Table Guide', subjectIsThere: true, venueName: 'Harakeke Dining Room', names: {} })
  await write(platform, {
    action: 'user.venues_given',
    subjectId: ours.id,
    before: { venues: [] },
    after: { venues: [harakeke.id, foreign.id] },
  })
  expect((await latest(platform)).names).toEqual({ [harakeke.id]: 'Harakeke Dining Room', [foreign.id]: 'Casa Ajena' })
})

test('a company reads its own names and no others, in values as well', async () => {
  await write(platform, {
    action: 'venue.moved',
    subjectId: harakeke.id,
    venueId: harakeke.id,
    before: { companyId: foreign.companyId, companyName: 'Foreign Firm', groupName: 'Foreign Group' },
    after: { companyId: harakeke.companyId, companyName: 'Our Firm', replaced: foreign.id },
  })
  const entry = await latest(ours)
  expect(entry).toMatchObject({ action: 'venue.moved', subjectName: 'Harakeke Dining Room', after: { companyName: 'Our Firm' } })
  expect(JSON.stringify(entry)).not.toMatch(/Foreign|Ajena/)
  expect(Object.keys(entry.names)).toEqual([harakeke.companyId])
  expect(JSON.stringify(await latest(platform))).toMatch(/Foreign Firm/)
})

test('a group of another company stays nameless where a venue only changed its group, also once that group is gone', async () => {
  const group = async (companyId: string, name: string): Promise<string> => {
    const id = newId()
    await insertGroup(ctxOfUser(open.db, platform), { id, companyId, name, logo: '', fbInstallLink: null })
    return id
  }
  const [own, other] = [await group(harakeke.companyId, 'Our Group'), await group(foreign.companyId, 'Their Group')]
  const moved = (groupId: string, groupName: string) =>
    write(platform, {
      action: 'venue.moved',
      subjectId: harakeke.id,
      venueId: harakeke.id,
      before: { groupId, groupName },
      after: { groupId: own, groupName: 'Our Group' },
    })
  await moved(other, 'Their Group')
  expect(await latest(ours)).toMatchObject({ before: { groupId: other }, after: { groupName: 'Our Group' } })
  expect(JSON.stringify(await latest(ours))).not.toContain('Their Group')
  expect((await latest(platform)).before).toMatchObject({ groupName: 'Their Group' })
  await moved(newId(), 'Their old group')
  expect(JSON.stringify(await latest(ours))).not.toContain('Their old group')
})

test('who acted at a venue for another company before it came over stays nameless; people of the platform do not', async () => {
  await write(theirs, { action: 'venue.updated', subjectId: harakeke.id, venueId: harakeke.id, after: { city: 'Wellington' } })
  expect(await latest(ours)).toMatchObject({ actorKind: 'user', actorName: '', actorId: null })
  expect((await latest(platform)).actorId).toBe(theirs.id)
  // Nor is his id a way to find what he did here.
  const byHim = async (reader: typeof ours) => [
    (await list(reader, { actorId: theirs.id })).total,
    (await list(reader, { search: theirs.id })).total,
  ]
  expect([await byHim(ours), await byHim(platform)]).toEqual([
    [0, 0],
    [1, 1],
  ])
  await write(
    { ...theirs },
    { action: 'import.applied', subjectId: harakeke.id, venueId: harakeke.id, after: { fileName: 'SECRET guests.csv' } },
  )
  expect(JSON.stringify(await latest(ours))).not.toContain('SECRET')
  await open.db.deleteFrom('users').where('id', '=', theirs.id).execute()
  expect(await latest(ours)).toMatchObject({ actorName: '', actorId: null })
  expect(await byHim(ours)).toEqual([0, 0])
  await write(platform, { action: 'venue.updated', subjectId: harakeke.id, venueId: harakeke.id, after: { city: 'Auckland' } })
  expect((await latest(ours)).actorId).toBe(platform.id)
})

test('what was deleted keeps the name it had, for those who may see the entry that says so', async () => {
  const id = '019a0000-0000-7000-8000-00000000aaaa'
  const before = { firstName: 'Ana', lastName: 'López', email: 'ana@example.test' }
  await write(ours, { action: 'user.updated', subjectId: id, before: { city: 'Bilbao' }, after: { city: 'Getxo' } })
  expect((await latest(ours)).subjectName).toBeNull()
  await write(ours, { action: 'user.deleted', subjectId: id, before })
  const [gone, changed] = (await list(ours, { subjectId: id })).data
  expect([gone!.subjectName, changed!.subjectName]).toEqual(['Ana López', 'Ana López'])
  expect(gone!.subjectIsThere).toBe(false)
  expect((await list(ours, { search: 'lópez' })).data.map(({ action }) => action)).toEqual(['user.deleted', 'user.updated'])
  await write(ours, { action: 'group.updated', subjectId: foreign.id, after: { user: id } })
  expect((await latest(ours)).names).toEqual({ [id]: 'Ana López' })
})

test('a search by name finds what is called so, what happened there and who did it, within what the reader sees', async () => {
  await write(ours, {
    action: 'book.updated',
    subjectId: harakeke.id,
    venueId: harakeke.id,
    before: { cutOffMinutes: 60 },
    after: { cutOffMinutes: 120 },
  })
  expect((await list(ours, { search: 'harakeke' })).data[0]).toMatchObject({ action: 'book.updated', subjectName: 'Harakeke Dining Room' })
  expect((await list(ours, { search: 'harakeke dining room nowhere' })).total).toBe(0)
  await write(platform, { action: 'venue.updated', subjectId: foreign.id, venueId: foreign.id, after: { city: 'Lugo' } })
  expect((await list(ours, { search: 'ajena' })).total).toBe(0)
  expect((await list(platform, { search: 'ajena' })).total).toBeGreaterThan(0)
  expect((await list(platform, { search: harakeke.id })).data[0]!.subjectId).toBe(harakeke.id)
})

test('filters by field, act and batch narrow together', async () => {
  const total = async (filters: object) => (await list(platform, filters)).total
  expect(await total({ field: 'cutOffMinutes' })).toBe(1)
  expect(await total({ field: 'cutOff,cutOffMinutes' })).toBe(1)
  expect(await total({ field: 'cutOffMinutes', subject: 'user' })).toBe(0)
  expect(await total({ act: 'deleted' })).toBe(1)
  expect(await total({ act: 'updated', field: 'city', venueId: foreign.id })).toBe(1)
})

test('what a batch wrote names it, and is found by it together with its own entries', async () => {
  const batch = { id: '019a0000-0000-7000-8000-00000000bbbb', name: 'venues.xlsx' }
  await write(platform, { action: 'venue.imported', subjectId: harakeke.id, venueId: harakeke.id, after: { city: 'Nelson' } }, batch)
  await write(platform, { action: 'import.applied', subjectId: batch.id, after: { fileName: 'venues.xlsx' } })
  expect((await list(ours, { venueId: harakeke.id })).data[0]).toMatchObject({ action: 'venue.imported', batch })
  expect((await list(platform, { batchId: batch.id })).data.map(({ action }) => action)).toEqual(['import.applied', 'venue.imported'])
})

test('names of a whole page are read in two statements at most', async () => {
  const company = await aCompany(open.db)
  for (let n = 0; n < 60; n++) {
    const { id } = await aVenue(open.db, { companyId: company })
    await write(platform, { action: 'venue.updated', subjectId: id, venueId: id, after: { city: `C${n}`, ownerId: ours.id } })
  }
  let statements = 0
  const counted = open.db.withPlugin({
    transformQuery: ({ node }) => (statements++, node),
    transformResult: async ({ result }) => result,
  })
  const page = await listAuditEntries(ctxOfUser(counted, platform), {}, {})
  expect(page.data).toHaveLength(50)
  expect(page.data.every(({ subjectName, names }) => subjectName !== null && names[ours.id] !== undefined)).toBe(true)
  expect(statements).toBeLessThanOrEqual(4)
})

test('a name finds all that is called so, however many there are, with their exact total', async () => {
  const companyId = await aCompany(open.db, { name: 'Many' })
  const names = Array.from({ length: 150 }, (_, n) => `Quelle ${n}`)
  const reader = await aUser(open.db, { companyId })
  for (const name of names) {
    const { id } = await aVenue(open.db, { name, companyId })
    await write(reader, { action: 'venue.updated', subjectId: id, venueId: id, before: { city: 'Graz' }, after: { city: 'Linz' } })
  }
  for (const who of [platform, reader]) {
    const found = await listAuditEntries(ctxOfUser(open.db, who), { filters: { search: 'quelle' }, limit: 200 }, {})
    expect([found.total, found.data.length, new Set(found.data.map(({ subjectId }) => subjectId)).size]).toEqual([150, 150, 150])
  }
})

test('the name of somebody of the platform finds what his id finds, for whoever reads the name there; his address does not', async () => {
  const petra = await aUser(open.db)
  await open.db.updateTable('users').set({ firstName: 'Petronella', lastName: 'Plattform' }).where('id', '=', petra.id).execute()
  await write(petra, { action: 'venue.updated', subjectId: harakeke.id, venueId: harakeke.id, after: { city: 'Nelson' } })
  const byId = await list(ours, { actorId: petra.id })
  expect(byId.total).toBe(1)
  expect(await list(ours, { search: 'petronella platt' })).toEqual(byId)
  expect((await list(ours, { search: petra.email })).total).toBe(0)
  const stranger = await aUser(open.db, { companyId: foreign.companyId })
  await open.db.updateTable('users').set({ firstName: 'Zacharias' }).where('id', '=', stranger.id).execute()
  await write(stranger, { action: 'venue.updated', subjectId: harakeke.id, venueId: harakeke.id, after: { city: 'Picton' } })
  expect((await list(ours, { search: 'Zacharias' })).total).toBe(0)
  expect((await list(platform, { search: 'Zacharias' })).total).toBe(1)
})
