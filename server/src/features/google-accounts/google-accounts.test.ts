import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { GoogleAccount } from '@tablewire/contracts/google/google-accounts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany } from '../../../../tests/build/a-venue.ts'
import { listInstallationProblems } from '#src/features/traces/list-installation-problems.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await aTestApp()
  token = await app.signIn(await aUser(app.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => app.close())

type Answer = { status: number; body: { data: GoogleAccount; code?: string; errors?: object } }
const ask = async (method: string, url: string, body?: unknown, as = token): Promise<Answer> => {
  const answer = await app.ask({ method, url: `/v1/google/accounts${url}`, token: as, body })
  return { status: answer.statusCode, body: answer.json() }
}
const health = async (key: string | null, user: string, password: string): Promise<number> => {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const url = key === null ? '/google/v3/HealthCheck' : `/google/${key}/v3/HealthCheck`
  return (await app.ask({ method: 'GET', url, headers: { authorization } })).statusCode
}
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString().trim()
const body64 = pem.split('\n')[1]!
const keyFile = (over: object = {}): string =>
  JSON.stringify({ client_email: 'hub@project.iam.gserviceaccount.com', private_key: pem, ...over })

test('GO1: an account is the installation’s, its first one the default; its secrets are never answered', async () => {
  expect((await ask('POST', '', { name: 'Early', environment: 'sandbox' })).body).toMatchObject({ code: 'google_account.no_channel' })
  const channel = await aChannel(app.container.db)
  await app.container.db.updateTable('channels').set({ product: 'google' }).where('id', '=', channel.id).execute()
  const oauthKey = keyFile()
  const { status, body } = await ask('POST', '', {
    name: 'Our Google',
    environment: 'production',
    partnerId: '4711',
    sftpUrl: 'sftp://partnerupload.google.com',
    sftpHostKey: `SHA256:${'a'.repeat(43)}`,
    sftpUsers: { merchants: 'feeds-m', availability: 'feeds-a' },
    sftpPrivateRsaKey: pem,
    oauthKey,
    bookingServerUsername: 'maps',
    bookingServerPassword: 'open-sesame-1',
    capabilities: ['userLocale', 'specialRequest', 'userLocale'],
  })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    key: 'our-google',
    isDefault: true,
    channelId: channel.id,
    sftpPort: 19_321,
    sftpUsers: { service: null, merchants: 'feeds-m', availability: 'feeds-a', generic: null },
    capabilities: ['specialRequest', 'userLocale'],
    bookingServerUsername: 'maps',
    bookingServerUrl: expect.stringMatching(/\/google\/our-google$/),
    secrets: [{ name: 'oauthKey' }, { name: 'sftpPrivateRsaKey' }],
    passwords: [{ username: 'maps', endsSoon: false }],
  })
  const days = (Date.parse(body.data.passwords[0]!.expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(180)
  expect(days).toBeLessThan(185)
  const everything = JSON.stringify([(await ask('GET', '')).body, await app.container.db.selectFrom('auditEntries').selectAll().execute()])
  for (const secret of ['open-sesame-1', body64, 'gserviceaccount']) expect(everything).not.toContain(secret)
  const kept = JSON.stringify([
    await app.container.db.selectFrom('googlePasswords').selectAll().execute(),
    await app.container.db.selectFrom('googleSecrets').selectAll().execute(),
  ])
  for (const secret of ['open-sesame-1', body64]) expect(kept).not.toContain(secret)
  expect([await health(null, 'maps', 'open-sesame-1'), await health('our-google', 'maps', 'open-sesame-1')]).toEqual([200, 200])
  const other = await aChannel(app.container.db)
  const unfit = { status: 422, body: { code: 'google_account.channel_unfit' } }
  expect(await ask('PUT', `/${body.data.id}`, { channelId: other.id })).toMatchObject(unfit)
  expect(await ask('POST', '', { name: 'Y', environment: 'sandbox', channelId: other.id })).toMatchObject(unfit)
  // Its own stays, whatever has become of that.
  await app.container.db.updateTable('channels').set({ product: null }).where('id', '=', channel.id).execute()
  expect((await ask('PUT', `/${body.data.id}`, { channelId: channel.id })).status).toBe(200)
  await app.container.db.updateTable('channels').set({ product: 'google' }).where('id', '=', channel.id).execute()
  expect((await ask('POST', '', { name: 'Again', environment: 'production' })).body).toMatchObject({ code: 'google_account.owner_taken' })
  expect((await ask('POST', '', { name: 'X', environment: 'sandbox', key: 'our-google' })).body.code).toBe('google_account.key_taken')
})

test('GO1: of three passwords the two newest are good; each can be ended, and a secret taken back', async () => {
  const { body: list } = (await ask('GET', '')) as unknown as { body: { data: GoogleAccount[] } }
  const { id, key } = list.data[0]!
  const passwords = ['open-sesame-1', 'open-sesame-2', 'open-sesame-3']
  for (const bookingServerPassword of passwords.slice(1)) expect((await ask('PUT', `/${id}`, { bookingServerPassword })).status).toBe(200)
  const good = (): Promise<number[]> => Promise.all(passwords.map((password) => health(key, 'maps', password)))
  expect(await good()).toEqual([401, 200, 200])
  const { data } = (await ask('GET', `/${id}`)).body
  expect(data.passwords).toHaveLength(2)
  expect((await ask('DELETE', `/${id}/passwords/${data.passwords[0]!.id}`)).body.data.passwords).toHaveLength(1)
  expect(await good()).toEqual([401, 200, 401])
  expect((await ask('DELETE', `/${id}/passwords/${randomUUID()}`)).body.code).toBe('google_password.not_found')
  const gone = await ask('PUT', `/${id}`, { bookingServerPassword: null, oauthKey: null })
  expect(gone.body.data).toMatchObject({ passwords: [], secrets: [{ name: 'sftpPrivateRsaKey' }] })
  expect(await good()).toEqual([401, 401, 401])
  // A new user name does not change that of the password Google still has.
  await ask('PUT', `/${id}`, { bookingServerPassword: 'open-sesame-4' })
  await ask('PUT', `/${id}`, { bookingServerUsername: 'maps2', bookingServerPassword: 'open-sesame-5' })
  expect([
    await health(key, 'maps', 'open-sesame-4'),
    await health(key, 'maps2', 'open-sesame-5'),
    await health(key, 'maps2', 'open-sesame-4'),
  ]).toEqual([200, 200, 401])
  await ask('PUT', `/${id}`, { active: false })
  expect(await health(key, 'maps2', 'open-sesame-5')).toBe(401)
  expect((await ask('PUT', `/${id}`, { active: true, version: 1 })).body.code).toBe('google_account.version_stale')
})

test('GO1: which password Google shows is seen, and that it shows one which is not good; by strangers nothing changes', async () => {
  const { body: list } = (await ask('GET', '')) as unknown as { body: { data: GoogleAccount[] } }
  const { id, key } = list.data[0]!
  const set = await ask('PUT', `/${id}`, { active: true, bookingServerUsername: 'maps', bookingServerPassword: 'open-sesame-7' })
  expect(set.status).toBe(200)
  const account = async () => (await ask('GET', `/${id}`)).body.data
  // What was shown before is written by now, and is none of this.
  await new Promise((resolve) => void setTimeout(resolve, 5500))
  await sql`delete from google_refused_sign_ins`.execute(app.container.db)
  const seen = async () => {
    const { refusedSince, passwords } = await account()
    return { refused: refusedSince !== null, used: passwords[0]!.usedAt !== null }
  }
  expect(await seen()).toEqual({ refused: false, used: false })
  expect(await health(key, 'somebody-else', 'open-sesame-7')).toBe(401)
  expect(await health(key, 'maps', 'the one from before')).toBe(401)
  await expect.poll(seen).toEqual({ refused: true, used: false })
  const troubles = async (): Promise<string> => JSON.stringify(await listInstallationProblems(app.container.systemCtx('test')))
  expect(await troubles()).toContain('google_signed_out')
  expect(await health(key, 'maps', 'open-sesame-7')).toBe(200)
  await expect.poll(seen).toEqual({ refused: false, used: true })
  expect(await troubles()).not.toContain('google_signed_out')
})

test('GO1: no host of one’s own network, no key that is none, no password without a name', async () => {
  const bad = {
    name: 'Bad',
    environment: 'sandbox',
    sftpUrl: '10.0.0.7',
    sftpPort: 25,
    sftpHostKey: 'whatever',
    apiUrl: 'http://127.0.0.1/',
    sftpPrivateRsaKey: 'no key',
    oauthKey: '{}',
  }
  const { status, body } = await ask('POST', '', bad)
  expect(status).toBe(400)
  expect(Object.keys(body.errors!).toSorted()).toEqual(['apiUrl', 'oauthKey', 'sftpHostKey', 'sftpPort', 'sftpPrivateRsaKey', 'sftpUrl'])
  // With a taken name and a password without a user all at once: nobody corrects a form three times.
  const twice = await ask('POST', '', { ...bad, key: 'our-google', bookingServerPassword: 'open-sesame-1' })
  expect(Object.keys(twice.body.errors!)).toEqual(expect.arrayContaining(['sftpUrl', 'key', 'bookingServerUsername']))
  const nameless = await ask('POST', '', { name: 'Nameless', environment: 'sandbox', bookingServerPassword: 'open-sesame-1' })
  expect(nameless).toMatchObject({ status: 422, body: { code: 'google_account.no_username' } })
})

test('GO1: what a reservation system has set of its own account stands in it', async () => {
  const { db, ports } = app.container
  const system = await aSystem(db)
  await db
    .updateTable('systems')
    .set({
      rwgAccount: JSON.stringify({ partnerId: '99', sftpUrl: 'upload.example.com', sftpPort: 22, sftpGenericUser: 'gen' }),
      rwgCapabilities: ['menus'],
    })
    .where('id', '=', system.id)
    .execute()
  await db
    .insertInto('systemSecrets')
    .values({ systemId: system.id, name: 'sftpPrivateRsaKey', sealed: ports.secrets.seal(pem), setAt: new Date() })
    .execute()
  const { body } = await ask('POST', '', { name: 'Of a system', environment: 'production', systemId: system.id, partnerId: '100' })
  expect(body.data).toMatchObject({
    isDefault: false,
    systemId: system.id,
    systemName: system.name,
    partnerId: '100',
    sftpUrl: 'upload.example.com',
    sftpPort: 22,
    sftpUsers: { generic: 'gen' },
    capabilities: ['menus'],
    secrets: [{ name: 'sftpPrivateRsaKey' }],
  })
})

test('GO1: accounts are for the people of the platform', async () => {
  const { db } = app.container
  const ofCompany = await app.signIn(await aUser(db, { companyId: await aCompany(db), roles: ['ROLE_ADMIN'] }))
  expect((await ask('GET', '', undefined, ofCompany)).status).toBe(403)
  expect((await ask('POST', '', { name: 'Mine', environment: 'sandbox' }, ofCompany)).status).toBe(403)
})

test('GO1: what cannot be so says at its field how it is to be, and no feed shares its user with another', async () => {
  const { body: made } = await ask('POST', '', { name: 'Held apart', environment: 'sandbox' })
  expect(made.data.id).toBeDefined()
  const at = `/${made.data.id}`
  const said = async (given: object) => (await ask('PUT', at, given)).body.errors
  const words = (field: string, text: RegExp) => ({ [field]: expect.arrayContaining([expect.stringMatching(text)]) })
  expect(await said({ partnerId: '12ab' })).toMatchObject(words('partnerId', /digits/))
  expect(await said({ key: 'No Name' })).toMatchObject(words('key', /hyphens/))
  expect(await said({ bookingServerUsername: 'a:b' })).toMatchObject(words('bookingServerUsername', /underscore/))
  expect(await said({ sftpHostKey: 'nonsense', sftpPrivateRsaKey: 'hello', oauthKey: '{bad json' })).toMatchObject({
    ...words('sftpHostKey', /SHA256/),
    ...words('sftpPrivateRsaKey', /BEGIN/),
    ...words('oauthKey', /client_email/),
  })
  // Keys with their first and last line and nothing that can be read between them, and one that SFTP has no use for.
  const hollow = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----'
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(
    await said({ sftpPrivateRsaKey: hollow, oauthKey: keyFile({ private_key: hollow }), sftpHostKey: `ssh-rsa ${'A'.repeat(60)}` }),
  ).toMatchObject({
    ...words('sftpPrivateRsaKey', /passphrase/),
    ...words('oauthKey', /download the file anew/),
    ...words('sftpHostKey', /known_hosts/),
  })
  expect(await said({ sftpPrivateRsaKey: pkcs8 })).toMatchObject(words('sftpPrivateRsaKey', /OpenSSH/))
  for (const wrong of ['null', '[]', keyFile({ token_uri: 'http://10.0.0.1/token' }), keyFile({ client_email: 'nobody' })])
    expect(await said({ oauthKey: wrong })).toMatchObject(words('oauthKey', /client_email/))
  for (const apiUrl of ['https://example.com/maps?key=1', 'https://example.com/#top', 'https://example.com/?'])
    expect(await said({ apiUrl })).toMatchObject(words('apiUrl', /ends with its path/))
  expect(
    (await ask('PUT', at, { apiUrl: 'https://example.com/maps', sftpPrivateRsaKey: pem, oauthKey: keyFile({ private_key: pkcs8 }) }))
      .status,
  ).toBe(200)
  const own = { merchants: 'only-m', service: 'only-s', availability: 'only-a' }
  expect(await said({ sftpUsers: { ...own, service: 'same', availability: 'same' } })).toMatchObject({
    ...words('sftpUsers.service', /user of its own.*another feed/),
    ...words('sftpUsers.availability', /user of its own.*another feed/),
  })
  // That of the production account, made above.
  expect(await said({ sftpUsers: { ...own, merchants: 'feeds-m' } })).toMatchObject(words('sftpUsers.merchants', /used at Our Google/))
  expect((await ask('PUT', at, { sftpUsers: own })).status).toBe(200)
  expect((await ask('PUT', at, { sftpUsers: own, partnerId: '77' })).status).toBe(200)
})
