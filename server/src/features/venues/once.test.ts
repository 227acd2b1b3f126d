import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'

let testApp: TestApp
let root: string
beforeAll(async () => {
  testApp = await aTestApp()
  root = await testApp.signIn(await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => testApp.close())

const post = (url: string, key: string, body: object = {}) =>
  testApp.ask({ method: 'POST', url, token: root, headers: { 'idempotency-key': key }, body })
const storedUnder = async (key: string): Promise<string> =>
  JSON.stringify(await testApp.container.db.selectFrom('idempotencyKeys').select('answer').where('key', '=', key).executeTakeFirstOrThrow())

test('VE3: a retry is answered with the same password, which lies nowhere in plain text', async () => {
  const { id } = await aVenue(testApp.container.db)
  const first = await post(`/v1/rms/venues/${id}/credential`, 'credential')
  const again = await post(`/v1/rms/venues/${id}/credential`, 'credential')
  expect([again.statusCode, again.body]).toEqual([201, first.body])
  expect(await storedUnder('credential')).not.toContain(first.json<{ data: { password: string } }>().data.password)
  const issued = testApp.container.db.selectFrom('auditEntries').select('id').where('action', '=', 'venue.credential_issued')
  expect(await issued.where('subjectId', '=', id).execute()).toHaveLength(1)
})

test('AC10: a channel and its keys are made once under one key, and told again', async () => {
  const made = await post('/booking-channels', 'channel', { name: 'Made once' })
  expect(made.statusCode, made.body).toBe(201)
  expect((await post('/booking-channels', 'channel', { name: 'Made once' })).body).toBe(made.body)
  const { id, xToken } = made.json<{ data: { id: string; xToken: string } }>().data
  expect(await storedUnder('channel')).not.toContain(xToken)
  const rotated = await post(`/booking-channels/${id}/rotate-token`, 'token')
  expect((await post(`/booking-channels/${id}/rotate-token`, 'token')).body).toBe(rotated.body)
  const keys = await testApp.container.db.selectFrom('channelKeys').select('id').where('channelId', '=', id).execute()
  expect(keys).toHaveLength(2)
})

test('an export that is asked for twice under one key is written once', async () => {
  for (const url of ['/v1/venues/export', '/v1/users/export', '/v1/reservations/export']) {
    const [first, again] = [await post(url, url), await post(url, url)]
    expect([again.statusCode, again.body], url).toEqual([201, first.body])
  }
  expect(await testApp.container.db.selectFrom('exports').select('id').execute()).toHaveLength(3)
})

test('VE1: nobody signs in anew for an archived venue, nor pauses it on a channel', async () => {
  const { id } = await aVenue(testApp.container.db)
  const channel = await aChannel(testApp.container.db, { venues: [id] })
  expect((await post(`/v1/venues/${id}/archive`, 'archive', { confirmed: true })).statusCode).toBe(200)
  const url = `/v1/rms/venues/${id}/credential`
  for (const answer of [
    await post(url, 'first'),
    await testApp.ask({ method: 'GET', url, token: root }),
    await post(`/v1/venues/${id}/channels/${channel.id}/moves`, 'pause', { move: 'pause' }),
  ])
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'venue.archived'])
})
