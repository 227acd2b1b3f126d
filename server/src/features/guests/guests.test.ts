import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { newId } from '#src/platform/id.ts'
import { addNote, changeGuest, removeNote } from './change-guest.ts'
import { readProfile } from './guest-profile.ts'
import { fold } from './likeness.ts'
import { listGuests } from './list-guests.ts'
import { lookAtGuests } from './look-at-guests.ts'
import { mergeGuests, partGuests } from './merge-guests.ts'
import { decidePair, listPairs, reopenPair } from './pairs.ts'

let open: OpenDb
const clock = aClock('2027-06-01T10:00:00Z')
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())
const ctx = () => aCtx(open.db, { clock })

type Given = { first?: string; last?: string; email?: string | null; phone?: string | null; optIn?: boolean }
let made = 0
const aGuest = async (venue: TestVenue, { first = 'Ana', last = 'Peña', email = null, phone = null, optIn = false }: Given) => {
  const id = newId()
  await sql`insert into guests (venue_id, id, first_name, last_name, email, phone, opt_in_consent, created_at)
    values (${venue.id}, ${id}, ${first}, ${last}, ${email}, ${phone}, ${optIn}, timestamptz '2027-01-01' + make_interval(mins => ${made++}))`.execute(
    open.db,
  )
  return id
}
const aVisit = (venue: TestVenue, guestId: string, date: string, status: 'completed' | 'confirmed' | 'no_show' = 'completed') =>
  aReservation(open.db, venue, { guestId, date, status, guestFirstName: 'Ana', guestLastName: 'Peña' })
const personOf = async (id: string) => (await sql<{ id: string }>`select person_of(${id}::uuid) as id`.execute(open.db)).rows[0]!.id
const refusal = (work: Promise<unknown>) => work.then(() => 'done').catch((error: { code?: string }) => error.code)

test('two strong keys tie by themselves, one asks, and who was told apart is not tied again', async () => {
  const venue = await aVenue(open.db)
  const first = await aGuest(venue, { email: 'ana@guests.test', phone: '+34600111222' })
  const again = await aGuest(venue, { email: 'ANA@guests.test', first: 'ANA', last: 'Pena' })
  const husband = await aGuest(venue, { first: 'Luis', phone: '+34600111222' })
  const stranger = await aGuest(venue, { first: 'Ana', email: 'other@guests.test' })
  await lookAtGuests(ctx())
  expect(await personOf(again)).toBe(first)
  expect([await personOf(husband), await personOf(stranger)]).toEqual([husband, stranger])
  const { data, total } = await listPairs(ctx(), { venueId: venue.id })
  expect(total).toBe(1)
  expect(data[0]).toMatchObject({ alike: ['phone'] })
  expect([data[0]!.one.id, data[0]!.other.id].toSorted()).toEqual([first, husband].toSorted())
  expect(await decidePair(ctx(), data[0]!.id, { same: false })).toMatchObject({ state: 'different' })
  expect(await refusal(decidePair(ctx(), data[0]!.id, { same: true }))).toBe('guest.pair_decided')
  await partGuests(ctx(), again)
  await sql`update guest_profiles set looked = false where venue_id = ${venue.id}`.execute(open.db)
  await lookAtGuests(ctx())
  expect(await personOf(again)).toBe(again)
  expect((await listPairs(ctx(), { venueId: venue.id })).total).toBe(0)
})

test('what was decided about two is taken back whole: who they are, and the question', async () => {
  const venue = await aVenue(open.db)
  const ana = await aGuest(venue, { email: 'one@guests.test', phone: '+34600111222' })
  const anasWork = await aGuest(venue, { email: 'work@guests.test' })
  await mergeGuests(ctx(), ana, anasWork)
  const luis = await aGuest(venue, { first: 'Luis', last: 'Gil', phone: '+34600111222' })
  await lookAtGuests(ctx())
  const people = async () => Promise.all([ana, anasWork, luis].map(personOf))
  const [before, asked] = [await people(), await listPairs(ctx(), { venueId: venue.id })]
  expect(asked.total).toBe(1)
  const { id } = asked.data[0]!
  for (const decision of [{ same: true, keep: 'one' as const }, { same: true, keep: 'other' as const }, { same: false }]) {
    await decidePair(ctx(), id, decision)
    expect((await listPairs(ctx(), { venueId: venue.id })).total).toBe(0)
    if (decision.same) expect(new Set(await people()).size).toBe(1)
    expect(await reopenPair(ctx(), id)).toEqual({ id, state: 'open' })
    expect(await reopenPair(ctx(), id)).toEqual({ id, state: 'open' })
    expect(await people()).toEqual(before)
    expect(await listPairs(ctx(), { venueId: venue.id })).toEqual(asked)
  }
})

test('a number that a whole hotel books under says nothing of anybody', async () => {
  const venue = await aVenue(open.db)
  for (let n = 0; n < 9; n++) await aGuest(venue, { first: `Guest${n}`, phone: '+34911222333' })
  await lookAtGuests(ctx())
  expect((await listPairs(ctx(), { venueId: venue.id })).total).toBe(0)
})

test('a profile says what is known under all addresses; a no to news under one of them wins', async () => {
  const venue = await aVenue(open.db)
  const one = await aGuest(venue, { email: 'a@guests.test', optIn: true })
  const other = await aGuest(venue, { email: 'b@guests.test', first: 'Anna' })
  await aVisit(venue, one, '2027-02-01')
  await aVisit(venue, other, '2027-03-01', 'no_show')
  await aVisit(venue, other, '2027-07-01', 'confirmed')
  await changeGuest(ctx(), one, { version: 1, tags: ['VIP'], allergies: ['nuts'], preferences: 'window' })
  await changeGuest(ctx(), other, { version: 1, tags: ['vegan'], preferences: 'quiet' })
  await addNote(ctx(), other, 'Came with her mother')
  const whole = await mergeGuests(ctx(), one, other)
  expect(whole).toMatchObject({
    id: one,
    tags: ['VIP', 'vegan'],
    allergies: ['nuts'],
    preferences: 'window\nquiet',
    visits: 1,
    noShows: 1,
    lastVisitOn: '2027-02-01',
    nextVisitOn: '2027-07-01',
    bookingsTotal: 3,
    consent: { state: 'agreed' },
  })
  expect(whole.notes).toMatchObject([{ content: 'Came with her mother', authorName: ctx().actor.name }])
  expect(await readProfile(ctx(), other)).toMatchObject({ id: one })
  expect(await refusal(changeGuest(ctx(), one, { version: 1, tags: [] }))).toBe('guest.changed_meanwhile')
  expect(await changeGuest(ctx(), one, { version: whole.version, refuses: true })).toMatchObject({ consent: { state: 'refused' } })
  expect((await removeNote(ctx(), one, whole.notes[0]!.id)).notes).toEqual([])
  const apart = await partGuests(ctx(), other)
  expect(apart).toMatchObject({ id: other, tags: ['vegan'], preferences: 'quiet', consent: { state: 'refused' } })
})

test('who said no and later agrees himself is sent news again; of a number alone it is written down as well', async () => {
  const venue = await aVenue(open.db)
  const id = await aGuest(venue, { phone: '+34600444333', optIn: true })
  await aReservation(open.db, venue, { guestId: id, date: '2027-03-01', guestOptIn: true, createdAt: '2027-02-01T10:00:00Z' })
  expect((await readProfile(ctx(), id)).consent).toMatchObject({ state: 'agreed', at: expect.stringContaining('2027-02-01') })
  expect((await changeGuest(ctx(), id, { version: 1, refuses: true })).consent.state).toBe('refused')
  // Another visit without a word about it changes nothing.
  await aReservation(open.db, venue, { guestId: id, date: '2027-07-01', guestOptIn: false, createdAt: '2027-06-02T10:00:00Z' })
  expect((await readProfile(ctx(), id)).consent.state).toBe('refused')
  await aReservation(open.db, venue, { guestId: id, date: '2027-07-02', guestOptIn: true, createdAt: '2027-06-03T10:00:00Z' })
  expect((await readProfile(ctx(), id)).consent).toMatchObject({ state: 'agreed', at: expect.stringContaining('2027-06-03') })
})

test('names of every script are found as they are typed, and a number as it stands on a card', async () => {
  const venue = await aVenue(open.db)
  const names = ['Łukasz', 'Işık', 'Strauß', 'Σίσυφος', 'Sørensen', 'मीरा', 'محمد', '田中', 'Əliyev']
  for (const last of names) await aGuest(venue, { first: '', last, email: `n${last.length}${made}@guests.test` })
  await aGuest(venue, { first: 'Nora', last: 'Card', phone: '+442079460958' })
  const found = async (q: string) => (await listGuests(ctx(), { q, venueId: venue.id })).data.map(({ lastName }) => lastName)
  const asked = ['lukasz', 'ISIK', 'STRAUSS', 'ΣΊΣΥΦΟΣ', 'sorensen', 'मीरा', 'مُحَمَّد', '田中', 'əliyev', '+44 (0)20 7946', '020 7946 0958']
  const wanted = [...names, 'Card', 'Card'].map((name) => [name])
  // Before and after they were looked at.
  expect(await Promise.all(asked.map(found))).toEqual(wanted)
  await lookAtGuests(ctx())
  expect(await Promise.all(asked.map(found))).toEqual(wanted)
  const { rows } = await sql<{
    said: string
  }>`select guest_fold(n) as said from unnest(${names}::text[]) with ordinality as n (n, at) order by at`.execute(open.db)
  expect(rows.map(({ said }) => said)).toEqual(names.map(fold))
})

test('wishes of a merged guest are changed line by line, and each address has its own again when they are parted', async () => {
  const venue = await aVenue(open.db)
  const one = await aGuest(venue, { email: 'w1@guests.test' })
  const other = await aGuest(venue, { email: 'w2@guests.test', first: 'Anna' })
  await changeGuest(ctx(), one, { version: 1, preferences: `window\n${'a'.repeat(900)}` })
  await changeGuest(ctx(), other, { version: 1, preferences: `smokes\n${'b'.repeat(900)}` })
  const whole = await mergeGuests(ctx(), one, other)
  // Only an allergy: what they wish for is left where it was, however long it is together.
  const next = await changeGuest(ctx(), one, { version: whole.version, allergies: ['fish'] })
  expect(next.preferences).toBe(whole.preferences)
  const said = await changeGuest(ctx(), one, {
    version: next.version,
    preferences: next.preferences!.replace('smokes\n', '').replace('window', 'window\nquiet corner'),
  })
  expect(said.preferences!.split('\n').toSorted()).toEqual(['a'.repeat(900), 'b'.repeat(900), 'quiet corner', 'window'])
  const none = await changeGuest(ctx(), one, { version: said.version, preferences: said.preferences!.replace('window', '') })
  expect(none.preferences).not.toContain('window')
  expect(await partGuests(ctx(), other)).toMatchObject({ preferences: 'b'.repeat(900) })
  expect((await readProfile(ctx(), one)).preferences!.split('\n').toSorted()).toEqual(['a'.repeat(900), 'quiet corner'])
})

test('two persons are asked about once, under however many addresses, and what was said of them is not asked again', async () => {
  const venue = await aVenue(open.db)
  const phone = '+34911222444'
  const [fam, mum, kid] = [
    await aGuest(venue, { first: 'Fam', email: 'fam@guests.test', phone }),
    await aGuest(venue, { first: 'Mum', email: 'mum@guests.test', phone }),
    await aGuest(venue, { first: 'Kid', email: 'kid@guests.test', phone }),
  ]
  await lookAtGuests(ctx())
  expect((await listPairs(ctx(), { venueId: venue.id })).total).toBe(3)
  await mergeGuests(ctx(), kid, mum)
  const { data, total } = await listPairs(ctx(), { venueId: venue.id })
  expect([total, data.map(({ one, other }) => [one.id, other.id].toSorted())]).toEqual([1, [[fam, kid].toSorted()]])
  await decidePair(ctx(), data[0]!.id, { same: false })
  expect((await listPairs(ctx(), { venueId: venue.id })).total).toBe(0)
  await partGuests(ctx(), mum)
  expect((await listPairs(ctx(), { venueId: venue.id })).total).toBe(0)
})

test('a box behind a plus is its owner’s: with the name it is he, without it somebody is asked', async () => {
  const venue = await aVenue(open.db)
  const pia = await aGuest(venue, { first: 'Pia', last: 'Plus', email: 'pia@guests.test' })
  const news = await aGuest(venue, { first: 'Pia', last: 'Plus', email: 'Pia+news@guests.test' })
  await aGuest(venue, { first: 'Otto', last: 'Else', email: 'pia+otto@guests.test' })
  await lookAtGuests(ctx())
  expect(await readProfile(ctx(), news)).toMatchObject({ id: pia })
  expect((await listPairs(ctx(), { venueId: venue.id })).total).toBe(1)
})

test('any order of merging and taking back ends where the last ties say; all taken back is exactly what was', async () => {
  const venue = await aVenue(open.db)
  const ids = await Promise.all(Array.from({ length: 7 }, (_, n) => aGuest(venue, { first: `P${n}`, email: `p${n}@guests.test` })))
  for (const [n, id] of ids.entries()) {
    await aVisit(venue, id, `2027-0${1 + (n % 5)}-1${n}`)
    await changeGuest(ctx(), id, { version: 1, tags: [`t${n}`, 'all'], preferences: `likes ${n}` })
    await addNote(ctx(), id, `note ${n}`)
  }
  const whole = async () =>
    JSON.stringify([
      (await sql`select * from guest_profiles where venue_id = ${venue.id} order by guest_id`.execute(open.db)).rows,
      (await sql`select * from guest_notes where venue_id = ${venue.id} order by id`.execute(open.db)).rows,
      (await sql`select * from reservations where venue_id = ${venue.id} order by id`.execute(open.db)).rows,
      await Promise.all(ids.map((id) => readProfile(ctx(), id))),
    ])
  const before = await whole()
  for (let round = 0; round < 6; round++) {
    // A model beside it: parents by id.
    const parents = new Map<string, string>()
    const rootOf = (id: string): string => (parents.has(id) ? rootOf(parents.get(id)!) : id)
    let seed = round * 7919 + 17
    const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
    for (let step = 0; step < 24; step++) {
      const [a, b] = [ids[random(7)]!, ids[random(7)]!]
      if (random(3) === 0 && parents.has(a)) {
        await partGuests(ctx(), a)
        parents.delete(a)
      } else if (a !== b) {
        await mergeGuests(ctx(), a, b)
        if (rootOf(a) !== rootOf(b)) parents.set(rootOf(b), rootOf(a))
      }
      for (const id of ids) expect(await personOf(id)).toBe(rootOf(id))
    }
    for (const id of [...parents.keys()].toSorted(() => random(3) - 1)) await partGuests(ctx(), id)
    expect(await whole()).toBe(before)
  }
})

test('two at once who say that two are one leave one pointer; across venues nobody is one', async () => {
  const venue = await aVenue(open.db)
  const [one, other] = [await aGuest(venue, { email: 'x@guests.test' }), await aGuest(venue, { email: 'y@guests.test' })]
  await Promise.all([mergeGuests(ctx(), one, other), mergeGuests(ctx(), other, one), mergeGuests(ctx(), one, other)])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from guest_profiles where venue_id = ${venue.id} and merged_into is not null`.execute(open.db)
  expect(rows[0]!.count).toBe(1)
  const elsewhere = await aGuest(await aVenue(open.db), { email: 'x@guests.test' })
  expect(await refusal(mergeGuests(ctx(), one, elsewhere))).toBe('guest.not_mergeable')
  const foreign = { ...ctx(), scope: { kind: 'venues' as const, ids: [(await aVenue(open.db)).id] } }
  expect(await refusal(readProfile(foreign, one))).toBe('guest.not_found')
  expect(await refusal(mergeGuests(foreign, one, other))).toBe('guest.not_found')
})

test('found by any part of name, mail or number, however it is written; new ones at once', async () => {
  const venue = await aVenue(open.db)
  const ask = async (q: string) => (await listGuests(ctx(), { q, venueId: venue.id })).data.map(({ lastName }) => lastName)
  await aGuest(venue, { first: 'Zoë', last: 'Ångström', email: 'zoe.a@guests.test', phone: '+31612345678' })
  await aGuest(venue, { first: 'Wei', last: 'Li', email: 'wei@guests.test' })
  for (const looked of [false, true]) {
    if (looked) await lookAtGuests(ctx())
    expect(await ask('angstrom')).toEqual(['Ångström'])
    expect(await ask('zoe ang')).toEqual(['Ångström'])
    expect(await ask('06 1234-5678')).toEqual(['Ångström'])
    expect(await ask('ZOE.A@')).toEqual(['Ångström'])
    expect(await ask('li')).toEqual(['Li'])
    expect(await ask('%')).toEqual([])
  }
  const page = await listGuests(ctx(), { venueId: venue.id, limit: 1 })
  expect(page.data.map(({ lastName }) => lastName)).toEqual(['Ångström'])
  expect((await listGuests(ctx(), { venueId: venue.id, limit: 1, after: page.next! })).data.map(({ lastName }) => lastName)).toEqual(['Li'])
})

test('a person whose bookings are forgotten one by one stays whole until the last is gone', async () => {
  const venue = await aVenue(open.db)
  const [one, other] = [await aGuest(venue, { email: 'o@guests.test' }), await aGuest(venue, { email: 'p@guests.test' })]
  const [old, lately] = [await aVisit(venue, one, '2026-01-01'), await aVisit(venue, other, '2027-01-01')]
  await mergeGuests(ctx(), one, other)
  await sql`select erase_bookings(${venue.id}::uuid, array[${old.id}]::uuid[], now())`.execute(open.db)
  expect(await readProfile(ctx(), other)).toMatchObject({ id: one, visits: 1 })
  await sql`select erase_bookings(${venue.id}::uuid, array[${lately.id}]::uuid[], now())`.execute(open.db)
  await sql`select erase_guests(array[${venue.id}]::uuid[], array[${one}]::uuid[])`.execute(open.db)
  const { rows } = await sql`select from guest_profiles where venue_id = ${venue.id}`.execute(open.db)
  expect(rows).toEqual([])
})
