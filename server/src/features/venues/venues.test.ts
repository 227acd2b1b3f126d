import { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { venues } from '@tablewire/contracts/estate/venues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { defaultBook } from './default-book.ts'
import { venuesHandlers } from './routes.ts'

let open: OpenDb
let ctx: Ctx
const clock = aClock('2026-11-20T18:00:00Z')
beforeAll(async () => {
  open = await aDb()
  ctx = aCtx(open.db, { clock })
})
afterAll(() => open.close())

const nowhere = '01900000-0000-7000-8000-00000000dead'
const refusal = async (answer: Promise<unknown>): Promise<object> =>
  answer.then(
    () => ({ code: 'answered' }),
    (error: object) => error,
  )
const plain = { name: 'Casa Luz', countryCode: 'ES', timezone: 'Europe/Madrid' }

test('a venue opens with an empty book, one area, a company of its own, and what follows from its country', async () => {
  const { ports, live } = recordingPorts()
  const caller = aCtx(open.db, { clock, ports })
  const venue = await venuesHandlers.create(caller, { body: { ...plain, phoneNumber: '912 345 678' } })
  expect(z.safeParse(VenueDetail, venue).success).toBe(true)
  expect(venue).toMatchObject({
    currency: 'EUR',
    phoneNumber: '+34912345678',
    active: true,
    sdkAccess: false,
    minCovers: 1,
    maxCovers: 20,
    systemName: 'Tablewire book',
  })
  const company = await open.db.selectFrom('companies').selectAll().where('id', '=', venue.companyId).executeTakeFirstOrThrow()
  expect(company).toMatchObject({ name: 'Casa Luz', countryCode: 'ES' })
  const book = await venuesHandlers.book(ctx, { params: { id: venue.id } })
  expect(z.safeParse(venues.book.result, book).success).toBe(true)
  expect(book).toEqual({
    ...defaultBook(),
    areas: [{ id: book.areas[0]!.id, name: 'Main room', description: '', capacity: 40, byDefault: true, online: true }],
  })
  expect(await venuesHandlers.areas(ctx, { params: { id: venue.id } })).toEqual(book.areas)
  expect(caller.unitOfWork.audited).toEqual(['company.created', 'venue.created'])
  expect(live).toEqual([{ type: 'venue', venueId: venue.id, id: venue.id, kind: 'created' }])
})

test.each([
  { countryCode: 'GB', currency: 'GBP', timezone: 'Europe/London', dialled: '020 7946 0018', written: '+442079460018' },
  { countryCode: 'US', currency: 'USD', timezone: 'America/New_York', dialled: '(212) 736-5000', written: '+12127365000' },
  { countryCode: 'JP', currency: 'JPY', timezone: 'Asia/Tokyo', dialled: '03-3224-9999', written: '+81332249999' },
  { countryCode: 'AQ', currency: 'USD', timezone: 'Antarctica/Troll', dialled: '+47 22 12 34 56', written: '+4722123456' },
])('a venue in $countryCode reckons in $currency', async ({ countryCode, currency, timezone, dialled, written }) => {
  const venue = await venuesHandlers.create(ctx, { body: { ...plain, countryCode, timezone, phoneNumber: dialled } })
  expect(venue).toMatchObject({ currency, timezone, phoneNumber: written })
})

test('what cannot be is refused, and leaves nothing behind', async () => {
  const before = await open.db.selectFrom('companies').select('id').execute()
  const create = (over: object) => refusal(venuesHandlers.create(ctx, { body: { ...plain, ...over } }))
  expect(await create({ timezone: 'Europe/Atlantis' })).toMatchObject({
    code: 'venue.zone_unknown',
    values: { timezone: 'Europe/Atlantis' },
  })
  expect(await create({ timezone: '+01:00' })).toMatchObject({ code: 'venue.zone_unknown' })
  expect(await create({ phoneNumber: '12' })).toMatchObject({ code: 'request.invalid', fields: { phoneNumber: [{ issue: 'phone' }] } })
  expect(await create({ minCovers: 8, maxCovers: 4 })).toMatchObject({
    code: 'request.invalid',
    fields: { minCovers: [{ issue: 'max', value: 4 }] },
  })
  expect(await create({ companyId: nowhere })).toMatchObject({ code: 'request.invalid', fields: { companyId: [{ issue: 'id' }] } })
  const companyId = await aCompany(open.db)
  expect(await create({ companyId, externalId: 'x-1' })).toMatchObject({ code: 'answered' })
  expect(await create({ companyId, externalId: 'x-1' })).toMatchObject({ code: 'venue.external_id_taken' })
  expect(await create({ externalId: 'x-1', minCovers: 30 })).toMatchObject({ code: 'answered' })
  // The company made here, and the last venue's own; no refused call left one.
  expect(await open.db.selectFrom('companies').select('id').execute()).toHaveLength(before.length + 2)
})

test('HU1: a venue joins the system that is named when it is opened, by who looks after systems, and a system names only itself', async () => {
  const systemId = newId()
  await open.db
    .insertInto('systems')
    .values({ id: systemId, code: 'joined', name: 'Joined', type: 'standard' } as never)
    .execute()
  expect((await venuesHandlers.create(ctx, { body: { ...plain, systemId } })).systemId).toBe(systemId)
  expect(await refusal(venuesHandlers.create(ctx, { body: { ...plain, systemId: newId() } }))).toMatchObject({ code: 'system.not_found' })
  const manager = ctxOfUser(
    open.db,
    await aUser(open.db, { companyId: await aCompany(open.db), roles: ['ROLE_MANAGER'], permissions: ['venues'] }),
  )
  expect(await refusal(venuesHandlers.create(manager, { body: { ...plain, systemId } }))).toMatchObject({ code: 'access.denied' })
})

test("a company's people open venues in their company only, and see them even when they see single venues", async () => {
  const companyId = await aCompany(open.db)
  const owner = ctxOfUser(open.db, await aUser(open.db, { companyId }))
  expect((await venuesHandlers.create(owner, { body: plain })).companyId).toBe(companyId)
  expect((await venuesHandlers.create(owner, { body: { ...plain, companyId } })).companyId).toBe(companyId)
  const elsewhere = { ...plain, companyId: await aCompany(open.db) }
  expect(await refusal(venuesHandlers.create(owner, { body: elsewhere }))).toMatchObject({
    code: 'request.invalid',
    fields: { companyId: [{ issue: 'id' }] },
  })
  const single = await aUser(open.db, { companyId, venues: [] })
  const made = await venuesHandlers.create(ctxOfUser(open.db, single), { body: plain })
  expect(await open.db.selectFrom('userVenues').selectAll().where('userId', '=', single.id).execute()).toEqual([
    { userId: single.id, venueId: made.id },
  ])
})

test('a change touches what was named, tells the audit, and the party limits stand in the book', async () => {
  const venue = await aVenue(open.db, { externalId: 'old' })
  const { ports, live } = recordingPorts()
  const caller = aCtx(open.db, { clock, ports })
  const changed = await venuesHandlers.update(caller, {
    params: { id: venue.id },
    body: { name: 'Casa Nueva', externalId: null, phoneNumber: '600 123 456', maxCovers: 12 },
  })
  expect(changed).toMatchObject({
    name: 'Casa Nueva',
    externalId: null,
    phoneNumber: '+34600123456',
    city: 'Madrid',
    minCovers: 1,
    maxCovers: 12,
  })
  const book = await venuesHandlers.book(ctx, { params: { id: venue.id } })
  expect(book).toEqual({ ...venue.book, version: 2, party: { min: 1, max: 12 } })
  expect(live.map(({ type }) => type)).toEqual(['book', 'venue'])
  const entry = await open.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('action', '=', 'venue.updated')
    .where('venueId', '=', venue.id)
    .executeTakeFirstOrThrow()
  expect(entry.before).toEqual({ name: 'Casa Prueba', externalId: 'old', phoneNumber: null, maxCovers: 20 })
  await venuesHandlers.update(ctx, {
    params: { id: venue.id },
    body: { city: null, countryCode: 'FR', phoneNumber: '01 42 68 53 00', maxCovers: 12 },
  })
  expect(await venuesHandlers.get(ctx, { params: { id: venue.id } })).toMatchObject({ city: null, phoneNumber: '+33142685300' })
  expect((await venuesHandlers.book(ctx, { params: { id: venue.id } })).version).toBe(2)
})

test('a change that cannot be is refused and changes nothing', async () => {
  const venue = await aVenue(open.db)
  await aVenue(open.db, { companyId: venue.companyId, externalId: 'theirs' })
  const change = (body: object) => refusal(venuesHandlers.update(ctx, { params: { id: venue.id }, body }))
  expect(await change({ name: 'X', timezone: 'Mars/Base' })).toMatchObject({ code: 'venue.zone_unknown' })
  expect(await change({ name: 'X', externalId: 'theirs' })).toMatchObject({ code: 'venue.external_id_taken' })
  expect(await change({ name: 'X', minCovers: 21 })).toMatchObject({
    code: 'request.invalid',
    fields: { minCovers: [{ issue: 'max', value: 20 }] },
  })
  expect(await change({ name: 'X', phoneNumber: 'call me' })).toMatchObject({ code: 'request.invalid' })
  expect((await venuesHandlers.get(ctx, { params: { id: venue.id } })).name).toBe('Casa Prueba')
})

test('whoever may not see a venue cannot tell it from one that does not exist', async () => {
  const venue = await aVenue(open.db)
  const params = { id: venue.id }
  const stranger = ctxOfUser(open.db, await aUser(open.db, { companyId: await aCompany(open.db) }))
  expect(await refusal(venuesHandlers.get(stranger, { params }))).toMatchObject({ code: 'venue.not_found' })
  expect(await refusal(venuesHandlers.update(stranger, { params, body: { name: 'Mine now' } }))).toMatchObject({ code: 'venue.not_found' })
  expect(await refusal(venuesHandlers.book(stranger, { params }))).toMatchObject({ code: 'venue.not_found' })
  expect(await refusal(venuesHandlers.areas(stranger, { params }))).toMatchObject({ code: 'venue.not_found' })
  expect(await refusal(venuesHandlers.updateBook(stranger, { params, body: venue.book }))).toMatchObject({ code: 'venue.not_found' })
  expect(await refusal(venuesHandlers.get(ctx, { params: { id: nowhere } }))).toMatchObject({ code: 'venue.not_found' })
  expect((await venuesHandlers.get(ctx, { params })).name).toBe('Casa Prueba')
})
