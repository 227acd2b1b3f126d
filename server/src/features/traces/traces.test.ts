import type { Connection, Journey, Trace, TraceDetail } from '@tablewire/contracts/operations/traces'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aDelivery, anEndpoint } from '../../../../tests/build/an-endpoint.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'

type Answer<T> = { status: number; data: T; total: number; next: string | null; code?: string }

let testApp: TestApp
let venue: TestVenue
let channel: TestChannel
let admin: string
let owner: string
let stranger: string
const startsAt = Math.floor(Date.parse(`${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T19:00:00Z`) / 1000)

beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  venue = await aVenue(db, { companyId: await aCompany(db), timeZone: 'Europe/Madrid' })
  channel = await aChannel(db, { venues: [venue.id] })
  admin = await testApp.signIn(await aUser(db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  owner = await testApp.signIn(await aUser(db, { companyId: venue.companyId }))
  stranger = await testApp.signIn(await aUser(db, { companyId: await aCompany(db) }))
})
afterAll(() => testApp.close())

const get = async <T>(url: string, token = admin): Promise<Answer<T>> => {
  await testApp.container.ports.traces.stop()
  const answer = await testApp.ask({ method: 'GET', url, token })
  return { status: answer.statusCode, ...answer.json<Omit<Answer<T>, 'status'>>() }
}
const bc = async <T>([method, path]: [string, string], body?: unknown, headers = {}): Promise<T> =>
  (await testApp.ask({ method, url: `/v1/bc${path}`, key: channel.key, headers, ...(body ? { body } : {}) })).json<T>()

const contact = { firstname: 'Ana', lastname: 'Masked', email: 'ana.masked@example.com', telephone: '34600111222' }
const book = (headers = {}, at = startsAt) =>
  bc<{ id: string; reference: string }>(
    ['POST', '/booking'],
    { venueId: venue.id, partySize: 2, date: at, contact, notes: 'Near the window' },
    headers,
  )

test('what a channel asked stands there with its answer, masked, and is found by any id', async () => {
  const { id, reference } = await book({ 'x-request-id': 'partner-request-7' })
  for (const wanted of [id, reference, reference.toLowerCase(), 'partner-request-7']) {
    const found = await get<Trace[]>(`/v1/traces?filters[id]=${encodeURIComponent(wanted)}`)
    expect(found.data).toMatchObject([
      {
        from: 'channel',
        to: 'hub',
        operation: 'book',
        outcome: 'ok',
        reservationId: id,
        venueId: venue.id,
        channelName: channel.name,
        attempt: 1,
      },
    ])
  }
  const [{ id: hopId }] = (await get<Trace[]>(`/v1/traces?filters[id]=${id}`)).data as [Trace]
  const { data } = await get<TraceDetail>(`/v1/traces/${hopId}`)
  expect(data).toMatchObject({
    method: 'POST',
    url: '/v1/bc/booking',
    request: { headers: { 'x-token': '***' }, body: { partySize: 2, notes: '*** (15)' } },
  })
  expect(data.request.body).toMatchObject({ contact: { firstname: 'A.', lastname: 'M.', email: 'a***@e***.com' } })
  expect(JSON.stringify(data)).not.toMatch(/Ana|Masked|ana\.masked|600111222|window/)
  expect(data.hops.map((hop) => hop.id)).toEqual([hopId])
})

test('a booking’s journey runs from the hold to the cancelation, and a repetition is an attempt', async () => {
  const hold = await bc<{ id: string }>(['POST', '/pending-booking'], { venueId: venue.id, partySize: 2, date: startsAt + 86_400 })
  for (let at = 0; at < 2; at++) await bc(['PUT', `/pending-booking/${hold.id}`], { contact }, { 'idempotency-key': `commit-${hold.id}` })
  await bc(['PUT', `/booking/${hold.id}`], { partySize: 3 })
  await bc(['PUT', `/booking/${hold.id}`], { partySize: 900 })
  await bc(['PUT', `/booking/${hold.id}/cancel`], { cancelActor: 'user' })
  const journey = () => get<Journey>(`/v1/reservations/${hold.id}/journey`, owner)
  // Where a refused change belongs is looked up after its answer.
  await expect.poll(async () => (await journey()).data.hops.length).toBe(6)
  const { data } = await journey()
  expect(data.hops.map(({ operation, outcome, attempt }) => `${operation} ${outcome} ${attempt}`)).toEqual([
    'hold ok 1',
    'commit ok 1',
    'commit ok 2',
    'change ok 1',
    'change refused 1',
    'cancel ok 1',
  ])
  expect(data.waiting).toEqual([])
  const hop = await get<TraceDetail>(`/v1/reservations/${hold.id}/journey/${data.hops[1]!.id}`, owner)
  expect(hop.data.request.body).toMatchObject({ contact: { lastname: 'M.' } })
  expect(await get(`/v1/reservations/${hold.id}/journey`, stranger)).toMatchObject({ status: 404, code: 'reservation.not_found' })
  expect(await get(`/v1/reservations/${hold.id}/journey/${hold.id}`)).toMatchObject({ status: 404, code: 'trace.not_found' })
})

test('what a booking’s own system has not heard stands in its journey, and is tried now when somebody asks', async () => {
  const { id } = await book({}, startsAt + 3 * 86_400)
  const { db } = testApp.container
  const system = await aSystem(db, { name: 'Slow Tables' })
  const settle = (token = owner) => testApp.ask({ method: 'POST', url: `/v1/reservations/${id}/journey/settle`, token })
  expect((await settle()).json()).toMatchObject({ code: 'reservation.not_remote' })
  await sql`
    insert into remote_bookings (venue_id, reservation_id, system_id, key, state, attempts, next_at, last_error)
    values (${venue.id}, ${id}, ${system.id}, 'k-1', 'creating', 3, now() + interval '1 hour', 'no answer')`.execute(db)
  const { data } = await get<Journey>(`/v1/reservations/${id}/journey`, owner)
  expect(data.waiting).toMatchObject([{ kind: 'system', state: 'creating', given: false, attempts: 3, error: 'no answer' }])
  expect((await get<{ name: string; waiting: number }[]>('/v1/connections')).data[0]).toMatchObject({ name: 'Slow Tables', waiting: 1 })
  expect((await settle(stranger)).statusCode).toBe(404)
  const settled = await settle()
  expect(settled.statusCode).toBe(200)
  const [waiting] = settled.json<{ data: Journey }>().data.waiting
  expect(waiting).toMatchObject({ attempts: 0 })
  expect(Date.parse(waiting!.nextAt!)).toBeLessThanOrEqual(Date.now() + 1000)
})

test('searches that succeed are counted only, what fails is kept', async () => {
  const before = (await get(`/v1/traces?filters[operation]=availability`)).total
  await bc(['GET', `/availability?venueId=${venue.id}&date=${startsAt}&partySize=2`])
  await bc(['GET', `/availability?venueId=${venue.id}&date=never&partySize=2`])
  const after = await get<Trace[]>(`/v1/traces?filters[operation]=availability`)
  expect(after.total).toBe(before + 1)
  expect(after.data[0]).toMatchObject({ outcome: 'refused', error: 'request.invalid (fields=date)', httpStatus: 400, venueId: venue.id })
  const counted = await testApp.container.db.selectFrom('flowCounts').selectAll().where('partyId', '=', channel.id).execute()
  expect(counted.reduce((sum, { searches }) => sum + searches, 0)).toBe(2)
})

test('filters narrow, numbers agree with the list, pages hold every hop once, and others see nothing', async () => {
  await book({}, startsAt + 2 * 86_400)
  const all = await get<Trace[]>('/v1/traces?limit=200')
  const sums = await get<{ total: number; ok: number; refused: number; averageMs: number }>('/v1/traces/summary')
  expect(sums.data).toMatchObject({ total: all.total, ok: all.data.filter((hop) => hop.outcome === 'ok').length })
  const walked: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const page: Answer<Trace[]> = await get(`/v1/traces?limit=2${next ? `&after=${next}` : ''}`)
    walked.push(...page.data.map(({ id }) => id))
    next = page.next
  }
  expect(walked).toEqual(all.data.map(({ id }) => id))
  const total = async (filters: string, token = admin) => (await get(`/v1/traces?${filters}`, token)).total
  expect(await total('filters[outcome]=refused,failed')).toBe(all.data.filter((hop) => hop.outcome === 'refused').length)
  expect(await total('filters[flow]=hub-system')).toBe(0)
  expect(await total('filters[repeated]=1')).toBe(1)
  expect(await total('filters[httpStatus]=400')).toBe(1)
  expect(await total('filters[minMs]=600000')).toBe(0)
  expect(await total(`filters[channelId]=${channel.id}`)).toBe(all.total)
  expect(await total(`filters[to]=${encodeURIComponent('2020-01-01T00:00:00Z')}`)).toBe(0)
  expect(await total('', owner)).toBe(all.total)
  expect(await total('', stranger)).toBe(0)
  expect(await get(`/v1/traces/${all.data[0]!.id}`, stranger)).toMatchObject({ status: 404, code: 'trace.not_found' })
})

test('metrics tell the hops of this process and what waits', async () => {
  const { body } = await testApp.container.metrics.render()
  expect(body).toMatch(/tablewire_hop_seconds_count\{direction="channel_hub",operation="book",outcome="ok"\} [1-9]/)
  expect(body).toMatch(/tablewire_waiting\{what="settlements"\} [0-9]/)
  expect(body).toMatch(/tablewire_waiting\{what="dead_deliveries"\} 0/)
})

test('the connection of the channel is told with its day', async () => {
  const { data } = await get<Connection[]>('/v1/connections')
  const ours = data.find(({ name }) => name === channel.name)
  expect(ours).toMatchObject({ kind: 'channel', state: 'fine', waiting: 0 })
  const of = new Map(ours!.kinds.map((one) => [one.kind, one]))
  expect(of.get('availability')).toMatchObject({ calls: 2, refused: 1, errorShare: 0 })
  expect(of.get('booking')!.calls).toBeGreaterThan(2)
  expect([...of.values()].reduce((sum, { calls }) => sum + calls, 0)).toBe(ours!.calls)
  expect(ours!.calls).toBeGreaterThan(5)
  expect(ours!.hours).toHaveLength(24)
  expect((await get<unknown[]>('/v1/connections', stranger)).data).toEqual([])
})

type ConnectionSummary = Pick<
  Connection,
  'name' | 'state' | 'beyond' | 'kinds' | 'calls' | 'errorShare' | 'undelivered' | 'error' | 'partial'
>
const seenBy = async (token: string, name: string): Promise<ConnectionSummary | undefined> =>
  (await get<ConnectionSummary[]>('/v1/connections', token)).data.find((one) => one.name === name)

test('HU5: of a channel that sells for several, people see what concerns their own venues, and not how the others are doing', async () => {
  const { db } = testApp.container
  const shared = await aChannel(db, { name: 'Shared Guide' })
  const [mine, theirs] = await Promise.all([1, 2].map(async () => aVenue(db, { companyId: await aCompany(db) })))
  for (const { id } of [mine!, theirs!])
    await db.insertInto('channelVenues').values({ venueId: id, channelId: shared.id, state: 'live' }).execute()
  const ask = (venueId: string, date: number) =>
    testApp.ask({ method: 'POST', url: '/v1/bc/booking', key: shared.key, body: { venueId, partySize: 2, date, contact } })
  for (let day = 0; day < 3; day++) await ask(theirs!.id, startsAt + day * 86_400)
  expect((await ask(mine!.id, startsAt)).statusCode).toBeLessThan(300)
  await testApp.container.ports.traces.stop()
  await sql`update traces set outcome = 'failed', error = 'theirs alone', http_status = 500 where venue_id = ${theirs!.id}`.execute(db)
  const endpoint = await anEndpoint(db, shared.id)
  await aDelivery(db, { endpointId: endpoint.id, channelId: shared.id })
  const host = await testApp.signIn(await aUser(db, { companyId: mine!.companyId }))
  const other = await testApp.signIn(await aUser(db, { companyId: theirs!.companyId }))
  expect(await seenBy(admin, 'Shared Guide')).toMatchObject({ calls: 4, undelivered: 1, error: { text: 'theirs alone' }, partial: false })
  expect(await seenBy(host, 'Shared Guide')).toMatchObject({ calls: 1, errorShare: 0, undelivered: 0, error: null, partial: true })
  expect(await seenBy(other, 'Shared Guide')).toMatchObject({ calls: 3, errorShare: 1, error: { text: 'theirs alone' }, partial: true })
  expect((await seenBy(other, 'Shared Guide'))!.kinds).toContainEqual(expect.objectContaining({ kind: 'booking', calls: 3, errorShare: 1 }))
})

test('HU5: what goes wrong with a channel is said of the kind of calls, by its own limit', async () => {
  const { db } = testApp.container
  const slow = await aChannel(db, { name: 'Slow Searches' })
  const count = (operation: string, hop: { durationMs: number; outcome?: 'ok' | 'failed' }) =>
    testApp.container.ports.traces.count({
      from: 'channel',
      to: 'hub',
      operation,
      channelId: slow.id,
      outcome: 'ok',
      startedAt: new Date().toISOString(),
      ...hop,
    })
  for (let at = 0; at < 20; at++) count('availability', { durationMs: 4500 })
  for (let at = 0; at < 20; at++) count('get', { durationMs: 20 })
  expect(await seenBy(admin, 'Slow Searches')).toMatchObject({ state: 'fine', beyond: null })
  for (let at = 0; at < 20; at++) count('change', { durationMs: 300, outcome: at < 2 ? 'failed' : 'ok' })
  expect(await seenBy(admin, 'Slow Searches')).toMatchObject({ state: 'failing', beyond: 'change', errorShare: 2 / 60 })
})

test('HU5: what is usual is told of each kind of calls by itself, of channels and of systems', async () => {
  const { db } = testApp.container
  const guide = await aChannel(db, { name: 'Used To Be Quick' })
  const { id: systemId } = await aSystem(db, { name: 'Used To Be Quick There' })
  const hours = sql`generate_series(1, 30) as hour`
  const at = sql`now() - interval '1 hour' - hour * interval '3 hours'`
  await sql`
    insert into channel_calls (channel_id, at, kind, calls, duration_ms)
    select ${guide.id}, ${at}, kind, 100, 100 * took from ${hours}, (values ('availability', 900), ('booking', 200)) as usual (kind, took)`.execute(
    db,
  )
  await sql`
    insert into remote_calls (system_id, minute, operation, ok, duration_ms)
    select ${systemId}, ${at}, operation, 100, 100 * took from ${hours}, (values ('availability', 900), ('create', 200), ('health', 9000)) as usual (operation, took)`.execute(
    db,
  )
  const now = sql`date_bin('10 minutes', now(), '2000-01-01')`
  await sql`
    insert into channel_calls (channel_id, at, kind, calls, duration_ms)
    values (${guide.id}, ${now}, 'availability', 500, 500 * 950), (${guide.id}, ${now}, 'booking', 5, 5 * 1900), (${guide.id}, ${now}, 'change', 5, 5 * 1900)`.execute(
    db,
  )
  await sql`
    insert into remote_calls (system_id, minute, operation, ok, duration_ms)
    values (${systemId}, ${now}, 'availability', 500, 500 * 950), (${systemId}, ${now}, 'create', 5, 5 * 1900)`.execute(db)
  for (const name of ['Used To Be Quick', 'Used To Be Quick There']) {
    const seen = await seenBy(admin, name)
    expect(seen, name).toMatchObject({ state: 'slow', beyond: 'booking', beyondUsual: true })
    const usual = Object.fromEntries(seen!.kinds.map(({ kind, usualMs }) => [kind, usualMs]))
    expect(usual).toEqual({ availability: 900, booking: 200, change: null, lookup: null })
  }
})

test('HU5: people of a channel see their own side of their own channel’s way, and nothing behind the hub', async () => {
  const { db } = testApp.container
  const agent = await aUser(db, { roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'], venues: [] })
  const foreign = await aChannel(db, { name: 'Foreign Guide', venues: [venue.id] })
  const { id } = await book({}, startsAt + 4 * 86_400)
  await testApp.ask({
    method: 'POST',
    url: '/v1/bc/booking',
    key: foreign.key,
    body: { venueId: venue.id, partySize: 2, date: startsAt + 5 * 86_400, contact },
  })
  await testApp.container.ports.traces.stop()
  const asked = await sql<{ requestId: string }>`select request_id from traces where reservation_id = ${id}`.execute(db)
  const { requestId } = asked.rows[0]!
  // The same request on its way to the venue's own system, once with the booking's id and once without.
  for (const reservationId of [id, null])
    await sql`
      insert into traces (id, started_at, from_party, to_party, operation, channel_id, venue_id, reservation_id, request_id, outcome, duration_ms)
      values (gen_random_uuid(), now(), 'hub', 'system', 'create', ${channel.id}, ${venue.id}, ${reservationId}, ${requestId}, 'ok', 5)`.execute(
      db,
    )
  const seen = async (token: string) => (await get<Trace[]>('/v1/traces?limit=200', token)).data
  expect(await seen(await testApp.signIn(agent))).toEqual([])
  const bind = (to: string) =>
    testApp.ask({ method: 'POST', url: `/booking-channels/${to}/users`, token: admin, body: { email: agent.email } })
  await bind(channel.id)
  const one = await testApp.signIn(agent)
  const hops = await seen(one)
  expect(new Set(hops.map(({ channelName, from, to }) => `${channelName} ${from} ${to}`))).toEqual(new Set([`${channel.name} channel hub`]))
  const own = hops.find(({ reservationId }) => reservationId === id)!
  expect((await get<TraceDetail>(`/v1/traces/${own.id}`, one)).data.hops.map((hop) => hop.id)).toEqual([own.id])
  expect((await get<{ kind: string; name: string; partial: boolean }[]>('/v1/connections', one)).data).toMatchObject([
    { kind: 'channel', name: channel.name, partial: false },
  ])
  await bind(foreign.id)
  const both = await testApp.signIn(agent)
  expect(new Set((await seen(both)).map((hop) => hop.channelName))).toEqual(new Set([channel.name, 'Foreign Guide']))
  expect(new Set((await seen(both)).map((hop) => `${hop.from} ${hop.to}`))).toEqual(new Set(['channel hub']))
  expect((await get<{ name: string }[]>('/v1/connections', both)).data.map(({ name }) => name).toSorted()).toEqual(
    [channel.name, 'Foreign Guide'].toSorted(),
  )
})

test('venues whose own id was another one’s as well are told to the platform until somebody gives them their own', async () => {
  const { db } = testApp.container
  const twin = await aVenue(db, { companyId: venue.companyId, timeZone: 'Europe/Madrid', externalId: 'table-17' })
  const told = async (token = admin) =>
    (await get<{ what: string }[]>('/v1/installation/troubles', token)).data.filter(({ what }) => what === 'ids_doubled')
  // As migration 0061 left them.
  await sql`update venues set external_id = 'table-17~' || right(id::text, 12) where id = ${twin.id}`.execute(db)
  expect(await told()).toEqual([])
  await sql`insert into audit_entries (id, action, subject, subject_id, venue_id, company_id, actor_kind, actor_name, request_id, at)
    values (gen_random_uuid(), 'venue.updated', 'venue', ${twin.id}, ${twin.id}, ${venue.companyId}, 'system', 'Tablewire', '0061-own-venue-ids', '2026-11-20T10:00:00Z')`.execute(
    db,
  )
  expect(await told()).toEqual([
    { what: 'ids_doubled', since: '2026-11-20T10:00:00Z', count: 1, venues: [{ id: twin.id, name: twin.name }] },
  ])
  expect(await told(owner)).toEqual([])
  await sql`update venues set external_id = 'table-18' where id = ${twin.id}`.execute(db)
  expect(await told()).toEqual([])
})
