import { Permission } from '@tablewire/contracts/identity/access'
import type { Venue, VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aCompany, aVenue } from '../build/a-venue.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await aTestApp()))
afterAll(() => testApp.close())

type Ask = Parameters<TestApp['ask']>[0]
type ApiAnswer<T> = { status: number; data: T; code?: string; total?: number }
const said = async (ask: Ask): Promise<ApiAnswer<unknown>> => {
  const answer = await testApp.ask(ask)
  return { status: answer.statusCode, ...answer.json<Omit<ApiAnswer<unknown>, 'status'>>() }
}

test('VE1, AC10: a reservation system opens, changes and reads its venues by its own ids, and no others', async () => {
  const { db } = testApp.container
  const foreign = await aVenue(db, { externalId: 'F-1' })
  const served = await aVenue(db, { externalId: 'S-1' })
  const { id: systemId, key: token } = await aSystem(db, { venues: [served.id] })
  const body = { name: 'Casa Nueva', countryCode: 'ES', timezone: 'Europe/Madrid', externalId: 'S-2', companyId: served.companyId }
  const made = (await said({ method: 'POST', url: '/v1/rms/venues', token, body })) as ApiAnswer<VenueDetail>
  expect([made.status, made.data.systemId, made.data.companyId]).toEqual([201, systemId, served.companyId])
  const put = (ref: string, change: object) => said({ method: 'PUT', url: `/v1/rms/venues/${ref}`, token, body: change })
  expect(await put('S-2', { displayName: 'Nueva', cutOff: 45 })).toMatchObject({
    status: 200,
    data: { id: made.data.id, displayName: 'Nueva', cutOff: 45 },
  })
  expect(await put(served.id, { city: 'Toledo' })).toMatchObject({ status: 200, data: { city: 'Toledo' } })
  for (const ref of ['F-1', foreign.id]) expect(await put(ref, { city: 'Mine' })).toMatchObject({ status: 404, code: 'venue.not_found' })
  // Into a company that it does not serve, and away from itself: neither.
  const into = { ...body, externalId: 'S-3', companyId: foreign.companyId }
  expect(await said({ method: 'POST', url: '/v1/rms/venues', token, body: into })).toMatchObject({ status: 400 })
  expect(await put('S-2', { systemId: '01900000-0000-7000-8000-000000000001' })).toMatchObject({ status: 403 })
  const list = (await said({ method: 'GET', url: '/v1/rms/venues?limit=50', token })) as ApiAnswer<Venue[]>
  expect(new Set(list.data.map(({ externalId }) => externalId))).toEqual(new Set(['S-1', 'S-2']))
})

test('a manager limited to two venues sees nothing of the others in lists, totals, filters, licences, credentials and exports', async () => {
  const { db } = testApp.container
  const companyId = await aCompany(db)
  const at = { companyId, city: 'Ronda' }
  const mine = [await aVenue(db, { ...at, name: 'Ronda A' }), await aVenue(db, { ...at, name: 'Ronda B' })]
  const other = await aVenue(db, { ...at, name: 'Ronda C', externalId: 'hidden' })
  const channel = await aChannel(db, { venues: [mine[0]!.id, other.id] })
  const user = await aUser(db, {
    roles: ['ROLE_MANAGER'],
    permissions: [...Permission.options],
    companyId,
    venues: mine.map(({ id }) => id),
  })
  const token = await testApp.signIn(user)
  for (const [filter, total] of [
    ['', 2],
    ['filters[criteria]=ronda', 2],
    ['filters[criteria]=hidden', 0],
    ['filters[city]=ronda', 2],
    [`filters[channelId]=${channel.id}`, 1],
    ['filters[limit]=-1', 2],
  ] as const)
    for (const path of ['/venues', '/v1/rms/venues']) {
      const list = (await said({ method: 'GET', url: `${path}?${filter}`, token })) as ApiAnswer<Venue[]>
      expect([path, filter, list.total, list.data.length]).toEqual([path, filter, total, total])
    }
  const calls: Omit<Ask, 'token'>[] = [other.id, 'hidden'].flatMap((ref) => [
    { method: 'GET', url: `/venues/${ref}` },
    { method: 'GET', url: `/v1/rms/venues/${ref}` },
    { method: 'PUT', url: `/venues/${ref}`, body: { city: 'Mine' } },
    { method: 'GET', url: `/v1/rms/venues/${ref}/credential` },
    { method: 'POST', url: `/v1/rms/venues/${ref}/credential` },
    { method: 'POST', url: `/v1/rms/venues/${ref}/deactivate-license`, body: { license: 'meta' } },
    { method: 'POST', url: `/venues/${ref}/disable-feature`, body: { feature: 'sdk' } },
  ])
  for (const call of calls) {
    const answer = await testApp.ask({ ...call, token })
    expect([call.url, answer.statusCode]).toEqual([call.url, 404])
    expect(answer.body).not.toContain('Ronda')
  }
  const { id } = ((await said({ method: 'POST', url: '/v1/venues/export', token, body: {} })) as ApiAnswer<{ id: string }>).data
  const kept = await db.selectFrom('exports').select('scope').where('id', '=', id).executeTakeFirstOrThrow()
  expect(kept.scope).toEqual({ kind: 'venues', ids: expect.arrayContaining(mine.map((venue) => venue.id)) as unknown })
  const stranger = await testApp.signIn(await aUser(db, { companyId }))
  expect(await said({ method: 'GET', url: `/v1/exports/${id}`, token: stranger })).toMatchObject({ status: 404, code: 'export.not_found' })
})

test('VE2: channels are shown the name a venue gave itself for guests, and find it by that and by its own', async () => {
  const { db } = testApp.container
  const venue = await aVenue(db, { name: 'Gastro Holding 12 SL' })
  const { key } = await aChannel(db, { venues: [venue.id, (await aVenue(db)).id] })
  await db.updateTable('venues').set({ displayName: 'Casa Marea' }).where('id', '=', venue.id).execute()
  for (const criteria of ['marea', 'holding']) {
    const answer = await testApp.ask({ method: 'GET', url: `/v1/bc/venues?filters[criteria]=${criteria}`, key })
    expect(answer.json<{ data: { name: string }[] }>().data.map(({ name }) => name)).toEqual(['Casa Marea'])
  }
})

const definition = {
  requireCreditCard: true,
  deposit: { type: 'per_person', amount: 1500 },
  noShowFee: { type: 'fixed_price', amount: 4000 },
}
const stripe = { gateway: 'stripe', publishKey: 'pk_test_1', merchantId: null }

test('HU2: what a reservation system asks of guests is kept with the venue, and channels read it in their language', async () => {
  const { db } = testApp.container
  const venue = await aVenue(db, { externalId: 'P-1' })
  const { id: systemId, key: token } = await aSystem(db, { venues: [venue.id] })
  const { key } = await aChannel(db, { venues: [venue.id] })
  const put = (change: object) => said({ method: 'PUT', url: '/v1/rms/venues/P-1', token, body: change })
  const seen = async (locale = 'en'): Promise<unknown> =>
    (await testApp.ask({ method: 'GET', url: `/v1/bc/venues/${venue.id}`, key, headers: { 'x-locale': locale } })).json()
  const nothing = { requireCreditCard: false, deposit: null, noShowFee: null }
  expect(await seen()).toMatchObject({ paymentPolicy: null, paymentDefinition: nothing, paymentGateway: null })

  const policy = { en: 'Charged 24 hours before', de: 'Belastet 24 Stunden vorher' }
  const answered = await put({
    paymentDefinition: definition,
    paymentPolicy: policy,
    paymentGateway: { gateway: 'Stripe', publishKey: 'pk_test_1' },
  })
  expect(answered).toMatchObject({
    status: 200,
    data: { paymentType: 'deposit', paymentDefinition: definition, paymentPolicy: policy, paymentGateway: stripe },
  })
  expect(await seen('de')).toMatchObject({ paymentPolicy: policy.de, paymentDefinition: definition, paymentGateway: stripe })
  expect(await seen('fr')).toMatchObject({ paymentPolicy: policy.en })
  const list = await testApp.ask({ method: 'GET', url: '/v1/bc/venues', key })
  expect(list.json<{ data: unknown[] }>().data).toMatchObject([{ paymentDefinition: definition, paymentGateway: stripe }])

  // Only what is named changes, and who takes no card keeps no deposit and shows no gateway.
  expect(await put({ paymentDefinition: { deposit: null } })).toMatchObject({
    data: { paymentType: 'guarantee', paymentDefinition: { ...definition, deposit: null } },
  })
  expect(await put({ paymentDefinition: null })).toMatchObject({ data: { paymentType: 'none', paymentDefinition: nothing } })
  expect(await seen()).toMatchObject({ paymentDefinition: nothing, paymentGateway: null })
  const { rows: audited } = await sql`
    select from audit_entries where venue_id = ${venue.id} and action = 'venue.updated' and after -> 'paymentGateway' ->> 'gateway' = 'stripe'`.execute(
    db,
  )
  expect(audited.length).toBeGreaterThan(0)

  // The gateway belongs to the system that takes the cards.
  await db.updateTable('venues').set({ systemId: '01900000-0000-7000-8000-000000000001' }).where('id', '=', venue.id).execute()
  expect(await db.selectFrom('venues').select(['systemId', 'paymentGateway']).where('id', '=', venue.id).executeTakeFirstOrThrow()).toEqual(
    {
      systemId: '01900000-0000-7000-8000-000000000001',
      paymentGateway: null,
    },
  )
  expect(systemId).not.toBe('01900000-0000-7000-8000-000000000001')
})

test('HU2: a deposit without a card, a secret key and a gateway of a stranger are refused', async () => {
  const { db } = testApp.container
  const venue = await aVenue(db, { externalId: 'P-2' })
  const { key: token } = await aSystem(db, { venues: [venue.id] })
  const put = (body: object, caller = token) => said({ method: 'PUT', url: `/v1/rms/venues/${venue.id}`, token: caller, body })
  const card = ['A deposit and a fee for not coming need a card']
  expect(await put({ paymentDefinition: { ...definition, requireCreditCard: false } })).toMatchObject({
    status: 400,
    errors: { 'paymentDefinition.deposit': card, 'paymentDefinition.noShowFee': card },
  })
  expect(await put({ paymentType: 'guarantee', paymentDefinition: { deposit: definition.deposit } })).toMatchObject({ status: 400 })
  expect(await put({ paymentGateway: { gateway: 'stripe', publishKey: 'sk_live_1' } })).toMatchObject({
    status: 400,
    errors: { 'paymentGateway.publishKey': ['This is a secret key; only the public one belongs here'] },
  })
  expect(await put({ paymentDefinition: { deposit: { type: 'per_person', amount: 12.5 } } })).toMatchObject({ status: 400 })
  const manager = await testApp.signIn(await aUser(db, { roles: ['ROLE_MANAGER'], permissions: ['venues'], companyId: venue.companyId }))
  expect(await put({ paymentGateway: stripe }, manager)).toMatchObject({ status: 403 })
  expect(await put({ paymentDefinition: definition }, manager)).toMatchObject({ status: 200, data: { paymentType: 'deposit' } })
  const made = await said({
    method: 'POST',
    url: '/v1/rms/venues',
    token,
    body: { name: 'With a deposit', countryCode: 'ES', timezone: 'Europe/Madrid', paymentDefinition: definition, paymentGateway: stripe },
  })
  expect(made).toMatchObject({ status: 201, data: { paymentType: 'deposit', paymentDefinition: definition, paymentGateway: stripe } })
})
