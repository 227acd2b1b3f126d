import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { linkSteps } from '@tablewire/contracts/channels/channels.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { readConfig } from '#src/platform/config.ts'
import { checkDueLinks, checkLink, readAnswer } from './check-link.ts'
import { channelsHandlers, linksHandlers } from './routes.ts'

let open: OpenDb
let venue: TestVenue
let foreign: TestVenue
/** Of the venue's company, with the right to manage channels and nothing else. */
let manager: Ctx
let platform: Ctx
const clock = aClock('2026-11-20T18:00:00Z')
const recorded = recordingPorts()
beforeAll(async () => {
  open = await aDb()
  ;[venue, foreign] = [await aVenue(open.db, { externalId: 'casa/1 ?' }), await aVenue(open.db)]
  const user = await aUser(open.db, {
    companyId: venue.companyId,
    roles: ['ROLE_MANAGER'],
    permissions: ['channelManagement'],
    venues: [venue.id],
  })
  manager = ctxOfUser(open.db, user, { clock, ports: recorded.ports })
  platform = aCtx(open.db, { clock, ports: recorded.ports })
})
afterAll(() => open.close())

const code = async (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )
type Set = { selfSubscription?: boolean; subscribeUrl?: string | null; connectUrl?: string | null; checkUrl?: string | null }
const channelWith = async (set: Set = {}) => {
  const channel = await aChannel(open.db)
  if (Object.keys(set).length) await open.db.updateTable('channels').set(set).where('id', '=', channel.id).execute()
  return channel
}
const move = (ctx: Ctx, channelId: string, name: string, more: { reason?: string; venueId?: string } = {}) =>
  linksHandlers.move(ctx, {
    params: { id: more.venueId ?? venue.id, channelId },
    body: { move: name as 'connect', ...(more.reason === undefined ? {} : { reason: more.reason }) },
  })
const stateOf = async (channelId: string) =>
  (await linksHandlers.list(manager, { params: { id: venue.id } })).find((row) => row.channelId === channelId)

test('CH1: database and contract know the same moves and sides', async () => {
  const { rows } = await sql<{ step: string }>`select concat_ws(' ', move, from_state, to_state, side) as step from link_moves`.execute(
    open.db,
  )
  expect(rows.map(({ step }) => step).toSorted()).toEqual(
    linkSteps.map((one) => `${one.move} ${one.from} ${one.to} ${one.side}`).toSorted(),
  )
  const { id } = await aChannel(open.db, { venues: [venue.id] })
  const illegal = sql`update channel_venues set state = 'requested' where channel_id = ${id}`.execute(open.db)
  await expect(illegal).rejects.toMatchObject({ code: 'TW007' })
})

test('CH1: where connecting leads depends on the channel, and its address carries the venue encoded', async () => {
  const self = await channelWith({ selfSubscription: true })
  expect((await move(manager, self.id, 'connect')).state).toBe('live')
  const asked = await channelWith()
  expect(await move(manager, asked.id, 'connect')).toMatchObject({
    state: 'requested',
    subscribeUrl: null,
    connectUrl: null,
    checked: false,
  })
  const away = await channelWith({ subscribeUrl: 'https://guide.example.com/join/{externalId}?v={venueId}' })
  const answer = await move(manager, away.id, 'connect')
  expect(answer).toMatchObject({
    state: 'action_required',
    subscribeUrl: `https://guide.example.com/join/casa%2F1%20%3F?v=${venue.id}`,
    moves: ['done', 'disconnect'],
  })
  expect(await move(manager, away.id, 'done')).toMatchObject({ state: 'requested', subscribeUrl: null, moves: ['disconnect'] })
  expect(recorded.live.at(-1)).toMatchObject({ type: 'channel', venueId: venue.id, id: away.id, kind: 'requested' })
})

test('CH1: a venue asks, the channel or an administrator answers, and each move is remembered with its side', async () => {
  const channel = await channelWith()
  const atChannel = ctxOfChannel(open.db, channel, { clock, ports: recorded.ports })
  const answer = (name: string, reason?: string) =>
    linksHandlers.answer(atChannel, { params: { id: venue.id }, body: { move: name as 'approve', ...(reason ? { reason } : {}) } })
  expect(await code(answer('approve'))).toBe('venue.not_found')
  await move(manager, channel.id, 'connect')
  expect(await code(move(manager, channel.id, 'approve'))).toBe('channel.move_illegal')
  expect((await answer('review')).state).toBe('in_review')
  expect(await code(answer('reject'))).toBe('reason.required')
  expect((await answer('reject', 'No photos')).state).toBe('rejected')
  expect(await stateOf(channel.id)).toMatchObject({ state: 'rejected', reason: 'No photos' })
  await move(manager, channel.id, 'connect')
  expect((await move(platform, channel.id, 'approve')).state).toBe('live')
  expect((await move(manager, channel.id, 'pause')).state).toBe('paused')
  expect((await move(manager, channel.id, 'resume')).state).toBe('live')
  expect((await move(manager, channel.id, 'disconnect')).state).toBe('not_enabled')
  const history = await linksHandlers.history(manager, { params: { id: venue.id, channelId: channel.id } })
  expect(history.map((event) => `${event.move} ${event.side}`).toSorted()).toEqual(
    [
      'disconnect venue',
      'resume venue',
      'pause venue',
      'approve admin',
      'connect venue',
      'reject channel',
      'review channel',
      'connect venue',
    ].toSorted(),
  )
  await open.db.updateTable('channels').set({ active: false }).where('id', '=', channel.id).execute()
  expect(await code(move(manager, channel.id, 'connect'))).toBe('channel.inactive')
})

test("CH1: another partner's venue does not exist, on any call", async () => {
  const { id: channelId } = await channelWith()
  const params = { id: foreign.id, channelId }
  expect(await code(move(manager, channelId, 'connect', { venueId: foreign.id }))).toBe('venue.not_found')
  expect(await code(linksHandlers.list(manager, { params: { id: foreign.id } }))).toBe('venue.not_found')
  expect(await code(linksHandlers.history(manager, { params }))).toBe('venue.not_found')
  expect(await code(linksHandlers.check(manager, { params }))).toBe('venue.not_found')
  expect(await code(channelsHandlers.linkOne(manager, { params: { id: channelId, venue: foreign.id } }))).toBe('venue.not_found')
  const page = await linksHandlers.venues(manager, { query: {} })
  expect([page.total, page.data.map(({ id }) => id)]).toEqual([1, [venue.id]])
})

test('CH2: a partner links by its own id or ours, and hears where the venue has to go', async () => {
  const { id } = await channelWith({ connectUrl: 'https://guide.example.com/connect/{venueId}' })
  const linked = { venueId: venue.id, externalId: 'casa/1 ?', state: 'action_required', enabled: false }
  const connectUrl = `https://guide.example.com/connect/${venue.id}`
  expect(await channelsHandlers.linkOne(manager, { params: { id, venue: 'casa/1 ?' } })).toEqual({ ...linked, connectUrl })
  // Twice changes nothing.
  expect(await channelsHandlers.linkOwn(manager, { params: { id }, body: { venues: [venue.id] } })).toEqual([{ ...linked, connectUrl }])
  expect(await code(channelsHandlers.linkOwn(manager, { params: { id }, body: { venues: [venue.id, 'nobody'] } }))).toBe('venue.not_found')
  expect(await channelsHandlers.unlinkOne(manager, { params: { id, venue: venue.id } })).toEqual({ ...linked, state: 'not_enabled' })
})

test('the table of venues and channels finds what is not live and what is broken', async () => {
  const channel = await aChannel(open.db, { venues: [venue.id] })
  const states = async (state: string[]) =>
    (await linksHandlers.venues(platform, { query: { filters: { channelId: channel.id, state: state as ['live'] } } })).data.map(
      ({ id }) => id,
    )
  expect(await states(['live'])).toEqual([venue.id])
  expect(await states(['not_enabled'])).toEqual([foreign.id])
  expect(await states(['error'])).toEqual([])
  await move(platform, channel.id, 'pause')
  expect(await states(['paused', 'error'])).toEqual([venue.id])
  const both = await linksHandlers.venues(platform, { query: { limit: 1 } })
  expect([both.total, both.data.length, both.next === null]).toEqual([2, 1, false])
  expect((await linksHandlers.venues(platform, { query: { limit: 1, after: both.next! } })).data).toHaveLength(1)
})

/** A channel's own server, whose answers the test sets. */
const aService = async () => {
  const said = { status: 200, text: '', asked: [] as string[] }
  const server: Server = createServer((request, response) => {
    said.asked.push(request.url ?? '')
    response.writeHead(said.status, said.status === 302 ? { location: '/elsewhere' } : {}).end(said.text)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return { said, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

test('CH1: the hub asks the channel by itself whether it is done, and gives up on one that does not answer', async () => {
  const service = await aService()
  const ports = { ...recorded.ports, config: { ...readConfig([], {}), channelServices: [service.origin] } }
  const hub = aCtx(open.db, { clock, ports })
  const channel = await channelWith({ subscribeUrl: 'https://guide.example.com/', checkUrl: `${service.origin}/ready/{venueId}` })
  const name = { venueId: venue.id, channelId: channel.id }
  await move(manager, channel.id, 'connect')
  await move(manager, channel.id, 'done')
  expect(recorded.jobs.at(-1)).toEqual({ name: 'channels.check', data: name })
  service.said.status = 404
  await checkLink(hub, name)
  expect(service.said.asked).toEqual([`/ready/${venue.id}`])
  expect((await stateOf(channel.id))?.state).toBe('requested')
  Object.assign(service.said, { status: 200, text: '{"status":"in_review"}' })
  await checkLink(hub, name)
  expect((await stateOf(channel.id))?.state).toBe('in_review')
  await checkLink(hub, name)
  clock.move({ hours: 2 })
  recorded.jobs.length = 0
  await checkDueLinks(hub)
  expect(recorded.jobs).toContainEqual({ name: 'channels.check', data: name })
  Object.assign(service.said, { status: 302, text: '' })
  for (let n = 0; n < 6; n++) await checkLink(hub, name)
  expect(service.said.asked.every((path) => path.startsWith('/ready/'))).toBe(true)
  expect(await stateOf(channel.id)).toMatchObject({
    state: 'error',
    reason: 'check.unreachable',
    moves: ['connect', 'pause', 'disconnect'],
  })
  await move(manager, channel.id, 'connect')
  Object.assign(service.said, { status: 204 })
  await checkLink(hub, name)
  expect((await stateOf(channel.id))?.state).toBe('live')
  service.close()
})

test('a check address in a private network is never called', async () => {
  const service = await aService()
  const channel = await channelWith({ checkUrl: `${service.origin}/ready` })
  await move(manager, channel.id, 'connect')
  await checkLink(platform, { venueId: venue.id, channelId: channel.id })
  expect(service.said.asked).toEqual([])
  expect((await stateOf(channel.id))?.state).toBe('requested')
  service.close()
})

test.each([
  [
    { status: 204, text: '' },
    { move: 'approve', reason: null },
  ],
  [
    { status: 200, text: '{"status":"rejected","reason":"Closed"}' },
    { move: 'reject', reason: 'Closed' },
  ],
  [
    { status: 202, text: 'x' },
    { move: undefined, reason: null },
  ],
  [{ status: 200, text: '<html>' }, 'unusable'],
  [{ status: 500, text: '' }, 'unusable'],
])('an answer to the check %o means %o', (fetched, means) => {
  expect(readAnswer(fetched)).toEqual(means)
})
