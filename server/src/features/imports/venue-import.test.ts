import type { ImportBatch } from '@tablewire/contracts/import/import'
import type { ImportRowResult } from '@tablewire/contracts/import/import-findings'
import type { Mapping } from '@tablewire/contracts/import/import.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importers } from '#src/app/importers.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { conflictsLeft, recordConflicts } from '#src/features/availability/conflict-rows.ts'
import { bookChangedJob } from '#src/features/venues/api.ts'
import { newId, newReference } from '#src/platform/id.ts'
import { runBatch } from './run-batch.ts'
import type {} from './batch-rows.ts'

type BookChanged = Parameters<typeof recordConflicts>[1]
let testApp: TestApp
let hub: string
let own: string
let foreign: string
/** Two companies whose venues go by the same numbers. */
let ours: TestVenue
let theirs: TestVenue

beforeAll(async () => {
  testApp = await aTestApp()
  hub = await testApp.signIn(await aUser(testApp.container.db))
})
afterAll(() => testApp.close())
beforeEach(async () => {
  const { db } = testApp.container
  ours = await aVenue(db, { name: 'Ours', externalId: '7' })
  theirs = await aVenue(db, { name: 'Theirs', externalId: '7' })
  own = await testApp.signIn(await aUser(db, { companyId: ours.companyId }))
  foreign = await testApp.signIn(await aUser(db, { companyId: theirs.companyId }))
})

type TestRequest = { method: string; url: string; body?: unknown; token?: string }
const call = async <T = ImportBatch>({ token = hub, ...asked }: TestRequest): Promise<T> => {
  const answer = await testApp.ask({ token, ...asked })
  if (answer.statusCode >= 300) throw new Error(`${asked.url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const send = async (file: string, { token = hub, company = ours.companyId }: { token?: string; company?: string } = {}) => {
  const body = { kind: 'venues', company, fileName: 'venues.csv', fileBytes: Buffer.byteLength(file) }
  const { id } = await call({ method: 'POST', url: '/v1/imports', body, token })
  const content = Buffer.from(file).toString('base64')
  return call({ method: 'POST', url: `/v1/imports/${id}/parts?at=0`, body: { content }, token })
}
const step = async (id: string, name: 'check' | 'apply' | 'undo', { token = hub, body = {} }: { token?: string; body?: object } = {}) => {
  await call({ method: 'POST', url: `/v1/imports/${id}/${name}`, body, token })
  await runBatch(testApp.container.systemCtx('imports.work'), importers, { id })
  return call({ method: 'GET', url: `/v1/imports/${id}`, token })
}
const remap = ({ id, version, mapping }: ImportBatch, fields: Mapping['fields'], token = hub): Promise<ImportBatch> =>
  call({ method: 'PUT', url: `/v1/imports/${id}/mapping`, body: { version, mapping: { ...mapping, fields } }, token })
const rows = async (id: string, more = '', token = hub): Promise<{ data: ImportRowResult[]; total: number }> => {
  const answer = await testApp.ask({ method: 'GET', url: `/v1/import-rows?filters[importId]=${id}${more}`, token })
  return answer.json()
}
const venueRow = (id: string) => testApp.container.db.selectFrom('venues').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const bookRow = (id: string) => testApp.container.db.selectFrom('books').selectAll().where('venueId', '=', id).executeTakeFirstOrThrow()
const all = async (venue: TestVenue) => ({
  venue: await venueRow(venue.id),
  book: await bookRow(venue.id),
  areas: await testApp.container.db.selectFrom('areas').selectAll().where('venueId', '=', venue.id).orderBy('position').execute(),
})
const whole = async (file: string, over: { token?: string; company?: string } = {}): Promise<ImportBatch> => {
  const sent = await send(file, over)
  await step(sent.id, 'check', over)
  return step(sent.id, 'apply', over)
}

const sevens = 'external_id,name,city,country,tz\n7,Renamed,Sevilla,ES,Europe/Madrid\n'

test.each(['hub', 'own'] as const)('RE6: an import as %s touches only venues of its company, whoever has the same numbers', async (who) => {
  const token = who === 'hub' ? hub : own
  const before = await all(theirs)
  const sent = await send(sevens, { token })
  const checked = await step(sent.id, 'check', { token })
  expect(checked).toMatchObject({ counts: { made: 0, changed: 1 }, changedFields: [{ rows: 1 }, { rows: 1 }] })
  const [row, ...others] = (await rows(sent.id, '', token)).data
  expect(row).toMatchObject({ id: '2', line: 2, outcome: 'changed', subjectId: ours.id, name: 'Renamed', undo: null })
  expect(row!.changes.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
    { field: 'city', before: 'Madrid', after: 'Sevilla' },
    { field: 'name', before: 'Ours', after: 'Renamed' },
  ])
  expect(others).toEqual([])
  expect(await venueRow(ours.id)).toMatchObject({ name: 'Ours', city: 'Madrid' })
  await step(sent.id, 'apply', { token })
  expect(await venueRow(ours.id)).toMatchObject({ name: 'Renamed', city: 'Sevilla', externalId: '7', companyId: ours.companyId })
  expect(await all(theirs)).toEqual(before)
  // What the import did is told at the venue, to those who may see it.
  const told = async (venue: TestVenue, as: string) =>
    (await testApp.ask({ method: 'GET', url: `/v1/audit?filters[venueId]=${venue.id}`, token: as })).json<{ data: object[] }>().data
  expect(await told(ours, own)).toMatchObject([
    {
      action: 'venue.imported',
      subject: 'venue',
      batch: { id: sent.id },
      before: { name: 'Ours', city: 'Madrid' },
      after: { name: 'Renamed', city: 'Sevilla' },
    },
  ])
  expect(await told(theirs, foreign)).toEqual([])
  await step(sent.id, 'undo', { token })
  expect(await venueRow(ours.id)).toMatchObject({ name: 'Ours', city: 'Madrid' })
  expect(await all(theirs)).toEqual(before)
})

test('RE6: new opening hours and their undo are held against the reservations to come', async () => {
  const { db } = testApp.container
  await sql`insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, area_id, pacing_at,
      pacing_until, book_version, source)
    select ${ours.id}, ${newId()}, ${newReference()}, 'confirmed', 2, t.at, t.at + interval '90 minutes', t.at at time zone 'Europe/Madrid',
      (t.at at time zone 'Europe/Madrid')::date, ${ours.areaId}, t.at, t.at + interval '15 minutes', 1, 'import'
    from (select date_trunc('day', now()) + interval '7 days 19 hours' as at) t`.execute(db)
  const asked: { name: string; data: object }[] = []
  const system = testApp.container.systemCtx('imports.work')
  const enqueue = async (_ctx: unknown, { name }: { name: string }, data: object) => void asked.push({ name, data })
  const ctx = { ...system, ports: { ...system.ports, jobs: { ...system.ports.jobs, enqueue } } }
  const left = async (id: string, name: 'apply' | 'undo'): Promise<number> => {
    await call({ method: 'POST', url: `/v1/imports/${id}/${name}`, body: {} })
    await runBatch(ctx, importers, { id })
    for (const job of asked.splice(0)) if (job.name === bookChangedJob.name) await recordConflicts(ctx, job.data as BookChanged)
    return (await conflictsLeft(ctx, ours.id)).total
  }
  const sent = await send('external_id,name,opening_hours\n7,Ours,Mo-Su 12:00-14:00\n')
  await step(sent.id, 'check')
  expect(await left(sent.id, 'apply')).toBe(1)
  expect(await left(sent.id, 'undo')).toBe(0)
})

test('RE6: a list for another company makes venues of its own beside those that have the same numbers', async () => {
  const [one, other] = [await all(ours), await all(theirs)]
  const applied = await whole(sevens, { company: `New ${ours.id}` })
  expect(applied).toMatchObject({ counts: { made: 1, changed: 0 } })
  expect([await all(ours), await all(theirs)]).toEqual([one, other])
  expect((await rows(applied.id)).data).toMatchObject([{ outcome: 'made', undo: { what: 'removed', done: false } }])
  // The same numbers in a third company are known there by the same keys.
  expect(await whole(sevens, { company: `Third ${ours.id}` })).toMatchObject({ counts: { made: 1 } })
  await step(applied.id, 'undo')
  expect((await rows(applied.id)).data).toMatchObject([{ outcome: 'made', undo: { what: 'removed', done: true } }])
})

test('RE6: an undo leaves a venue that went to another company since', async () => {
  const { id } = await whole(sevens)
  await testApp.container.db
    .updateTable('venues')
    .set({ companyId: theirs.companyId, externalId: null })
    .where('id', '=', ours.id)
    .execute()
  expect((await rows(id)).data).toMatchObject([{ undo: { what: 'kept', done: false } }])
  await step(id, 'undo', { body: { keepChanged: true } })
  expect(await venueRow(ours.id)).toMatchObject({ name: 'Renamed' })
  expect((await rows(id)).data).toMatchObject([{ undo: { what: 'kept', done: true } }])
})

const full = async () => {
  await testApp.container.db
    .updateTable('venues')
    .set({
      address: 'Calle 1',
      postalCode: '28001',
      phoneNumber: '+34600111222',
      latitude: 40.4,
      longitude: -3.7,
      website: 'https://a.example',
    })
    .where('id', '=', ours.id)
    .execute()
  return all(ours)
}

test('RE6: what no column says and what a cell leaves empty stays, the book too', async () => {
  const before = await full()
  const file = 'external_id,name,country,tz,addr:street,phone,opening_hours,city\n7,Ours,ES,Europe/Madrid,,,,\n'
  const sent = await send(file)
  expect(await step(sent.id, 'check')).toMatchObject({ counts: { unchanged: 1, changed: 0 } })
  await step(sent.id, 'apply')
  expect(await all(ours)).toEqual(before)
  // One column more changes that one and nothing else.
  await whole('external_id,phone\n7,+34 600 333 444\n')
  const after = await all(ours)
  expect(after.venue).toEqual({
    ...before.venue,
    phoneNumber: '+34600333444',
    version: after.venue.version,
    updatedAt: after.venue.updatedAt,
  })
  expect([after.book, after.areas]).toEqual([before.book, before.areas])
})

test('RE6: an empty cell takes away what is stored where its column is told to', async () => {
  await full()
  const sent = await send('external_id,phone,city\n7,,\n')
  await remap(sent, { ...sent.mapping.fields, phone: { columns: ['phone'], constant: null, clears: true } })
  await step(sent.id, 'check')
  expect((await rows(sent.id)).data).toMatchObject([
    { outcome: 'changed', changes: [{ field: 'phone', before: '+34600111222', after: null }] },
  ])
  await step(sent.id, 'apply')
  expect(await venueRow(ours.id)).toMatchObject({ phoneNumber: null, city: 'Madrid', website: 'https://a.example' })
  await step(sent.id, 'undo')
  expect(await venueRow(ours.id)).toMatchObject({ phoneNumber: '+34600111222' })
  const again = await send('external_id,name\n7,\n')
  const fields = { ...again.mapping.fields, name: { columns: ['name'], constant: null, clears: true } }
  await expect(remap(again, fields)).rejects.toThrow(/mapping.fields.name/)
})

test('RE6: a venue is known by its own id whoever made it, else by name and address', async () => {
  const body = {
    name: 'By hand',
    countryCode: 'ES',
    timezone: 'Europe/Madrid',
    externalId: 'OP-2',
    address: 'Calle Mayor 3',
    city: 'Madrid',
  }
  const made = await call<{ id: string }>({ method: 'POST', url: '/venues', body, token: own })
  const lists = [
    'external_id,name,country,tz\nOP-2,By hand,ES,Europe/Madrid\n',
    'name,address,city,country,tz\nBY HAND,calle mayor 3,Madrid,ES,Europe/Madrid\n',
  ]
  for (const token of [hub, own])
    for (const file of lists) expect(await whole(file, { token })).toMatchObject({ counts: { made: 0, rejected: 0 } })
  expect(await venueRow(made.id)).toMatchObject({ externalId: 'OP-2', address: expect.stringMatching(/mayor 3/i) as string })
})

test('RE6: what the hub imported the company finds again, and the other way round', async () => {
  const list = ['external_id,name,city,country,tz', ...Array.from({ length: 5 }, (_, n) => `N${n},Venue ${n},Madrid,ES,Europe/Madrid`)]
  expect(await whole(`${list.join('\n')}\n`)).toMatchObject({ counts: { made: 5 } })
  expect(await whole(`${list.join('\n')}\n`, { token: own })).toMatchObject({ counts: { made: 0, unchanged: 5 } })
})

test('RE6: where two venues compete for a row it says so and touches nothing', async () => {
  const { db } = testApp.container
  const second = await aVenue(db, { name: 'Second', companyId: ours.companyId, externalId: '8' })
  await db.updateTable('venues').set({ importKey: 'osm:node/5' }).where('id', '=', second.id).execute()
  const before = [await all(ours), await all(second)]
  const file = `hub_id,external_id,osm,name,country,tz
${ours.id},8,,X,ES,Europe/Madrid
,7,node/5,Y,ES,Europe/Madrid
${theirs.id},,,Z,ES,Europe/Madrid
`
  const sent = await send(file)
  expect(await step(sent.id, 'check')).toMatchObject({ counts: { rejected: 3 } })
  const found = await testApp.ask({ method: 'GET', url: `/v1/import-findings?filters[importId]=${sent.id}`, token: hub })
  expect(found.json<{ data: object[] }>().data).toMatchObject([
    { line: 2, outcome: 'rejected', reason: 'external_id.taken', value: '8' },
    { line: 3, outcome: 'rejected', reason: 'venue.contested' },
    { line: 4, outcome: 'rejected', reason: 'venue.other_company', value: theirs.id },
  ])
  await step(sent.id, 'apply')
  expect([await all(ours), await all(second)]).toEqual(before)
})

test('RE6: whoever sees the other company is sent there; whoever does not learns nothing of its venues', async () => {
  const file = `hub_id,name,country,tz\n${theirs.id},Z,ES,Europe/Madrid\n`
  const reasonsFor = async (token: string): Promise<string[]> => {
    const sent = await send(file, { token })
    return (await step(sent.id, 'check', { token })).findings.map(({ reason }) => reason)
  }
  expect(await reasonsFor(hub)).toEqual(['venue.other_company'])
  expect(await reasonsFor(own)).toEqual(['venue.unknown'])
})

test('RE6: rows are filtered by outcome and by field, and paged', async () => {
  const lines = Array.from({ length: 5 }, (_, n) => `N${n},Venue ${n},Madrid,ES,Europe/Madrid`)
  await whole(['external_id,name,city,country,tz', ...lines, ''].join('\n'))
  const sent = await send(
    ['external_id,name,city', ...lines.map((_, n) => `N${n},Venue ${n},${n < 3 ? 'Sevilla' : 'Madrid'}`), 'N9,,', ''].join('\n'),
  )
  await step(sent.id, 'check')
  expect(await rows(sent.id, '&filters[outcome]=unchanged')).toMatchObject({ total: 2 })
  expect(await rows(sent.id, '&filters[outcome]=rejected')).toMatchObject({ total: 1, data: [{ line: 7 }] })
  const page = await rows(sent.id, '&filters[field]=city&limit=2')
  expect(page).toMatchObject({ total: 3, next: '3', data: [{ line: 2 }, { line: 3 }] })
  expect((await rows(sent.id, '&filters[field]=city&limit=2&after=3')).data).toMatchObject([{ line: 4 }])
  expect(await rows(sent.id, '', foreign)).toMatchObject({ total: 0 })
})

test('RE6: what people changed here stays theirs, field by field; a row with the hub’s own id says what is to be', async () => {
  await call({ method: 'PUT', url: `/venues/${ours.id}`, body: { name: 'By people' }, token: own })
  const applied = await whole(sevens)
  expect(applied).toMatchObject({ counts: { changed: 1 } })
  expect(await venueRow(ours.id)).toMatchObject({ name: 'By people', city: 'Sevilla' })
  expect((await rows(applied.id)).data[0]!.changes).toContainEqual({ field: 'name', before: 'By people', after: 'Renamed', kept: true })
  await whole(`hub_id,name\n${ours.id},Said by the list\n`)
  expect(await venueRow(ours.id)).toMatchObject({ name: 'Said by the list' })
})

const dropped = (value: string) => ({ outcome: 'dropped', value })
test('RE6: a row tells what was found in it beside what it changes', async () => {
  const sent = await send('external_id,name,phone,city,country,tz,currency\n7,Renamed,call us,Madrid,Qqland,Nowhere/Zone,ZZZ\n9,,,,,,\n')
  const by = (name: string) => [name, { columns: [name], constant: null }]
  await remap(sent, { ...sent.mapping.fields, ...Object.fromEntries(['phone', 'country', 'tz'].map(by)) })
  await step(sent.id, 'check')
  expect((await rows(sent.id)).data).toMatchObject([
    { outcome: 'changed', changes: [{ field: 'name' }], findings: ['Qqland', 'Nowhere/Zone', 'ZZZ', 'call us'].map(dropped) },
    { outcome: 'rejected', changes: [], findings: [{ outcome: 'rejected', meaning: 'no name' }] },
  ])
  expect(await venueRow(ours.id)).toMatchObject({ name: 'Ours' })
})

test('RE6: a name that several companies go by is refused, and so is an id that none has', async () => {
  const { db } = testApp.container
  const [first, second] = [await aVenue(db), await aVenue(db)]
  await db
    .updateTable('companies')
    .set({ name: `Twins ${first.id}` })
    .where('id', 'in', [first.companyId, second.companyId])
    .execute()
  for (const company of [`twins ${first.id}`, first.id]) {
    const body = { kind: 'venues', company, fileName: 'x.csv', fileBytes: 9 }
    const answer = await testApp.ask({ method: 'POST', url: '/v1/imports', body, token: hub })
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, ['company']])
  }
})
