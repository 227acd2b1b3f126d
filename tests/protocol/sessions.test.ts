import type { Session } from '@tablewire/contracts/identity/security'
import type { Token } from '@tablewire/contracts/identity/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser, type TestUser } from '../build/a-user.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await aTestApp()))
afterAll(() => testApp.close())

const portal = { client_id: 'portal', client_secret: 'portal' }
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

const signIn = async ({ email, password }: TestUser, { agent = firefox, address = '198.51.100.7', long = false } = {}): Promise<Token> => {
  const answer = await testApp.app.inject({
    method: 'POST',
    url: '/v2/token',
    headers: { 'user-agent': agent },
    payload: { grant_type: 'password', ...portal, username: email, password, long_time: long },
    remoteAddress: address,
  })
  return answer.json<Token>()
}
const call = (method: string, url: string, { access_token }: Token) => testApp.ask({ method, url, token: access_token })
const list = async (token: Token) => (await call('GET', '/user/sessions', token)).json<{ data: Session[] }>().data
const lives = async (token: Token) => (await call('GET', '/user-me', token)).statusCode === 200
const renew = async (refresh_token: string, more = {}) =>
  testApp.ask({ method: 'POST', url: '/v2/token', body: { grant_type: 'refresh_token', ...portal, refresh_token, ...more } })

test('AC9: one sees where one is signed in: since when, with what, and from about where, but not the address', async () => {
  const user = await aUser(testApp.container.db)
  await signIn(user, { agent: phone, address: '2001:db8:1:2::77', long: true })
  const here = await signIn(user)
  const sessions = await list(here)
  expect(sessions).toMatchObject([
    {
      current: true,
      kind: 'password',
      secondFactor: null,
      browser: 'Firefox',
      system: 'Linux',
      device: 'desktop',
      network: '198.51.100.0/24',
    },
    { current: false, browser: 'Chrome', system: 'Android', device: 'phone', network: '2001:db8:1::/48', longTime: true, actedBy: null },
  ])
  expect(JSON.stringify(sessions)).not.toMatch(/198\.51\.100\.7|:77|Mozilla|hash/i)
})

test('AC9: one of the own sessions is ended from another one, at once and for good', async () => {
  const user = await aUser(testApp.container.db)
  const [lost, here] = [await signIn(user, { agent: phone }), await signIn(user)]
  const { id } = (await list(here)).find(({ device }) => device === 'phone')!
  expect(await lives(lost)).toBe(true)
  expect((await call('DELETE', `/user/sessions/${id}`, here)).json()).toEqual({ data: { ended: true } })
  expect(await lives(lost)).toBe(false)
  expect((await renew(lost.refresh_token)).statusCode).toBe(401)
  expect(await list(here)).toHaveLength(1)
  expect((await call('DELETE', `/user/sessions/${id}`, here)).json()).toEqual({ data: { ended: false } })
})

test("AC9: somebody else's session does not exist", async () => {
  const [mine, theirs] = [await signIn(await aUser(testApp.container.db)), await signIn(await aUser(testApp.container.db))]
  const { id } = (await list(theirs))[0]!
  const answer = await call('DELETE', `/user/sessions/${id}`, mine)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'session.not_found'])
  expect(await lives(theirs)).toBe(true)
})

test('AC9: everywhere else is signed out with one call', async () => {
  const user = await aUser(testApp.container.db)
  const others = [await signIn(user), await signIn(user)]
  const here = await signIn(user)
  expect((await call('DELETE', '/user/sessions', here)).json()).toEqual({ data: { ended: 2 } })
  expect(await Promise.all([...others, here].map(lives))).toEqual([false, false, true])
  expect(await list(here)).toHaveLength(1)
})

test('AC9: a session that is over by itself is not listed', async () => {
  const user = await aUser(testApp.container.db)
  await signIn(user)
  await testApp.container.db.updateTable('sessions').set({ refreshExpiresAt: new Date() }).where('userId', '=', user.id).execute()
  expect(await list(await signIn(user))).toHaveLength(1)
})

test('AC9: that a session is used costs a write once in five minutes, not with every call', async () => {
  const user = await aUser(testApp.container.db)
  const here = await signIn(user)
  const usedAt = async () =>
    (await testApp.container.db.selectFrom('sessions').select('usedAt').where('userId', '=', user.id).executeTakeFirstOrThrow()).usedAt
  const fresh = await usedAt()
  await lives(here)
  expect(await usedAt()).toBe(fresh)
  const earlier = await signIn(user)
  await testApp.container.db
    .updateTable('sessions')
    .set({ usedAt: new Date(Date.now() - 3_600_000) })
    .where('userId', '=', user.id)
    .execute()
  await lives(earlier)
  const { rows } = { rows: await list(earlier) }
  expect(Date.now() - Date.parse(rows[0]!.usedAt)).toBeLessThan(60_000)
})

test('AC1: a redirect login replaces the tokens that came in the address by ones that last 24400 seconds', async () => {
  const user = await aUser(testApp.container.db)
  const handedOver = await signIn(user)
  const answer = await renew(handedOver.refresh_token, { redirect_login: true })
  const token = answer.json<Token>()
  expect(token).toMatchObject({ expires_in: 24_400, roles: ['ROLE_ADMIN'], token_type: 'Bearer' })
  const { accessExpiresAt } = await testApp.container.db
    .selectFrom('sessions')
    .select('accessExpiresAt')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(Math.round((Date.parse(accessExpiresAt) - Date.now()) / 1000)).toBeGreaterThan(24_390)
  expect((await renew(token.refresh_token)).json()).toMatchObject({ expires_in: 3600 })
  // Whoever finds the address in a history ends the session with it, and has nothing.
  expect((await renew(handedOver.refresh_token, { redirect_login: true })).statusCode).toBe(401)
  expect(await lives(token)).toBe(false)
})
