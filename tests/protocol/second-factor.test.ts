import type { SecurityState, Session } from '@tablewire/contracts/identity/security'
import { FactorChallenge, type Token } from '@tablewire/contracts/identity/session'
import { issueLoginHash } from '@tablewire/server/features/people/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser, type TestUser } from '../build/a-user.ts'
import { appCode } from '../build/an-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await aTestApp({ work: true })))
afterAll(() => testApp.close())

const portal = { client_id: 'portal', client_secret: 'portal' }
const post = (url: string, token: string, body: object) => testApp.ask({ method: 'POST', url, token, body })
const ask = (body: object) => testApp.ask({ method: 'POST', url: '/v2/token', body: { ...portal, ...body } })
const byPassword = ({ email, password }: TestUser, more = {}) => ask({ grant_type: 'password', username: email, password, ...more })
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code?: string }).code ?? 'answered'
const proof = { currentPassword: 'correct horse battery' }

type Armed = { user: TestUser; token: string; secret: string; spent: string; recoveryCodes: string[] }
/** A user who has an app; the code of this moment is spent. */
const armed = async (over: Partial<TestUser> = {}): Promise<Armed> => {
  const user = await aUser(testApp.container.db, over)
  const token = await testApp.signIn(user)
  const { secret } = (await post('/user/totp', token, proof)).json<{ data: { secret: string } }>().data
  const spent = appCode(secret)
  const confirmed = await post('/user/totp/confirm', token, { otp: spent })
  return { user, token, secret, spent, ...confirmed.json<{ data: { recoveryCodes: string[] } }>().data }
}
const challenged = async (user: TestUser, more = {}): Promise<FactorChallenge> => {
  const answer = await byPassword(user, more)
  expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'second_factor.required'])
  return z.parse(FactorChallenge, answer.json<{ details: unknown }>().details)
}
const answer = (challenge: string, shown: object) => ask({ grant_type: 'second_factor', challenge, ...shown })
const auditOf = async (user: TestUser) =>
  (await testApp.container.db.selectFrom('auditEntries').select('action').where('subjectId', '=', user.id).orderBy('id').execute()).map(
    ({ action }) => action,
  )

test('AC9: an app is set up with the password and a code of it, and brings ten recovery codes that are shown once', async () => {
  const user = await aUser(testApp.container.db)
  const token = await testApp.signIn(user)
  expect((await post('/user/totp', token, {})).json()).toMatchObject({
    code: 'request.invalid',
    errors: { currentPassword: [expect.any(String)] },
  })
  expect(codeOf(await post('/user/totp', token, { currentPassword: 'wrong' }))).toBe('password.wrong')
  expect(codeOf(await post('/user/totp/confirm', token, { otp: '123456' }))).toBe('totp.missing')
  const started = (await post('/user/totp', token, proof)).json<{ data: { secret: string; uri: string } }>().data
  expect(started.uri).toContain(`secret=${started.secret}&issuer=Tablewire`)
  // Not confirmed: the password alone still signs in.
  expect((await byPassword(user)).statusCode).toBe(200)
  expect(codeOf(await post('/user/totp/confirm', token, { otp: '000000' }))).toBe('otp.wrong')
  const confirmed = await post('/user/totp/confirm', token, { otp: appCode(started.secret) })
  const { recoveryCodes } = confirmed.json<{ data: { recoveryCodes: string[] } }>().data
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(recoveryCodes[0]).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/)
  expect(codeOf(await post('/user/totp', token, proof))).toBe('totp.active')
  const state = (await testApp.ask({ method: 'GET', url: '/user/security', token })).json<{ data: SecurityState }>().data
  expect(state).toMatchObject({
    twoFactor: true,
    totpSince: expect.any(String),
    passkeys: [],
    recoveryCodesLeft: 10,
    passkeysPossible: true,
  })
  expect(await auditOf(user)).toEqual(expect.arrayContaining(['totp.started', 'totp.activated', 'security.proof_refused']))
})

test('AC9: neither secret nor recovery codes lie readable in the database', async () => {
  const { user, secret, recoveryCodes } = await armed()
  const { db } = testApp.container
  const kept = JSON.stringify([
    await db.selectFrom('totpSecrets').selectAll().where('userId', '=', user.id).execute(),
    await db.selectFrom('recoveryCodes').selectAll().where('userId', '=', user.id).execute(),
    await db.selectFrom('auditEntries').selectAll().where('subjectId', '=', user.id).execute(),
  ])
  for (const text of [secret, ...recoveryCodes, recoveryCodes[0]!.replace('-', '')]) expect(kept).not.toContain(text)
})

test('AC9: the password alone gives no session, the code of the app completes the sign-in, and neither challenge nor code is good twice', async () => {
  const { user, secret } = await armed()
  const { challenge, methods, passkey, expiresInSeconds } = await challenged(user, { long_time: true })
  expect({ methods, passkey, expiresInSeconds }).toEqual({ methods: ['totp', 'recovery_code'], passkey: null, expiresInSeconds: 300 })
  expect(codeOf(await testApp.ask({ method: 'GET', url: '/user-me', token: challenge }))).toBe('session.expired')
  const otp = appCode(secret, 1)
  const done = await answer(challenge, { otp: `${otp.slice(0, 3)} ${otp.slice(3)}` })
  expect(done.statusCode).toBe(200)
  const { access_token } = done.json<Token>()
  const sessions = (await testApp.ask({ method: 'GET', url: '/user/sessions', token: access_token })).json<{ data: Session[] }>().data
  expect(sessions[0]).toMatchObject({ current: true, kind: 'password', secondFactor: 'totp', longTime: true })
  expect(codeOf(await answer(challenge, { otp }))).toBe('challenge.expired')
  const again = await challenged(user)
  expect(codeOf(await answer(again.challenge, { otp }))).toBe('second_factor.wrong')
  expect(await auditOf(user)).toEqual(expect.arrayContaining(['session.factor_asked', 'session.refused']))
})

test('AC9: of two who show the same code at the same moment one gets in', async () => {
  const { user, secret } = await armed()
  const [one, other] = [await challenged(user), await challenged(user)]
  const otp = appCode(secret, 1)
  const codes = await Promise.all([answer(one.challenge, { otp }), answer(other.challenge, { otp })])
  expect(codes.map(codeOf).toSorted()).toEqual(['answered', 'second_factor.wrong'])
})

test('AC9: a recovery code signs in once, however it is typed; new ones make the old worthless', async () => {
  const { user, token, recoveryCodes } = await armed()
  const [first, second] = recoveryCodes as [string, string]
  const typed = ` ${first.toLowerCase().replace('-', ' ')}`
  expect((await answer((await challenged(user)).challenge, { recovery_code: typed })).statusCode).toBe(200)
  expect(codeOf(await answer((await challenged(user)).challenge, { recovery_code: first }))).toBe('second_factor.wrong')
  expect(codeOf(await post('/user/recovery-codes', token, { currentPassword: 'wrong', recoveryCode: recoveryCodes[2] }))).toBe(
    'password.wrong',
  )
  // The wrong password has not used it up.
  const renewed = (await post('/user/recovery-codes', token, { ...proof, recoveryCode: recoveryCodes[2] })).json<{
    data: { recoveryCodes: string[] }
  }>().data
  expect(codeOf(await answer((await challenged(user)).challenge, { recovery_code: second }))).toBe('second_factor.wrong')
  expect((await answer((await challenged(user)).challenge, { recovery_code: renewed.recoveryCodes[9] })).statusCode).toBe(200)
  // Somebody else's codes are nobody's.
  const other = await armed()
  const foreign = renewed.recoveryCodes[0]
  expect(codeOf(await answer((await challenged(other.user)).challenge, { recovery_code: foreign }))).toBe('second_factor.wrong')
})

test('AC9: a challenge takes five tries and five minutes, and is nothing without its answer', async () => {
  const { user, secret } = await armed()
  const { challenge } = await challenged(user)
  for (let round = 0; round < 5; round++) expect(codeOf(await answer(challenge, { otp: '000000' }))).toBe('second_factor.wrong')
  expect(codeOf(await answer(challenge, { otp: appCode(secret, 1) }))).toBe('challenge.expired')
  const late = await challenged(user)
  await testApp.container.db.updateTable('signInChallenges').set({ expiresAt: new Date() }).where('userId', '=', user.id).execute()
  expect(codeOf(await answer(late.challenge, { otp: appCode(secret, 1) }))).toBe('challenge.expired')
  expect(codeOf(await answer('made-up', { otp: '000000' }))).toBe('challenge.expired')
  const bare = await answer((await challenged(user)).challenge, {})
  expect(bare.json()).toMatchObject({ code: 'request.invalid', errors: { otp: [expect.any(String)] } })
  expect((await ask({ grant_type: 'second_factor', otp: '000000' })).json()).toMatchObject({ errors: { challenge: [expect.any(String)] } })
})

test('AC9: ten wrong codes lock the account like ten wrong passwords', async () => {
  const { user, recoveryCodes } = await armed()
  for (let round = 0; round < 10; round++)
    expect(codeOf(await answer((await challenged(user)).challenge, { otp: '000000' }))).toBe('second_factor.wrong')
  expect(codeOf(await byPassword(user))).toBe('login.locked')
  await testApp.container.db.deleteFrom('rateWindows').execute()
  expect((await answer((await challenged(user)).challenge, { recovery_code: recoveryCodes[0] })).statusCode).toBe(200)
})

test('AC9: whoever locked himself out with codes of a lost phone gets in once an administrator has taken the factor away', async () => {
  const { user } = await armed()
  for (let round = 0; round < 10; round++) await answer((await challenged(user)).challenge, { otp: '000000' })
  expect(codeOf(await byPassword(user))).toBe('login.locked')
  const admin = await testApp.signIn(await aUser(testApp.container.db))
  expect((await post(`/users/${user.id}/reset-factors`, admin, proof)).statusCode).toBe(200)
  expect((await byPassword(user)).statusCode).toBe(200)
})

test('AC9: a wrong password does not tell that there is a second factor', async () => {
  const { user } = await armed()
  expect((await byPassword({ ...user, password: 'wrong' })).json()).toEqual({
    message: 'Invalid user or password combination',
    code: 'credentials.invalid',
    requestId: expect.any(String),
  })
})

test('AC9: a second factor is asked for after a login hash and after a new password, too', async () => {
  const { user, recoveryCodes } = await armed()
  const { hash } = await issueLoginHash(testApp.container.systemCtx('test'), user.id)
  const byHash = () => ask({ grant_type: 'hash_credentials', userId: user.id, hash })
  const asked = await byHash()
  expect(codeOf(asked)).toBe('second_factor.required')
  expect(codeOf(await byHash())).toBe('token.invalid')
  const { challenge } = asked.json<{ details: { challenge: string } }>().details
  const { access_token } = (await answer(challenge, { recovery_code: recoveryCodes[0] })).json<Token>()
  const sessions = (await testApp.ask({ method: 'GET', url: '/user/sessions', token: access_token })).json<{ data: Session[] }>().data
  expect(sessions[0]).toMatchObject({ kind: 'hash_credentials', secondFactor: 'recovery_code' })
  const open = await challenged(user)
  const newPassword = 'another quite long one'
  await testApp.ask({ method: 'PUT', url: '/user/change-password', token: access_token, body: { ...proof, newPassword } })
  expect(codeOf(await answer(open.challenge, { recovery_code: recoveryCodes[1] }))).toBe('challenge.expired')
  await challenged({ ...user, password: newPassword })
})

test('AC9: a stolen session and the password take no second factor away, and add none', async () => {
  const { user, token, secret, spent, recoveryCodes } = await armed()
  const other = await armed()
  for (const url of ['/user/totp/disable', '/user/recovery-codes', '/user/passkeys/options']) {
    expect((await post(url, token, proof)).json()).toMatchObject({ code: 'request.invalid', errors: { otp: [expect.any(String)] } })
    expect((await post(url, token, { otp: appCode(secret, 1) })).json()).toMatchObject({
      code: 'request.invalid',
      errors: { currentPassword: [expect.any(String)] },
    })
    expect(codeOf(await post(url, token, { ...proof, otp: '000000' }))).toBe('otp.wrong')
    expect(codeOf(await post(url, token, { ...proof, recoveryCode: other.recoveryCodes[0] }))).toBe('otp.wrong')
  }
  await testApp.container.db.deleteFrom('rateWindows').execute()
  // A code that was used is none; one that is good is not used up by a wrong password.
  expect(codeOf(await post('/user/totp/disable', token, { ...proof, otp: spent }))).toBe('otp.wrong')
  expect(codeOf(await post('/user/totp/disable', token, { currentPassword: 'wrong', otp: appCode(secret, 1) }))).toBe('password.wrong')
  await challenged(user)
  const off = await post('/user/totp/disable', token, { ...proof, otp: appCode(secret, 1) })
  expect(off.json()).toMatchObject({ data: { twoFactor: false, totpSince: null, recoveryCodesLeft: 0 } })
  expect((await byPassword(user)).statusCode).toBe(200)
  expect(codeOf(await post('/user/totp/disable', token, { ...proof, recoveryCode: recoveryCodes[0] }))).toBe('totp.missing')
  expect(codeOf(await post('/user/recovery-codes', token, proof))).toBe('second_factor.missing')
})

test('AC9: who lost the phone takes the app off with a recovery code, and an administrator shows his own factor to take another’s', async () => {
  const [one, admin, person] = [await armed(), await armed(), await armed()]
  expect((await post('/user/totp/disable', one.token, { ...proof, recoveryCode: one.recoveryCodes[0] })).statusCode).toBe(200)
  const reset = (body: object) => post(`/users/${person.user.id}/reset-factors`, admin.token, body)
  expect((await reset(proof)).json()).toMatchObject({ code: 'request.invalid', errors: { otp: [expect.any(String)] } })
  expect(codeOf(await reset({ ...proof, otp: '000000' }))).toBe('otp.wrong')
  expect((await reset({ ...proof, otp: appCode(admin.secret, 1) })).statusCode).toBe(200)
  expect((await byPassword(person.user)).statusCode).toBe(200)
})

test('AC9: whoever took over a session cannot try passwords or codes at it for long', async () => {
  const { token, secret } = await armed()
  for (let round = 0; round < 10; round++)
    expect(codeOf(await post('/user/totp/disable', token, { ...proof, otp: '000000' }))).toBe('otp.wrong')
  const locked = await post('/user/totp/disable', token, { ...proof, otp: appCode(secret, 1) })
  expect([locked.statusCode, codeOf(locked), Number(locked.headers['retry-after']) > 60]).toEqual([429, 'rate.limited', true])
})

test('AC9: the owner hears by mail, in his language, what was changed about his sign-in', async () => {
  const { user, token, secret, recoveryCodes } = await armed({ lang: 'de' })
  await answer((await challenged(user)).challenge, { recovery_code: recoveryCodes[0] })
  const renewed = await post('/user/recovery-codes', token, { ...proof, otp: appCode(secret, 1) })
  const [code] = renewed.json<{ data: { recoveryCodes: string[] } }>().data.recoveryCodes
  await post('/user/totp/disable', token, { ...proof, recoveryCode: code })
  const texts = async () =>
    (await testApp.container.db.selectFrom('mails').selectAll().where('recipient', '=', user.email).execute())
      .map(({ text }) => text)
      .join('\n')
  await expect.poll(async () => (await texts()).match(/Ihre Anmeldung wurde geändert/g)?.length, { interval: 100 }).toBe(5)
  for (const news of [
    /ein Code aus Ihrer App verlangt/,
    /mit einem Wiederherstellungscode angemeldet/,
    /neue Wiederherstellungscodes/,
    /kein Code aus einer App/,
  ])
    expect(await texts()).toMatch(news)
  expect(await texts()).not.toMatch(/\{\w+\}/)
})

test('the second factor may come as a form, like every token request', async () => {
  const { user, recoveryCodes } = await armed()
  const { challenge } = await challenged(user)
  const fields = { ...portal, grant_type: 'second_factor', challenge, recovery_code: recoveryCodes[0]! }
  const done = await testApp.app.inject({
    method: 'POST',
    url: '/v2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
  expect(done.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
})
