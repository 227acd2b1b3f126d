import { expect, test } from 'vitest'
import { passwordFault } from './choose-password.ts'
import { leakedPasswords } from './password-strength.ts'

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
  const long = await leakedPasswords()
  expect(new Set(long).size).toBeGreaterThanOrEqual(3000)
  expect(long.every((one) => Array.from(one).length >= 10)).toBe(true)
  const passed: string[] = []
  for (const one of long.filter((_, index) => index < 500 || index % 60 === 0))
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
  const before = process.cpuUsage()
  for (const part of ['p@$$w0rd', '1lL|!i', '4@8(36{[<&91!|0$5+7%2z', 'a1!']) await why(part.repeat(60).slice(0, 200))
  // What it computed, not what it waited for others to compute.
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
})
