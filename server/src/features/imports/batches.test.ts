import { gzipSync } from 'node:zlib'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import type { ImportRowResult } from '@tablewire/contracts/import/import-findings'
import type { Mapping } from '@tablewire/contracts/import/import.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importers } from '#src/app/importers.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { runBatch } from './run-batch.ts'
import type {} from './batch-rows.ts'

let testApp: TestApp
let venue: TestVenue
let admin: string
let stranger: string

beforeAll(async () => {
  testApp = await aTestApp()
  admin = await testApp.signIn(await aUser(testApp.container.db))
  stranger = await testApp.signIn(await aUser(testApp.container.db, { companyId: (await aVenue(testApp.container.db)).companyId }))
})
afterAll(() => testApp.close())
beforeEach(async () => void (venue = await aVenue(testApp.container.db)))

type TestRequest = { method: string; url: string; body?: unknown; token?: string }
const ask = ({ token = admin, ...asked }: TestRequest) => testApp.ask({ token, ...asked })
const call = async <T = ImportBatch>(asked: TestRequest): Promise<T> => {
  const answer = await ask(asked)
  if (answer.statusCode >= 300) throw new Error(`${asked.url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const work = (id: string) => runBatch(testApp.container.systemCtx('imports.work'), importers, { id })

const toldRows = async (id: string): Promise<ImportRowResult[]> =>
  (await ask({ method: 'GET', url: `/v1/import-rows?filters[importId]=${id}&limit=50` })).json<{ data: ImportRowResult[] }>().data

const sendFile = async (file: string | Buffer, over: object = {}): Promise<ImportBatch> => {
  const bytes = Buffer.from(file as string)
  const body = { kind: 'reservations', venueId: venue.id, fileName: 'bookings.csv', fileBytes: bytes.length, ...over }
  const { id } = await call({ method: 'POST', url: '/v1/imports', body })
  return call({ method: 'POST', url: `/v1/imports/${id}/parts?at=0`, body: { content: bytes.toString('base64') } })
}
const step = async (id: string, name: 'check' | 'apply' | 'undo', body: object = {}): Promise<ImportBatch> => {
  await call({ method: 'POST', url: `/v1/imports/${id}/${name}`, body })
  await work(id)
  return call({ method: 'GET', url: `/v1/imports/${id}` })
}
const remap = ({ id, version, mapping }: ImportBatch, change: Partial<Mapping>): Promise<ImportBatch> =>
  call({ method: 'PUT', url: `/v1/imports/${id}/mapping`, body: { version, mapping: { ...mapping, ...change } } })
const rowsOf = () =>
  testApp.container.db.selectFrom('reservations').selectAll().where('venueId', '=', venue.id).orderBy('startsAt').execute()
const left = async (): Promise<number[]> =>
  Promise.all(
    (['reservations', 'reservationEvents', 'guests'] as const).map(
      async (table) => (await testApp.container.db.selectFrom(table).select('venueId').where('venueId', '=', venue.id).execute()).length,
    ),
  )

const may = [
  'Booking ID;Date;Time;Guests;Name;Email;Phone;Status;Room',
  'A1;01.05.2026;19:00;2;Ana García;ana@example.test;+34 600 111 222;Confirmed;Terrace',
  'A2;02.05.2026;20:15;4;Ben;BEN@example.test;;No Show;Main room',
  'A3;03.05.2026;21:00;3;Ana García;ana@example.test;;Cancelled;Cellar',
  'A3;03.05.2026;21:00;3;Ana García;ana@example.test;;Cancelled;Cellar',
  'A4;31.02.2026;21:00;0;Eva;eva@example.test;;Confirmed;',
  'A5;04.05.2026;09:00;2;Eva;not an address;12;Confirmed;',
  'A6;05.05.2026;20:00;50;Big party;;;Confirmed;',
].join('\n')

test('RE6: columns are recognised, the dry run writes nothing and tells every row that does not fit', async () => {
  const sent = await sendFile(may)
  expect(sent.layout).toMatchObject({ delimiter: ';', headerLine: 1 })
  expect(Object.fromEntries(Object.entries(sent.mapping.fields).map(([target, { columns }]) => [target, columns[0]]))).toEqual({
    reference: 'Booking ID',
    date: 'Date',
    time: 'Time',
    partySize: 'Guests',
    lastName: 'Name',
    email: 'Email',
    phone: 'Phone',
    status: 'Status',
    area: 'Room',
  })
  const checked = await step(sent.id, 'check')
  expect(checked).toMatchObject({ state: 'checked', counts: { rows: 7, made: 5, duplicates: 1, rejected: 1 } })
  expect(Object.fromEntries(checked.findings.map(({ outcome, reason, rows }) => [`${outcome} ${reason}`, rows]))).toEqual({
    'rejected date.unreadable': 1,
    'rejected party.invalid': 1,
    'skipped row.twice': 1,
    'repaired area.unknown': 2,
    'dropped email.invalid': 1,
    'dropped phone.invalid': 1,
    'noted hours.outside': 1,
    'noted area.full': 1,
  })
  expect(await left()).toEqual([0, 0, 0])
  const told = await toldRows(sent.id)
  expect(told.map(({ line, outcome, name }) => `${line} ${outcome} ${name}`)).toEqual([
    '2 made A1 · Ana García',
    '3 made A2 · Ben',
    '4 made A3 · Ana García',
    '5 skipped A3 · Ana García',
    '6 rejected A4 · Eva',
    '7 made A5 · Eva',
    '8 made A6 · Big party',
  ])
  expect(told[1]).toMatchObject({ subjectId: null, undo: null })
  expect(Object.fromEntries(told[1]!.changes.map(({ field, after }) => [field, after]))).toEqual({
    date: '2026-05-02',
    time: '20:15',
    partySize: '4',
    status: 'No-show',
    area: 'Main room',
    lastName: 'Ben',
    email: 'BEN@example.test',
    reference: 'A2',
  })
  expect(told[3]!.findings).toContainEqual(expect.objectContaining({ outcome: 'skipped', value: '4' }))
  const found = await ask({ method: 'GET', url: `/v1/import-findings?filters[importId]=${sent.id}&filters[reason]=date.unreadable` })
  expect(found.json()).toMatchObject({
    total: 1,
    data: [{ line: 6, column: 'Date', value: '31.02.2026', meaning: 'a date that cannot be read or does not exist' }],
  })
  const { content, fileName } = await call<{ content: string; fileName: string }>({
    method: 'GET',
    url: `/v1/imports/${sent.id}/rejected-rows`,
  })
  expect(fileName).toBe('bookings-rejected.csv')
  expect(content.split('\n')[1]).toBe(
    '6,Date: a date that cannot be read or does not exist (31.02.2026); Guests: not a party of 1 to 1000 (0),A4,31.02.2026,21:00,0,Eva,eva@example.test,,Confirmed,',
  )
})

test('RE6: two rows of one number with different guests are told apart from a row that came twice', async () => {
  const header = 'Booking ID;Date;Time;Guests;Name'
  const sent = await sendFile(`${header}\nB1;01.05.2026;19:00;2;Ana\nB1;02.05.2026;20:00;3;Ben\nB1;01.05.2026;19:00;2;Ana\n`)
  const { findings } = await step(sent.id, 'check')
  expect(Object.fromEntries(findings.map(({ outcome, reason, rows }) => [`${outcome} ${reason}`, rows]))).toEqual({
    'skipped row.same_number': 1,
    'skipped row.twice': 1,
  })
})

test('RE6: one batch brings them in with guests and history; the same file again brings nothing; undo leaves nothing behind', async () => {
  const first = await sendFile(gzipSync(may))
  await step(first.id, 'check')
  const applied = await step(first.id, 'apply')
  expect(applied).toMatchObject({ state: 'applied', counts: { rows: 7, made: 5, duplicates: 1, rejected: 1 } })
  expect(await left()).toEqual([5, 5, 2])
  const rows = await rowsOf()
  expect(rows[0]).toMatchObject({
    status: 'confirmed',
    source: 'import',
    startsAt: '2026-05-01T17:00:00Z',
    endsAt: '2026-05-01T18:30:00Z',
    channelReference: 'A1',
    guestPhone: '+34600111222',
    areaId: venue.book.areas[1]!.id,
    importBatchId: first.id,
    version: 1,
  })
  expect(rows.map(({ status }) => status)).toEqual(['confirmed', 'no_show', 'canceled', 'confirmed', 'confirmed'])
  expect(rows[0]!.guestId).toBe(rows[2]!.guestId)

  const again = await sendFile(may)
  expect(await step(again.id, 'check')).toMatchObject({ counts: { made: 0, duplicates: 6 } })
  expect(await step(again.id, 'apply')).toMatchObject({ counts: { made: 0, duplicates: 6 } })
  expect(await left()).toEqual([5, 5, 2])

  const made = (await toldRows(first.id)).filter(({ outcome }) => outcome === 'made')
  expect(made.map(({ subjectId }) => subjectId)).toEqual(expect.arrayContaining(rows.map(({ id }) => id)))
  expect(made.map(({ undo }) => undo)).toEqual(made.map(() => ({ what: 'removed', done: false })))
  expect(await step(first.id, 'undo')).toMatchObject({ state: 'undone', counts: { kept: 0 } })
  expect(await left()).toEqual([0, 0, 0])
  expect((await toldRows(first.id)).flatMap(({ undo }) => undo ?? [])).toEqual(made.map(() => ({ what: 'removed', done: true })))
  const audited = await testApp.container.db
    .selectFrom('auditEntries')
    .select('action')
    .where('subjectId', '=', first.id)
    .orderBy('id')
    .execute()
  expect(audited.map(({ action }) => action)).toEqual([
    'import.created',
    'import.check_started',
    'import.apply_started',
    'import.applied',
    'import.undo_started',
    'import.undone',
  ])
})

test('RE6: undo refuses what people changed since, names it, and takes back the rest when asked to', async () => {
  const { id } = await sendFile(may)
  await step(id, 'check')
  await step(id, 'apply')
  const [row] = await rowsOf()
  await call({ method: 'PATCH', url: `/v1/reservations/${row!.id}`, body: { notes: 'window' } })
  const refused = await ask({ method: 'POST', url: `/v1/imports/${id}/undo`, body: {} })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'import.changed_since', details: { count: 1, names: [row!.reference] } },
  ])
  expect(await left()).toEqual([5, 6, 2])
  expect((await toldRows(id))[0]).toMatchObject({ line: 2, undo: { what: 'kept', done: false } })
  expect(await step(id, 'undo', { keepChanged: true })).toMatchObject({ state: 'undone', counts: { kept: 1 } })
  expect(await left()).toEqual([1, 2, 1])
  const undone = (await toldRows(id)).flatMap(({ line, undo }) => (undo ? [`${line} ${undo.what} ${undo.done}`] : []))
  expect(undone).toEqual(['2 kept true', '3 removed true', '4 removed true', '7 removed true', '8 removed true'])
  const found = await ask({ method: 'GET', url: `/v1/import-findings?filters[importId]=${id}&filters[outcome]=kept` })
  expect(found.json()).toMatchObject({ data: [{ line: 2, value: row!.reference }] })
})

test('RE6: history stays append-only for everybody but the undo of its own import', async () => {
  const { db } = testApp.container
  const { id } = await sendFile(may)
  await step(id, 'check')
  await step(id, 'apply')
  const events = db.deleteFrom('reservationEvents').where('venueId', '=', venue.id)
  await expect(events.execute()).rejects.toThrow(/never changed/)
  await db.updateTable('importBatches').set({ state: 'undoing' }).where('id', '=', id).execute()
  await aReservation(db, venue)
  await db.updateTable('reservations').set({ version: 2 }).where('importBatchId', '=', id).execute()
  await expect(events.execute()).rejects.toThrow(/never changed/)
})

test('RE6: a batch that was interrupted goes on where it stopped, without loss or double', async () => {
  const lines = Array.from(
    { length: 2500 },
    (_, at) => `2026-06-${String(1 + (at % 30)).padStart(2, '0')};${17 + (at % 5)}:00;2;Guest ${at}`,
  )
  const { id } = await sendFile(['Date;Time;Guests;Name', ...lines].join('\n'))
  await step(id, 'check')
  await call({ method: 'POST', url: `/v1/imports/${id}/apply` })
  const { db } = testApp.container
  await sql`alter table reservations add constraint breaks check (guest_last_name <> 'Guest 1500')`.execute(db)
  await expect(work(id)).rejects.toThrow(/breaks/)
  expect(await call({ method: 'GET', url: `/v1/imports/${id}` })).toMatchObject({
    state: 'applying',
    rowsDone: 1000,
    problem: 'Something went wrong!',
  })
  await sql`alter table reservations drop constraint breaks`.execute(db)
  // Two workers at once: the one that was taken for dead stops at its next step.
  await Promise.all([work(id), work(id)])
  await work(id)
  expect(await call({ method: 'GET', url: `/v1/imports/${id}` })).toMatchObject({ state: 'applied', counts: { rows: 2500, made: 2500 } })
  expect((await rowsOf()).length).toBe(2500)
})

test('RE6: what is no table is refused and may be sent anew; pieces must follow one another', async () => {
  const body = { kind: 'reservations', venueId: venue.id, fileName: 'x.csv', fileBytes: 9 }
  const { id } = await call({ method: 'POST', url: '/v1/imports', body })
  const send = (at: number, content: string) =>
    ask({ method: 'POST', url: `/v1/imports/${id}/parts?at=${at}`, body: { content: Buffer.from(content).toString('base64') } })
  expect((await send(3, 'abcdef')).json()).toMatchObject({ code: 'import.part_misplaced' })
  expect((await send(0, '{"a": 12}')).json()).toMatchObject({ code: 'import.file_not_table' })
  // Of any size, and again from within what is there.
  expect((await send(0, 'a,b')).statusCode).toBe(200)
  expect((await send(1, ',b\n1')).statusCode).toBe(200)
  expect((await send(1, ',')).json()).toMatchObject({ data: { receivedBytes: 5 } })
  expect((await send(5, ',2\n\n0')).json()).toMatchObject({ code: 'import.part_misplaced' })
  expect((await send(5, ',2\n\n')).json()).toMatchObject({
    data: {
      columns: [
        { name: 'a', samples: ['1'] },
        { name: 'b', samples: ['2'] },
      ],
    },
  })
  const check = await ask({ method: 'POST', url: `/v1/imports/${id}/check` })
  expect([check.statusCode, Object.keys(check.json<{ errors: object }>().errors)]).toEqual([
    422,
    ['mapping.fields.date', 'mapping.fields.partySize'],
  ])
})

test('RE6: nobody sees or touches what another company imports', async () => {
  const { id, version, mapping } = await sendFile(may)
  const tried = [
    { method: 'GET', url: `/v1/imports/${id}` },
    { method: 'PUT', url: `/v1/imports/${id}/mapping`, body: { version, mapping } },
    { method: 'POST', url: `/v1/imports/${id}/check` },
    { method: 'POST', url: `/v1/imports/${id}/undo`, body: {} },
    { method: 'DELETE', url: `/v1/imports/${id}` },
    { method: 'GET', url: `/v1/imports/${id}/values?field=status` },
    { method: 'GET', url: `/v1/imports/${id}/rejected-rows` },
  ]
  for (const one of tried) expect((await ask({ ...one, token: stranger })).statusCode, one.url).toBe(404)
  expect((await ask({ method: 'GET', url: '/v1/imports', token: stranger })).json()).toMatchObject({ total: 0, data: [] })
  expect((await ask({ method: 'GET', url: `/v1/import-findings?filters[importId]=${id}`, token: stranger })).json()).toMatchObject({
    total: 0,
  })
  const create = { kind: 'reservations', venueId: venue.id, fileName: 'x.csv', fileBytes: 9 }
  expect((await ask({ method: 'POST', url: '/v1/imports', body: create, token: stranger })).statusCode).toBe(404)
})

test('RE6: a second person who maps is told; the words of a column are translated', async () => {
  const sent = await sendFile('Date,Time,Pax,State\n2026-05-01,19:00,2,hereX\n2026-05-01,20:00,2,awayX\n2026-05-01,20:00,3,hereX\n')
  const mapping = { fields: { ...sent.mapping.fields, status: { columns: ['State'], constant: null } } }
  const mapped = await remap(sent, mapping)
  expect(await call({ method: 'GET', url: `/v1/imports/${sent.id}/values?field=status` })).toEqual([
    { value: 'hereX', rows: 2, suggested: null, suggestedName: null },
    { value: 'awayX', rows: 1, suggested: null, suggestedName: null },
  ])
  const late = await ask({ method: 'PUT', url: `/v1/imports/${sent.id}/mapping`, body: { version: sent.version, mapping: sent.mapping } })
  expect(late.json()).toMatchObject({ code: 'import.version_stale' })
  expect(await step(sent.id, 'check')).toMatchObject({ counts: { made: 0, rejected: 3 } })
  await remap({ ...mapped, version: mapped.version + 2 }, { ...mapping, values: { status: { hereX: 'completed', awayX: 'no_show' } } })
  await step(sent.id, 'check')
  await step(sent.id, 'apply')
  expect((await rowsOf()).map(({ status }) => status).toSorted()).toEqual(['completed', 'completed', 'no_show'])
})

test('RE6: venues come the same way, change what an import brought, and go again with what they changed', async () => {
  const company = `Chain ${venue.id}`
  const row = (name: string) =>
    `id,name,city,country,tz,opening_hours\n7,${name},Hamburg,DE,Europe/Berlin,Mo-Su 12:00-22:00\n,,Nowhere,DE,,\n`
  const sendVenues = (name: string) => sendFile(row(name), { kind: 'venues', venueId: undefined, company })
  const first = await sendVenues('Zum Anker')
  expect(await step(first.id, 'check')).toMatchObject({ counts: { rows: 2, made: 1, rejected: 1 } })
  await step(first.id, 'apply')
  const second = await sendVenues('Zum goldenen Anker')
  expect(await step(second.id, 'check')).toMatchObject({ counts: { made: 0, changed: 1 } })
  await step(second.id, 'apply')
  const named = async (): Promise<string[]> =>
    (await testApp.container.db.selectFrom('venues').select('name').where('importBatchId', '=', first.id).execute()).map(({ name }) => name)
  expect(await named()).toEqual(['Zum goldenen Anker'])
  await step(second.id, 'undo')
  expect(await named()).toEqual(['Zum Anker'])
  await step(first.id, 'undo')
  expect(await named()).toEqual([])
  expect(await testApp.container.db.selectFrom('companies').select('id').where('name', '=', company).execute()).toEqual([])
})

test('RE6: a mapping is saved under a name and given back to the same company only', async () => {
  const { mapping } = await sendFile(may)
  const saved = await call<{ id: string }>({
    method: 'POST',
    url: '/v1/import-mappings',
    body: { kind: 'reservations', name: 'Old system', mapping },
  })
  const again = await call<{ id: string }>({
    method: 'POST',
    url: '/v1/import-mappings',
    body: { kind: 'reservations', name: 'old System', mapping },
  })
  expect(again.id).toBe(saved.id)
  expect(await call({ method: 'GET', url: '/v1/import-mappings?kind=reservations' })).toMatchObject([{ name: 'old System', mapping }])
  expect(await call({ method: 'GET', url: '/v1/import-mappings', token: stranger })).toEqual([])
  expect((await ask({ method: 'DELETE', url: `/v1/import-mappings/${saved.id}`, token: stranger })).statusCode).toBe(404)
})
