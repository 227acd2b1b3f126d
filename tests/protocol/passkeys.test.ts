import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@tablewire/contracts/identity/passkeys'
import type { Passkey, SecurityState, Session } from '@tablewire/contracts/identity/security'
import type { FactorChallenge, Token } from '@tablewire/contracts/identity/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aPasskey, type SoftPasskey } from '../build/a-passkey.ts'
import { aUser, type TestUser } from '../build/a-user.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await aTestApp()))
afterAll(() => testApp.close())

const portal = { client_id: 'portal', client_secret: 'portal' }
const proof = { currentPassword: 'correct horse battery' }
const origin = 'http://localhost:4000'
const host = 'localhost:4000'
const post = (url: string, body: object, { token, at = host }: { token?: string; at?: string } = {}) =>
  testApp.ask({ method: 'POST', url, body, headers: { host: at }, ...(token ? { token } : {}) })
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code?: string }).code ?? 'answered'

/** The password, and the passkey that is there already. */
const shown = async (token: string, key: SoftPasskey) => {
  const asked = await post('/user/proof-options', {}, { token })
  return { ...proof, assertion: key.sign(asked.json<{ data: PasskeyRequestOptions }>().data, { origin, verified: false }) }
}
const optionsFor = async (token: string, { at = host, key }: { at?: string; key?: SoftPasskey } = {}) =>
  (await post('/user/passkeys/options', key ? await shown(token, key) : proof, { token, at })).json<{ data: PasskeyCreationOptions }>().data
type Owner = { user: TestUser; token: string; key: SoftPasskey; passkey: Passkey; recoveryCodes: string[] | null }
const owner = async (over: Partial<TestUser> = {}): Promise<Owner> => {
  const user = await aUser(testApp.container.db, over)
  const token = await testApp.signIn(user)
  const key = aPasskey()
  const response = key.register(await optionsFor(token), { origin })
  const kept = await post('/user/passkeys', { name: 'Phone', response }, { token })
  expect(kept.statusCode, kept.body).toBe(201)
  return { user, token, key, ...kept.json<{ data: { passkey: Passkey; recoveryCodes: string[] } }>().data }
}
const requestOptions = async (at = host) => (await post('/v2/passkey-options', {}, { at })).json<{ data: PasskeyRequestOptions }>().data
const byPasskey = (assertion: object, at = host) => post('/v2/token', { grant_type: 'passkey', ...portal, assertion }, { at })
const byPassword = ({ email, password }: TestUser, at = host) =>
  post('/v2/token', { grant_type: 'password', ...portal, username: email, password }, { at })
const challenged = async (user: TestUser, at = host) => {
  const answer = await byPassword(user, at)
  expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'second_factor.required'])
  return answer.json<{ details: FactorChallenge }>().details
}
const answer = (challenge: string, factor: object) => post('/v2/token', { grant_type: 'second_factor', ...portal, challenge, ...factor })
const stateOf = async (token: string) =>
  (await testApp.ask({ method: 'GET', url: '/user/security', token, headers: { host } })).json<{ data: SecurityState }>().data

test('AC9: a passkey is registered with the password shown once more, brings recovery codes, has a name, and goes again', async () => {
  const { token, passkey, recoveryCodes, user, key } = await owner()
  expect(codeOf(await post('/user/passkeys/options', {}, { token }))).toBe('request.invalid')
  expect(codeOf(await post('/user/passkeys/options', { ...(await shown(token, key)), currentPassword: 'wrong' }, { token }))).toBe(
    'password.wrong',
  )
  expect(recoveryCodes).toHaveLength(10)
  const safe = aPasskey()
  const second = safe.register(await optionsFor(token, { key }), { origin })
  const more = await post('/user/passkeys', { name: 'Key in the safe', response: second }, { token })
  expect(more.json()).toMatchObject({ data: { passkey: { name: 'Key in the safe', usedAt: null, synced: false }, recoveryCodes: null } })
  const options = await optionsFor(token, { key })
  expect(options.excludeCredentials).toHaveLength(2)
  expect(options).toMatchObject({ rp: { id: 'localhost', name: 'Tablewire' }, user: { name: user.email, displayName: 'Ada Example' } })
  const renamed = await testApp.ask({ method: 'PUT', url: `/user/passkeys/${passkey.id}`, token, body: { name: ' Old phone ' } })
  expect(renamed.json()).toMatchObject({ data: { id: passkey.id, name: 'Old phone' } })
  expect((await stateOf(token)).passkeys.map(({ name }) => name)).toEqual(['Old phone', 'Key in the safe'])
  expect(
    codeOf(await post(`/user/passkeys/${passkey.id}/delete`, { ...(await shown(token, key)), currentPassword: 'wrong' }, { token })),
  ).toBe('password.wrong')
  const left = await post(`/user/passkeys/${passkey.id}/delete`, await shown(token, key), { token })
  expect(left.json()).toMatchObject({ data: { twoFactor: true, recoveryCodesLeft: 10, passkeys: [{ name: 'Key in the safe' }] } })
  const none = await post(`/user/passkeys/${(await stateOf(token)).passkeys[0]!.id}/delete`, await shown(token, safe), { token })
  expect(none.json()).toMatchObject({ data: { twoFactor: false, recoveryCodesLeft: 0, passkeys: [] } })
  expect((await byPassword(user)).statusCode).toBe(200)
})

test('AC9: the password takes no passkey away; a passkey shown for it is the own one, asked for that, and good once', async () => {
  const [mine, theirs] = [await owner(), await owner()]
  const remove = async (body: object) => codeOf(await post(`/user/passkeys/${mine.passkey.id}/delete`, body, { token: mine.token }))
  expect(await remove(proof)).toBe('request.invalid')
  expect(await remove(await shown(theirs.token, theirs.key))).toBe('passkey.refused')
  expect(await remove(await shown(mine.token, theirs.key))).toBe('passkey.refused')
  // A challenge of a sign-in is none of a change, and the other way round.
  const { passkey, challenge } = await challenged(mine.user)
  expect(await remove({ ...proof, assertion: mine.key.sign(passkey!, { origin }) })).toBe('passkey.refused')
  const once = await shown(mine.token, mine.key)
  expect(codeOf(await answer(challenge, { assertion: once.assertion }))).toBe('second_factor.wrong')
  expect(codeOf(await post('/user/recovery-codes', once, { token: mine.token }))).toBe('answered')
  expect(await remove(once)).toBe('passkey.refused')
  expect(await remove(await shown(mine.token, mine.key))).toBe('answered')
})

test('AC9: nobody touches the passkeys of somebody else', async () => {
  const [mine, theirs] = [await owner(), await owner()]
  const rename = await testApp.ask({ method: 'PUT', url: `/user/passkeys/${theirs.passkey.id}`, token: mine.token, body: { name: 'Mine' } })
  expect([rename.statusCode, codeOf(rename)]).toEqual([404, 'passkey.not_found'])
  expect(codeOf(await post(`/user/passkeys/${theirs.passkey.id}/delete`, proof, { token: mine.token }))).toBe('passkey.not_found')
  // What was begun for one user is not kept for another, and not lost for him either.
  const response = aPasskey().register(await optionsFor(theirs.token, { key: theirs.key }), { origin })
  expect(codeOf(await post('/user/passkeys', { name: 'Stolen', response }, { token: mine.token }))).toBe('passkey.refused')
  expect(codeOf(await post('/user/passkeys', { name: 'Safe', response }, { token: theirs.token }))).toBe('answered')
})

test('AC9: a registration is good for one passkey, on this host, with a challenge of ours', async () => {
  const user = await aUser(testApp.container.db)
  const token = await testApp.signIn(user)
  const add = async (response: object) => codeOf(await post('/user/passkeys', { name: 'Phone', response }, { token }))
  const key = aPasskey()
  expect(await add(key.register(await optionsFor(token), { origin: 'http://evil.example' }))).toBe('passkey.refused')
  expect(await add(key.register(await optionsFor(token), { origin: 'http://localhost:4001' }))).toBe('passkey.refused')
  const options = await optionsFor(token)
  expect(await add(key.register({ ...options, challenge: 'bWFkZS11cA' }, { origin }))).toBe('passkey.refused')
  expect(await add(key.register({ ...(await optionsFor(token)), rp: { id: 'evil.example', name: '' } }, { origin }))).toBe(
    'passkey.refused',
  )
  expect(await add(key.register(options, { origin }))).toBe('answered')
  expect(await add(key.register(options, { origin }))).toBe('passkey.refused')
  expect(await add(key.register(await optionsFor(token, { key }), { origin }))).toBe('passkey.known')
  const broken = key.register(await optionsFor(token, { key }), { origin })
  expect(await add({ ...broken, response: { ...broken.response, attestationObject: 'AAAA' } })).toBe('passkey.refused')
  expect(await add({ ...broken, response: { ...broken.response, clientDataJSON: 'bm90IGpzb24' } })).toBe('passkey.refused')
})

test('AC9: a passkey signs in alone, without a name or a password, and is both factors in one', async () => {
  const { key, user, token } = await owner()
  const options = await requestOptions()
  expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
  const assertion = key.sign(options, { origin })
  const done = await byPasskey(assertion)
  expect(done.statusCode, done.body).toBe(200)
  const { access_token } = done.json<Token>()
  expect((await testApp.ask({ method: 'GET', url: '/user-me', token: access_token })).json()).toMatchObject({ data: { id: user.id } })
  const sessions = (await testApp.ask({ method: 'GET', url: '/user/sessions', token: access_token })).json<{ data: Session[] }>().data
  expect(sessions[0]).toMatchObject({ kind: 'passkey', secondFactor: null, current: true })
  expect((await stateOf(token)).passkeys[0]!.usedAt).not.toBeNull()
  expect(codeOf(await byPasskey(assertion))).toBe('challenge.expired')
})

test('AC9: alone, a passkey is refused without finger or PIN, from another origin, with a broken signature, or as a copy', async () => {
  const { key, user } = await owner()
  const sign = async (place: Parameters<SoftPasskey['sign']>[1]) => key.sign(await requestOptions(), place)
  expect(codeOf(await byPasskey(await sign({ origin, verified: false })))).toBe('passkey.refused')
  expect(codeOf(await byPasskey(await sign({ origin: 'http://evil.example' })))).toBe('passkey.refused')
  const good = await sign({ origin })
  expect(codeOf(await byPasskey({ ...good, response: { ...good.response, signature: 'AAAA' } }))).toBe('passkey.refused')
  expect((await byPasskey(await sign({ origin, counter: 50 }))).statusCode).toBe(200)
  expect(codeOf(await byPasskey(await sign({ origin, counter: 50 })))).toBe('passkey.refused')
  expect(codeOf(await byPasskey(aPasskey().sign(await requestOptions(), { origin })))).toBe('passkey.refused')
  const foreign = await sign({ origin, counter: 60 })
  const other = Buffer.from((await aUser(testApp.container.db)).id).toString('base64url')
  expect(codeOf(await byPasskey({ ...foreign, response: { ...foreign.response, userHandle: other } }))).toBe('passkey.refused')
  await testApp.container.db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', user.id).execute()
  expect(codeOf(await byPasskey(await sign({ origin, counter: 70 })))).toBe('passkey.refused')
  const refused = await testApp.container.db.selectFrom('auditEntries').select('after').where('action', '=', 'session.refused').execute()
  expect(refused.filter(({ after }) => after?.['grant'] === 'passkey').length).toBeGreaterThanOrEqual(7)
})

test('AC4: whoever may not sign in by password may not by passkey', async () => {
  const { key, user } = await owner()
  await testApp.container.db
    .updateTable('users')
    .set({ roles: ['ROLE_SUPER_ADMIN'] })
    .where('id', '=', user.id)
    .execute()
  const refused = await byPasskey(key.sign(await requestOptions(), { origin }))
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { message: 'This user dont have access', code: 'access.no_role', requestId: expect.any(String) },
  ])
})

test('AC9: beside the password a passkey is the second factor, the own one and for this sign-in only', async () => {
  const [{ user, key, recoveryCodes }, other] = [await owner(), await owner()]
  const { challenge, methods, passkey } = await challenged(user)
  expect(methods).toEqual(['passkey', 'recovery_code'])
  expect(passkey).toMatchObject({ challenge, userVerification: 'preferred', allowCredentials: [{ type: 'public-key' }] })
  expect(codeOf(await answer(challenge, { assertion: other.key.sign(passkey!, { origin }) }))).toBe('second_factor.wrong')
  expect(codeOf(await answer(challenge, { assertion: key.sign(await requestOptions(), { origin }) }))).toBe('second_factor.wrong')
  expect((await answer(challenge, { assertion: key.sign(passkey!, { origin, verified: false }) })).statusCode).toBe(200)
  const next = await challenged(user)
  expect((await answer(next.challenge, { recovery_code: recoveryCodes![0] })).statusCode).toBe(200)
})

test("BR2: a brand's domain has passkeys of its own, the same with and without panel.; an address of numbers has none", async () => {
  const user = await aUser(testApp.container.db)
  const token = await testApp.signIn(user)
  const [plain, panel] = ['naranja.localhost:4000', 'panel.naranja.localhost:4000']
  const options = await optionsFor(token, { at: panel })
  expect(options.rp).toEqual({ id: 'naranja.localhost', name: 'Mesa Naranja' })
  const key = aPasskey()
  const kept = key.register(options, { origin: `http://${panel}` })
  expect((await post('/user/passkeys', { name: 'Phone', response: kept }, { token, at: panel })).statusCode).toBe(201)
  expect((await byPasskey(key.sign(await requestOptions(plain), { origin: `http://${plain}` }), plain)).statusCode).toBe(200)
  expect(codeOf(await byPasskey(key.sign(await requestOptions(), { origin })))).toBe('passkey.refused')
  const elsewhere = await challenged(user)
  expect(elsewhere).toMatchObject({ passkey: null, methods: ['recovery_code'] })
  for (const at of ['127.0.0.1:4000', 'evil.example'])
    expect(codeOf(await post('/v2/passkey-options', {}, { at }))).toBe('passkey.impossible')
})
