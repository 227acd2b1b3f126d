import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aGoogleAccount, type TestGoogleAccount } from '../../../../tests/build/a-google-account.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany } from '../../../../tests/build/a-venue.ts'
import { googleAccountsJobs } from './jobs.ts'
import { watchPasswords } from './watch-passwords.ts'

let app: TestApp
let tokens: Record<'platform' | 'company', string>
let account: TestGoogleAccount
beforeAll(async () => {
  app = await aTestApp({ work: true })
  const { db } = app.container
  tokens = {
    platform: await app.signIn(await aUser(db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })),
    company: await app.signIn(await aUser(db, { companyId: await aCompany(db) })),
  }
  account = await aGoogleAccount(db, { channelId: (await aChannel(db)).id, environment: 'sandbox' })
})
afterAll(() => app.close())

type Told = { event: string; googlePassword: { days: number; username: string; environment: string } | null; link: string }
const bell = async (who: keyof typeof tokens): Promise<Told[]> => {
  const answer = await app.ask({ method: 'GET', url: '/v1/notifications', token: tokens[who] })
  return answer.json<{ data: Told[] }>().data.filter(({ event }) => event === 'google_password')
}
/** As that many days before its end, by as many processes at once. */
const watchAt = async (daysBefore: number, processes = 1): Promise<void> => {
  const { db, systemCtx } = app.container
  const { expiresAt } = await db
    .selectFrom('googlePasswords')
    .select('expiresAt')
    .where('id', '=', account.passwordId)
    .executeTakeFirstOrThrow()
  const at = Temporal.Instant.from(expiresAt).subtract({ minutes: Math.round(daysBefore * 1440) })
  const [{ job } = { job: undefined }] = googleAccountsJobs
  const watch = () => watchPasswords({ ...systemCtx(job?.name ?? ''), clock: () => at })
  await Promise.all(Array.from({ length: processes }, watch))
}
const daysTold = async (): Promise<number[]> =>
  (await bell('platform')).map(({ googlePassword }) => googlePassword!.days).toSorted((a, b) => b - a)

test('GO1: of a password that ends people hear 30, 7 and 1 days before, each once, however many processes watch and start anew', async () => {
  await watchAt(30.5)
  expect(await daysTold()).toEqual([])
  await watchAt(29.9, 5)
  await expect.poll(daysTold, { timeout: 20_000 }).toEqual([30])
  await watchAt(20)
  await watchAt(6.9, 3)
  await watchAt(6.5)
  await expect.poll(daysTold, { timeout: 20_000 }).toEqual([30, 7])
  await watchAt(0.9, 3)
  await watchAt(0.1)
  await expect.poll(daysTold, { timeout: 20_000 }).toEqual([30, 7, 1])
  expect((await bell('platform'))[0]).toMatchObject({
    googlePassword: { username: 'maps-booking', environment: 'sandbox' },
    link: `/google-accounts?id=${account.id}&tab=setup`,
  })
  expect(await bell('company')).toEqual([])
  const { rows } = await sql<{
    event: string
  }>`select event from notifications where event = 'google_password' and email <> 'none'`.execute(app.container.db)
  expect(rows).toHaveLength(3)
})

test('GO1: after a standstill the nearest warning alone is told, and Health names the account that ends and the one that ended', async () => {
  const { db } = app.container
  const troubles = async (who: keyof typeof tokens = 'platform') =>
    (await app.ask({ method: 'GET', url: '/v1/installation/troubles', token: tokens[who] }))
      .json<{ data: { what: string }[] }>()
      .data.filter(({ what }) => what.startsWith('google_'))
  const endsIn = async (days: number): Promise<void> => {
    const expiresAt = new Date(Date.now() + days * 86_400_000)
    await db.updateTable('googlePasswords').set({ expiresAt, warnedDays: null }).where('id', '=', account.passwordId).execute()
  }
  await endsIn(180)
  expect(await troubles()).toEqual([])
  const before = await daysTold()
  await endsIn(4.5)
  await watchAt(4.5)
  await expect.poll(daysTold, { timeout: 20_000 }).toEqual([...before, 7].toSorted((a, b) => b - a))
  expect(await troubles()).toMatchObject([{ what: 'google_ending', count: 5, accounts: [{ id: account.id }] }])
  await endsIn(-1)
  expect(await troubles()).toMatchObject([{ what: 'google_ended', count: 1, accounts: [{ id: account.id }] }])
  expect(await troubles('company')).toEqual([])
})
