import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aMove, type Going } from '../../../../tests/build/a-company-move.ts'
import { anOnboarding } from '../../../../tests/build/an-onboarding.ts'
import { aReservation, dayFromNow } from '../../../../tests/build/a-reservation.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { makeDb, makePool } from '#src/platform/db/connect.ts'
import { newId } from '#src/platform/id.ts'
import { makeLogger } from '#src/platform/log.ts'
import { startMemory } from '#src/platform/memory/memory.ts'
import { removeReadChanges } from '#src/platform/memory/position.ts'
import { makeSecrets } from '#src/platform/secrets/secrets.ts'
import { openEnd } from './two-databases.ts'

const secrets = makeSecrets(['a key of thirty-two characters, or more'])
const there = 'https://there.example'
let [here, other, third] = [] as unknown as [OpenDb, OpenDb, OpenDb]
beforeAll(async () => {
  here = await aDb()
  other = await aDb()
  third = await aDb()
})
afterAll(() => Promise.all([here, other, third].map((one) => one?.close())))

const move = (company: string, going: Partial<Going> = {}): Promise<string> =>
  aMove(company, { from: here, to: other, url: there, secrets, ...going })

const count = async ({ db }: OpenDb, from: string): Promise<number> =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.raw(from)}`.execute(db)).rows[0]!.n)

/** References of any table that lead nowhere: a backup with one of them cannot be restored. */
const orphans = async ({ db }: OpenDb): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select o.name from pg_class c cross join lateral move_orphans(c.oid::regclass, 'true', '{}', null, null) o
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`.execute(db)
  ).rows.map(({ name }) => name)

/** With an old booking, whose history is copied ahead, and one to come. */
const aHouse = async (): Promise<TestVenue & { bookings: string[] }> => {
  const venue = await aVenue(here.db, { companyId: await aCompany(here.db, { name: `Casa ${newId()}` }) })
  const old = await aReservation(here.db, venue, { date: dayFromNow(-60, venue), status: 'completed' })
  const next = await aReservation(here.db, venue)
  for (const { id } of [old, next])
    await sql`insert into reservation_events (venue_id, reservation_id, id, kind, to_status, side, actor_kind, actor_name)
      values (${venue.id}, ${id}, ${newId()}, 'booked', 'confirmed', 'channel', 'channel', 'test')`.execute(here.db)
  return { ...venue, bookings: [old.id, next.id] }
}
const ofHouse = (table: string, { id }: TestVenue): string => `${table} where venue_id = '${id}'`

test('what others have that hangs on a company which moves is deleted or emptied as its foreign key says it, and nothing leads nowhere', async () => {
  const house = await aHouse()
  const { id: venueId, companyId } = house
  const [admin, guest] = [await aUser(here.db), await aUser(here.db, { venues: [venueId] })]
  const own = await aUser(here.db, { companyId, roles: ['ROLE_MANAGER'] })
  const { id: request } = await anOnboarding(here.db)
  // Live without its steps, which are not looked at here.
  await sql`alter table onboarding_requests disable trigger user`.execute(here.db)
  await sql`update onboarding_requests set venue_id = ${venueId}, status = 'live', visible_at = now(), available_at = now(), onboarded_at = now()
    where id = ${request}`.execute(here.db)
  await sql`alter table onboarding_requests enable trigger user`.execute(here.db)
  await sql`update users set created_by = ${own.id} where id = ${admin.id}`.execute(here.db)
  const notified = [newId(), newId()]
  for (const [at, userId] of [admin.id, own.id].entries())
    await sql`insert into notifications (id, user_id, event_id, event, venue_id, in_app, email, push, created_at)
      values (${notified[at]!}, ${userId}, ${newId()}, 'new', ${venueId}, true, 'none', 'none', now())`.execute(here.db)
  const session = newId()
  await sql`insert into sessions (id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at)
    values (${session}, ${own.id}, ${Buffer.from(newId())}, now(), ${Buffer.from(newId())}, now())`.execute(here.db)
  await sql`insert into spent_refresh_tokens (hash, session_id) values (${Buffer.from(session)}, ${session})`.execute(here.db)
  const answers = {
    data: { data: { venueId } },
    plain: { venueId },
    booking: { id: house.bookings[1] },
    others: { id: newId() },
    odd: { id: 'no id' },
  }
  for (const [key, answer] of Object.entries(answers))
    await sql`insert into idempotency_keys (actor, key, endpoint, body_hash, status, answer)
      values ('user:1', ${`${venueId} ${key}`}, 'e', ${Buffer.from('b')}, 201, ${JSON.stringify(answer)})`.execute(here.db)
  await sql`select setval('webhook_events_sequence_seq', 5000000), setval('bulk_change_turns', 7000)`.execute(here.db)

  expect(await move(companyId)).toContain('The move is done.')
  expect(await orphans(here)).toEqual([])
  expect(await orphans(other)).toEqual([])
  for (const gone of ['sessions', 'spent_refresh_tokens', ofHouse('notifications', house), ofHouse('user_venues', house)])
    expect([gone, await count(here, gone)]).toEqual([gone, 0])
  expect(await count(here, `users where id in ('${admin.id}', '${guest.id}') and created_by is null`)).toBe(2)
  expect(await count(here, `onboarding_requests where id = '${request}' and status = 'live' and venue_id is null`)).toBe(1)
  expect(await count(other, `notifications where id = '${notified[1]}'`)).toBe(1)
  const { rows } = await sql<{ key: string }>`select key from idempotency_keys order by key`.execute(other.db)
  expect(rows.map(({ key }) => key.split(' ')[1])).toEqual(['booking', 'data', 'plain'])
  const next = await sql<{ event: string; turn: string }>`
    select nextval('webhook_events_sequence_seq') as event, nextval('bulk_change_turns') as turn`.execute(other.db)
  expect([Number(next.rows[0]!.event) > 5_000_000, Number(next.rows[0]!.turn) > 7000]).toEqual([true, true])
})

test('a venue that joins after the beginning, and what comes in the way later, stop the move before the switch; bookings go on', async () => {
  const house = await aHouse()
  const { companyId } = house
  const joining = await move(companyId, { after: { said: /Round 1/, work: () => aVenue(here.db, { companyId, name: 'Late' }) } })
  expect(joining).toContain('Venues have come to the company since the move began')
  expect(joining).not.toContain('take no bookings')
  // Before anything is copied, when the command is given again.
  expect(await move(companyId)).toMatch(/^Venues have come/)
  expect(await count(here, `closed_places where until is not null`)).toBe(0)
  expect(await count(here, ofHouse('reservations', house))).toBe(2)
  expect(await move(companyId, { what: 'abort' })).toContain('given up')
  const { id: request } = await anOnboarding(here.db)
  const busy = await move(companyId, {
    after: {
      said: /Round 1/,
      work: () => sql`update onboarding_requests set venue_id = ${house.id}, version = version + 1 where id = ${request}`.execute(here.db),
    },
  })
  expect(busy).toContain('is being brought onto a channel')
  await sql`update onboarding_requests set venue_id = null, version = version + 1 where id = ${request}`.execute(here.db)
  // While the places are closed nothing of the kind begins.
  const refused: string[] = []
  const trying = (work: () => Promise<unknown>): Promise<unknown> => work().catch((error: { code: string }) => refused.push(error.code))
  const done = await move(companyId, {
    after: {
      said: /take no bookings/,
      work: async () => {
        await trying(() => aVenue(here.db, { companyId, name: 'Too late' }))
        await trying(() =>
          sql`update onboarding_requests set venue_id = ${house.id}, version = version + 1 where id = ${request}`.execute(here.db),
        )
      },
    },
  })
  expect(refused).toEqual(['TW380', 'TW380'])
  expect(done).toContain('The move is done.')
  expect(await count(other, `venues where company_id = '${companyId}'`)).toBe(2)
})

test('a move goes on to the database and the address it was begun with, and a name of two companies names none', async () => {
  const { companyId } = await aHouse()
  await sql`update companies set name = 'Twice' where id = ${companyId}`.execute(here.db)
  expect(await move(companyId, { until: /Round 1/ })).toMatch(/^killed/)
  expect(await move(companyId, { to: third })).toContain('begun with another target database')
  expect(await move(companyId, { to: third, what: 'abort' })).toContain('begun with another target database')
  expect(await count(third, 'company_moves')).toBe(0)
  expect(await move(companyId, { url: 'https://elsewhere.example' })).toContain(`begun with --to ${there}`)
  const namesake = await aCompany(here.db, { name: 'twice' })
  for (const what of ['move', 'abort'] as const) expect(await move('Twice', { what })).toContain('Several companies are called Twice')
  await sql`delete from companies where id = ${namesake}`.execute(here.db)
  expect(await move('Twice', { what: 'abort' })).toContain('given up')
})

test('a company that came back loses nothing to an old move, and nobody is told of days as they were before it left', async () => {
  const house = await aHouse()
  const { companyId, id } = house
  const memory = startMemory({ url: here.url, prepare: true, mostBytes: 1_000_000, log: makeLogger('silent') })
  const dinner = { subject: id, day: dayFromNow(1, house) }
  const booked = async (): Promise<number> => {
    const kept = await memory.current(here.db)
    const [found] = await kept!.of([dinner], {
      fact: 'bookings',
      read: async (db) => [
        Number(
          (await sql<{ n: string }>`select count(*) as n from reservations where venue_id = ${id} and status = 'confirmed'`.execute(db))
            .rows[0]!.n,
        ),
      ],
      bytesOf: () => 8,
    })
    return found!
  }
  try {
    expect(await booked()).toBe(1)
    expect(await move(companyId, { until: /The other installation takes bookings/ })).toMatch(/^killed/)
    expect(await booked()).toBe(0)
    await aReservation(other.db, house, { time: '21:00' })
    const back = { from: other, to: here, url: 'https://here.example' }
    expect(await move(companyId, back)).toContain('A move of this company from the other side is not finished')
    expect(await move(companyId)).toContain('The move is done.')
    expect(await booked()).toBe(0)
    expect(await move(companyId, back)).toContain('The move is done.')
    // Also where the upkeep comes before whoever asks.
    await removeReadChanges(here.db)
    await removeReadChanges(here.db)
    expect(await booked()).toBe(2)
    expect(await orphans(other)).toEqual([])
    // As a database has it where the first move was never finished.
    await sql`update company_moves set state = 'moved' where company_id = ${companyId} and side = 'source'`.execute(here.db)
    const history = await count(here, ofHouse('reservation_events', house))
    expect(history).toBeGreaterThan(1)
    expect(await move(companyId)).toContain('has come back here since it left')
    expect(await count(here, ofHouse('reservation_events', house))).toBe(history)
    expect(await count(here, ofHouse('reservations', house))).toBe(3)
    expect(await count(here, `company_moves where company_id = '${companyId}' and state = 'moved'`)).toBe(0)
  } finally {
    await memory.stop()
  }
})

test('whoever finds a pause over while the command holds it waits for seconds, not for as long as the command hangs', async () => {
  const house = await aHouse()
  const moveId = newId()
  await sql`insert into company_moves (id, company_id, company_name, side, state, venues, url, ahead_before)
    values (${moveId}, ${house.companyId}, 'x', 'source', 'copying', '{}', ${there}, now())`.execute(here.db)
  await sql`insert into closed_places (place_id, turn, move_id, until, url) values (${house.id}, ${newId()}, ${moveId}, now() - interval '1 s', ${there})`.execute(
    here.db,
  )
  const renamed = () => sql`update venues set name = 'Renamed' where id = ${house.id}`.execute(here.db)
  const command = await openEnd(here.url, 'source')
  try {
    await command.query('begin')
    await command.query('update closed_places set until = null')
    await expect(renamed()).rejects.toMatchObject({ code: 'TW380' })
    await command.query('rollback')
    await renamed()
    // A command whose machine is gone, or which stands still, holds nothing for ever.
    const { rows } = await command.query<Record<string, string>>(
      `select name, setting from pg_settings where name in ('idle_in_transaction_session_timeout', 'client_connection_check_interval') order by 1`,
    )
    expect(rows.map(({ setting }) => setting)).toEqual(['5000', '60000'])
  } finally {
    await command.end()
  }
})

test('bookings are written where the database has another isolation by default', async () => {
  await sql`alter database ${sql.raw(new URL(third.url).pathname.slice(1))} set default_transaction_isolation = 'repeatable read'`.execute(
    third.db,
  )
  const db = makeDb(makePool({ url: third.url, max: 1, name: 'test' }))
  try {
    const { rows } = await sql<{ isolation: string }>`select current_setting('transaction_isolation') as isolation`.execute(db)
    expect(rows[0]!.isolation).toBe('read committed')
    const { id } = await aReservation(db, await aVenue(db))
    expect(await count({ ...third, db }, `reservations where id = '${id}'`)).toBe(1)
  } finally {
    await db.destroy()
  }
})
