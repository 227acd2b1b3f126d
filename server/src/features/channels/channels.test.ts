import { Channel } from '@tablewire/contracts/channels/channel-objects'
import { channels } from '@tablewire/contracts/channels/channels'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newUnitOfWork } from '#src/platform/ctx.ts'
import { channelOf } from './api.ts'
import { channelsHandlers } from './routes.ts'

let open: OpenDb
let ctx: Ctx
const clock = aClock('2026-11-20T18:00:00Z')
beforeAll(async () => {
  open = await aDb()
  ctx = aCtx(open.db, { clock })
})
afterAll(() => open.close())

const nowhere = '01900000-0000-7000-8000-00000000dead'
const code = async (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )
const fresh = (over: Partial<Ctx> = {}): Ctx => ({ ...ctx, unitOfWork: newUnitOfWork(), ...over })

test('a new channel answers its key once, keeps only the hash, and is a partner unless it says otherwise', async () => {
  const caller = fresh()
  const made = await channelsHandlers.create(caller, { body: { name: 'Guide Rouge' } })
  expect(z.safeParse(channels.create.result, made).success).toBe(true)
  expect(made).toMatchObject({
    type: 'partner',
    active: true,
    selfSubscription: false,
    rateLimitPerMinute: 60_000,
    venueCount: 0,
    createdAt: '2026-11-20T18:00:00Z',
  })
  expect(Buffer.from(made.xToken, 'base64url')).toHaveLength(32)
  expect(caller.unitOfWork.audited).toEqual(['channel.created'])
  const entries = await open.db.selectFrom('auditEntries').selectAll().where('subjectId', '=', made.id).execute()
  const keys = await open.db.selectFrom('channelKeys').selectAll().where('channelId', '=', made.id).execute()
  expect(keys).toHaveLength(1)
  expect(JSON.stringify([entries, keys])).not.toContain(made.xToken)
  expect(await channelsHandlers.get(ctx, { params: { id: made.id }, query: {} })).not.toHaveProperty('xToken')
  expect(await code(channelsHandlers.create(ctx, { body: { name: 'GUIDE rouge' } }))).toBe('channel.name_taken')
})

test('a channel is changed field by field, and the audit tells what was before', async () => {
  const { id } = await channelsHandlers.create(ctx, { body: { name: 'Old name', type: 'widget' } })
  await channelsHandlers.create(ctx, { body: { name: 'Taken' } })
  const changed = await channelsHandlers.update(ctx, { params: { id }, body: { name: 'New name', rateLimitPerMinute: 30 } })
  expect(changed).toMatchObject({ name: 'New name', type: 'widget', rateLimitPerMinute: 30 })
  const entry = await open.db.selectFrom('auditEntries').selectAll().where('action', '=', 'channel.updated').executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    before: { name: 'Old name', rateLimitPerMinute: 60_000 },
    after: { name: 'New name', rateLimitPerMinute: 30 },
  })
  expect(await code(channelsHandlers.update(ctx, { params: { id }, body: { name: 'taken' } }))).toBe('channel.name_taken')
  expect(await code(channelsHandlers.update(ctx, { params: { id: nowhere }, body: {} }))).toBe('channel.not_found')
  expect(await code(channelsHandlers.get(ctx, { params: { id: nowhere }, query: {} }))).toBe('channel.not_found')
  expect(await code(channelOf(ctx, nowhere))).toBe('channel.not_found')
  expect(await channelOf(ctx, id)).toMatchObject({ name: 'New name', active: true })
})

test("keys and switches are the platform's, not a company's", async () => {
  const company = ctxOfUser(open.db, await aUser(open.db, { companyId: await aCompany(open.db) }))
  const { id } = await aChannel(open.db)
  expect(await code(channelsHandlers.create(company, { body: { name: 'Mine' } }))).toBe('access.denied')
  expect(await code(channelsHandlers.update(company, { params: { id }, body: { active: false } }))).toBe('access.denied')
  expect(await code(channelsHandlers.rotateToken(company, { params: { id } }))).toBe('access.denied')
  expect((await channelsHandlers.get(company, { params: { id }, query: {} })).active).toBe(true)
})

test('venues are linked all or none, and only those the caller may see', async () => {
  const [mine, second, theirs] = [await aVenue(open.db), await aVenue(open.db), await aVenue(open.db)]
  const { id } = await aChannel(open.db)
  await open.db.updateTable('channels').set({ selfSubscription: true }).where('id', '=', id).execute()
  const company = ctxOfUser(open.db, await aUser(open.db, { companyId: mine.companyId }))
  const link = (by: Ctx, venues: string[]) => channelsHandlers.linkVenues(by, { params: { id }, body: { venues } })
  expect(await link(company, [mine.id, mine.id])).toEqual({ linked: 1, venues: [{ venueId: mine.id, state: 'live' }] })
  expect(await code(link(company, [mine.id, theirs.id]))).toBe('venue.not_found')
  expect(await code(link(ctx, [second.id, nowhere]))).toBe('venue.not_found')
  expect(await code(channelsHandlers.linkVenues(ctx, { params: { id: nowhere }, body: { venues: [mine.id] } }))).toBe('channel.not_found')
  expect((await link(ctx, [theirs.id, second.id])).linked).toBe(3)
  // A company counts its own venues only.
  expect((await channelsHandlers.get(company, { params: { id }, query: {} })).venueCount).toBe(1)
  expect((await channelsHandlers.get(ctx, { params: { id }, query: {} })).venueCount).toBe(3)
  expect(await code(channelsHandlers.unlinkVenues(company, { params: { id }, body: { venues: [second.id] } }))).toBe('venue.not_found')
  const caller = fresh()
  expect(await channelsHandlers.unlinkVenues(caller, { params: { id }, body: { venues: [second.id] } })).toEqual({
    linked: 2,
    venues: [{ venueId: second.id, state: 'not_enabled' }],
  })
  expect(caller.unitOfWork.audited).toEqual(['channel.venues_unlinked'])
})

test('five thousand venues are linked in one call', async () => {
  const companyId = await aCompany(open.db)
  const rows = Array.from({ length: 5000 }, (_, at) => ({
    id: `01900000-0000-7000-9000-${String(at).padStart(12, '0')}`,
    companyId,
    name: `V${at}`,
    countryCode: 'ES',
    timeZone: 'Europe/Madrid',
    currency: 'EUR',
  }))
  for (let at = 0; at < rows.length; at += 1000)
    await open.db
      .insertInto('venues')
      .values(rows.slice(at, at + 1000))
      .execute()
  const { id } = await aChannel(open.db)
  const both = await Promise.all(
    [rows, rows.toReversed()].map((list) =>
      channelsHandlers.linkVenues(fresh(), { params: { id }, body: { venues: list.map((row) => row.id) } }),
    ),
  )
  expect(both.map(({ linked }) => linked)).toEqual([5000, 5000])
})

test('the list runs by name, equal names of other channels by id, and finds by part of the name', async () => {
  const names = ['Žatec dining', 'apéro 100%', 'Apero_Club', 'beta', 'Beta two']
  for (const name of names) await channelsHandlers.create(ctx, { body: { name: `List ${name}`, active: name !== 'beta' } })
  const filters = { criteria: 'list ' }
  const all = await channelsHandlers.list(ctx, { query: { filters } })
  expect(z.array(Channel).safeParse(all.data).success).toBe(true)
  expect(all.total).toBe(5)
  const walked: string[] = []
  let after: string | null | undefined
  do {
    const page = await channelsHandlers.list(ctx, { query: { filters, limit: 2, ...(after ? { after } : {}) } })
    expect(page.total).toBe(5)
    walked.push(...page.data.map(({ name }) => name))
    after = page.next
  } while (after)
  expect(walked).toEqual(all.data.map(({ name }) => name))
  expect((await channelsHandlers.list(ctx, { query: { filters, offset: 3 } })).data.map(({ name }) => name)).toEqual(walked.slice(3))
  expect((await channelsHandlers.list(ctx, { query: { filters: { ...filters, active: true }, limit: -1 } })).total).toBe(4)
  expect((await channelsHandlers.list(ctx, { query: { filters: { criteria: '100%' } } })).data.map(({ name }) => name)).toEqual([
    'List apéro 100%',
  ])
  expect((await channelsHandlers.list(ctx, { query: { filters: { criteria: 'APERO_' } } })).data.map(({ name }) => name)).toEqual([
    'List Apero_Club',
  ])
  for (const broken of ['x', '', Buffer.from('["city","a","01900000-0000-7000-8000-00000000dead"]').toString('base64url')])
    expect(await code(channelsHandlers.list(ctx, { query: { after: broken } }))).toBe('request.invalid')
})

test('"mine" are the channels that have to do with one\'s own venues', async () => {
  const venue = await aVenue(open.db)
  const [live, off] = [
    await aChannel(open.db, { name: 'Mine live', venues: [venue.id] }),
    await aChannel(open.db, { name: 'Mine off', active: false, venues: [venue.id] }),
  ]
  const gone = await aChannel(open.db, { name: 'Mine gone', venues: [venue.id] })
  await channelsHandlers.unlinkVenues(ctx, { params: { id: gone.id }, body: { venues: [venue.id] } })
  const user = ctxOfUser(open.db, await aUser(open.db, { companyId: venue.companyId }))
  const page = await channelsHandlers.mine(user, { query: { filters: { limit: -1 } } })
  expect(z.safeParse(channels.mine.result, page).success).toBe(true)
  expect(page).toMatchObject({ total: 2, data: [{ id: live.id, name: 'Mine live', type: 'partner', logo: null }, { id: off.id }] })
  expect((await channelsHandlers.mine(user, { query: { filters: { active: true } } })).data.map(({ id }) => id)).toEqual([live.id])
  expect((await channelsHandlers.mine(ctx, { query: { filters: { limit: -1 } } })).total).toBeGreaterThan(3)
})
