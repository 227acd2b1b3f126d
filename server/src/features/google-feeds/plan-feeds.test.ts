import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aGoogleAccount, readyForFeeds } from '../../../../tests/build/a-google-account.ts'
import { dueTimes, enqueueFeeds, planFeeds } from './plan-feeds.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

const anAccount = async (environment: 'sandbox' | 'production'): Promise<string> => {
  const { id } = await aGoogleAccount(open.db, { channelId: (await aChannel(open.db)).id, environment })
  await readyForFeeds(open.db, aCtx(open.db).ports, { id, port: 22 })
  return id
}
const feeds = (accountId: string) =>
  open.db
    .selectFrom('googleFeeds')
    .select(['kind', 'dueOn', 'askedBy', 'state'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

test('GO1: the feeds of a day are due at the account’s settled minute, all three, once; also when nobody worked then', async () => {
  const id = await anAccount('production')
  const clock = aClock('2026-10-24T23:59:00Z')
  const ctx = aCtx(open.db, { clock })
  const { at, nextAt } = dueTimes(ctx, id)
  expect(nextAt).toBe(`2026-10-25T${at}:00Z`)
  expect(at >= '01:00' && at < '05:00').toBe(true)
  // The day before is over: its feeds are due at once.
  await planFeeds(ctx)
  expect(await feeds(id)).toHaveLength(3)
  clock.move({ minutes: 2 })
  await planFeeds(ctx)
  expect(await feeds(id)).toHaveLength(3)
  clock.move({ hours: 6 })
  await Promise.all([planFeeds(ctx), planFeeds(ctx)])
  const all = await feeds(id)
  expect(all.map(({ kind, dueOn, state }) => [kind, String(dueOn).slice(0, 10), state])).toEqual([
    ['merchants', '2026-10-24', 'superseded'],
    ['services', '2026-10-24', 'superseded'],
    ['availability', '2026-10-24', 'superseded'],
    ['merchants', '2026-10-25', 'waiting'],
    ['services', '2026-10-25', 'waiting'],
    ['availability', '2026-10-25', 'waiting'],
  ])
  expect(dueTimes(ctx, id).nextAt).toBe(`2026-10-26T${at}:00Z`)
})

test('GO1: an account that lacks something, or is switched off, has no feeds; what is asked for twice waits once', async () => {
  const id = await anAccount('sandbox')
  const ctx = aCtx(open.db, { clock: aClock('2026-10-24T12:00:00Z') })
  await open.db
    .updateTable('googleAccounts')
    .set({ sftpUsers: JSON.stringify({ merchants: 'm' }) })
    .where('id', '=', id)
    .execute()
  await planFeeds(ctx)
  expect(await feeds(id)).toEqual([])
  const ask = () => enqueueFeeds(ctx, id, { kinds: ['merchants', 'availability'], cause: { askedBy: 'Ana' } })
  expect(await ask()).toHaveLength(2)
  expect(await ask()).toHaveLength(0)
  expect((await feeds(id)).map(({ askedBy, dueOn }) => [askedBy, dueOn])).toEqual([
    ['Ana', null],
    ['Ana', null],
  ])
})
