import type { Customer } from '@tablewire/contracts/identity/acting'
import type { Session } from '@tablewire/contracts/identity/security'
import type { Profile, Token } from '@tablewire/contracts/identity/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser, type TestUser } from '../build/a-user.ts'
import { aCompany, aVenue } from '../build/a-venue.ts'

let testApp: TestApp
let company: string
beforeAll(async () => {
  testApp = await aTestApp()
  company = await aCompany(testApp.container.db, { name: 'Casa Uno' })
})
afterAll(() => testApp.close())

const portal = { client_id: 'portal', client_secret: 'portal' }
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code?: string }).code ?? 'answered'
const get = (url: string, token: string) => testApp.ask({ method: 'GET', url, token })
const post = (url: string, token: string, body?: object) => testApp.ask({ method: 'POST', url, token, ...(body ? { body } : {}) })
const tokenOf = (answer: { json: () => unknown }) => (answer.json() as { data: Token }).data
const me = async (token: string) => (await get('/user-me', token)).json<{ data: Profile }>().data
const rename = async (user: TestUser, firstName: string, lastName: string) =>
  testApp.container.db.updateTable('users').set({ firstName, lastName }).where('id', '=', user.id).execute()
const renew = (refresh_token: string) =>
  testApp.ask({ method: 'POST', url: '/v2/token', body: { grant_type: 'refresh_token', ...portal, refresh_token } })
const signIn = async ({ email, password }: TestUser): Promise<Token> =>
  (
    await testApp.ask({ method: 'POST', url: '/v2/token', body: { grant_type: 'password', ...portal, username: email, password } })
  ).json<Token>()

const manager = (over: Partial<TestUser> = {}) =>
  aUser(testApp.container.db, { companyId: company, roles: ['ROLE_MANAGER'], permissions: ['reservations'], ...over })

type Acting = { admin: TestUser; customer: TestUser; own: Token; acting: Token & { back_token: string } }
const acting = async (): Promise<Acting> => {
  const [admin, customer] = [await aUser(testApp.container.db), await manager({ lang: 'es' })]
  await rename(admin, 'Grace', 'Hopper')
  const own = await signIn(admin)
  const started = await post(`/users/${customer.id}/act-as`, own.access_token)
  expect(started.statusCode, started.body).toBe(200)
  return { admin, customer, own, acting: started.json<{ data: Acting['acting'] }>().data }
}

test('AC8: an administrator acts as a customer with exactly his rights, and the profile says who really acts', async () => {
  const { admin, customer, own, acting: token } = await acting()
  expect(token).toMatchObject({ token_type: 'Bearer', roles: ['ROLE_MANAGER'] })
  expect(await me(token.access_token)).toMatchObject({
    id: customer.id,
    lang: 'es',
    role: 'ROLE_MANAGER',
    companyName: 'Casa Uno',
    actedBy: { id: admin.id, name: 'Grace Hopper' },
    actingFor: { id: customer.id, name: 'Ada Example', companyName: 'Casa Uno' },
  })
  expect(await me(own.access_token)).toMatchObject({ id: admin.id, actedBy: null, actingFor: null })
  expect((await get('/v1/reservations', token.access_token)).statusCode).toBe(200)
  expect(codeOf(await get('/v1/audit', token.access_token))).toBe('access.denied')
  expect(codeOf(await get('/customers', token.access_token))).toBe('access.denied')
})

test('AC8: whatever is done meanwhile names both in the audit, and both find it', async () => {
  const { admin, customer, own, acting: token } = await acting()
  await testApp.ask({ method: 'PUT', url: `/users/${customer.id}`, token: token.access_token, body: { city: 'Sevilla' } })
  const entry = { actorId: customer.id, actorName: 'Ada Example', actedById: admin.id, actedByName: 'Grace Hopper' }
  const found = await get(`/v1/audit?actorId=${admin.id}`, own.access_token)
  const entries = found.json<{ data: { action: string }[] }>().data
  expect(entries.find(({ action }) => action === 'user.updated')).toMatchObject(entry)
  expect(entries.find(({ action }) => action === 'acting.started')).toMatchObject({
    actorId: admin.id,
    subjectId: customer.id,
    actedById: null,
  })
})

test('AC8: one call leads back to oneself, and ends the acting', async () => {
  const { admin, own, acting: token } = await acting()
  for (const backToken of ['made up', token.access_token, token.refresh_token])
    expect(codeOf(await post('/user/act-back', token.access_token, { backToken }))).toBe('token.invalid')
  const backToken = token.back_token
  const back = tokenOf(await post('/user/act-back', token.access_token, { backToken }))
  expect(await me(back.access_token)).toMatchObject({ id: admin.id, actedBy: null })
  expect((await get('/user-me', token.access_token)).statusCode).toBe(401)
  expect((await renew(token.refresh_token)).statusCode).toBe(401)
  expect((await get('/user-me', own.access_token)).statusCode).toBe(401)
  expect(codeOf(await post('/user/act-back', back.access_token, { backToken }))).toBe('acting.none')
  expect((await renew(back.refresh_token)).statusCode).toBe(200)
})

test('AC8: what belongs to the customer alone cannot be touched meanwhile', async () => {
  const { customer, acting: token } = await acting()
  const theirs = (await get('/user/sessions', await testApp.signIn(customer))).json<{ data: Session[] }>().data
  const proof = { currentPassword: customer.password }
  const tried = [
    await testApp.ask({
      method: 'PUT',
      url: '/user/change-password',
      token: token.access_token,
      body: { ...proof, newPassword: 'a very new password' },
    }),
    await post('/user/totp', token.access_token, proof),
    await post('/user/totp/confirm', token.access_token, { otp: '123456' }),
    await post('/user/totp/disable', token.access_token, proof),
    await post('/user/recovery-codes', token.access_token, proof),
    await post('/user/passkeys/options', token.access_token, proof),
    await testApp.ask({ method: 'DELETE', url: '/user/sessions', token: token.access_token }),
    await testApp.ask({ method: 'DELETE', url: `/user/sessions/${theirs[0]!.id}`, token: token.access_token }),
  ]
  expect(tried.map((answer) => [answer.statusCode, codeOf(answer)])).toEqual(tried.map(() => [403, 'acting.forbidden']))
})

test('AC8: the customer sees who acts as him, and may end it', async () => {
  const { admin, customer, acting: token } = await acting()
  const theirs = await testApp.signIn(customer)
  const sessions = (await get('/user/sessions', theirs)).json<{ data: Session[] }>().data
  const seen = sessions.find(({ kind }) => kind === 'acting')!
  expect(seen).toMatchObject({ current: false, actedBy: { id: admin.id, name: 'Grace Hopper' } })
  expect((await testApp.ask({ method: 'DELETE', url: `/user/sessions/${seen.id}`, token: theirs })).statusCode).toBe(200)
  expect((await get('/user-me', token.access_token)).statusCode).toBe(401)
})

test('AC8: nobody acts as people of the platform, as himself, as a super admin or a machine, or with a second mask over the first', async () => {
  const admin = await aUser(testApp.container.db)
  const token = await testApp.signIn(admin)
  const start = async (user: TestUser) => {
    const answer = await post(`/users/${user.id}/act-as`, token)
    return [answer.statusCode, codeOf(answer)]
  }
  expect(await start(await aUser(testApp.container.db))).toEqual([403, 'acting.denied'])
  expect(await start(admin)).toEqual([403, 'acting.denied'])
  expect(await start(await manager({ roles: ['ROLE_MANAGER', 'ROLE_SUPER_ADMIN'] }))).toEqual([403, 'acting.denied'])
  expect(await start(await manager({ roles: ['ROLE_SDK_BOT'] }))).toEqual([403, 'acting.denied'])
  const disabled = await manager()
  await testApp.container.db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.id).execute()
  expect(await start(disabled)).toEqual([404, 'user.not_found'])
  const boss = await aUser(testApp.container.db, { companyId: company })
  const asBoss = tokenOf(await post(`/users/${boss.id}/act-as`, token))
  expect(codeOf(await post(`/users/${(await manager()).id}/act-as`, asBoss.access_token))).toBe('acting.forbidden')
})

test('AC8: only administrators act as others; tills, bots and managers do not', async () => {
  const customer = await manager()
  for (const roles of [['ROLE_POS'], ['ROLE_COMPANY_BOT'], ['ROLE_SDK_BOT'], ['ROLE_MANAGER']] as const) {
    const token = await testApp.signIn(await aUser(testApp.container.db, { roles: [...roles], permissions: ['users'] }))
    expect([roles[0], codeOf(await post(`/users/${customer.id}/act-as`, token))]).toEqual([roles[0], 'access.denied'])
    expect(codeOf(await get('/customers', token))).toBe('access.denied')
  }
})

test("AC8: a company's administrator acts within the company, and one of single venues only as who sees no others", async () => {
  const { db } = testApp.container
  const [one, two] = [await aVenue(db, { companyId: company }), await aVenue(db, { companyId: company })]
  const start = async (admin: TestUser, user: TestUser) => codeOf(await post(`/users/${user.id}/act-as`, await testApp.signIn(admin)))
  const stranger = await manager({ companyId: await aCompany(db, { name: 'Others' }) })
  const boss = await aUser(db, { companyId: company })
  expect(await start(boss, stranger)).toBe('user.not_found')
  expect(await start(boss, await manager())).toBe('answered')
  const limited = await aUser(db, { companyId: company, venues: [one.id] })
  expect(await start(limited, await manager())).toBe('acting.denied')
  expect(await start(limited, await manager({ venues: [one.id, two.id] }))).toBe('acting.denied')
  expect(await start(limited, await manager({ venues: [one.id] }))).toBe('answered')
})

test('AC8: acting ends with the session it came from, with its administrator, and after eight hours', async () => {
  const { db } = testApp.container
  const out = await acting()
  expect((await testApp.ask({ method: 'DELETE', url: '/v2/token', token: out.acting.access_token })).json()).toEqual({
    data: { ended: true },
  })
  expect((await get('/user-me', out.own.access_token)).statusCode).toBe(401)
  const revoked = await acting()
  await testApp.ask({ method: 'DELETE', url: '/v2/token', token: revoked.own.access_token })
  expect((await get('/user-me', revoked.acting.access_token)).statusCode).toBe(401)
  expect(codeOf(await renew(revoked.acting.refresh_token))).toBe('token.invalid')
  const fired = await acting()
  await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', fired.admin.id).execute()
  expect(codeOf(await renew(fired.acting.refresh_token))).toBe('token.invalid')
  const long = await acting()
  await db
    .updateTable('sessions')
    .set({ actingUntil: new Date(Date.now() + 90_000) })
    .where('userId', '=', long.customer.id)
    .execute()
  const renewed = (await renew(long.acting.refresh_token)).json<Token>()
  expect(renewed.expires_in).toBeLessThanOrEqual(90)
  expect(await me(renewed.access_token)).toMatchObject({ actedBy: { name: 'Grace Hopper' } })
})

test('AC8: customers are found by every word of name, address and company, page by page', async () => {
  const other = await aCompany(testApp.container.db, { name: 'Trattoria Bellavista' })
  for (const [first, last] of [
    ['Zoë', 'Álvarez'],
    ['Bruno', 'Bianchi'],
    ['anna', 'Conti'],
  ] as const)
    await rename(await manager({ companyId: other }), first, last)
  const token = await testApp.signIn(await aUser(testApp.container.db))
  const found = async (search: string) => {
    const answer = await get(`/customers?search=${encodeURIComponent(search)}`, token)
    const { data, total } = answer.json<{ data: Customer[]; total: number }>()
    expect(total).toBe(data.length)
    return data.map(({ name }) => name)
  }
  expect(await found('bellavista')).toEqual(['anna Conti', 'Bruno Bianchi', 'Zoë Álvarez'])
  expect(await found('  CONTI   bella ')).toEqual(['anna Conti'])
  expect(await found('conti casa')).toEqual([])
  expect(await found('100%_\\')).toEqual([])
  const limited = await manager({ companyId: other, venues: [] })
  expect((await get(`/customers?search=${limited.email}`, token)).json()).toMatchObject({
    data: [{ id: limited.id, companyName: 'Trattoria Bellavista', role: 'ROLE_MANAGER', venues: 0 }],
  })
  const boss = await testApp.signIn(await aUser(testApp.container.db, { companyId: other }))
  const mine = (await get('/customers?limit=200', boss)).json<{ data: Customer[] }>().data
  expect(new Set(mine.map(({ companyId }) => companyId))).toEqual(new Set([other]))
})
