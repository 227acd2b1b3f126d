import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import { aChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aSystem, type TestSystem } from '../../../../tests/build/a-system.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { type Cells, roundTrip } from '../../../../tests/build/round-trip.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { importers } from '#src/app/importers.ts'
import type { Importer } from '#src/features/imports/api.ts'
import { runBatch } from '#src/features/imports/run-batch.ts'
import { builtInSystemId } from '#src/features/venues/api.ts'

let testApp: TestApp
let system: TestSystem
let channel: TestChannel
let trip: ReturnType<typeof roundTrip>
beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  system = await aSystem(db)
  channel = await aChannel(db)
  trip = roundTrip(testApp, await agentOf(system))
})
afterAll(() => testApp.close())

const agentOf = async ({ id }: TestSystem): Promise<string> => {
  const agent = await aUser(testApp.container.db, { roles: ['ROLE_MANAGER', 'ROLE_RMS_AGENT'] })
  await sql`insert into system_users (user_id, system_id, created_at) values (${agent.id}, ${id}, now())`.execute(testApp.container.db)
  return testApp.signIn(agent)
}
const row = (over: Cells = {}): Cells => ({
  Name: 'Casa Vieja',
  'Booking channel': channel.name,
  'Id at the reservation system': crypto.randomUUID(),
  Address: 'Calle Mayor 1',
  Country: 'Spanien',
  Email: 'casa@house.test',
  Language: 'Spanish',
  Link: 'https://casa.test',
  'Internal notes': 'They owe us a call.',
  'None of these': '',
  ...over,
})
/** A process that dies in the middle of a file. */
const breaksAfter =
  (chunks: number): Importer['open'] =>
  async (ctx, batch, header) => {
    const placer = await importers.onboarding.open(ctx, batch, header)
    let read = 0
    return {
      ...placer,
      read: (inner, chunk) => {
        if (read++ === chunks) throw new Error('gone')
        return placer.read(inner, chunk)
      },
    }
  }
const reasons = ({ findings }: ImportBatch): string[] =>
  findings.map(({ outcome, reason, rows }) => `${outcome} ${reason} ${rows}`).toSorted()
const made = () =>
  testApp.container.db.selectFrom('onboardingRequests').selectAll().where('systemId', '=', system.id).orderBy('id').execute()

test('ON3: requests come in from a file after a rehearsal, each row answered at its column; the same file again brings nothing, and it can be taken back', async () => {
  const { db } = testApp.container
  const venue = await aVenue(db, { name: 'Hafenküche' })
  await db
    .updateTable('venues')
    .set({ systemId: system.id, address: 'Kai 3', phoneNumber: '+49 40 219869' })
    .where('id', '=', venue.id)
    .execute()
  const twice = row({ Name: 'Twice', Address: 'Ring 2' })
  const rows = [
    row(),
    twice,
    twice,
    row({ Name: 'Hafenküche', Address: 'Kai 3', 'Id at the reservation system': '' }),
    row({ Name: 'Hafenküche', Address: 'Kai 3', 'Id at the reservation system': '', 'None of these': 'yes' }),
    row({ 'Booking channel': 'Nobody' }),
    row({ Name: '' }),
    row({ Email: 'nonsense' }),
    row({ Link: 'javascript:alert(1)' }),
    row({ Language: 'Klingon' }),
  ]
  const checked = await trip.checked(rows, { kind: 'onboarding' })
  expect(reasons(checked)).toEqual([
    'rejected channel.none 1',
    'rejected email.invalid 1',
    'rejected lang.unknown 1',
    'rejected name.missing 1',
    'rejected request.likely 1',
    'rejected website.invalid 1',
    'skipped row.twice 1',
  ])
  expect(checked.counts).toMatchObject({ rows: 10, made: 3, duplicates: 1, rejected: 6 })
  expect(await made()).toEqual([])
  await trip.step(checked.id, 'apply')
  const here = await made()
  expect(here.map(({ venueName, requester, status }) => [venueName, requester, status])).toEqual([
    ['Casa Vieja', 'rms', 'restaurant_activation'],
    ['Twice', 'rms', 'restaurant_activation'],
    ['Hafenküche', 'rms', 'rms_activation'],
  ])
  expect(here[0]).toMatchObject({ venueCountry: 'ES', contactLanguage: 'es', rmsNotes: 'They owe us a call.', bcNotes: '' })
  const again = await trip.checked(rows, { kind: 'onboarding' })
  expect(again.counts).toMatchObject({ made: 0, duplicates: 5 })

  const [, second] = here
  await trip.call('POST', `/v1/onboarding-requests/${second!.id}/cancel`, { version: second!.version, reason: 'They closed.' })
  await trip.step(checked.id, 'undo', { keepChanged: true })
  expect((await made()).map(({ status, cancellationReason }) => [status, cancellationReason])).toEqual([
    ['canceled', 'The import that brought this request was taken back.'],
    ['canceled', 'They closed.'],
    ['canceled', 'The import that brought this request was taken back.'],
  ])
})

test('ON3: an id that the reservation system does not know is refused in the rehearsal, at its column, in the words of the form', async () => {
  const ofBook = roundTrip(testApp, await agentOf({ id: builtInSystemId } as TestSystem))
  const checked = await ofBook.checked([row({ 'Id at the reservation system': 'no-such' })], { kind: 'onboarding' })
  expect(checked).toMatchObject({
    counts: { made: 0, rejected: 1 },
    findings: [{ reason: 'change.refused' }],
  })
})

test('ON3: a file goes on where its turn ended, and of very many alike each is known again', async () => {
  const here = await aSystem(testApp.container.db)
  const mine = roundTrip(testApp, await agentOf(here))
  const rows = Array.from({ length: 130 }, (_, n) =>
    row({ Name: `Casa Número ${n}`, Address: `Calle Larga ${n}`, Phone: `+34 91 1${n + 100}`, 'Id at the reservation system': '' }),
  )
  const broken = { ...importers, onboarding: { ...importers.onboarding, open: breaksAfter(1) } }
  await expect(mine.checked(rows, { kind: 'onboarding', importers: broken })).rejects.toThrow('gone')
  const { rows: left } = await sql<{ id: string; rowsDone: number }>`
    select id, rows_done from import_batches order by created_at desc limit 1`.execute(testApp.container.db)
  expect(left[0]!.rowsDone).toBe(100)
  await runBatch(testApp.container.systemCtx('imports.work'), importers, left[0]!)
  const checked = await mine.call<ImportBatch>('GET', `/v1/imports/${left[0]!.id}`)
  expect(checked).toMatchObject({ state: 'checked', counts: { rows: 130, made: 130 } })
  await mine.step(checked.id, 'apply')
  const again = rows.map((one) => ({ ...one, Name: one['Name']!.replace('Número', 'NUMERO') }))
  expect((await mine.checked(again, { kind: 'onboarding' })).counts).toMatchObject({ made: 0, duplicates: 130 })
})

test('ON3: nobody of another partner learns of an import, nor of columns somebody kept', async () => {
  const { db } = testApp.container
  const checked = await trip.checked([row()], { kind: 'onboarding' })
  const stranger = await agentOf(await aSystem(db))
  const theirs = roundTrip(testApp, stranger)
  await expect(theirs.call('GET', `/v1/imports/${checked.id}`)).rejects.toThrow('404')
  expect(await theirs.call('GET', '/v1/imports')).toEqual([])
  const mapping = { kind: 'onboarding', name: 'Ours', mapping: { fields: {}, dateOrder: 'DMY', values: {} } }
  await expect(trip.call('POST', '/v1/import-mappings', mapping)).rejects.toThrow('400')
  await expect(trip.checked([row()], { kind: 'users', company: crypto.randomUUID() })).rejects.toThrow('400')
})
