import type { Role } from '@tablewire/contracts/identity/access'
import { type Token, type TokenRequest, Token as TokenSchema } from '@tablewire/contracts/identity/session'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { createUser, issueLoginHash } from './api.ts'
import { accountFailures, addressFailures } from './count-attempt.ts'
import { issueToken } from './issue-token.ts'

let open: OpenDb
let clock = aClock('2026-11-20T18:00:30Z')
let visitor: Ctx
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())
let addresses = 0
beforeEach(() => {
  clock = aClock('2026-11-20T18:00:30Z')
  visitor = visitorFrom(`198.51.100.${++addresses}`)
})

const visitorFrom = (address: string): Ctx =>
  aCtx(open.db, {
    clock,
    actor: { kind: 'anonymous', id: null, name: address },
    scope: { kind: 'venues', ids: [] },
    origin: { host: 'localhost', address },
  })
const portal = { client_id: 'portal', client_secret: 'portal', scope: null }
const ask = (ctx: Ctx, request: Partial<TokenRequest>): Promise<Token> => issueToken(ctx, { grant_type: 'password', ...portal, ...request })
const code = async (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )
const auditOf = (action: string) =>
  open.db.selectFrom('auditEntries').selectAll().where('action', '=', action).orderBy('id', 'desc').execute()

test('AC1: the right pair gives a bearer session, in any case of the address, and tells the audit who came from where', async () => {
  const user = await aUser(open.db, { email: 'host@one.test', roles: ['ROLE_MANAGER', 'ROLE_SUPER_ADMIN'] })
  const token = await ask(visitor, { username: ' Host@One.test ', password: user.password })
  expect(z.parse(TokenSchema, token)).toEqual(token)
  expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 3600, roles: ['ROLE_MANAGER', 'ROLE_SUPER_ADMIN'] })
  expect(Buffer.from(token.access_token, 'base64url')).toHaveLength(32)
  const [entry] = await auditOf('session.started')
  expect(entry).toMatchObject({
    actorKind: 'user',
    actorId: user.id,
    actorName: 'Ada Example',
    after: { grant: 'password', address: visitor.origin.address },
  })
  const [session] = await open.db.selectFrom('sessions').selectAll().where('userId', '=', user.id).execute()
  expect(session).toMatchObject({ accessExpiresAt: '2026-11-20T19:00:30Z', refreshExpiresAt: '2026-11-21T18:00:30Z', longTime: false })
  expect(JSON.stringify(session)).not.toContain(token.access_token)
})

test.each([true, 'true', '1'] as const)('AC1: remember me (%s) keeps the session for thirty days', async (long_time) => {
  const user = await aUser(open.db)
  await ask(visitor, { username: user.email, password: user.password, long_time })
  const session = await open.db.selectFrom('sessions').select('refreshExpiresAt').where('userId', '=', user.id).executeTakeFirstOrThrow()
  expect(session.refreshExpiresAt).toBe('2026-12-20T18:00:30Z')
})

test('AC9: unknown user, wrong password and disabled user are one answer', async () => {
  const user = await aUser(open.db)
  const gone = await aUser(open.db)
  await open.db.updateTable('users').set({ disabledAt: '2026-11-01T00:00:00Z' }).where('id', '=', gone.id).execute()
  expect(await code(ask(visitor, { username: 'nobody@nowhere.test', password: 'x' }))).toBe('credentials.invalid')
  expect(await code(ask(visitor, { username: 'zero\0byte', password: 'x' }))).toBe('credentials.invalid')
  expect(await code(ask(visitor, { username: user.email, password: 'secret words nobody may see' }))).toBe('credentials.invalid')
  expect(await code(ask(visitor, { username: gone.email, password: gone.password }))).toBe('credentials.invalid')
  const refused = await auditOf('session.refused')
  expect(refused.map((entry) => entry.subjectId).slice(0, 4)).toEqual([gone.id, user.id, null, null])
  expect(refused[0]).toMatchObject({ actorKind: 'anonymous', after: { grant: 'password', reason: 'credentials.invalid' } })
  expect(JSON.stringify(refused)).not.toMatch(/secret words|nobody@/)
})

test('AC9: an unknown user is refused no faster than a wrong password', async () => {
  await createUser(aCtx(open.db), {
    email: 'real@strength.test',
    password: 'a real password',
    firstName: 'R',
    lastName: 'S',
    roles: ['ROLE_ADMIN'],
  })
  // In processor time, which the machine's other work does not stretch.
  const time = async (username: string): Promise<number> => {
    const from = process.cpuUsage()
    expect(await code(ask(visitorFrom('192.0.2.77'), { username, password: 'wrong' }))).toBe('credentials.invalid')
    const { user, system } = process.cpuUsage(from)
    return user + system
  }
  // Turn by turn, and the best of each.
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < 9; round++) {
    known.push(await time('real@strength.test'))
    unknown.push(await time('nobody@strength.test'))
  }
  const ratio = Math.min(...known) / Math.min(...unknown)
  expect(ratio).toBeGreaterThan(0.4)
  expect(ratio).toBeLessThan(2.5)
})

test.each<[Role[], string]>([
  [['ROLE_ADMIN'], 'answered'],
  [['ROLE_COMPANY_BOT'], 'answered'],
  [['ROLE_SDK_BOT'], 'answered'],
  [['ROLE_POS'], 'answered'],
  [['ROLE_MANAGER'], 'answered'],
  [['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'], 'answered'],
  [['ROLE_SUPER_ADMIN'], 'access.no_role'],
  [['ROLE_RMS_AGENT', 'ROLE_BC_AGENT'], 'access.no_role'],
])('AC4: %s on the normal form: %s', async (roles, expected) => {
  const user = await aUser(open.db, { roles })
  expect(await code(ask(visitor, { username: user.email, password: user.password }))).toBe(expected)
  const { sessions } = await open.db
    .selectFrom('sessions')
    .select((of) => of.fn.countAll<number>().as('sessions'))
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(sessions).toBe(expected === 'answered' ? 1 : 0)
})

test('what is wrong with the request itself is said before anything else', async () => {
  expect(await code(ask(visitor, { client_secret: 'guessed' }))).toBe('client.unknown')
  expect(await code(ask(visitor, { client_id: 'other' }))).toBe('client.unknown')
  expect(await code(ask(visitor, { grant_type: 'client_credentials' }))).toBe('grant.unsupported')
  await expect(ask(visitor, {})).rejects.toMatchObject({
    code: 'request.invalid',
    fields: { username: [{ issue: 'required' }], password: [{ issue: 'required' }] },
  })
})

test('AC9: ten failures lock the account from every address, the right password included, until the quarter of an hour is over', async () => {
  const user = await aUser(open.db)
  const right = { username: user.email, password: user.password }
  for (let round = 0; round < accountFailures; round++) {
    // Successes do not count.
    expect(await code(ask(visitorFrom(`203.0.113.${round}`), right))).toBe('answered')
    expect(await code(ask(visitorFrom(`203.0.113.${round}`), { ...right, password: 'wrong' }))).toBe('credentials.invalid')
    clock.move({ seconds: 6 })
  }
  expect((await auditOf('session.refused'))[0]).toMatchObject({ subjectId: user.id, after: { locked: true } })
  await expect(ask(visitorFrom('203.0.113.99'), right)).rejects.toMatchObject({
    code: 'login.locked',
    values: { minutes: 14, seconds: 840 - 30 },
  })
  // Asking while locked does not make it longer.
  clock.move({ minutes: 13, seconds: 29 })
  expect(await code(ask(visitor, right))).toBe('login.locked')
  clock.move({ seconds: 1 })
  expect(await code(ask(visitor, right))).toBe('answered')
})

test('AC9: a hundred wrong passwords at the same moment get ten tries, no more', async () => {
  const user = await aUser(open.db)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => code(ask(visitorFrom(`203.0.113.${at}`), { username: user.email, password: 'wrong' }))),
  )
  expect(answers.filter((answer) => answer === 'credentials.invalid').length).toBe(accountFailures)
  expect(answers.filter((answer) => answer === 'login.locked').length).toBe(100 - accountFailures)
})

test('AC9: one address tries many accounts only so often; the others are not locked by it', async () => {
  const user = await aUser(open.db)
  await open.db
    .insertInto('rateWindows')
    .values({ key: 'sign-in address 2001:db8:5:6::/64', windowAt: '2026-11-20T17:59:00Z', count: addressFailures })
    .execute()
  const right = { username: user.email, password: user.password }
  expect(await code(ask(visitorFrom('2001:db8:5:6::1234'), right))).toBe('login.locked')
  expect(await code(ask(visitorFrom('2001:db8:5:7::1234'), right))).toBe('answered')
})

test('AC1: a login hash signs its user in once, within five minutes, and nobody else', async () => {
  const user = await aUser(open.db, { roles: ['ROLE_RMS_AGENT'] })
  const other = await aUser(open.db)
  const system = aCtx(open.db, { clock })
  const byHash = (given: { userId: string; hash: string }) => code(ask(visitor, { grant_type: 'hash_credentials', ...given }))
  const { hash } = await issueLoginHash(system, user.id)
  expect(await byHash({ userId: other.id, hash })).toBe('token.invalid')
  expect(await byHash({ userId: user.id, hash: hash.replace(/^\d+/, (seconds) => String(Number(seconds) + 60)) })).toBe('token.invalid')
  expect(await byHash({ userId: 'x', hash })).toBe('token.invalid')
  const twice = await Promise.all([byHash({ userId: user.id, hash }), byHash({ userId: user.id, hash })])
  expect(twice.toSorted()).toEqual(['answered', 'token.invalid'])
  expect(await byHash({ userId: user.id, hash })).toBe('token.invalid')
  const late = await issueLoginHash(system, user.id)
  clock.move({ minutes: 5 })
  expect(await byHash(late)).toBe('token.invalid')
  await expect(issueLoginHash(system, '01900000-0000-7000-8000-00000000dead')).rejects.toMatchObject({ code: 'user.not_found' })
  expect((await auditOf('session.started'))[0]).toMatchObject({ actorId: user.id, after: { grant: 'hash_credentials' } })
})
