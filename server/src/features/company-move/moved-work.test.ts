import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aMove, type Going } from '../../../../tests/build/a-company-move.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { closeDays, countAll } from '#src/features/audit/close-days.ts'
import { listAuditEntries } from '#src/features/audit/list-audit-entries.ts'
import { listReservations } from '#src/features/reservations/list-reservations.ts'
import { takeDue } from '#src/features/rms-bookings/remote-rows.ts'
import { claimDeliveries, type ClaimedDelivery } from '#src/features/webhooks/claim-deliveries.ts'
import { finishDeliveries } from '#src/features/webhooks/finish-deliveries.ts'
import { newId } from '#src/platform/id.ts'
import { makeSecrets } from '#src/platform/secrets/secrets.ts'

/** What is under way when a company moves, and what goes on beside it. */
const secrets = makeSecrets(['a key of thirty-two characters, or more'])
let [here, other] = [] as unknown as [OpenDb, OpenDb]
beforeAll(async () => {
  here = await aDb()
  other = await aDb()
})
afterAll(() => Promise.all([here, other].map((one) => one?.close())))

const move = (company: string, going: Partial<Going> = {}): Promise<string> =>
  aMove(company, { from: here, to: other, url: 'https://there.example', secrets, ...going })
const rowsOf = async ({ db }: OpenDb, text: string): Promise<Record<string, unknown>[]> =>
  (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(db)).rows
const aHouse = async (): Promise<TestVenue> => aVenue(here.db, { companyId: await aCompany(here.db, { name: `Casa ${newId()}` }) })

const anEndpoint = async (channelId: string): Promise<string> => {
  const id = newId()
  await sql`insert into webhook_endpoints (id, channel_id, url, state) values (${id}, ${channelId}, ${`https://partner.test/${id}`}, 'active')`.execute(
    here.db,
  )
  return id
}
type Told = { channelId: string; endpointId: string; state: 'waiting' | 'dead' | 'delivered'; attempts?: number }
const told = async (
  { id: venueId }: TestVenue,
  reservationId: string,
  { channelId, endpointId, state, attempts = 0 }: Told,
): Promise<string> => {
  const eventId = newId()
  const deliveryId = newId()
  await sql`
    with e as (insert into webhook_events (id, channel_id, venue_id, reservation_id, action, data, occurred_at)
      values (${eventId}, ${channelId}, ${venueId}, ${reservationId}, 'update', '{}', now()) returning *)
    insert into webhook_deliveries (id, endpoint_id, event_id, channel_id, reservation_id, sequence, state, next_at, attempts, step, finished_at)
    select ${deliveryId}::uuid, ${endpointId}::uuid, e.id, e.channel_id, e.reservation_id, e.sequence, ${state}, now() - interval '1 minute', ${attempts}::integer,
      ${attempts}::integer, case when ${state} <> 'waiting' then now() end from e`.execute(here.db)
  for (let n = 1; n <= attempts; n++)
    await sql`insert into webhook_attempts (delivery_id, n, at, duration_ms, http_status) values (${deliveryId}, ${n}, now(), 5, 500)`.execute(
      here.db,
    )
  return eventId
}
const delivered = (claimed: ClaimedDelivery) => ({
  claimed,
  called: { ok: true, status: 200, error: null, answer: null, sentAt: new Date().toISOString(), durationMs: 5, retryAfter: undefined },
})

test('deliveries that wait or failed, and bookings at a remote system, go on at the other side where they were', async () => {
  const house = await aHouse()
  const { id: channelId } = await aChannel(here.db, { venues: [house.id] })
  const endpointId = await anEndpoint(channelId)
  const [one, two] = [await aReservation(here.db, house), await aReservation(here.db, house, { time: '21:00' })]
  const base = { channelId, endpointId }
  await told(house, one.id, { ...base, state: 'delivered', attempts: 1 })
  const first = await told(house, one.id, { ...base, state: 'waiting', attempts: 2 })
  const second = await told(house, one.id, { ...base, state: 'waiting' })
  const failed = await told(house, two.id, { ...base, state: 'dead', attempts: 3 })
  const system = await aSystem(here.db, { venues: [house.id] })
  const [known] = await rowsOf(here, `select to_jsonb(s)::text as row from systems s where id = '${system.id}'`)
  await sql`insert into systems select * from jsonb_populate_record(null::systems, ${known!['row']}::jsonb)`.execute(other.db)
  for (const [{ id }, state, remoteId] of [
    [one, 'live', 'R-1'],
    [two, 'creating', null],
  ] as const)
    await sql`insert into remote_bookings (venue_id, reservation_id, system_id, remote_id, key, state, payment_token, next_at)
      values (${house.id}, ${id}, ${system.id}, ${remoteId}, ${`key-${id}`}, ${state}, ${state === 'creating' ? secrets.seal('token') : null}, now() - interval '1 s')`.execute(
      here.db,
    )

  expect(await move(house.companyId)).toContain('The move is done.')
  expect(await rowsOf(here, `select id from webhook_deliveries`)).toEqual([])
  expect(await rowsOf(here, `select key from remote_bookings`)).toEqual([])
  const states = await rowsOf(
    other,
    `select d.event_id as id, d.state, d.attempts, (select count(*)::int from webhook_attempts a where a.delivery_id = d.id) as tried
     from webhook_deliveries d order by d.sequence`,
  )
  expect(states.slice(1)).toEqual([
    { id: first, state: 'waiting', attempts: 2, tried: 2 },
    { id: second, state: 'waiting', attempts: 0, tried: 0 },
    { id: failed, state: 'dead', attempts: 3, tried: 3 },
  ])
  // In the order of their booking: the second one waits for the first.
  const ctx = aCtx(other.db)
  for (const wanted of [first, second]) {
    const claimed = await claimDeliveries(ctx, endpointId)
    expect(claimed.map(({ eventId }) => eventId)).toEqual([wanted])
    await finishDeliveries(ctx, endpointId, claimed.map(delivered))
  }
  const left = `select state, count(*)::int as n from webhook_deliveries group by 1 order by 1`
  expect(await rowsOf(other, left)).toEqual([
    { state: 'dead', n: 1 },
    { state: 'delivered', n: 3 },
  ])
  const remote = await rowsOf(
    other,
    `select reservation_id as id, state, key, remote_id, payment_token from remote_bookings order by state`,
  )
  expect(remote.map(({ id, state, key, remoteId }) => ({ id, state, key, remoteId }))).toEqual([
    { id: two.id, state: 'creating', key: `key-${two.id}`, remoteId: null },
    { id: one.id, state: 'live', key: `key-${one.id}`, remoteId: 'R-1' },
  ])
  expect(secrets.open(String(remote[0]!['paymentToken']))).toBe('token')
  expect((await takeDue(ctx, 10)).map(({ reservationId }) => reservationId).toSorted()).toEqual([one.id, two.id].toSorted())
})

test('while one company is closed the webhooks and remote bookings of the others go on', async () => {
  const [moving, staying] = [await aHouse(), await aHouse()]
  const { id: channelId } = await aChannel(here.db, { venues: [moving.id, staying.id] })
  const endpointId = await anEndpoint(channelId)
  const base = { channelId, endpointId, state: 'waiting' } as const
  const of = async (venue: TestVenue): Promise<string> => told(venue, (await aReservation(here.db, venue)).id, base)
  const [underWay, goesOn] = [await of(moving), await of(staying)]
  const ctx = aCtx(here.db)
  const claimed = await claimDeliveries(ctx, endpointId)
  expect(claimed.map(({ eventId }) => eventId).toSorted()).toEqual([underWay, goesOn].toSorted())
  const [waits, isNext] = [await of(moving), await of(staying)]
  const moveId = newId()
  await sql`insert into company_moves (id, company_id, company_name, side, state, venues, url, ahead_before)
    values (${moveId}, ${moving.companyId}, 'x', 'source', 'copying', '{}', 'https://x.test', now())`.execute(here.db)
  await sql`insert into closed_places (place_id, turn, move_id, until, url) values (${moving.id}, ${newId()}, ${moveId}, now() + interval '1 min', 'https://x.test')`.execute(
    here.db,
  )
  await finishDeliveries(ctx, endpointId, claimed.map(delivered))
  expect((await claimDeliveries(ctx, endpointId)).map(({ eventId }) => eventId)).toEqual([isNext])
  const stateOf = (id: string) => rowsOf(here, `select state from webhook_deliveries where event_id = '${id}'`)
  expect([await stateOf(goesOn), await stateOf(underWay), await stateOf(waits)]).toEqual([
    [{ state: 'delivered' }],
    [{ state: 'waiting' }],
    [{ state: 'waiting' }],
  ])
  await sql`delete from closed_places where move_id = ${moveId}`.execute(here.db)
  await sql`update company_moves set state = 'aborted' where id = ${moveId}`.execute(here.db)
  expect((await claimDeliveries(ctx, endpointId)).map(({ eventId }) => eventId)).toEqual([waits])
})

test('what is copied ahead is counted in the audit’s closed days as it comes and goes, and a copy that broke off goes on in small parts', async () => {
  const house = await aHouse()
  const noted = 1200
  await sql`insert into audit_entries (id, at, actor_kind, actor_name, action, subject, subject_id, venue_id, company_id, request_id)
    select gen_random_uuid(), now() - interval '5 days' - n * interval '1 minute', 'system', 'test', 'venue.updated', 'venue', ${house.id}, ${house.id}, ${house.companyId}, 'test'
    from generate_series(1, ${noted}) n`.execute(here.db)
  const total = async (at: OpenDb): Promise<number[]> => [
    await countAll(aCtx(at.db)),
    Number((await rowsOf(at, 'select count(*)::int as n from audit_entries'))[0]!['n']),
  ]
  const before = await countAll(aCtx(other.db))
  await closeDays(aCtx(here.db))
  expect(await move(house.companyId, { until: /Round 1/ })).toMatch(/^killed/)
  // The night in between closes the days at the other side.
  await closeDays(aCtx(other.db))
  expect(await total(other)).toEqual([before + noted, before + noted])
  // Nobody's yet: the company is not there.
  const listed = async () => {
    const { data, total: all } = await listAuditEntries(aCtx(other.db), { limit: 100 }, {})
    return [all, data.filter(({ venueId }) => venueId === house.id).length]
  }
  expect(await listed()).toEqual([before, 0])
  expect(await move(house.companyId, { what: 'abort' })).toContain('given up')
  expect(await total(other)).toEqual([before, before])
  expect(await move(house.companyId, { until: /Round 1/ })).toMatch(/^killed/)
  // As it is where the first copy broke off, and rows are of an older state.
  await sql`alter table audit_entries disable trigger user`.execute(other.db)
  await sql`update audit_entries set actor_name = 'older' where venue_id = ${house.id} and at < now() - interval '5 days 5 hours'`.execute(
    other.db,
  )
  await sql`alter table audit_entries enable trigger user`.execute(other.db)
  expect(await move(house.companyId, { keysMost: 300 })).toContain('The move is done.')
  expect((await listed())[1]).toBeGreaterThan(0)
  const [there, rows] = await total(other)
  expect([there, rows! >= before + noted]).toEqual([rows, true])
  const [here1, rows1] = await total(here)
  expect(here1).toBe(rows1)
  expect(
    await rowsOf(other, `select count(*)::int as n from audit_entries where venue_id = '${house.id}' and actor_name = 'older'`),
  ).toEqual([{ n: 0 }])
})

const aQueue = async (name: string): Promise<void> => {
  for (const { db } of [here, other]) await sql`select pgboss.create_queue(${name}, '{"policy":"standard"}')`.execute(db)
}

test('jobs that name a letter or a gateway go along, begin nowhere during the pause, and one that comes too late stops the switch', async () => {
  const house = await aHouse()
  const gatewayId = newId()
  await aQueue('guest_replies.write_back')
  await sql`alter table text_gateways disable trigger user`.execute(here.db)
  const job = () =>
    sql`insert into pgboss.job (name, data) values ('guest_replies.write_back', ${JSON.stringify({ gatewayId, venueId: house.id })}::jsonb)`.execute(
      here.db,
    )
  await job()
  let came = false
  const once = async (): Promise<void> => {
    if (!came) await job()
    came = true
  }
  const late = await move(house.companyId, { after: { said: /rows are copied/, work: once } })
  expect(late).toContain('new jobs have come: guest_replies.write_back')
  expect(late).toContain('The move is done.')
  const jobs = `select state::text, start_after > now() as "waits" from pgboss.job where data ->> 'gatewayId' = '${gatewayId}'`
  expect(await rowsOf(here, jobs)).toEqual([])
  expect(await rowsOf(other, jobs)).toHaveLength(2)
})

test('the queue that writes jobs of the company in another order than they are taken keeps the switch for a moment, and neither gives up', async () => {
  const house = await aHouse()
  await aQueue('moved.beats')
  for (const id of [newId(), newId()])
    await sql`insert into pgboss.job (id, name, data, state) values (${id}, 'moved.beats', ${JSON.stringify({ venueId: house.id })}::jsonb, 'active')`.execute(
      here.db,
    )
  const { rows } = await sql<{ id: string }>`select id from pgboss.job where name = 'moved.beats'`.execute(here.db)
  const [first, last] = [rows[0]!.id, rows[1]!.id]
  let beaten: Promise<unknown> | undefined
  /** As the heartbeat does, the other way round and so slowly that the switch comes in between. */
  const beat = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    beaten ??= here.db.transaction().execute(async (inner) => {
      const one = (id: string) => sql`update pgboss.job set heartbeat_on = now() where id = ${id}`.execute(inner)
      await one(last)
      resolve(undefined)
      await sql`select pg_sleep(0.4)`.execute(inner)
      await one(first)
      await sql`select pg_sleep(0.4)`.execute(inner)
    })
    beaten.catch(() => undefined)
    await promise
  }
  const said = await move(house.companyId, { after: { said: /sums are the same/, work: beat } })
  await beaten
  expect(said).toContain('The move is done.')
  expect(said).not.toContain('Not yet')
  // Whoever had begun a booking before, and writes it now.
  await expect(aReservation(here.db, house)).rejects.toMatchObject({ code: 'TW381' })
})

test('a pause that is over before everything is compared is called too short, and nobody looks for damage', async () => {
  const house = await aHouse()
  const said = await move(house.companyId, { pauseSeconds: 1, after: { said: /take no bookings/, work: () => sleep(1500) } })
  expect(said).toMatch(/^The pause of 1 s was too short: after \d+ s .* with --pause-seconds \d+0,/)
  expect(said).not.toContain('not the same')
  expect(await rowsOf(here, 'select place_id from closed_places where until is not null')).toEqual([])
  expect(await move(house.companyId)).toContain('The move is done.')
})

test('a switch that meets a deadlock is tried again, and at last it is said what to do', async () => {
  const house = await aHouse()
  await sql`create function lose_the_race() returns trigger language plpgsql as $$ begin
    if new.state = 'moved' then raise exception 'crossed' using errcode = '40P01'; end if; return new; end $$`.execute(here.db)
  await sql`create trigger lost before update on company_moves for each row execute function lose_the_race()`.execute(here.db)
  await sql`alter table company_moves enable always trigger lost`.execute(here.db)
  const said = await move(house.companyId)
  expect(said).toMatch(/^Given up after 3 tries: .*crossed.* Nothing was switched/)
  expect(said.match(/Not yet/g)).toHaveLength(3)
  await sql`drop trigger lost on company_moves`.execute(here.db)
  expect(await move(house.companyId)).toContain('The move is done.')
})

test('the audit of both installations tells the move, and open screens at the old one ask again', async () => {
  const house = await aHouse()
  await aReservation(here.db, house)
  const [company] = await rowsOf(here, `select name from companies where id = '${house.companyId}'`)
  const left = 'https://here.example'
  const resets = `select id from live_messages where message ->> 'type' = 'reset'`
  const { length: before } = await rowsOf(here, resets)
  // However often the command is given.
  expect(await move(house.companyId, { left, until: /other installation takes bookings/ })).toMatch(/^killed/)
  expect(await move(house.companyId, { left })).toContain('The move is done.')
  const written = `select actor_kind, actor_name, company_id, before ->> 'url' as left, after ->> 'url' as came, (after ->> 'reservations')::int as bookings
    from audit_entries where action = 'company.moved' and subject_id = '${house.companyId}'`
  const entry = { actorKind: 'system', actorName: 'move-company', left, came: 'https://there.example', bookings: 1 }
  expect(await rowsOf(other, written)).toEqual([{ ...entry, companyId: house.companyId }])
  expect(await rowsOf(here, written)).toEqual([{ ...entry, companyId: null }])
  const { data } = await listAuditEntries(aCtx(here.db), { filters: { action: 'company.moved', subjectId: house.companyId } }, {})
  expect(data.map(({ subjectName, actorName }) => [subjectName, actorName])).toEqual([[company!['name'], 'move-company']])
  expect(await rowsOf(here, resets)).toHaveLength(before + 1)
  // Lists of it do not say that nobody has booked; those of others go on.
  const list = (...venueId: string[]) => listReservations(aCtx(here.db), { filters: { venueId } })
  await expect(list(house.id)).rejects.toMatchObject({ code: 'venue.moved', details: { url: 'https://there.example' } })
  const { id: staying } = await aHouse()
  expect([await list(house.id, staying), await list(staying)].map(({ total }) => total)).toEqual([0, 0])
})
