import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { anEndpoint } from '../../../../tests/build/an-endpoint.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { newId } from '#src/platform/id.ts'
import { confirmMeant, isFirst, recordEvent } from '#src/features/reservations/api.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { eraseGuest } from './erase-guest.ts'
import { lookUpGuest } from './look-up.ts'
import { listErasures, settleAnswer } from './receipts.ts'
import { retainGuests } from './retain-guests.ts'

let open: OpenDb
const clock = aClock('2027-06-01T10:00:00Z')
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())
const ctx = () => aCtx(open.db, { clock })

const aGuest = async (venue: TestVenue, email: string): Promise<string> => {
  const id = newId()
  await sql`insert into guests (venue_id, id, first_name, last_name, email, phone, notes) values (${venue.id}, ${id}, 'Zoë', 'Quist', ${email}, '+34600999888', 'likes the window')`.execute(
    open.db,
  )
  return id
}
type Visit = { date: string; createdAt: string; status?: 'completed' | 'confirmed' | 'canceled' }
const aVisit = async (venue: TestVenue, guestId: string, email: string, { date, createdAt, status = 'completed' }: Visit) => {
  const row = await aReservation(open.db, venue, {
    date,
    createdAt,
    status,
    guestId,
    guestFirstName: 'Zoë',
    guestLastName: 'Quist',
    guestEmail: email,
    guestPhone: '+34600999888',
    notes: 'Zoë likes it quiet',
    tags: ['quist'],
  })
  await transaction(ctx(), async (inner) => {
    await recordEvent(inner, { kind: 'booked', action: 'reservation.created', before: null, after: row })
  })
  return row.id
}
const firsts = async (venue: TestVenue) => {
  const { rows } = await sql<{
    id: string
    first: boolean | null
  }>`select r.id, ${isFirst} as first from reservations r where r.venue_id = ${venue.id} order by r.created_at`.execute(open.db)
  return rows
}
/** Every table that has a column of text or json, searched for whatever the guest was called. */
const placesOf = async (word: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.tables c where c.table_schema = 'public' and c.table_type = 'BASE TABLE' order by 1`.execute(
    open.db,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const hit = await sql`select from ${sql.table(name)} t where t::text ilike ${`%${word}%`} limit 1`.execute(open.db)
    if (hit.rows.length) found.push(name)
  }
  return found
}

test('what lies further back than the company keeps it is erased everywhere, batch by batch; first visits and figures stay as they were', async () => {
  const companyId = await aCompany(open.db, {})
  const venue = await aVenue(open.db, { companyId })
  await sql`update companies set guest_months = 12 where id = ${companyId}`.execute(open.db)
  const guest = await aGuest(venue, 'zoe@quist.example')
  const old = await aVisit(venue, guest, 'zoe@quist.example', { date: '2026-05-01', createdAt: '2026-04-01T10:00:00Z' })
  const lately = await aVisit(venue, guest, 'zoe@quist.example', { date: '2027-05-01', createdAt: '2027-04-01T10:00:00Z' })
  const before = await firsts(venue)
  expect(before.map(({ first }) => first)).toEqual([true, false])
  await retainGuests(ctx())
  expect(await firsts(venue)).toEqual(before)
  const rows = await open.db.selectFrom('reservations').selectAll().where('venueId', '=', venue.id).orderBy('createdAt').execute()
  expect(rows[0]).toMatchObject({
    id: old,
    guestId: null,
    guestFirstName: '',
    guestEmail: null,
    guestPhone: null,
    notes: null,
    tags: [],
    partySize: 2,
    status: 'completed',
  })
  expect(rows[0]!.erasedAt).not.toBeNull()
  expect(rows[1]).toMatchObject({ id: lately, guestFirstName: 'Zoë', guestId: guest })
  const said = await sql`select from reservation_events where reservation_id = ${old} and after::text ilike '%quist%'
    union all select from audit_entries where subject_id = ${old} and after::text ilike '%quist%'`.execute(open.db)
  expect(said.rows).toEqual([])
  // Nothing is done twice, and what an import brings for an earlier day is seen.
  await retainGuests(ctx())
  const { rows: entries } = await sql`select from audit_entries where action = 'guest.forgotten' and venue_id = ${venue.id}`.execute(
    open.db,
  )
  expect(entries).toHaveLength(1)
  const late = await aReservation(open.db, venue, { date: '2026-03-01', source: 'import', guestFirstName: 'Late' })
  await retainGuests(ctx())
  expect(await open.db.selectFrom('reservations').select('guestFirstName').where('id', '=', late.id).executeTakeFirst()).toEqual({
    guestFirstName: '',
  })
})

test('months are read for every batch, and a venue that fails keeps no other waiting', async () => {
  const company = async () => {
    const companyId = await aCompany(open.db, {})
    await sql`update companies set guest_months = 12 where id = ${companyId}`.execute(open.db)
    return companyId
  }
  const name = (id: string) => open.db.selectFrom('reservations').select('guestFirstName').where('id', '=', id).executeTakeFirstOrThrow()
  const aHouse = async (companyId: string) => {
    const venue = await aVenue(open.db, { companyId })
    const { id } = await aReservation(open.db, venue, { date: '2026-03-01', source: 'import', guestFirstName: 'Old' })
    return { venueId: venue.id, known: async () => (await name(id)).guestFirstName !== '' }
  }
  const [failing, changing] = [await aHouse(await company()), await company()]
  const [first, second] = [await aHouse(changing), await aHouse(changing)]
  await sql`alter table guest_retention add constraint refused check (venue_id <> ${sql.lit(failing.venueId)}::uuid)`.execute(open.db)
  const { jobs } = ctx().ports
  const longer = async () => {
    if (!(await first.known())) await sql`update companies set guest_months = null where id = ${changing}`.execute(open.db)
  }
  await expect(retainGuests({ ...ctx(), ports: { ...ctx().ports, jobs: { ...jobs, backpressure: longer } } })).rejects.toThrow(
    '1 venues keep',
  )
  expect([await failing.known(), await first.known(), await second.known()]).toEqual([true, false, true])
  await sql`alter table guest_retention drop constraint refused`.execute(open.db)
  await retainGuests(ctx())
  expect([await failing.known(), await second.known()]).toEqual([false, true])
})

test('an erased booking takes no guest again, and history is changed in no other way', async () => {
  const venue = await aVenue(open.db)
  const guest = await aGuest(venue, 'once@quist.example')
  const id = await aVisit(venue, guest, 'once@quist.example', { date: '2026-01-02', createdAt: '2026-01-01T10:00:00Z' })
  await sql`select erase_bookings(${venue.id}::uuid, ${[id]}::uuid[], now())`.execute(open.db)
  await expect(
    sql`update reservations set guest_first_name = 'Back', version = version + 1 where id = ${id}`.execute(open.db),
  ).rejects.toMatchObject({
    constraint: 'reservations_erased_empty',
  })
  await expect(sql`update audit_entries set actor_name = 'x' where subject_id = ${id}`.execute(open.db)).rejects.toMatchObject({
    code: 'TW009',
  })
  await expect(sql`update reservation_events set after = null where reservation_id = ${id}`.execute(open.db)).rejects.toMatchObject({
    code: 'TW009',
  })
})

test('a guest is shown and erased at the venues of the caller, once nothing is to come; whoever knows of him is asked, and answers stand on the receipt', async () => {
  const companyId = await aCompany(open.db, {})
  const venue = await aVenue(open.db, { companyId, name: 'Ours' })
  const other = await aVenue(open.db, { name: 'Theirs' })
  const { id: channelId } = await aChannel(open.db, { name: 'Guide of tests' })
  const { id: silentId } = await aChannel(open.db)
  await anEndpoint(open.db, channelId)
  const email = 'wilma@xylograph.example'
  const guest = await aGuest(venue, email)
  await aGuest(other, email)
  const visit = await aVisit(venue, guest, email, { date: '2027-01-10', createdAt: '2027-01-01T10:00:00Z' })
  await sql`update reservations set channel_id = ${channelId}, channel_reference = 'G-1', version = version + 1 where id = ${visit}`.execute(
    open.db,
  )
  // Our own page knows nobody beside what is erased here.
  const { id: pageId } = await aChannel(open.db, { type: 'widget' })
  const byPage = await aVisit(venue, guest, email, { date: '2027-01-11', createdAt: '2027-01-02T10:00:00Z' })
  await sql`update reservations set channel_id = ${pageId}, version = version + 1 where id = ${byPage}`.execute(open.db)
  const coming = await aVisit(venue, guest, email, { date: '2027-07-10', createdAt: '2027-05-01T10:00:00Z', status: 'confirmed' })
  const admin = { ...ctxOfUser(open.db, await aUser(open.db, { companyId, roles: ['ROLE_ADMIN'] })), clock }

  const stored = await lookUpGuest(admin, { email: 'Wilma@xylograph.example' })
  expect(stored.venues.map(({ name }) => name)).toEqual(['Ours'])
  expect(stored.venues[0]!.bookings.map(({ id, toCome }) => [id, toCome])).toEqual([
    [coming, true],
    [byPage, false],
    [visit, false],
  ])
  await expect(eraseGuest(admin, { email, confirm: 'somebody@else.example' })).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(eraseGuest(admin, { email, confirm: email })).rejects.toMatchObject({ code: 'guest.has_bookings' })
  await sql`update reservations set channel_id = ${silentId}, version = version + 1 where id = ${coming}`.execute(open.db)
  await sql`update reservations set status = 'canceled', cancel_actor = 'guest', canceled_at = now(), version = version + 1 where id = ${coming}`.execute(
    open.db,
  )

  // What was answered when it was made, as it lies under the key for a day.
  await sql`insert into idempotency_keys (actor, key, endpoint, body_hash, status, answer)
    values ('user:x', 'made', 'reservations.create', '\\x00', 201, ${JSON.stringify({ data: { id: visit, guest: { email } } })}::json)`.execute(
    open.db,
  )
  const receipt = await eraseGuest(admin, { email, confirm: email.toUpperCase() })
  expect(receipt).toMatchObject({ venues: [{ name: 'Ours', bookings: 3 }], open: 2 })
  const [byHand] = receipt.answers.filter(({ state }) => state === 'by_hand')
  const [asked] = receipt.answers.filter(({ state }) => state === 'asked')
  expect([byHand?.bookings, asked?.name]).toEqual([1, 'Guide of tests'])
  const { rows: told } = await sql<{ data: unknown; name: string }>`select name, data from webhook_events where id = ${asked!.id}`.execute(
    open.db,
  )
  expect(told).toEqual([{ name: 'guest.erased', data: { venueId: venue.id, bookings: [{ id: visit, theirId: 'G-1' }] } }])
  await sql`update webhook_deliveries set state = 'delivered', finished_at = now() where event_id = ${asked!.id}`.execute(open.db)
  await expect(lookUpGuest(admin, { email })).rejects.toMatchObject({ code: 'guest.not_found' })
  expect((await settleAnswer(admin, { id: byHand!.id, note: 'By telephone' })).open).toBe(0)
  expect((await listErasures(admin, {})).data.map(({ id }) => id)).toEqual([receipt.id])
  // The other company's guest of the same address is its own.
  expect(await placesOf('xylograph')).toEqual(['guests'])
})

test('a place that is kept until its guest confirms by mail does not stand in the way: it is given back, and nothing confirms it any more', async () => {
  const companyId = await aCompany(open.db, {})
  const venue = await aVenue(open.db, { companyId })
  const email = 'hella@quillon.example'
  const { id } = await aReservation(open.db, venue, {
    date: '2027-06-02',
    status: 'held',
    source: 'widget',
    holdExpiresAt: clock().add({ minutes: 30 }).toString(),
    guestFirstName: 'Hella',
    guestLastName: 'Quillon',
    guestEmail: email,
  })
  const admin = { ...ctxOfUser(open.db, await aUser(open.db, { companyId, roles: ['ROLE_ADMIN'] })), clock }
  expect((await eraseGuest(admin, { email, confirm: email })).venues).toMatchObject([{ bookings: 1 }])
  const { status } = await open.db.selectFrom('reservations').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  expect(status).toBe('expired')
  expect(await confirmMeant(ctx(), { id, email })).toBe(false)
  expect(await placesOf('quillon')).toEqual([])
})

test('a number that two guests share erases neither of them', async () => {
  const companyId = await aCompany(open.db, {})
  const venue = await aVenue(open.db, { companyId })
  const phone = '+34600777666'
  const admin = { ...ctxOfUser(open.db, await aUser(open.db, { companyId, roles: ['ROLE_ADMIN'] })), clock }
  const visits = ['one', 'two'].map((name) => ({ email: `${name}@zircon.example`, date: '2027-01-10', createdAt: '2027-01-01T10:00:00Z' }))
  for (const { email, date, createdAt } of visits) await aVisit(venue, await aGuest(venue, email), email, { date, createdAt })
  await sql`update reservations set guest_phone = ${phone}, version = version + 1 where venue_id = ${venue.id}`.execute(open.db)
  await expect(eraseGuest(admin, { phone, confirm: phone })).rejects.toMatchObject({ code: 'guest.several' })
  expect((await eraseGuest(admin, { email: visits[0]!.email, confirm: visits[0]!.email })).venues).toMatchObject([{ bookings: 1 }])
  expect((await eraseGuest(admin, { phone, confirm: phone })).venues).toMatchObject([{ bookings: 1 }])
})

test('a number of one person under two addresses, merged as one, erases both', async () => {
  const companyId = await aCompany(open.db, {})
  const venue = await aVenue(open.db, { companyId })
  const phone = '+34600777555'
  const admin = { ...ctxOfUser(open.db, await aUser(open.db, { companyId, roles: ['ROLE_ADMIN'] })), clock }
  const ids = []
  for (const name of ['work', 'home']) {
    const email = `${name}@vanadium.example`
    const id = await aGuest(venue, email)
    ids.push(id)
    await aVisit(venue, id, email, { date: '2027-01-10', createdAt: '2027-01-01T10:00:00Z' })
  }
  await sql`update reservations set guest_phone = ${phone}, version = version + 1 where venue_id = ${venue.id}`.execute(open.db)
  await sql`update guests set phone = ${phone} where venue_id = ${venue.id}`.execute(open.db)
  await expect(eraseGuest(admin, { phone, confirm: phone })).rejects.toMatchObject({ code: 'guest.several' })
  await sql`select merge_guests(${ids[0]}::uuid, ${ids[1]}::uuid, ${clock().toString()}::timestamptz, 'Ada')`.execute(open.db)
  // Neither the number nor one of the addresses alone says that both go.
  const home = 'home@vanadium.example'
  await expect(eraseGuest(admin, { phone, confirm: phone })).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(eraseGuest(admin, { email: home, confirm: home })).rejects.toMatchObject({ code: 'request.invalid' })
  expect((await eraseGuest(admin, { email: home, confirm: `WORK@vanadium.example, ${home}` })).venues).toMatchObject([{ bookings: 2 }])
  expect(await placesOf('vanadium')).toEqual([])
})

test('who only waited for a place is shown and erased as well', async () => {
  const companyId = await aCompany(open.db, {})
  const venue = await aVenue(open.db, { companyId })
  const email = 'walter@yttrium.example'
  await sql`insert into waitlist_entries (venue_id, id, kind, status, origin, service_on, party_size, from_at, until_at, last_name, email, joined_at, waiting_since, updated_at)
    values (${venue.id}, ${newId()}, 'day', 'waiting', 'widget', '2027-06-09', 2, '2027-06-09T18:00:00Z', '2027-06-09T20:00:00Z', 'Yttrium', ${email}, now(), now(), now())`.execute(
    open.db,
  )
  const admin = { ...ctxOfUser(open.db, await aUser(open.db, { companyId, roles: ['ROLE_ADMIN'] })), clock }
  expect((await lookUpGuest(admin, { email })).venues[0]!.waitlist).toMatchObject([
    { lastName: 'Yttrium', status: 'waiting', day: '2027-06-09' },
  ])
  expect(await eraseGuest(admin, { email, confirm: email })).toMatchObject({ venues: [{ bookings: 0 }], answers: [] })
  expect(await placesOf('yttrium')).toEqual([])
})
