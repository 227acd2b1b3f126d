import type { Role } from '@tablewire/contracts/identity/roles'
import { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { venues } from '@tablewire/contracts/estate/venues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aShift, aVenue } from '../../../../tests/build/a-venue.ts'
import { passwordMatches } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { parseRequest } from '#src/platform/http/parse.ts'
import { newId } from '#src/platform/id.ts'
import { venueSheet } from './export-venues.ts'
import { streamVenues } from './list-venues.ts'
import { venuesHandlers } from './routes.ts'

let open: OpenDb
let ctx: Ctx
const clock = aClock('2026-11-20T18:00:00Z')
beforeAll(async () => {
  open = await aDb()
  ctx = aCtx(open.db, { clock })
})
afterAll(() => open.close())

const refusal = async (answer: Promise<unknown>): Promise<object> =>
  answer.then(
    () => ({ code: 'answered' }),
    (error: object) => error,
  )
type Body = Parameters<typeof venuesHandlers.update>[1]['body']
const put = (id: string, body: Body, caller = ctx) => venuesHandlers.update(caller, { params: { id }, body })
const rowOf = (id: string) => open.db.selectFrom('venues').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('VE2: every setting of a venue is kept and answered, and what the book holds is changed in the book', async () => {
  const shift = aShift()
  const venue = await aVenue(open.db, { book: { shifts: [shift] } })
  const said = {
    displayName: 'Casa',
    displayColor: '#A1B2C3',
    emailDomain: 'casa.test',
    paymentType: 'deposit',
    cutOff: 30,
    cancellationWindow: 90,
    holdingTime: 240,
    maxDays: 45,
    bookeableAreas: true,
    pressureReleaseHours: 6,
    emailSenderName: 'Casa',
    emailReplyTo: 'hola@casa.test',
    emailNotices: ['booked', 'canceled'],
    syncEnabled: false,
    metaEnabled: true,
    metaPageId: '1234',
    metaSSOEnabled: true,
    metaSSOClientId: 'app',
    rwgMaxDays: 20,
    maxPartySize: 8,
    listingEnabled: true,
    ftpUser: 'casa',
    ftpFolder: '/feeds/casa',
  } satisfies Body
  const { ports, jobs, live } = recordingPorts()
  const answered = await put(
    venue.id,
    { ...said, confirmationText: { en: 'Hello', de: '' }, keptBack: [{ shiftId: shift.id, covers: 7 }], ftpPassword: 'geheim' },
    aCtx(open.db, { clock, ports }),
  )
  expect(z.safeParse(VenueDetail, answered).success).toBe(true)
  const at = '2026-11-20T18:00:00Z'
  expect(answered).toMatchObject({
    ...said,
    confirmationText: { en: 'Hello' },
    keptBack: [{ shiftId: shift.id, name: 'Dinner', covers: 7, coversMax: 40 }],
    metaEnabledAt: at,
    listingEnabledAt: at,
    ftpPasswordSetAt: at,
  })
  const book = await venuesHandlers.book(ctx, { params: { id: venue.id } })
  expect(book).toMatchObject({
    version: 2,
    cutOffMinutes: 30,
    cancellationWindowMinutes: 90,
    holdingTimeSeconds: 240,
    horizonDays: 45,
    bookableAreas: true,
    pressureReleaseHours: 6,
    shifts: [{ id: shift.id, keptBackCovers: 7 }],
  })
  // Who looks after conflicts with reservations hears of it as of any change of the book.
  expect(jobs.map(({ name }) => name)).toEqual(['venues.bookChanged'])
  expect(live.map(({ type }) => type)).toEqual(['book', 'venue'])
})

test('VE2: a password is sealed, never answered and never told to the audit', async () => {
  const venue = await aVenue(open.db)
  const { ports } = recordingPorts()
  const caller = aCtx(open.db, { clock, ports })
  expect(JSON.stringify(await put(venue.id, { ftpPassword: 'geheim', systemToken: 'geheim zwei' }, caller))).not.toContain('geheim')
  const { ftpPassword } = await rowOf(venue.id)
  expect(ftpPassword).not.toContain('geheim')
  expect(ports.secrets.open(ftpPassword!)).toBe('geheim')
  expect(ports.secrets.open((await rowOf(venue.id)).systemToken!)).toBe('geheim zwei')
  const entries = await open.db.selectFrom('auditEntries').select(['before', 'after']).where('venueId', '=', venue.id).execute()
  expect(JSON.stringify(entries)).not.toContain('geheim')
  const cleared = await put(venue.id, { ftpPassword: null, systemToken: null })
  expect([cleared.ftpPasswordSetAt, cleared.systemTokenSetAt]).toEqual([null, null])
})

test('two people: who saves on an older version is refused, be it the venue or its book that changed', async () => {
  const venue = await aVenue(open.db)
  const first = await venuesHandlers.get(ctx, { params: { id: venue.id } })
  const second = await put(venue.id, { version: first.version, city: 'Toledo' })
  expect(second.version).toBeGreaterThan(first.version)
  expect(await refusal(put(venue.id, { version: first.version, city: 'Cuenca' }))).toMatchObject({ code: 'venue.version_stale' })
  await venuesHandlers.updateBook(ctx, { params: { id: venue.id }, body: { ...venue.book, noticeMinutes: 15 } })
  expect(await refusal(put(venue.id, { version: second.version, maxDays: 9 }))).toMatchObject({ code: 'venue.version_stale' })
  // A partner's program that keeps no version changes what it names and nothing else.
  expect(await put(venue.id, { maxDays: 9 })).toMatchObject({ city: 'Toledo', maxDays: 9 })
})

test('what cannot be is refused and changes nothing', async () => {
  const venue = await aVenue(open.db)
  expect(await refusal(put(venue.id, { city: 'X', keptBack: [{ shiftId: newId(), covers: 1 }] }))).toMatchObject({
    code: 'shift.not_found',
  })
  expect(await refusal(put(venue.id, { city: 'X', systemId: newId() }))).toMatchObject({ code: 'system.not_found' })
  expect(await venuesHandlers.get(ctx, { params: { id: venue.id } })).toMatchObject({ city: 'Madrid', version: 2 })
  // No more can be kept back than there is.
  const shift = aShift()
  const full = await aVenue(open.db, { book: { shifts: [shift] } })
  expect(await refusal(put(full.id, { keptBack: [{ shiftId: shift.id, covers: 41 }] }))).toMatchObject({
    fields: { 'keptBack.0.covers': [{ issue: 'max', value: 40 }] },
  })
  expect(await put(full.id, { keptBack: [{ shiftId: shift.id, covers: 40 }] })).toMatchObject({ keptBack: [{ covers: 40 }] })
})

test.each([
  [{ countryCode: 'XX' }, { countryCode: [{ issue: 'country' }] }],
  [{ countryCode: 'UK' }, { countryCode: [{ issue: 'country' }] }],
  [{ currency: 'ZZZ' }, { currency: [{ issue: 'currency' }] }],
  [{ tripadvisorId: '<script>' }, { tripadvisorId: [{ issue: 'tripadvisor_id' }] }],
  [{ emailDomain: '10.0.0.1' }, { emailDomain: [{ issue: 'domain' }] }],
  [{ emailSenderName: 'Evil\r\nBcc: a@b.co' }, { emailSenderName: [{ issue: 'one_line' }] }],
  [{ confirmationText: { en: 'Hello', pt: 'Olá' } }, { 'confirmationText.pt': [{ issue: 'invalid' }] }],
])('a value that is none is refused beside its field: %o', (body, fields) => {
  const said = (endpoint: Parameters<typeof parseRequest>[0]): unknown => {
    try {
      return parseRequest(endpoint, { params: { id: 'x' }, query: {}, body })
    } catch (error) {
      return (error as { fields: unknown }).fields
    }
  }
  expect([said(venues.update), said(venues.updateMine)]).toEqual([fields, fields])
})

test('VE1: a partner names a venue by its own id; where several are seen with it, which one is asked', async () => {
  const one = await aVenue(open.db, { externalId: 'same' })
  const two = await aVenue(open.db, { externalId: 'same' })
  const owner = ctxOfUser(open.db, await aUser(open.db, { companyId: one.companyId }))
  expect(await venuesHandlers.getMine(owner, { params: { id: 'same' } })).toMatchObject({ id: one.id })
  expect(await venuesHandlers.updateMine(owner, { params: { id: 'same' }, body: { city: 'Ávila' } })).toMatchObject({
    id: one.id,
    city: 'Ávila',
  })
  expect(await refusal(venuesHandlers.get(ctx, { params: { id: 'same' } }))).toMatchObject({ code: 'venue.ambiguous' })
  expect(await venuesHandlers.get(ctx, { params: { id: two.id.toUpperCase() } })).toMatchObject({ id: two.id, city: 'Madrid' })
  expect(await refusal(venuesHandlers.getMine(owner, { params: { id: two.id } }))).toMatchObject({ code: 'venue.not_found' })
  // One that looks like a hub id and is another venue's own id: the hub's comes first.
  const odd = await aVenue(open.db, { externalId: one.id })
  expect(await venuesHandlers.get(ctx, { params: { id: one.id } })).toMatchObject({ id: one.id })
  expect(odd.id).not.toBe(one.id)
})

test('CH3: the listing and review product ends as a licence as well', async () => {
  const { id } = await aVenue(open.db)
  await put(id, { listingEnabled: true })
  const end = () => venuesHandlers.deactivateLicense(ctx, { params: { id }, body: { license: 'listing' } })
  expect(await end()).toMatchObject({ listingEnabled: false })
  expect(await refusal(end())).toMatchObject({ code: 'venue.license_inactive' })
})

test('CH3: a licence ends once, with what hangs on it, and only by those who look after licences', async () => {
  const venue = await aVenue(open.db)
  const params = { id: venue.id }
  await put(venue.id, { metaEnabled: true, metaSSOEnabled: true, listingEnabled: true })
  expect(await venuesHandlers.deactivateLicense(ctx, { params, body: { license: 'meta' } })).toMatchObject({
    metaEnabled: false,
    metaEnabledAt: null,
    metaSSOEnabled: false,
    listingEnabled: true,
  })
  expect(await refusal(venuesHandlers.deactivateLicense(ctx, { params, body: { license: 'meta' } }))).toMatchObject({
    code: 'venue.license_inactive',
  })
  expect(await venuesHandlers.disableFeature(ctx, { params, body: { feature: 'listing' } })).toMatchObject({ listingEnabled: false })
  const manager = await aUser(open.db, { companyId: venue.companyId, roles: ['ROLE_MANAGER'], permissions: ['venues'] })
  const caller = ctxOfUser(open.db, manager)
  expect(await refusal(put(venue.id, { listingEnabled: true }, caller))).toMatchObject({ code: 'access.denied' })
  expect(await put(venue.id, { listingEnabled: false, city: 'León' }, caller)).toMatchObject({ city: 'León' })
  const system = '01900000-0000-7000-8000-0000000000aa'
  await open.db.insertInto('systems').values({ id: system, code: 'other', name: 'Other' }).execute()
  expect(await refusal(put(venue.id, { systemId: system }, caller))).toMatchObject({ code: 'access.denied' })
  expect(await put(venue.id, { systemId: system })).toMatchObject({ systemName: 'Other' })
})

test('VE3: whoever looks at the sign-in of a venue ends nothing; only asking for a new password does', async () => {
  const venue = await aVenue(open.db)
  const params = { id: venue.id }
  const first = await venuesHandlers.credential(ctx, { params })
  const account = () =>
    open.db.selectFrom('users').select(['id', 'passwordHash']).where('email', '=', first.email).executeTakeFirstOrThrow()
  expect(first).toMatchObject({ password: expect.stringMatching(/^\S{24}$/), used: false })
  const made = await account()
  expect(await venuesHandlers.credential(ctx, { params })).toEqual({ email: first.email, password: null, used: false })
  expect(await account()).toEqual(made)
  expect(await passwordMatches(made.passwordHash, first.password!)).toBe(true)
  await open.db.updateTable('users').set({ passwordOneTime: false }).where('id', '=', made.id).execute()
  expect(await venuesHandlers.credential(ctx, { params })).toEqual({ email: first.email, password: null, used: true })
  const renewed = await venuesHandlers.renewCredential(ctx, { params })
  expect(await passwordMatches((await account()).passwordHash, renewed.password)).toBe(true)
  const entries = await open.db
    .selectFrom('auditEntries')
    .select('after')
    .where('venueId', '=', venue.id)
    .where('action', '=', 'venue.credential_issued')
    .orderBy('id')
    .execute()
  expect(entries.map(({ after }) => after)).toEqual([true, false].map((one) => ({ email: first.email, first: one })))
})

test('VE3: credentials are shown once, kept as a hash, see one venue, and end with the next', async () => {
  const venue = await aVenue(open.db)
  const params = { id: venue.id }
  const first = await venuesHandlers.renewCredential(ctx, { params })
  const user = await open.db.selectFrom('users').selectAll().where('email', '=', first.email).executeTakeFirstOrThrow()
  expect(user).toMatchObject({ roles: ['ROLE_MANAGER'], allVenues: false, companyId: venue.companyId })
  expect(await passwordMatches(user.passwordHash, first.password)).toBe(true)
  expect(await open.db.selectFrom('userVenues').select('venueId').where('userId', '=', user.id).execute()).toEqual([{ venueId: venue.id }])
  const second = await venuesHandlers.renewCredential(ctx, { params })
  expect(second.email).toBe(first.email)
  const after = await open.db.selectFrom('users').select('passwordHash').where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(await passwordMatches(after.passwordHash, first.password)).toBe(false)
  expect(await passwordMatches(after.passwordHash, second.password)).toBe(true)
  // Nobody hands out more than he has himself.
  const manager = await aUser(open.db, { companyId: venue.companyId, roles: ['ROLE_MANAGER'], permissions: ['users', 'venues'] })
  await venuesHandlers.renewCredential(ctxOfUser(open.db, manager), { params })
  const lesser = await open.db.selectFrom('users').select('permissions').where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(lesser.permissions).toEqual(['venues'])
  const stranger = ctxOfUser(open.db, await aUser(open.db, { companyId: await aCompany(open.db) }))
  expect(await refusal(venuesHandlers.renewCredential(stranger, { params }))).toMatchObject({ code: 'venue.not_found' })
})

test('VE3: the address of a venue’s sign-in is its name as a till can type it, one of a kind, and stays when the name changes', async () => {
  const addressOf = async (name: string, city: string | null): Promise<string> => {
    const { id } = await aVenue(open.db)
    await open.db.updateTable('venues').set({ name, city }).where('id', '=', id).execute()
    const { email } = await venuesHandlers.credential(ctx, { params: { id } })
    await open.db.updateTable('venues').set({ name: 'Renamed' }).where('id', '=', id).execute()
    expect(await venuesHandlers.credential(ctx, { params: { id } })).toMatchObject({ email })
    return email.split('@')[0]!
  }
  expect(await addressOf('Café d’Été “Zum Weißen Rößl” & Söhne', 'München')).toBe('venue-cafe-dete-zum-weissen')
  expect(await addressOf('Café d’Été “Zum Weißen Rößl” & Söhne', 'München')).toBe('venue-cafe-dete-zum-weissen-munchen')
  expect(await addressOf('Café d’Été “Zum Weißen Rößl” & Söhne', 'München')).toBe('venue-cafe-dete-zum-weissen-munchen-2')
  expect(await addressOf('小吃店', '臺北市')).toMatch(/^venue-[\da-f-]{36}$/)
  expect(await addressOf('小吃店', 'Taipei')).toBe('venue-taipei')
  const twins = await Promise.all([addressOf('Twin Tables', null), addressOf('Twin Tables', null)])
  expect(twins.toSorted()).toEqual(['venue-twin-tables', 'venue-twin-tables-2'])
})

test('VE3: the account of a venue that was given more since is no way up for who hands it out', async () => {
  const venue = await aVenue(open.db)
  const other = await aVenue(open.db, { companyId: venue.companyId })
  const params = { id: venue.id }
  const { email } = await venuesHandlers.renewCredential(ctx, { params })
  const account = () => open.db.updateTable('users').where('email', '=', email)
  const { id } = await open.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const rights = { companyId: venue.companyId, roles: ['ROLE_MANAGER' as const], permissions: ['users' as const, 'venues' as const] }
  const manager = ctxOfUser(open.db, await aUser(open.db, { ...rights, venues: [venue.id] }))
  expect(await venuesHandlers.renewCredential(manager, { params })).toMatchObject({ email })
  await account()
    .set({ roles: ['ROLE_ADMIN'] })
    .execute()
  expect(await refusal(venuesHandlers.renewCredential(manager, { params }))).toMatchObject({ code: 'user.above' })
  await account()
    .set({ roles: ['ROLE_MANAGER'] })
    .execute()
  await open.db.insertInto('userVenues').values({ userId: id, venueId: other.id }).execute()
  expect(await refusal(venuesHandlers.renewCredential(manager, { params }))).toMatchObject({ code: 'user.above' })
})

test('AC6: who sells for a channel reads of a venue what the channel API shows, and the people of a system nothing of its other products', async () => {
  const shift = { ...aShift(), keptBackCovers: 4 }
  const venue = await aVenue(open.db, { book: { shifts: [shift] }, externalId: 'RMS-4711' })
  const house = {
    emailDomain: 'casa.test',
    emailSenderName: 'Casa',
    emailReplyTo: 'hola@casa.test',
    emailNotices: ['booked'],
    metaEnabled: true,
    metaPageId: '1234',
    metaSSOEnabled: true,
    metaSSOClientId: 'app',
    rwgMaxDays: 20,
    maxPartySize: 8,
    listingEnabled: true,
    ftpUser: 'casa',
    ftpFolder: '/feeds/casa',
    ftpPassword: 'secret',
  } satisfies Body
  await put(venue.id, { ...house, sdkAccess: true, tripadvisorId: '4711', displayColor: '#A1B2C3', cutOff: 30, pressureReleaseHours: 6 })
  const gateway = JSON.stringify({ gateway: 'stripe', publishKey: 'pk_1', merchantId: null })
  await open.db.updateTable('venues').set({ paymentGateway: gateway }).where('id', '=', venue.id).execute()
  await open.db.updateTable('companies').set({ name: 'Holding Uno' }).where('id', '=', venue.companyId).execute()
  const channel = await aChannel(open.db, { venues: [venue.id] })
  const agent = (role: Role, scope: Ctx['scope']) =>
    aUser(open.db, { roles: [role, 'ROLE_MANAGER'], venues: [] }).then((user) => ctxOfUser(open.db, user, { scope }))
  const seller = await agent('ROLE_BC_AGENT', { kind: 'channel', channelId: channel.id })
  const ofSeveral = await agent('ROLE_BC_AGENT', { kind: 'channels', channelIds: [channel.id] })
  const nothing = { ftpUser: null, ftpFolder: null, ftpPasswordSetAt: null, emailReplyTo: null, emailDomain: null, emailNotices: [] }
  const noProducts = { metaPageId: null, metaSSOEnabled: false, metaSSOClientId: null, listingEnabledAt: null, rwgMaxDays: null }
  const unlisted = { externalId: null, sdkAccess: false, tripadvisorId: null, listingEnabled: false, metaEnabled: false }
  for (const caller of [seller, ofSeveral]) {
    const read = await venuesHandlers.get(caller, { params: { id: venue.id } })
    expect(z.safeParse(VenueDetail, read).success).toBe(true)
    expect(read).toMatchObject({ ...nothing, ...noProducts, ...unlisted, keptBack: [], paymentGateway: null, systemCredentials: null })
    expect(JSON.stringify(read)).not.toMatch(/casa\.test|feeds|hola|pk_1|RMS-4711|"trip"|A1B2C3/i)
    const listed = await venuesHandlers.list(caller, { query: {} })
    const streamed = (await (await streamVenues(caller, { limit: -1 }))!.batches.next()).value
    expect([listed.data, streamed]).toEqual([[expect.objectContaining(unlisted)], [expect.objectContaining(unlisted)]])
    expect((await venuesHandlers.list(caller, { query: { filters: { criteria: 'RMS-4711' } } })).total).toBe(0)
    const sheet = await venueSheet(caller, { filters: { companyId: venue.companyId } }, 'en')
    const written = []
    for await (const row of sheet.rows) written.push(row)
    expect(JSON.stringify([sheet.filter, written])).not.toMatch(/RMS-4711|"trip"|Holding Uno/)
  }
  const { id: systemId } = await aSystem(open.db)
  await open.db.updateTable('venues').set({ systemId }).where('id', '=', venue.id).execute()
  await open.db.updateTable('venues').set({ paymentGateway: gateway }).where('id', '=', venue.id).execute()
  const ofSystem = await agent('ROLE_RMS_AGENT', { kind: 'system', systemId })
  const served = await venuesHandlers.getMine(ofSystem, { params: { id: venue.id } })
  expect(served).toMatchObject({ ...nothing, ...noProducts, externalId: 'RMS-4711', paymentGateway: { gateway: 'stripe' } })
  expect(served.keptBack).toHaveLength(1)
  expect(await venuesHandlers.get(ctx, { params: { id: venue.id } })).toMatchObject({
    ftpUser: 'casa',
    metaPageId: '1234',
    externalId: 'RMS-4711',
  })
})

test('what is sent back as it was read is no change, and needs no right to speak of payment', async () => {
  const venue = await aVenue(open.db, { book: { shifts: [aShift()] } })
  const owner = await aUser(open.db, { companyId: venue.companyId, roles: ['ROLE_MANAGER'], permissions: ['venues'] })
  const { ports, live } = recordingPorts()
  const caller = ctxOfUser(open.db, owner, { clock, ports })
  const read = await venuesHandlers.get(caller, { params: { id: venue.id } })
  const body = parseRequest(venues.update, { params: { id: venue.id }, query: {}, body: read }).body as Body
  expect(await put(venue.id, body, caller)).toEqual(read)
  const { ftpUser, paymentGateway } = await put(venue.id, { ...body, ftpUser: 'casa' }, caller)
  expect([ftpUser, paymentGateway, live.length]).toEqual(['casa', null, 1])
  const other = { ...body, version: read.version + 1, paymentGateway: { gateway: 'stripe' } }
  expect(await refusal(put(venue.id, other, caller))).toMatchObject({ code: 'access.denied' })
})
