import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { changePassword } from './change-password.ts'
import { hashChosen, passwordFault } from './choose-password.ts'
import { longLeaked } from './guessed-first.ts'
import { askRecovery, checkRecovery, resetPassword } from './recover-password.ts'
import { keepReset } from './user-writes.ts'
import { hashPassword, passwordMatches } from './password.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const own = ['office@blu.test', 'Maria', 'Jørgensen', 'Osteria Blu', 'Trattoria Mediterranea']
const why = async (password: string): Promise<string | undefined> => (await passwordFault(password, own))?.code

test.each([
  '1234567890',
  'qwertyuiop',
  'qazwsxedcrfv',
  'password12',
  'Password123!',
  'P@ssw0rd2026',
  'Passwort123',
  'motdepasse1',
  'wachtwoord123',
  'contraseña123',
  'aaaaaaaaaaaa',
  'abcdefghijkl',
  'liverpool2020',
  'iloveyou123',
  'Willkommen2024',
  'Restaurant2026',
  'welcome2024!',
  ' '.repeat(12),
  '\0'.repeat(12),
  ' \t\n '.repeat(4),
  'passwordpassword',
  '🍕'.repeat(12),
  'Passw0rd!2026',
  'changeme123!',
  'letmein2026!',
  '!! letmein 2026',
  'ⅰloveyou２０２６',
])('guessed first: %j', async (password) => {
  expect(await why(password)).toBe('password.common')
})

test('made of names of two letters', async () => {
  expect((await passwordFault('Li Wu 2026 Li Wu', ['Li', 'Wu', 'wu@blu.test']))?.code).toBe('password.own_words')
  expect(await passwordFault('Liebe Wurst am Tisch', ['Li', 'Wu', 'wu@blu.test'])).toBeUndefined()
})

test('ASVS 5, 6.2.4: whichever of the passwords of leaks that are long enough, and with another capital, it is refused', async () => {
  const long = await longLeaked()
  expect(new Set(long).size).toBeGreaterThanOrEqual(3000)
  expect(long.every((one) => Array.from(one).length >= 10)).toBe(true)
  const passed: string[] = []
  for (const one of long.filter((_, index) => index < 3000 || index % 20 === 0))
    for (const password of [one, one[0]!.toUpperCase() + one.slice(1)]) if (!(await why(password))) passed.push(password)
  expect(passed).toEqual([])
})

test.each(['office@blu.test', 'Tablewire2026!', 'tablewire-demo', 'OsteriaBlu2026', 'osteria blu 1!', 'maria.jorgensen', 'Mediterranea26'])(
  'made of names around its owner: %j',
  async (password) => {
    expect(await why(password)).toBe('password.own_words')
  },
)

test.each([
  'correct horse battery',
  'zaterdagavond vis',
  'ünïcödé-pässwörd',
  '8fJ2kdLs0q',
  'le vent se lève en 4',
  '青い空と白い雲と静かな海',
  'Osteria Blu hat gelbe Stühle',
  'only digits do too 4815',
  '73951826404177',
  'x'.repeat(3) + 'long and kind and no rule of signs '.repeat(5),
])('as good as any: %j', async (password) => {
  expect(await why(password)).toBeUndefined()
})

test('signs count, not the units they are kept in', async () => {
  expect(await why('🍕🍝🥗🍷🍰')).toBe('request.invalid')
})

test('a long password of changed letters does not keep the server busy', async () => {
  const startedMs = performance.now()
  for (const part of ['p@$$w0rd', '1lL|!i', '4@8(36{[<&91!|0$5+7%2z', 'a1!']) await why(part.repeat(60).slice(0, 200))
  expect(performance.now() - startedMs).toBeLessThan(5000)
})

test('the same letters are the same password, whichever way they are composed; every sign counts', async () => {
  const kept = await hashPassword('café zaterdag vis'.normalize('NFD'))
  expect(await passwordMatches(kept, 'café zaterdag vis'.normalize('NFC'))).toBe(true)
  expect(await passwordMatches(await hashPassword('a word\0and another'), 'a word')).toBe(false)
})

test('the houses and the company around somebody are no password, nor is the one there is', async () => {
  const companyId = await aCompany(open.db)
  await open.db.updateTable('companies').set({ name: 'Gaststätten Zellner' }).where('id', '=', companyId).execute()
  const venue = await aVenue(open.db, { companyId, name: 'Zum Blauen Reiter' })
  const user = await aUser(open.db, { companyId, venues: [venue.id] })
  const ctx = ctxOfUser(open.db, user)
  const change = (newPassword: string) =>
    changePassword(ctx, { currentPassword: user.password, newPassword }).then(
      () => 'changed',
      (error: { code: string; fields: object }) => [error.code, Object.keys(error.fields)],
    )
  expect(await change('BlauenReiter26')).toEqual(['password.own_words', ['newPassword']])
  expect(await change('gaststatten zellner')).toEqual(['password.own_words', ['newPassword']])
  expect(await change('qwertyuiop')).toEqual(['password.common', ['newPassword']])
  expect(await change(user.password)).toEqual(['password.unchanged', ['newPassword']])
  const row = await open.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(row.passwordHash).toBe(
    (await open.db.selectFrom('users').select('passwordHash').where('id', '=', user.id).executeTakeFirstOrThrow()).passwordHash,
  )
  expect(await hashChosen(ctx, row, 'vier Wörter ohne Sinn')).toMatch(/^\$argon2id\$/)
  expect(await change('vier Wörter ohne Sinn')).toBe('changed')
})

test('the link of a mail and of an invitation asks the same, and is still good after a refusal', async () => {
  const user = await aUser(open.db)
  const ctx = ctxOfUser(open.db, user)
  await askRecovery(ctx, user)
  const token = 'a-token-of-a-mail-that-nobody-can-guess-at-all'
  await keepReset(ctx, { userId: user.id, token, purpose: 'recovery' })
  for (const [newPassword, code] of [
    ['password12', 'password.common'],
    [user.email, 'password.own_words'],
    [user.password, 'password.unchanged'],
  ] as const)
    await expect(resetPassword(ctx, { token, newPassword })).rejects.toMatchObject({ code })
  expect(await checkRecovery(ctx, token)).toMatchObject({ purpose: 'recovery' })
  expect(await resetPassword(ctx, { token, newPassword: 'blue river stone cup' })).toEqual({ changed: true })
})
