import type { TokenRequest } from '@tablewire/contracts/identity/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, type TestUser } from '../../../../tests/build/a-user.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newSecret } from '#src/platform/id.ts'
import { accountFailures, addressFailures, recoveryAsks } from './count-attempt.ts'
import { issueToken } from './issue-token.ts'
import { keepReset } from './user-writes.ts'
import { askRecovery, resetPassword } from './recover-password.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const clock = aClock('2026-11-20T18:00:30Z')
const from = (address: string, behind?: string): Ctx =>
  aCtx(open.db, {
    clock,
    actor: { kind: 'anonymous', id: null, name: address },
    scope: { kind: 'venues', ids: [] },
    origin: { host: 'localhost', address, behind },
  })
const codeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )
const signIn = (ctx: Ctx, request: Partial<TokenRequest>) =>
  codeOf(issueToken(ctx, { grant_type: 'password', client_id: 'portal', client_secret: 'portal', ...request }))
const rightOf = ({ email, password }: TestUser) => ({ username: email, password })
const till = '203.0.113.7'
const lockForStrangers = async (user: TestUser, address = '198.51.100.66'): Promise<void> => {
  for (let round = 0; round < accountFailures; round++) await signIn(from(address), { username: user.email, password: 'wrong' })
}

test('AC9: strangers who try passwords keep nobody out where he was signed in before', async () => {
  const user = await aUser(open.db)
  const device = newSecret()
  expect(await signIn(from(till), { ...rightOf(user), device })).toBe('answered')
  await lockForStrangers(user)
  expect(await signIn(from('198.51.100.67'), rightOf(user))).toBe('login.locked')
  expect(await signIn(from(till), { ...rightOf(user), device: newSecret() })).toBe('login.locked')
  // From wherever the device is now, and also from the address of who tries.
  for (const address of [till, '192.0.2.9', '198.51.100.66'])
    expect(await signIn(from(address), { ...rightOf(user), device })).toBe('answered')
})

test('AC9: a known device has ten tries of its own, and none of another account', async () => {
  const [user, other] = [await aUser(open.db), await aUser(open.db)]
  const device = newSecret()
  await signIn(from(till), { ...rightOf(user), device })
  for (let round = 0; round < accountFailures; round++)
    expect(await signIn(from(`203.0.113.${round}`), { ...rightOf(user), password: 'wrong', device })).toBe('credentials.invalid')
  expect(await signIn(from(till), { ...rightOf(user), device })).toBe('login.locked')
  // Its owner elsewhere is a stranger like all, who has not tried yet.
  expect(await signIn(from(till), rightOf(user))).toBe('answered')
  await lockForStrangers(other)
  expect(await signIn(from(till), { ...rightOf(other), device })).toBe('login.locked')
})

test('AC9: an address full of failures stops strangers there, not the till that stands there', async () => {
  const [user, guest] = [await aUser(open.db), await aUser(open.db)]
  const [device, address] = [newSecret(), '203.0.113.200']
  await signIn(from(address), { ...rightOf(user), device })
  await open.db
    .insertInto('rateWindows')
    .values({ key: `sign-in address ${address}`, windowAt: '2026-11-20T18:00:00Z', count: addressFailures })
    .onConflict((conflict) => conflict.columns(['key', 'windowAt']).doUpdateSet({ count: addressFailures }))
    .execute()
  expect(await signIn(from(address), rightOf(guest))).toBe('login.locked')
  expect(await signIn(from(address), { ...rightOf(user), device })).toBe('answered')
  expect(await signIn(from('203.0.113.201'), rightOf(guest))).toBe('answered')
})

test('AC9: behind a proxy nobody told us of, one who tries too often keeps out himself', async () => {
  const guest = await aUser(open.db)
  await open.db
    .insertInto('rateWindows')
    .values({ key: 'sign-in address 127.0.0.1 for 198.51.100.5', windowAt: '2026-11-20T18:00:00Z', count: addressFailures })
    .execute()
  expect(await signIn(from('127.0.0.1', '198.51.100.5'), rightOf(guest))).toBe('login.locked')
  expect(await signIn(from('127.0.0.1', '198.51.100.6'), rightOf(guest))).toBe('answered')
  await open.db
    .insertInto('rateWindows')
    .values({ key: 'sign-in address 127.0.0.1', windowAt: '2026-11-20T17:59:00Z', count: addressFailures * 20 })
    .execute()
  expect(await signIn(from('127.0.0.1', '198.51.100.7'), rightOf(guest))).toBe('login.locked')
})

test('AC9: address and user name are one account', async () => {
  const user = await aUser(open.db)
  await open.db.updateTable('users').set({ username: 'chef' }).where('id', '=', user.id).execute()
  for (let round = 0; round < accountFailures; round++)
    await signIn(from(`192.0.2.${round}`), { username: round % 2 ? 'chef' : user.email, password: 'wrong' })
  expect(await signIn(from('192.0.2.77'), { ...rightOf(user), username: 'chef' })).toBe('login.locked')
})

test('AC9: accounts that nobody has are counted and answered like all others', async () => {
  const answers = []
  const device = newSecret()
  for (let round = 0; round <= accountFailures; round++)
    answers.push(await signIn(from(`192.0.2.${round}`), { username: 'nobody@at-all.test', password: 'wrong', device }))
  expect(answers).toEqual([...Array<string>(accountFailures).fill('credentials.invalid'), 'login.locked'])
})

test('AC9: who reads the mail gets in at once, and every device known by the lost password is a stranger again', async () => {
  const user = await aUser(open.db)
  const [thiefs, mine, token] = [newSecret(), newSecret(), newSecret()]
  await signIn(from(till), { ...rightOf(user), device: thiefs })
  await lockForStrangers(user)
  await keepReset(from(till), { userId: user.id, token, purpose: 'recovery' })
  // Those who guess links from the same address keep nobody waiting who has one.
  const address = '192.0.2.200'
  for (let round = 0; round <= recoveryAsks; round++) await codeOf(resetPassword(from(address), { token: newSecret(), newPassword: 'x' }))
  expect(await codeOf(resetPassword(from(address), { token: newSecret(), newPassword: 'x' }))).toBe('rate.limited')
  await resetPassword(from(address), { token, newPassword: 'four words of chance', device: mine })
  await lockForStrangers(user)
  const fresh = { username: user.email, password: 'four words of chance' }
  expect(await signIn(from(till), { ...fresh, device: thiefs })).toBe('login.locked')
  expect(await signIn(from(till), { ...fresh, device: mine })).toBe('answered')
})

test('AC9: who was here before is sent his mail, however often others ask from the same address', async () => {
  const user = await aUser(open.db)
  const [device, address] = [newSecret(), '192.0.2.210']
  await signIn(from(address), { ...rightOf(user), device })
  for (let round = 0; round < recoveryAsks; round++) await askRecovery(from(address), { email: `nobody-${round}@at-all.test` })
  expect(await codeOf(askRecovery(from(address), user))).toBe('rate.limited')
  expect(await codeOf(askRecovery(from(address), { email: user.email, device }))).toBe('answered')
})

test('what is kept of a device is a hash, and of an account at most fifty', async () => {
  const user = await aUser(open.db)
  const device = newSecret()
  for (let round = 0; round < 52; round++) {
    await signIn(from(till), { ...rightOf(user), device: round === 0 ? device : newSecret() })
    clock.move({ seconds: 1 })
  }
  const rows = await open.db.selectFrom('knownDevices').selectAll().where('userId', '=', user.id).execute()
  expect([rows.length, JSON.stringify(rows).includes(device)]).toEqual([50, false])
  await lockForStrangers(user)
  expect(await signIn(from(till), { ...rightOf(user), device })).toBe('login.locked')
})
