import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser, type TestUser } from '../build/a-user.ts'
import { aVenue } from '../build/a-venue.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await aTestApp({ work: true })))
afterAll(() => testApp.close())

type Options = { host?: string; address?: string }
const askFor = (email: string, { host = 'localhost:4000', address = '198.51.100.7' }: Options = {}) =>
  testApp.app.inject({ method: 'POST', url: '/recover-password', headers: { host }, payload: { email }, remoteAddress: address })
const reset = (token: string, newPassword: string) =>
  testApp.ask({ method: 'POST', url: `/recover-password/${token}`, body: { newPassword } })
const check = async (token: string) => (await testApp.ask({ method: 'GET', url: `/recover-password/${token}` })).statusCode

const mailsTo = (email: string) =>
  testApp.container.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute()
/** Mails are sent by a job, which looks every two seconds. */
const mail = async (email: string, nth = 1) => {
  await expect.poll(async () => (await mailsTo(email)).length, { interval: 100 }).toBeGreaterThanOrEqual(nth)
  return (await mailsTo(email))[nth - 1]!
}
const linkIn = (text: string): URL => new URL(/https?:\/\/\S+\/reset-password\/\S+/.exec(text)![0])
const tokenIn = (text: string): string => linkIn(text).pathname.split('/').at(-1)!
const link = async (user: TestUser, nth = 1): Promise<string> => tokenIn((await mail(user.email, nth)).text)

test('AC1: a forgotten password is replaced by way of a mail; every session ends, the link is good once, and a second mail says so', async () => {
  const user = await aUser(testApp.container.db)
  const before = await testApp.signIn(user)
  expect((await askFor(` ${user.email.toUpperCase()} `)).json()).toEqual({ data: { sent: true } })
  const token = await link(user)
  expect(await check(token)).toBe(200)
  expect((await reset(token, 'short')).json()).toMatchObject({ code: 'request.invalid', errors: { newPassword: [expect.any(String)] } })
  expect((await reset(token, 'a quite new password')).json()).toEqual({ data: { changed: true } })
  expect((await testApp.ask({ method: 'GET', url: '/user-me', token: before })).statusCode).toBe(401)
  await expect(testApp.signIn(user)).rejects.toThrow('credentials.invalid')
  expect(await testApp.signIn({ ...user, password: 'a quite new password' })).toBeTruthy()
  const again = await reset(token, 'yet another password')
  expect([again.statusCode, again.json()]).toMatchObject([401, { message: 'Invalid token', code: 'token.invalid' }])
  expect(await check(token)).toBe(401)
  expect((await mail(user.email, 2)).subject).toBe('Your password for Tablewire was changed')
  const audit = await testApp.container.db
    .selectFrom('auditEntries')
    .select('action')
    .where('subjectId', '=', user.id)
    .orderBy('id')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['password.recovery_asked', 'user.password_reset']))
})

test('AC1: a link mailed before is worth nothing once its owner has changed the password himself', async () => {
  const user = await aUser(testApp.container.db)
  const session = await testApp.signIn(user)
  await askFor(user.email)
  const token = await link(user)
  const body = { currentPassword: user.password, newPassword: 'Numtrel9?quark-mixt' }
  expect((await testApp.ask({ method: 'PUT', url: '/user/change-password', token: session, body })).statusCode).toBe(200)
  expect(await check(token)).toBe(401)
  expect((await reset(token, 'Grambol3+vertexol')).json()).toMatchObject({ code: 'token.invalid' })
})

/** The local mailbox keeps the mail itself, link and all; where a mail server takes the mails, this is all there is of a link. */
test('AC9: what is kept of a link is not enough to use it', async () => {
  const user = await aUser(testApp.container.db)
  await askFor(user.email)
  const token = await link(user)
  const row = await testApp.container.db.selectFrom('passwordResets').selectAll().where('userId', '=', user.id).executeTakeFirstOrThrow()
  expect(row.hash.toString('base64url')).not.toBe(token)
  expect(await check(row.hash.toString('base64url'))).toBe(401)
})

test('AC9: who is unknown or disabled hears the same as everybody, and gets no mail', async () => {
  const known = await aUser(testApp.container.db)
  const disabled = await aUser(testApp.container.db)
  await testApp.container.db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.id).execute()
  const answers = [await askFor('nobody@nowhere.test'), await askFor(disabled.email), await askFor(known.email)]
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(answers.map(() => [200, '{"data":{"sent":true}}']))
  await mail(known.email)
  expect(await mailsTo('nobody@nowhere.test')).toEqual([])
  expect(await mailsTo(disabled.email)).toEqual([])
  expect((await askFor('no address')).statusCode).toBe(400)
})

test('AC9: an unknown address is answered no faster and no slower than a known one', async () => {
  const known = await aUser(testApp.container.db)
  const time = async (email: string): Promise<number> => {
    const from = performance.now()
    await askFor(email, { address: '203.0.113.9' })
    return performance.now() - from
  }
  const [mine, nobodys]: [number[], number[]] = [[], []]
  for (let round = 0; round < 8; round++) {
    mine.push(await time(known.email))
    nobodys.push(await time(`nobody-${round}@nowhere.test`))
  }
  const best = (list: number[]): number => Math.min(...list)
  expect(Math.abs(best(mine) - best(nobodys))).toBeLessThan(Math.max(20, 2 * best(mine)))
})

test('only the newest link counts, and for an hour', async () => {
  const user = await aUser(testApp.container.db)
  await askFor(user.email)
  const first = await link(user)
  await askFor(user.email)
  const second = await link(user, 2)
  expect([await check(first), await check(second)]).toEqual([401, 200])
  const { createdAt, expiresAt } = await testApp.container.db
    .selectFrom('passwordResets')
    .selectAll()
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 1000)).toBe(3600)
  await testApp.container.db.updateTable('passwordResets').set({ expiresAt: new Date() }).where('userId', '=', user.id).execute()
  expect(await check(second)).toBe(401)
  expect((await reset(second, 'a quite new password')).statusCode).toBe(401)
})

test('of two who use a link at the same moment one succeeds', async () => {
  const user = await aUser(testApp.container.db)
  await askFor(user.email)
  const token = await link(user)
  const answers = await Promise.all([reset(token, 'the first new password'), reset(token, 'the other new password')])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test("BR4: the mail speaks the user's language and wears the brand of the host, whose portal it leads to", async () => {
  const user = await aUser(testApp.container.db, { lang: 'es' })
  await askFor(user.email, { host: 'panel.naranja.localhost:4000' })
  const { subject, sender, text, html } = await mail(user.email)
  expect(subject).toBe('Su nueva contraseña de Mesa Naranja')
  expect(sender).toContain('Mesa Naranja')
  expect(html).toContain('#C2410C')
  expect(html).toContain('lang="es"')
  expect(linkIn(text).origin).toBe('http://panel.naranja.localhost:4000')
})

test('AC9: a host somebody made up does not get into the link', async () => {
  const user = await aUser(testApp.container.db)
  for (const host of ['evil.example', 'localhost.evil.example', 'evil.example:80']) await askFor(user.email, { host })
  for (const nth of [1, 2, 3]) expect(linkIn((await mail(user.email, nth)).text).hostname).toBe('localhost')
})

test('AC9: nobody can fill a mailbox, and the sender of the flood does not learn that it is full', async () => {
  const user = await aUser(testApp.container.db)
  for (let round = 0; round < 6; round++) expect((await askFor(user.email)).json()).toEqual({ data: { sent: true } })
  await mail(user.email, 3)
  // Longer than a job waits for its turn.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(await mailsTo(user.email)).toHaveLength(3)
})

test('AC9: an address that asks for very many is told to wait', async () => {
  const answers: number[] = []
  for (let round = 0; round < 31; round++) answers.push((await askFor(`flood-${round}@nowhere.test`, { address: '192.0.2.99' })).statusCode)
  expect(answers.slice(0, 30)).toEqual(Array(30).fill(200))
  expect(answers[30]).toBe(429)
})

test('AC9: a new password opens a locked account, for whoever reads its mail', async () => {
  const user = await aUser(testApp.container.db)
  for (let round = 0; round < 10; round++) await testApp.signIn({ ...user, password: 'wrong' }).catch(() => undefined)
  await expect(testApp.signIn(user)).rejects.toThrow('login.locked')
  await askFor(user.email)
  await reset(await link(user), 'a quite new password')
  expect(await testApp.signIn({ ...user, password: 'a quite new password' })).toBeTruthy()
})

test('AC3: a sign-in leads to this host or to the own domain of a brand, and nowhere else', async () => {
  const to = async (url: string, host = 'localhost:4000') => {
    const answer = await testApp.ask({ method: 'GET', url: `/redirect-target?url=${encodeURIComponent(url)}`, headers: { host } })
    return answer.json<{ data: { allowed: boolean; url: string | null } }>().data.url
  }
  expect(await to('/reservations?date=2026-11-20')).toBe('http://localhost:4000/reservations?date=2026-11-20')
  expect(await to('http://localhost:4000/x')).toBe('http://localhost:4000/x')
  expect(await to('http://panel.verdant.test/x')).toBe('http://panel.verdant.test/x')
  expect(await to('http://naranja.localhost:4000/')).toBe('http://naranja.localhost:4000/')
  const foreign = ['https://evil.example/', '//evil.example', 'http://verdant.test.evil.example/', 'http://evil.example/?verdant.test']
  const tricks = [
    '/\\evil.example',
    '\\\\evil.example',
    'http:\\\\evil.example',
    'http://verdant.test@evil.example/',
    'http://u:p@verdant.test/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\t/evil.example',
    ' //evil.example',
    'ftp://verdant.test/',
  ]
  for (const url of [...foreign, ...tricks]) expect(await to(url), url).toBeNull()
})

test('VE3: the password handed out for a venue opens nothing but the choice of one’s own', async () => {
  const { db } = testApp.container
  const venue = await aVenue(db)
  const boss = await testApp.signIn(await aUser(db, { companyId: venue.companyId }))
  const credential = async (method: 'GET' | 'POST' = 'GET') =>
    (await testApp.ask({ method, url: `/v1/rms/venues/${venue.id}/credential`, token: boss })).json<{
      data: { email: string; password: string }
    }>().data
  const enter = ({ email, password }: { email: string; password: string }) =>
    testApp.ask({
      method: 'POST',
      url: '/v2/token',
      body: { grant_type: 'password', client_id: 'portal', client_secret: 'portal', username: email, password },
    })
  const { email, password } = await credential()
  const refused = await enter({ email, password })
  const { code, details } = refused.json<{ code: string; details: { token: string } }>()
  expect([refused.statusCode, code]).toEqual([401, 'password.one_time'])
  expect(await check(details.token)).toBe(200)
  expect((await reset(details.token, 'nobody was shown this')).json()).toEqual({ data: { changed: true } })
  expect((await enter({ email, password })).json()).toMatchObject({ code: 'credentials.invalid' })
  expect((await enter({ email, password: 'nobody was shown this' })).statusCode).toBe(200)
  // Whoever only looks hears that it was replaced; renewed, it is one handed out again, and the chosen one ends.
  expect(await credential()).toEqual({ email, password: null, used: true })
  expect((await enter({ email, password: 'nobody was shown this' })).statusCode).toBe(200)
  expect((await enter(await credential('POST'))).json()).toMatchObject({ code: 'password.one_time' })
  expect((await enter({ email, password: 'nobody was shown this' })).json()).toMatchObject({ code: 'credentials.invalid' })
})
