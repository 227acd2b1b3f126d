import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { anRms, rmsToken } from '../../../../tests/build/a-rms.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import type { Rms } from '../../../../sandbox/src/rms/serve-rms.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { builtInSystemId } from '#src/features/venues/api.ts'
import { isRemote, rmsClientOf, writeCalls } from './api.ts'
import { connectionsHandlers as connections } from './routes.ts'

let open: OpenDb
let rms: Rms
let ctx: Ctx
const recorded = recordingPorts()
beforeAll(async () => {
  open = await aDb()
  rms = await anRms()
  const ports = { ...recorded.ports, config: { ...recorded.ports.config, systemServices: [rms.origin] } }
  ctx = aCtx(open.db, { ports })
})
afterAll(async () => {
  await rms.close()
  await open.close()
})

type Connected = {
  credentialsType?: 'none' | 'system' | 'venue'
  connector?: string
  connection?: object
  token?: string | null
  sourceInNotes?: boolean
}
const connect = async ({
  connector = 'sandbox',
  connection = { baseUrl: rms.origin },
  token = rmsToken,
  sourceInNotes = false,
  credentialsType = 'system',
}: Connected = {}) => {
  const { id } = await aSystem(open.db)
  await open.db
    .updateTable('systems')
    .set({ connector, connection: JSON.stringify(connection), sourceInNotes, credentialsType })
    .where('id', '=', id)
    .execute()
  if (token !== null)
    await open.db
      .insertInto('systemSecrets')
      .values({ systemId: id, name: 'apiToken', sealed: ctx.ports.secrets.seal(token), setAt: new Date() })
      .execute()
  return id
}
const soon = (): string => new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
const ask = () => ({ venueId: 'harbour-lights', timeZone: 'Europe/Lisbon', from: soon(), to: soon(), partySizes: [2], areaId: null })
const newBooking = (startsAt: string) => ({
  venueId: 'harbour-lights',
  areaId: null,
  startsAt,
  partySize: 2,
  contact: { firstName: 'Ana', lastName: 'Lima', email: 'ana@example.com', phone: '+351912345678', lang: 'pt', optIn: false },
  notes: 'By the window',
  channel: { id: 'c1', name: 'A Guide' },
  key: 'key-0001-abcd',
  paymentToken: null,
})

test('HU2: a system is spoken to by its connector, with its secret and what is set for the channel; every request is noted, every call counted', async () => {
  const systemId = await connect({ connector: 'standard', sourceInNotes: true })
  const { id: channelId } = await aChannel(open.db)
  const { id: venueId } = await aVenue(open.db)
  const headers = JSON.stringify([{ name: 'X-Market', sealed: ctx.ports.secrets.seal('north'), setAt: '2026-01-01T00:00:00Z' }])
  await open.db.insertInto('systemChannels').values({ systemId, channelId, headers, configs: '[]', updatedAt: new Date() }).execute()
  const client = await rmsClientOf(ctx, systemId)
  expect(client).toMatchObject({ connector: 'standard', knowsKeys: false })
  const days = await client.availability(ask())
  const startsAt = days.ok ? days.value[0]!.slots[0]!.startsAt : ''
  recorded.traces.length = 0
  const made = await client.create(newBooking(startsAt), { venueId, channelId, requestId: 'r-1', attempt: 2 })
  expect(made).toMatchObject({ ok: true, value: { status: 'confirmed' } })
  const id = made.ok ? made.value.id : ''
  expect(rms.book.get(id)?.notes).toBe('By the window\nSource: A Guide\n[ref key-0001-abcd]')
  expect(recorded.traces).toEqual([
    expect.objectContaining({
      from: 'hub',
      to: 'system',
      operation: 'create',
      systemId,
      venueId,
      channelId,
      requestId: 'r-1',
      attempt: 2,
      outcome: 'ok',
      httpStatus: 200,
      otherIds: ['key-0001-abcd', id],
    }),
  ])
  expect(recorded.traces[0]!.requestHeaders).toMatchObject({ 'X-Market': 'north', 'idempotency-key': 'key-0001-abcd' })
  const gone = await client.find({ id: 'nobody', venueId: 'harbour-lights' }, { venueId })
  expect(gone).toMatchObject({ ok: false, fault: { kind: 'not_found' } })
  expect(recorded.traces.at(-1)).toMatchObject({ operation: 'find', outcome: 'refused', httpStatus: 404 })
  await writeCalls(open.db)
  const { rows } = await sql<{ operation: string; ok: number; refused: number }>`
    select operation, sum(ok)::integer as ok, sum(refused)::integer as refused from remote_calls where system_id = ${systemId}
    group by operation order by operation`.execute(open.db)
  expect(rows).toEqual([
    { operation: 'availability', ok: 1, refused: 0 },
    { operation: 'create', ok: 1, refused: 0 },
    { operation: 'find', ok: 0, refused: 1 },
  ])
})

test('HU1: where each venue has credentials of its own, it is spoken for with these and no others', async () => {
  const systemId = await connect({ connector: 'standard', credentialsType: 'venue', token: 'not for venues' })
  const [own, without] = [await aVenue(open.db), await aVenue(open.db)]
  await open.db.updateTable('venues').set({ systemId }).where('id', 'in', [own.id, without.id]).execute()
  const seal = { systemToken: ctx.ports.secrets.seal(rmsToken), systemTokenAt: '2026-01-01T00:00:00Z' }
  await open.db.updateTable('venues').set(seal).where('id', '=', own.id).execute()
  const client = await rmsClientOf(ctx, systemId)
  recorded.traces.length = 0
  const nobody = { id: 'nobody', venueId: 'harbour-lights' }
  expect(await client.find(nobody, { venueId: own.id })).toMatchObject({ ok: false, fault: { kind: 'not_found' } })
  expect(recorded.traces.at(-1)!.requestHeaders).toMatchObject({ authorization: `Bearer ${rmsToken}` })
  // Questions about the system itself may use any venue.
  expect(await client.health()).toMatchObject({ ok: true })
  const asked = recorded.traces.length
  expect(await client.find(nobody, { venueId: without.id })).toMatchObject({
    ok: false,
    fault: { kind: 'unreachable', done: 'no' },
  })
  // No call was made, and the trace says why.
  expect(recorded.traces.slice(asked)).toEqual([
    expect.objectContaining({
      operation: 'find',
      systemId,
      venueId: without.id,
      outcome: 'failed',
      error: expect.stringContaining('no credentials of its own') as string,
    }),
  ])
  expect(recorded.traces.at(-1)!.url).toBeUndefined()
  // It does not go with the venue to another system.
  const other = await connect({ connector: 'standard', credentialsType: 'venue' })
  await open.db.updateTable('venues').set({ systemId: other }).where('id', '=', own.id).execute()
  expect(await (await rmsClientOf(ctx, other)).health()).toMatchObject({ ok: false, fault: { kind: 'unreachable' } })
  const left = await open.db.selectFrom('venues').select(['systemToken', 'systemTokenAt']).where('id', '=', own.id).executeTakeFirst()
  expect(left).toEqual({ systemToken: null, systemTokenAt: null })
})

test('HU2: a connection that is not whole is answered, never thrown; nobody is asked inside a transaction', async () => {
  for (const given of [{ connection: {} }, { token: null }]) {
    const client = await rmsClientOf(ctx, await connect(given))
    expect(await client.health()).toMatchObject({ ok: false, fault: { kind: 'unreachable', done: 'no' } })
  }
  const elsewhere = await rmsClientOf(ctx, await connect({ connection: { baseUrl: 'http://169.254.169.254' } }))
  expect(await elsewhere.health()).toMatchObject({
    ok: false,
    fault: { kind: 'unreachable', message: expect.stringContaining('refused') as string },
  })
  const id = await connect()
  await expect(transaction(ctx, async (inner) => (await rmsClientOf(inner, id)).health())).rejects.toThrow('inside a transaction')
  await expect(rmsClientOf(ctx, crypto.randomUUID())).rejects.toMatchObject({ code: 'system.not_found' })
})

test('HU5: whatever is counted as failed stands among the traces, also where nothing was sent; of searches one for many', async () => {
  const systemId = await connect({ token: null })
  const client = await rmsClientOf(ctx, systemId)
  recorded.traces.length = 0
  const from = `${soon()}T00:00:00Z`
  for (let n = 0; n < 2; n++) {
    await client.search({ venueId: 'harbour-lights', from, to: from } as Parameters<typeof client.search>[0])
    await client.availability(ask())
    await client.health()
  }
  const told = { systemId, from: 'hub', to: 'system', outcome: 'failed', error: expect.stringContaining('lacks its secret') as string }
  expect(recorded.traces).toMatchObject([
    { ...told, operation: 'search' },
    { ...told, operation: 'availability' },
    { ...told, operation: 'search' },
  ])
  await writeCalls(open.db)
  const { rows } =
    await sql`select sum(failed)::integer as failed from remote_calls where system_id = ${systemId} and operation = 'search'`.execute(
      open.db,
    )
  expect(rows).toEqual([{ failed: 2 }])
})

test('HU2: remote is a venue whose system is another one and active', async () => {
  const [on, off] = [await connect(), (await aSystem(open.db, { active: false })).id]
  expect(await isRemote(ctx, { systemId: on })).toBe(true)
  for (const systemId of [off, builtInSystemId, null, crypto.randomUUID()]) expect(await isRemote(ctx, { systemId })).toBe(false)
})

test('HU2: a test of the connection asks for health and for one day, and keeps how it went', async () => {
  const id = await connect()
  expect(await connections.test(ctx, { params: { id } })).toMatchObject({
    ok: true,
    system: { name: 'Sandbox Reservations' },
    steps: [
      { step: 'health', outcome: 'ok' },
      { step: 'availability', outcome: 'no_venue' },
    ],
  })
  const { id: venueId } = await aVenue(open.db)
  await open.db
    .updateTable('venues')
    .set({ systemId: id, externalId: 'quiet-garden', timeZone: 'Europe/London' })
    .where('id', '=', venueId)
    .execute()
  const told = await connections.test(ctx, { params: { id } })
  expect(told).toMatchObject({ ok: true, steps: [{ outcome: 'ok' }, { outcome: 'ok' }] })
  expect(told.sample?.slots).toBeGreaterThan(0)
  await open.db
    .updateTable('systemSecrets')
    .set({ sealed: ctx.ports.secrets.seal('wrong') })
    .where('systemId', '=', id)
    .execute()
  expect(await connections.test(ctx, { params: { id } })).toMatchObject({ ok: false, steps: [{ outcome: 'denied', httpStatus: 401 }] })
  const row = await open.db
    .selectFrom('systems')
    .select(['connectedAt', 'connectionFailedAt', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ connectedAt: expect.any(String) as string, connectionFailedAt: expect.any(String) as string, version: 1 })
  expect(await connections.test(ctx, { params: { id: await connect({ token: null }) } })).toMatchObject({
    ok: false,
    steps: [{ outcome: 'incomplete' }],
  })
  await expect(connections.test(ctx, { params: { id: builtInSystemId } })).rejects.toMatchObject({ code: 'system.built_in' })
})

test('HU2: the ways of speaking to a system are listed with their fields, the built-in book among them', async () => {
  const list = await connections.list(ctx, {})
  expect(list.filter(({ servedBy }) => servedBy === 'hub').map(({ code }) => code)).toEqual(['built_in'])
  expect(list.map(({ code }) => code)).toEqual(expect.arrayContaining(['standard', 'sandbox']))
  for (const { servedBy, fields } of list)
    expect(fields.some(({ kind, required }) => kind === 'url' && required)).toBe(servedBy === 'system')
})
