import { defaultChoices } from '@tablewire/contracts/operations/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { restaurantConfirms } from '#src/features/onboarding/api.ts'
import { anOnboarding, type TestOnboarding } from '../../../../tests/build/an-onboarding.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'

type Side = keyof TestOnboarding['people']
const sides: readonly Side[] = ['rms', 'bc', 'venue', 'admin']
let testApp: TestApp
let request: TestOnboarding
let tokens: Record<Side, string>
beforeAll(async () => {
  testApp = await aTestApp({ work: true })
  request = await anOnboarding(testApp.container.db)
  const signed = await Promise.all(sides.map(async (side) => [side, await testApp.signIn(request.people[side])] as const))
  tokens = Object.fromEntries(signed) as Record<Side, string>
})
afterAll(() => testApp.close())

type News = { event: string; link: string; onboarding: { status: string; yours: boolean; venueName: string } | null }
const bellOf = async (side: Side): Promise<News[]> =>
  (await testApp.ask({ method: 'GET', url: '/v1/notifications', token: tokens[side] }))
    .json<{ data: News[] }>()
    .data.filter(({ event }) => event === 'onboarding')
const heard = async (side: Side) => (await bellOf(side)).map(({ onboarding }) => `${onboarding!.status} ${onboarding!.yours}`).toReversed()
const mails = async (side: Side) =>
  (
    await sql<{ subject: string }>`
      select m.subject from mails m where m.recipient = ${request.people[side].email} and m.text like '%Casa Vieja%'`.execute(
      testApp.container.db,
    )
  ).rows
const long = { timeout: 10_000, interval: 50 }

test('ON3: whoever is next hears of it by his bell, in his words and by mail where he chose so; the end reaches all but who brought it', async () => {
  const { db } = testApp.container
  const choices = JSON.stringify({ ...defaultChoices, onboarding: { inApp: true, email: true, push: false } })
  await db
    .insertInto('notificationChoices')
    .values({ userId: request.people.bc.id, venueId: null, choices, updatedAt: new Date() })
    .execute()
  await db.updateTable('users').set({ lang: 'de' }).where('id', '=', request.people.bc.id).execute()
  const word = { name: 'Casa Vieja', address: '', hours: '', accessFor: [], termsVersion: '1' }
  await restaurantConfirms(testApp.container.systemCtx('test'), request.id, word)
  await vi.waitFor(async () => expect(await heard('bc')).toEqual(['bc_activation true']), long)
  expect(await bellOf('bc')).toMatchObject([{ link: `/onboarding-requests?id=${request.id}`, onboarding: { venueName: 'Casa Vieja' } }])
  expect(await heard('admin')).toEqual(['bc_activation false'])
  expect([await heard('rms'), await heard('venue')]).toEqual([[], []])
  await vi.waitFor(async () => expect(await mails('bc')).toMatchObject([{ subject: 'Eine Aufschaltung wartet auf Sie' }]), long)

  const { version } = await db.selectFrom('onboardingRequests').select('version').where('id', '=', request.id).executeTakeFirstOrThrow()
  const body = { version, reason: 'Not for us.' }
  const url = `/v1/onboarding-requests/${request.id}/reject`
  expect((await testApp.ask({ method: 'POST', url, token: tokens.bc, body })).statusCode).toBe(200)
  for (const side of ['rms', 'venue'] as const) await vi.waitFor(async () => expect(await heard(side)).toEqual(['rejected false']), long)
  expect(await heard('bc')).toEqual(['bc_activation true'])
  expect(await mails('admin')).toEqual([])
})
