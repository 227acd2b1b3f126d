import { Permission } from '@tablewire/contracts/identity/access'
import { makeDb, makePool } from '@tablewire/server/platform/db/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUser } from '../build/a-caller.ts'
import { aChannel } from '../build/a-channel.ts'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'
import { aSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue } from '../build/a-venue.ts'
import { testDatabase } from '../build/database.ts'
import { aLiveReader } from '../build/live-reader.ts'

let server: TestServer
let db: ReturnType<typeof makeDb>
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  db = makeDb(makePool({ url: database.url, max: 2, name: 'test' }))
  server = await aServer({
    databaseUrl: database.url,
    args: ['--empty'],
    env: { TABLEWIRE_ADMIN_EMAIL: firstAdmin.email, TABLEWIRE_ADMIN_PASSWORD: firstAdmin.password },
  })
})
afterAll(async () => {
  await server.stop()
  await db.destroy()
  await drop()
})

test('CH1: who manages channels hears at once how a link moves, at his own venues and of nothing else', async () => {
  const [mine, theirs] = [await aVenue(db), await aVenue(db)]
  const channel = await aChannel(db)
  const manager = await aUser(db, {
    companyId: mine.companyId,
    roles: ['ROLE_MANAGER'],
    permissions: ['channelManagement'],
    venues: [mine.id],
  })
  const { token } = await asUser(server.url, manager)
  const { token: admin } = await asUser(server.url, firstAdmin)
  const reader = await aLiveReader(server.url, token)
  const post = (path: string, body: object): Promise<Response> =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const guest = { firstName: 'Lena', lastName: 'Live' }
  const startsAt = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T19:00:00Z`
  expect((await post('/v1/reservations', { venueId: mine.id, startsAt, partySize: 2, guest })).status).toBe(201)
  expect((await post(`/v1/venues/${theirs.id}/channels/${channel.id}/moves`, { move: 'connect' })).status).toBe(200)
  expect((await post(`/v1/venues/${mine.id}/channels/${channel.id}/moves`, { move: 'connect' })).status).toBe(200)
  const heard = await reader.until(({ message }) => message.type === 'channel')
  expect(heard?.message).toMatchObject({ venueId: mine.id, id: channel.id, kind: 'requested' })
  expect(reader.heard.map(({ message }) => message.type)).toEqual(['channel'])
  reader.close()
})

test('AC6: whoever sees one venue hears nothing of another one, whatever happens there', async () => {
  const mine = await aVenue(db)
  const hidden = await aVenue(db, { companyId: mine.companyId })
  const everything = { roles: ['ROLE_MANAGER' as const], permissions: [...Permission.options] }
  const { token } = await asUser(server.url, await aUser(db, { ...everything, companyId: mine.companyId, venues: [mine.id] }))
  const { token: admin } = await asUser(server.url, firstAdmin)
  const reader = await aLiveReader(server.url, token)
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${admin}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const answer = await fetch(server.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    expect([path, answer.status < 300]).toEqual([path, true])
    return ((await answer.json()) as { data: Record<string, unknown> }).data
  }
  const startsAt = `${new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10)}T19:00:00Z`
  const channel = await aChannel(db)
  // The hidden one first: whoever has heard the last of his own would have heard the others.
  for (const { id } of [hidden, mine]) {
    await call('PUT', `/v1/venues/${id}/book`, { ...(await call('GET', `/v1/venues/${id}/book`)), noticeMinutes: 77 })
    await call('PUT', `/venues/${id}`, { city: 'Live' })
    await call('POST', `/v1/venues/${id}/channels/${channel.id}/moves`, { move: 'connect' })
    await call('POST', '/v1/imports', { kind: 'reservations', venueId: id, fileName: 'a.csv', fileBytes: 10 })
    await call('POST', '/v1/reservations', { venueId: id, startsAt, partySize: 2, guest: { firstName: 'Li', lastName: 'Ve' } })
  }
  expect(await reader.until(({ message }) => message.type === 'reservation' && message.venueId === mine.id)).toBeDefined()
  const types = new Set(reader.heard.filter(({ message }) => message.venueId === mine.id).map(({ message }) => message.type))
  expect([...types].toSorted()).toEqual(['book', 'channel', 'reservation', 'venue'])
  expect(JSON.stringify(reader.heard)).not.toContain(hidden.id)
  reader.close()
})

test('RE6: whoever may look at an import hears how far it is, not only who started it, and nobody of another company', async () => {
  const [mine, theirs] = [await aVenue(db), await aVenue(db)]
  const people = { mine: await aUser(db, { companyId: mine.companyId }), theirs: await aUser(db, { companyId: theirs.companyId }) }
  const starter = await asUser(server.url, await aUser(db, { companyId: mine.companyId }))
  const colleague = await aLiveReader(server.url, (await asUser(server.url, people.mine)).token)
  const platform = await aLiveReader(server.url, (await asUser(server.url, firstAdmin)).token)
  const stranger = await aLiveReader(server.url, (await asUser(server.url, people.theirs)).token)
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { authorization: `Bearer ${starter.token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/v1/imports${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect([path, answer.ok]).toEqual([path, true])
    return ((await answer.json()) as { data: { id: string } }).data
  }
  const file = Buffer.from('Date;Time;Guests;Name\n2026-05-01;19:00;2;Ana\n')
  const { id } = await post('', { kind: 'reservations', venueId: mine.id, fileName: 'x.csv', fileBytes: file.length })
  await post(`/${id}/parts?at=0`, { content: file.toString('base64') })
  await post(`/${id}/check`, {})
  for (const reader of [colleague, platform]) {
    const heard = await reader.until(({ message }) => message.type === 'import' && message.kind === 'step')
    expect(heard?.message).toMatchObject({ id, venueId: null })
    expect(JSON.stringify(heard)).not.toContain(mine.companyId)
  }
  expect(stranger.heard.map(({ message }) => message.type)).toEqual([])
  for (const reader of [colleague, platform, stranger]) reader.close()
})

test('ON3: somebody of a partner, who is of no company, hears how far his own import is, and not of another partner’s', async () => {
  const { token: admin } = await asUser(server.url, firstAdmin)
  const post = async (token: string, path: string, body: object): Promise<{ id: string }> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect([path, answer.ok]).toEqual([path, true])
    return ((await answer.json()) as { data: { id: string } }).data
  }
  const agentOf = async ({ id }: { id: string }): Promise<string> => {
    const agent = await aUser(db, { roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'], venues: [] })
    await post(admin, `/v1/systems/${id}/users`, { email: agent.email })
    return (await asUser(server.url, agent)).token
  }
  const [mine, theirs] = [await agentOf(await aSystem(db)), await agentOf(await aSystem(db))]
  const [own, stranger] = [await aLiveReader(server.url, mine), await aLiveReader(server.url, theirs)]
  const file = Buffer.from('Name;Booking channel\nZur Linde;Nobody\n')
  const { id } = await post(mine, '/v1/imports', { kind: 'onboarding', fileName: 'x.csv', fileBytes: file.length })
  await post(mine, `/v1/imports/${id}/parts?at=0`, { content: file.toString('base64') })
  await post(mine, `/v1/imports/${id}/check`, {})
  const heard = await own.until(({ message }) => message.type === 'import' && message.kind === 'step', 10_000)
  expect(heard?.message).toEqual({ type: 'import', venueId: null, id, kind: 'step', at: expect.any(String) as string })
  expect(stranger.heard.map(({ message }) => message.type)).toEqual([])
  for (const reader of [own, stranger]) reader.close()
})

test('a session opens so many streams and no more, and another one once one of them is closed', async () => {
  const { token } = await asUser(server.url, firstAdmin)
  const readers = await Promise.all(Array.from({ length: 30 }, () => aLiveReader(server.url, token)))
  await expect(aLiveReader(server.url, token)).rejects.toThrow(/429 .*"live.too_many"/)
  // Somebody else, and the same person elsewhere, are not kept out by it.
  const elsewhere = await aLiveReader(server.url, (await asUser(server.url, firstAdmin)).token)
  readers[0]!.close()
  await expect
    .poll(() =>
      aLiveReader(server.url, token).then(
        (reader) => readers.push(reader),
        () => 0,
      ),
    )
    .toBeGreaterThan(0)
  for (const reader of [...readers, elsewhere]) reader.close()
})

test('AC6: who is taken from a system, or loses a role, hears nothing more from that moment on the stream that is open', async () => {
  const { token: admin } = await asUser(server.url, firstAdmin)
  const call = async (method: string, path: string, body: object = {}): Promise<void> => {
    const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }
    expect((await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })).status).toBeLessThan(300)
  }
  const venue = await aVenue(db)
  const system = await aSystem(db, { venues: [venue.id] })
  await db.updateTable('systems').set({ active: false }).where('id', '=', system.id).execute()
  const agent = await aUser(db, { roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'], permissions: [...Permission.options] })
  await call('POST', `/v1/systems/${system.id}/users`, { email: agent.email })
  const manager = await aUser(db, { companyId: venue.companyId, roles: ['ROLE_MANAGER'], permissions: ['reservations', 'venues'] })
  const [atSystem, atHouse, all] = await Promise.all(
    [agent, manager, firstAdmin].map(async (user) => aLiveReader(server.url, (await asUser(server.url, user)).token)),
  )
  let hour = 17
  /** A booking, waited for until the administrator has heard of it. */
  const happens = async (): Promise<void> => {
    const before = all!.heard.length
    const startsAt = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T${hour++}:00:00Z`
    await call('POST', '/v1/reservations', {
      venueId: venue.id,
      startsAt,
      partySize: 2,
      guest: { firstName: 'Lena', lastName: 'Live' },
      override: true,
    })
    await all!.until((one) => all!.heard.indexOf(one) >= before && one.message.type === 'reservation')
  }
  const told = (reader: typeof all): number => reader!.heard.filter(({ message }) => message.type === 'reservation').length
  await happens()
  expect([told(atSystem), told(atHouse)]).toEqual([1, 1])
  await call('DELETE', `/v1/systems/${system.id}/users/${agent.id}`)
  const { email, roles, lang } = manager
  const account = { email, roles, lang, firstName: 'Ada', lastName: 'Example', city: null, country: null, username: null }
  await call('PUT', `/users/${manager.id}/account`, { ...account, permissions: ['venues'], version: 1 })
  await happens()
  expect([told(atSystem), told(atHouse), told(all)]).toEqual([1, 1, 2])
  for (const reader of [atSystem, atHouse, all]) reader!.close()
})
