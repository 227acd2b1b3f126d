import type { BulkChange, BulkPreview, BulkRun, BulkVenue } from '@tablewire/contracts/estate/bulk-changes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { venuesOf } from '../../../../tests/build/many-rows.ts'
import { runBulk } from './run-bulk.ts'
import type {} from './bulk-rows.ts'

let testApp: TestApp
let companyId: string
let admin: string
beforeAll(async () => {
  testApp = await aTestApp()
  companyId = await aCompany(testApp.container.db)
  admin = await testApp.signIn(await aUser(testApp.container.db, { companyId }))
})
afterAll(() => testApp.close())

type Asked = { ids?: string[]; filters?: object; except?: string[] }
const ask = (method: string, url: string, body?: unknown, token = admin) => testApp.ask({ method, url, body, token })
const data = async <T>(method: string, url: string, body?: unknown, token = admin): Promise<T> => {
  const answer = await ask(method, url, body, token)
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const preview = (selection: Asked, change: BulkChange) => data<BulkPreview>('POST', '/v1/bulk-changes/preview', { selection, change })
const work = async (id: string, token = admin): Promise<BulkRun> => {
  await runBulk(testApp.container.systemCtx('bulk.work'), { id })
  return data<BulkRun>('GET', `/v1/bulk-changes/${id}`, undefined, token)
}
const change = async (selection: Asked, what: BulkChange, token = admin): Promise<BulkRun> =>
  work((await data<BulkRun>('POST', '/v1/bulk-changes', { selection, change: what }, token)).id, token)
const undo = async (id: string, token = admin): Promise<BulkRun> => {
  await data('POST', `/v1/bulk-changes/${id}/undo`, undefined, token)
  return work(id, token)
}
const told = (id: string, token = admin) => data<BulkVenue[]>('GET', `/v1/bulk-changes/${id}/venues`, undefined, token)
const several = (count: number, over: object = {}): Promise<TestVenue[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => aVenue(testApp.container.db, { companyId, name: `Bulk ${at}`, ...over })))
const idsOf = (venues: readonly TestVenue[]) => venues.map(({ id }) => id)
type Detail = { active: boolean; cutOff: number | null; maxCovers: number; archivedAt: string | null }
const venueNow = (id: string) => data<Detail>('GET', `/venues/${id}`)
const entries = (requestId: string) =>
  testApp.container.db.selectFrom('auditEntries').select(['action', 'subjectId', 'actorName']).where('requestId', '=', requestId).execute()

test('S9: fields of many venues are counted before, changed one by one and put back together', async () => {
  const venues = await several(3)
  const [first, , last] = venues as [TestVenue, TestVenue, TestVenue]
  await ask('PUT', `/venues/${first.id}`, { cutOff: 90 })
  const foreign = await aVenue(testApp.container.db)
  const selection = { ids: [...idsOf(venues), foreign.id] }
  const wanted: BulkChange = { kind: 'fields', fields: { cutOff: 90 } }
  expect(await preview(selection, wanted)).toMatchObject({
    total: 4,
    changed: 2,
    unchanged: 1,
    refused: 1,
    // Of a venue that the reader may not know not even the name is told.
    reasons: [{ outcome: 'refused', code: 'venue.not_found', venues: 1, names: [] }],
    fields: [{ field: 'cutOff', venues: 2 }],
  })
  const run = await change(selection, wanted)
  expect(run).toMatchObject({ state: 'applied', total: 4, done: 4, counts: { changed: 2, unchanged: 1, refused: 1 } })
  expect((await told(run.id)).at(-1)).toEqual({
    id: foreign.id,
    name: null,
    city: null,
    outcome: 'refused',
    undo: null,
    reason: 'This venue was not found.',
  })
  expect((await entries(run.id)).map(({ action }) => action).toSorted()).toEqual(['bulk_change.applied', 'venue.updated', 'venue.updated'])
  await ask('PUT', `/venues/${last.id}`, { cutOff: 15 })
  const undone = await undo(run.id)
  expect(undone).toMatchObject({ state: 'undone', counts: { restored: 1, kept: 1 } })
  expect(await Promise.all(idsOf(venues).map(async (id) => (await venueNow(id)).cutOff))).toEqual([90, null, 15])
})

test('S9: what one venue cannot be given is told beside it, and a refused one takes no other with it', async () => {
  const [small, large] = (await several(2)) as [TestVenue, TestVenue]
  await ask('PUT', `/venues/${small.id}`, { maxCovers: 4 })
  const run = await change({ ids: [small.id, large.id] }, { kind: 'fields', fields: { minCovers: 6 } })
  expect(run.counts).toMatchObject({ changed: 1, refused: 1 })
  expect((await told(run.id))[0]).toMatchObject({ id: small.id, reason: expect.stringContaining('larger') as string })
})

test('S9: a smallest party larger than the largest is refused beside the field, and nothing begins', async () => {
  const [venue] = (await several(1)) as [TestVenue]
  const body = { selection: { ids: [venue.id] }, change: { kind: 'fields', fields: { minCovers: 9, maxCovers: 2 } } }
  for (const url of ['/v1/bulk-changes', '/v1/bulk-changes/preview']) {
    const answer = await ask('POST', url, body)
    expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([
      400,
      { 'change.fields.minCovers': ['The smallest party is larger than the largest'] },
    ])
  }
})

test('S9: what an undo could not put back is put back by another one, once nothing bars it', async () => {
  const venues = await several(2)
  const [first, second] = venues as [TestVenue, TestVenue]
  const cutOffs = () => Promise.all(idsOf(venues).map(async (id) => (await venueNow(id)).cutOff))
  const before = await cutOffs()
  const { id } = await change({ ids: idsOf(venues) }, { kind: 'fields', fields: { cutOff: 77 } })
  await ask('PUT', `/venues/${first.id}`, { cutOff: 5 })
  expect(await undo(id)).toMatchObject({ state: 'undone', counts: { restored: 1, kept: 1 } })
  await ask('PUT', `/venues/${second.id}`, { cutOff: 6 })
  // It still is not as the change left it.
  expect(await undo(id)).toMatchObject({ state: 'undone', counts: { restored: 1, kept: 1 } })
  await ask('PUT', `/venues/${first.id}`, { cutOff: 77 })
  expect(await undo(id)).toMatchObject({ state: 'undone', counts: { restored: 2, kept: 0 } })
  expect(await cutOffs()).toEqual([before[0], 6])
  expect((await told(id)).map(({ reason }) => reason)).toEqual([null, null])
  expect((await ask('POST', `/v1/bulk-changes/${id}/undo`)).json()).toMatchObject({ code: 'undo.done' })
})

test('S9: a filter means the venues it has when the change begins, but for those taken out', async () => {
  const venues = await several(4, { city: 'Bulkville' })
  const selection = { filters: { city: 'Bulkville' }, except: [venues[0]!.id] }
  const begun = await data<BulkRun>('POST', '/v1/bulk-changes', { selection, change: { kind: 'fields', fields: { active: false } } })
  await several(1, { city: 'Bulkville' })
  expect(await work(begun.id)).toMatchObject({ total: 3, counts: { changed: 3 } })
  expect((await venueNow(venues[0]!.id)).active).toBe(true)
  const none = await ask('POST', '/v1/bulk-changes', { selection: { filters: { city: 'Nowhere at all' } }, change: { kind: 'restore' } })
  expect(none.json()).toMatchObject({ code: 'bulk_change.nothing_chosen' })
})

test('S9: what is chosen in two ways at once, or in a way that is none, is refused in words', async () => {
  const [venue] = (await several(1)) as [TestVenue]
  const refusal = async (selection: object) => {
    const answer = await ask('POST', '/v1/bulk-changes', { selection, change: { kind: 'restore' } })
    return answer.json<{ code: string; errors: object }>()
  }
  const both = await refusal({ ids: [venue.id], filters: { city: 'X' }, except: [venue.id] })
  expect(both.code).toBe('request.invalid')
  expect(JSON.stringify(both)).toContain('This cannot be given together with ids')
  expect(JSON.stringify(both)).toContain('selection.except')
  expect(await refusal({ ids: [venue.id], limit: 3 })).toMatchObject({ code: 'request.invalid' })
})

test('S9: a run that died is gone on with, a second run finds nothing to do, and a key makes one change', async () => {
  const venues = await several(3)
  const body = { selection: { ids: idsOf(venues) }, change: { kind: 'fields', fields: { maxDays: 33 } } }
  const once = () =>
    testApp.ask({ method: 'POST', url: '/v1/bulk-changes', body, token: admin, headers: { 'idempotency-key': 'bulk-once' } })
  const [one, again] = [await once(), await once()]
  const { id } = one.json<{ data: BulkRun }>().data
  expect(again.json<{ data: BulkRun }>().data.id).toBe(id)
  // As a killed process leaves it: one venue done, the others not.
  await testApp.container.db
    .updateTable('bulkChangeVenues')
    .set({ outcome: 'unchanged' })
    .where('bulkId', '=', id)
    .where('place', '=', 0)
    .execute()
  expect(await work(id)).toMatchObject({ state: 'applied', counts: { changed: 2, unchanged: 1 } })
  const before = (await entries(id)).length
  await work(id)
  expect((await entries(id)).length).toBe(before)
})

test('S9: taking back a change under way stops it where it is', async () => {
  const venues = await several(2)
  const { id } = await data<BulkRun>('POST', '/v1/bulk-changes', {
    selection: { ids: idsOf(venues) },
    change: { kind: 'fields', fields: { maxDays: 44 } },
  })
  expect(await undo(id)).toMatchObject({ state: 'undone', done: 0, counts: { changed: 0, restored: 0 } })
})

test('S9: the right of the change is asked, and whoever loses it meanwhile changes nothing more', async () => {
  const [venue] = (await several(1)) as [TestVenue]
  const { db } = testApp.container
  const user = await aUser(db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['venues'] })
  const manager = await testApp.signIn(user)
  const denied = { selection: { ids: [venue.id] }, change: { kind: 'group', groupId: null } }
  expect((await ask('POST', '/v1/bulk-changes', denied, manager)).json()).toMatchObject({ code: 'access.denied' })
  const allowed = { selection: { ids: [venue.id] }, change: { kind: 'fields', fields: { maxDays: 55 } } }
  const { id } = await data<BulkRun>('POST', '/v1/bulk-changes', allowed, manager)
  await db.updateTable('users').set({ permissions: [] }).where('id', '=', user.id).execute()
  expect(await work(id)).toMatchObject({ counts: { changed: 0, refused: 1 } })
  const stranger = await testApp.signIn(await aUser(db, { companyId: await aCompany(db) }))
  expect((await ask('GET', `/v1/bulk-changes/${id}`, undefined, stranger)).json()).toMatchObject({ code: 'bulk_change.not_found' })
})

test('S9: many are archived, but for those guests still come to, and come back', async () => {
  const [empty, awaited] = (await several(2)) as [TestVenue, TestVenue]
  const { serviceOn } = await aReservation(testApp.container.db, awaited, { partySize: 3 })
  const ids = [empty.id, awaited.id]
  expect(await preview({ ids }, { kind: 'archive' })).toMatchObject({
    changed: 1,
    refused: 1,
    guests: { reservations: 1, covers: 3, latest: { on: serviceOn, venue: 'Bulk 1' } },
    reasons: [{ code: 'venue.has_reservations', meaning: 'Guests are still to come.', names: ['Bulk 1'] }],
  })
  const run = await change({ ids }, { kind: 'archive' })
  expect(run.counts).toMatchObject({ changed: 1, refused: 1 })
  const restored = await change({ ids }, { kind: 'restore' })
  expect(restored.counts).toMatchObject({ changed: 1, unchanged: 1 })
  // Brought back since by somebody else: there is nothing to put back.
  expect((await undo(run.id)).counts).toMatchObject({ restored: 0, kept: 1 })
})

test('VE1: a venue merged since comes back neither by the undo of the archive nor with many others from it', async () => {
  const [kept, other, lone] = (await several(3)) as [TestVenue, TestVenue, TestVenue]
  const archived = await change({ ids: [other.id, lone.id] }, { kind: 'archive' })
  await data('POST', `/v1/venues/${other.id}/restore`)
  await data('POST', `/v1/venues/${kept.id}/merge`, { other: other.id })
  expect(await preview({ ids: [other.id, lone.id] }, { kind: 'restore' })).toMatchObject({
    changed: 1,
    refused: 1,
    reasons: [{ code: 'venue.merged', venues: 1 }],
  })
  expect((await undo(archived.id)).counts).toMatchObject({ restored: 1, kept: 1 })
  expect((await told(archived.id))[0]).toMatchObject({ undo: 'kept', reason: expect.stringContaining('Merged into') as string })
  expect((await change({ ids: [other.id] }, { kind: 'restore' })).counts).toMatchObject({ changed: 0, refused: 1 })
  expect(await data('GET', `/venues/${other.id}`)).toMatchObject({ active: false, mergedInto: { id: kept.id } })
  // Nobody else may either, whatever he writes.
  const open = testApp.container.db
    .updateTable('venues')
    .set({ active: true, archivedAt: null, archivedActive: null })
    .where('id', '=', other.id)
  await expect(open.execute()).rejects.toMatchObject({ constraint: 'venues_merged_archived' })
})

test('S9: many join a group of their company, and go back to the groups they had', async () => {
  const venues = await several(2)
  const foreign = await aVenue(testApp.container.db)
  const root = await testApp.signIn(await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  const group = (name: string, own: string[]) => data<{ id: string }>('POST', '/groups', { name, logo: '', venues: own })
  const [old, next] = [await group('Old house', [venues[0]!.id]), await group('New house', [])]
  const run = await change({ ids: [...idsOf(venues), foreign.id] }, { kind: 'group', groupId: next.id }, root)
  expect(run).toMatchObject({ name: 'New house', counts: { changed: 2, refused: 1 } })
  expect((await told(run.id, root)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'The group belongs to another company.' })
  const groupsNow = async () => {
    const rows = await testApp.container.db.selectFrom('venues').select(['id', 'groupId']).where('id', 'in', idsOf(venues)).execute()
    return idsOf(venues).map((id) => rows.find((row) => row.id === id)!.groupId)
  }
  expect(await groupsNow()).toEqual([next.id, next.id])
  await undo(run.id, root)
  expect(await groupsNow()).toEqual([old.id, null])
})

test('S9: many are connected with a channel, paused, and stand again as before', async () => {
  const venues = await several(2)
  const channel = await aChannel(testApp.container.db, { venues: [venues[0]!.id] })
  const states = async () =>
    (
      await testApp.container.db
        .selectFrom('channelVenues')
        .select(['venueId', 'state'])
        .where('channelId', '=', channel.id)
        .where('venueId', 'in', idsOf(venues))
        .execute()
    )
      .toSorted((a, b) => idsOf(venues).indexOf(a.venueId) - idsOf(venues).indexOf(b.venueId))
      .map(({ state }) => state)
  const ids = idsOf(venues)
  const connect = await change({ ids }, { kind: 'channel', channelId: channel.id, move: 'connect' })
  expect(connect.counts).toMatchObject({ changed: 1, unchanged: 1 })
  const pause = await change({ ids: [ids[0]!] }, { kind: 'channel', channelId: channel.id, move: 'pause' })
  expect(pause).toMatchObject({ counts: { changed: 1 } })
  await undo(pause.id)
  await undo(connect.id)
  expect(await states()).toEqual(['live', 'not_enabled'])
})

test('S9: of very many venues a preview is asked for part by part, and the parts come to the whole', async () => {
  const own = await aCompany(testApp.container.db)
  const token = await testApp.signIn(await aUser(testApp.container.db, { companyId: own }))
  // Without books, so that each is refused.
  const selection = { ids: [...(await venuesOf(testApp.container.db, own, 1600)), ...idsOf(await several(1, { companyId: own }))] }
  const part = (from?: number) =>
    data<BulkPreview>('POST', '/v1/bulk-changes/preview', { selection, change: { kind: 'archive' }, from }, token)
  expect(await part()).toMatchObject({ total: 1601, next: null, changed: 1, refused: 1600 })
  expect(await part(0)).toMatchObject({ total: 1601, next: 1500, changed: 0, refused: 1500 })
  expect(await part(1500)).toMatchObject({ total: 1601, next: null, changed: 1, refused: 100 })
  expect(await part(1601)).toMatchObject({ total: 1601, next: null, changed: 0, refused: 0 })
})
