import type { FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { channelCaller } from './api.ts'
import { channelsHandlers } from './routes.ts'

let open: OpenDb
let call: ReturnType<typeof channelCaller>
const clock = aClock('2026-11-20T18:00:00Z')
beforeAll(async () => {
  open = await aDb()
  const { actor: _actor, ability: _ability, scope: _scope, lang: _lang, ...base } = aCtx(open.db, { clock })
  call = channelCaller({ db: open.db, clock, base: () => base })
})
afterAll(() => open.close())
afterEach(() => void vi.useRealTimers())

const withHeaders = (headers: Record<string, string>) => call({ headers } as unknown as FastifyRequest)
const withKey = (key: string): Promise<string> =>
  withHeaders({ 'x-token': key }).then(
    ({ actor }) => actor.name,
    (error: { code: string }) => error.code,
  )
const platform = () => aCtx(open.db, { clock })

test('a channel is known by x-token or Bearer, sees its own venues, and has no right of a user', async () => {
  const channel = await aChannel(open.db, { name: 'Known', rateLimitPerMinute: 77 })
  const ctx = await withHeaders({ 'x-token': channel.key, 'accept-language': 'fr-FR' })
  expect(ctx.actor).toMatchObject({ kind: 'channel', id: channel.id, name: 'Known', rateLimitPerMinute: 77, unlimited: true, test: false })
  expect(ctx.scope).toEqual({ kind: 'channel', channelId: channel.id })
  expect(ctx.lang).toBe('fr')
  expect(ctx.ability.can('read', 'reservation-list')).toBe(false)
  expect((await withHeaders({ authorization: `Bearer ${channel.key}` })).actor.id).toBe(channel.id)
})

test('no key, a wrong key, a switched-off channel', async () => {
  const code = (headers: Record<string, string>) =>
    withHeaders(headers).then(
      () => 'answered',
      (error: { code: string }) => error.code,
    )
  expect(await code({})).toBe('channel_key.invalid')
  expect(await code({ 'x-token': '' })).toBe('channel_key.invalid')
  expect(await code({ authorization: 'Basic abc' })).toBe('channel_key.invalid')
  expect(await withKey('wrong')).toBe('channel_key.invalid')
  const off = await aChannel(open.db, { active: false })
  expect(await withKey(off.key)).toBe('channel_key.invalid')
})

test('rotation: the key before is good for a day, the one before that not any more', async () => {
  const { id, xToken: first } = await channelsHandlers.create(platform(), { body: { name: 'Rotating' } })
  const { xToken: second } = await channelsHandlers.rotateToken(platform(), { params: { id } })
  expect([await withKey(first), await withKey(second)]).toEqual(['Rotating', 'Rotating'])
  clock.move({ hours: 1 })
  const { xToken: third } = await channelsHandlers.rotateToken(platform(), { params: { id } })
  expect([await withKey(first), await withKey(second), await withKey(third)]).toEqual(['channel_key.invalid', 'Rotating', 'Rotating'])
  expect(await open.db.selectFrom('channelKeys').select('hash').where('channelId', '=', id).execute()).toHaveLength(2)
  clock.move({ hours: 24 })
  expect([await withKey(second), await withKey(third)]).toEqual(['channel_key.invalid', 'Rotating'])
  const gone = channelsHandlers.rotateToken(platform(), { params: { id: '01900000-0000-7000-8000-00000000dead' } })
  await expect(gone).rejects.toMatchObject({ code: 'channel.not_found' })
})

test('many rotations at once leave two good keys', async () => {
  const { id } = await channelsHandlers.create(platform(), { body: { name: 'Hasty' } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => channelsHandlers.rotateToken(platform(), { params: { id } })))
  const good = await Promise.all(answers.map(({ xToken }) => withKey(xToken)))
  expect(good.filter((answer) => answer === 'Hasty')).toHaveLength(2)
})

test('switched off here: out at once; in another process: within five seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const [here, elsewhere] = [await aChannel(open.db), await aChannel(open.db)]
  expect([await withKey(here.key), await withKey(elsewhere.key)]).toEqual([here.name, elsewhere.name])
  await channelsHandlers.update(platform(), { params: { id: here.id }, body: { active: false } })
  await open.db.updateTable('channels').set({ active: false }).where('id', '=', elsewhere.id).execute()
  expect(await withKey(here.key)).toBe('channel_key.invalid')
  vi.advanceTimersByTime(5000)
  expect(await withKey(elsewhere.key)).toBe('channel_key.invalid')
})
