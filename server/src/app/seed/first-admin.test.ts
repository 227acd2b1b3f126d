import { afterEach, beforeEach, expect, test } from 'vitest'
import { passwordMatches } from '#src/features/people/api.ts'
import { type Config, readConfig } from '#src/platform/config.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { ensureFirstAdmin } from './first-admin.ts'

let open: OpenDb
beforeEach(async () => {
  open = await aDb()
})
afterEach(() => open.close())

const start = (config: Partial<Config>) => ensureFirstAdmin(aCtx(open.db), { ...readConfig([], {}), ...config })
const users = () => open.db.selectFrom('users').select(['email', 'roles', 'passwordHash']).execute()

test('a demo signs in as everybody expects, at the first start and at every later one', async () => {
  const known = { email: 'admin@tablewire.test', password: 'tablewire-demo' }
  expect(await start({ seed: 'demo' })).toEqual(known)
  expect(await start({})).toEqual(known)
  expect((await users()).map(({ roles }) => roles)).toEqual([['ROLE_SUPER_ADMIN', 'ROLE_ADMIN']])
})

test('an empty start makes up a password, shows it once and never again', async () => {
  const { email, password } = await start({ seed: 'empty' })
  expect(email).toBe('admin@tablewire.test')
  expect(password).toMatch(/^[\w-]{20}$/)
  expect(await passwordMatches((await users())[0]!.passwordHash, password!)).toBe(true)
  expect(await start({ seed: 'empty' })).toEqual({ email, password: null })
})

test('the environment names the administrator, and its password is not shown', async () => {
  expect(await start({ seed: 'demo', adminEmail: 'Chef@Example.test', adminPassword: 'quite long enough' })).toEqual({
    email: 'chef@example.test',
    password: null,
  })
  expect(await passwordMatches((await users())[0]!.passwordHash, 'quite long enough')).toBe(true)
  // Once there is an administrator, the environment changes nobody.
  expect(await start({ seed: 'demo', adminEmail: 'other@example.test' })).toEqual({ email: 'chef@example.test', password: null })
})

test('a named administrator without a password gets one of chance, in the demo too', async () => {
  const { password } = await start({ seed: 'demo', adminEmail: 'chef@example.test' })
  expect(password).toMatch(/^[\w-]{20}$/)
})

test('the environment cannot give the first administrator a password that is guessed first', async () => {
  for (const adminPassword of ['short', 'password12', 'chef-example1', 'tablewire2026'])
    await expect(start({ seed: 'empty', adminEmail: 'chef@example.test', adminPassword })).rejects.toThrow(
      /^TABLEWIRE_ADMIN_PASSWORD cannot be/,
    )
  expect(await users()).toEqual([])
  // What an older installation still names there starts it as ever.
  await start({ seed: 'empty', adminEmail: 'chef@example.test', adminPassword: 'quite long enough' })
  expect(await start({ adminEmail: 'chef@example.test', adminPassword: 'short' })).toMatchObject({ email: 'chef@example.test' })
})

test('several processes starting together make one administrator', async () => {
  const found = await Promise.all(Array.from({ length: 5 }, () => start({ seed: 'empty' })))
  expect(await users()).toHaveLength(1)
  expect(found.filter(({ password }) => password !== null)).toHaveLength(1)
  expect(new Set(found.map(({ email }) => email))).toEqual(new Set(['admin@tablewire.test']))
})
