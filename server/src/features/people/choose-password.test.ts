import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { changePassword } from './change-password.ts'
import { hashChosen } from './choose-password.ts'
import { askRecovery, checkRecovery, resetPassword } from './recover-password.ts'
import { keepReset } from './user-writes.ts'
import { hashPassword, passwordMatches } from './password.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

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
  const rowNow = () => open.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  const before = await rowNow()
  const change = (newPassword: string) =>
    changePassword(ctx, { currentPassword: user.password, newPassword }).then(
      () => 'changed',
      (error: { code: string; fields: object }) => [error.code, Object.keys(error.fields)],
    )
  expect(await change('BlauenReiter26')).toEqual(['password.own_words', ['newPassword']])
  expect(await change('gaststatten zellner')).toEqual(['password.own_words', ['newPassword']])
  expect(await change('qwertyuiop')).toEqual(['password.common', ['newPassword']])
  expect(await change(user.password)).toEqual(['password.unchanged', ['newPassword']])
  const refused = await rowNow()
  expect(refused.passwordHash).toBe(before.passwordHash)
  expect(await passwordMatches(refused.passwordHash!, user.password)).toBe(true)
  expect(await hashChosen(ctx, refused, 'vier Wörter ohne Sinn')).toMatch(/^\$argon2id\$/)
  expect(await change('vier Wörter ohne Sinn')).toBe('changed')
  expect(await passwordMatches((await rowNow()).passwordHash!, 'vier Wörter ohne Sinn')).toBe(true)
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
