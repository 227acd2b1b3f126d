import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue } from '../build/a-venue.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await aTestApp()))
afterAll(() => testApp.close())

const form = (fields: Record<string, string>) =>
  testApp.app.inject({
    method: 'POST',
    url: '/v2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const portal = { client_id: 'portal', client_secret: 'portal' }

test('AC1: the token endpoint takes form fields and answers them bare, as RFC 6749 has it', async () => {
  const user = await aUser(testApp.container.db)
  const answer = await form({
    grant_type: 'password',
    ...portal,
    scope: '',
    username: user.email,
    password: user.password,
    long_time: 'true',
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  const token = answer.json<{ access_token: string; refresh_token: string }>()
  expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 3600, roles: ['ROLE_ADMIN'] })
  const me = await testApp.ask({ method: 'GET', url: '/user-me', token: token.access_token })
  expect(me.json()).toMatchObject({ data: { id: user.id, email: user.email, role: 'ROLE_ADMIN' } })
  const renewed = await form({ grant_type: 'refresh_token', ...portal, refresh_token: token.refresh_token })
  expect(renewed.statusCode).toBe(200)
})

test('AC9: a wrong pair and an unknown user read the same, byte for byte', async () => {
  const user = await aUser(testApp.container.db)
  const wrong = await form({ grant_type: 'password', ...portal, username: user.email, password: 'wrong' })
  const unknown = await form({ grant_type: 'password', ...portal, username: 'nobody@nowhere.test', password: 'wrong' })
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json()).toEqual({
    message: 'Invalid user or password combination',
    code: 'credentials.invalid',
    requestId: wrong.headers['x-request-id'],
  })
  const anonymous = (answer: typeof wrong): string => answer.body.replace(String(answer.headers['x-request-id']), '')
  expect(anonymous(unknown)).toBe(anonymous(wrong))
})

test('AC9: who is locked out learns for how long', async () => {
  const attempt = () => form({ grant_type: 'password', ...portal, username: 'locked@out.test', password: 'wrong' })
  for (let round = 0; round < 10; round++) expect((await attempt()).statusCode).toBe(401)
  const locked = await attempt()
  expect(locked.statusCode).toBe(429)
  expect(locked.json()).toMatchObject({ code: 'login.locked' })
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(13 * 60)
})

test('AC9: whoever keeps the users sees that an account is locked, and opens it', async () => {
  const { db } = testApp.container
  const [user, other] = [
    await aUser(db, { companyId: (await aVenue(db)).companyId }),
    await aUser(db, { companyId: (await aVenue(db)).companyId }),
  ]
  const admin = await testApp.signIn(await aUser(db))
  const attempt = (password: string) => form({ grant_type: 'password', ...portal, username: user.email, password })
  const seen = async () =>
    (await testApp.ask({ method: 'GET', url: `/users/${user.id}`, token: admin })).json<{ data: { lockedUntil: string | null } }>().data
  expect((await seen()).lockedUntil).toBeNull()
  for (let round = 0; round < 10; round++) await attempt('wrong')
  expect((await attempt(user.password)).statusCode).toBe(429)
  const minutes = (Date.parse((await seen()).lockedUntil!) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(13)
  expect(minutes).toBeLessThanOrEqual(15)
  const unlock = { method: 'POST', url: `/users/${user.id}/unlock` }
  expect((await testApp.ask({ ...unlock, token: await testApp.signIn(other) })).statusCode).toBe(404)
  expect((await attempt(user.password)).statusCode).toBe(429)
  expect((await testApp.ask({ ...unlock, token: admin })).json()).toMatchObject({ data: { id: user.id, lockedUntil: null } })
  expect((await attempt(user.password)).statusCode).toBe(200)
  const entry = await db
    .selectFrom('auditEntries')
    .select(['before', 'after'])
    .where('action', '=', 'user.unlocked')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ before: { lockedUntil: expect.any(String) }, after: { lockedUntil: null } })
})

test('AC9: signed out is signed out, on the very next call', async () => {
  const token = await testApp.signIn(await aUser(testApp.container.db))
  expect((await testApp.ask({ method: 'GET', url: '/user-me', token })).statusCode).toBe(200)
  expect((await testApp.ask({ method: 'DELETE', url: '/v2/token', token })).json()).toEqual({ data: { ended: true } })
  const after = await testApp.ask({ method: 'GET', url: '/user-me', token })
  expect([after.statusCode, after.json<{ code: string }>().code]).toEqual([401, 'session.expired'])
})

test('BR2: the brand follows the host, whatever port and with or without panel.', async () => {
  const brandAt = async (host: string) =>
    (await testApp.ask({ method: 'GET', url: '/brand', headers: { host } })).json<{ data: { name: string } }>().data.name
  expect(await brandAt('panel.verdant.test:8443')).toBe('Verdant')
  expect(await brandAt('naranja.localhost:4000')).toBe('Mesa Naranja')
  expect(await brandAt('anything.example')).toBe('Tablewire')
})
