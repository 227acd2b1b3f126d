import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { newId } from '#src/platform/id.ts'
import { fold } from './likeness.ts'
import { listGuests } from './list-guests.ts'
import { lookAtGuests } from './look-at-guests.ts'
import { mergeGuests, partGuests } from './merge-guests.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())
const ctx = () => aCtx(open.db)

type Card = { first: string; last: string; email?: string | null; phone?: string | null }
type Made = Required<Card> & { id: string }
const aGuest = async (venue: TestVenue, { first, last, email = null, phone = null }: Card): Promise<Made> => {
  const id = newId()
  await sql`insert into guests (venue_id, id, first_name, last_name, email, phone) values (${venue.id}, ${id}, ${first}, ${last}, ${email}, ${phone})`.execute(
    open.db,
  )
  return { id, first, last, email, phone }
}
const found = async (venue: TestVenue, q: string) =>
  (await listGuests(ctx(), { q, venueId: venue.id, limit: 100 })).data.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())

test('what hosts type finds whom they mean, before and after a guest was looked at', async () => {
  const venue = await aVenue(open.db)
  const people: Card[] = [
    { first: 'Anna', last: 'Müller', email: 'anna.mueller84@guests.test', phone: '+491701234567' },
    { first: 'Sean', last: 'O’Brien', phone: '+353861234999' },
    { first: 'Jan', last: 'van der Berg', email: 'jvdb@guests.test' },
    { first: 'Li', last: 'Wei' },
    { first: 'Lisa', last: 'Weinberg' },
    { first: 'Thi', last: 'Ng' },
    { first: 'Lan', last: 'Nguyễn' },
    { first: 'Fatima', last: 'Al-Sayed' },
    { first: 'Γιώργος', last: 'Παπαδόπουλος' },
    { first: 'Иван', last: 'Петров' },
    { first: 'محمد', last: 'الأحمد' },
    { first: '李', last: '小明' },
    { first: 'Party 😀', last: '100%' },
    { first: 'Paolo', last: 'Rossi', phone: '+390612345678' },
    { first: 'Hannah', last: 'Steinmüller' },
  ]
  for (const one of people) await aGuest(venue, one)
  const wanted: Record<string, string[]> = {
    mull: ['Anna Müller'],
    MÜLL: ['Anna Müller'],
    mueller: ['Anna Müller'],
    'ann mul': ['Anna Müller'],
    'mul ann': ['Anna Müller'],
    "o'br": ['Sean O’Brien'],
    'van der': ['Jan van der Berg'],
    'der berg jan': ['Jan van der Berg'],
    berg: ['Jan van der Berg'],
    ng: ['Thi Ng', 'Lan Nguyễn'],
    'li wei': ['Li Wei', 'Lisa Weinberg'],
    'al-sa': ['Fatima Al-Sayed'],
    sayed: ['Fatima Al-Sayed'],
    γιωρ: ['Γιώργος Παπαδόπουλος'],
    'петр ив': ['Иван Петров'],
    محم: ['محمد الأحمد'],
    李: ['李 小明'],
    '😀': ['Party 😀 100%'],
    // In the middle of a word only where no word begins so.
    rmann: [],
    einmull: ['Hannah Steinmüller'],
    m: [],
    '%': [],
    _: [],
    __: [],
    '\\': [],
    '%%%%': [],
    "'; drop": [],
    '+': [],
    '12': [],
    '+49 170 123': ['Anna Müller'],
    '0049 (170) 123': ['Anna Müller'],
    '+49 (0)170 1234567': ['Anna Müller'],
    '0170 12': ['Anna Müller'],
    '170-12': ['Anna Müller'],
    '4567': ['Anna Müller'],
    'müller 4567': ['Anna Müller'],
    '0170 anna': ['Anna Müller'],
    'müller 4999': [],
    '06 1234': ['Paolo Rossi'],
    '+39 06': ['Paolo Rossi'],
    'anna.m': ['Anna Müller'],
    'anna.mueller84@g': ['Anna Müller'],
    'JVDB@': ['Jan van der Berg'],
    'jan jvdb@guests.test': ['Jan van der Berg'],
  }
  for (const looked of [false, true]) {
    if (looked) await lookAtGuests(ctx())
    const answers = Object.fromEntries(await Promise.all(Object.keys(wanted).map(async (q) => [q, await found(venue, q)] as const)))
    expect(answers).toEqual(wanted)
  }
})

test('whoever has the very words comes first, then all by their names', async () => {
  const venue = await aVenue(open.db)
  for (const [first, last] of [
    ['Lisa', 'Abel'],
    ['Wei', 'Li'],
    ['Liam', 'Zola'],
    ['Li', 'Chen'],
  ] as const)
    await aGuest(venue, { first, last })
  await lookAtGuests(ctx())
  expect(await found(venue, 'li')).toEqual(['Li Chen', 'Wei Li', 'Lisa Abel', 'Liam Zola'])
})

const nameWords = ({ first, last }: Card): string[] => fold(`${first} ${last}`).split(/[-._+ ]+/)
const tailsOf = ({ email }: Card): string[] => {
  const [local = '', at = ''] = (email ?? '').split('@')
  return email
    ? Array.from(local, (_, n) => n).flatMap((n) => (n === 0 || /[-._+]/.test(local[n - 1]!) ? [`${local.slice(n)}@${at}`] : []))
    : []
}
/** As somebody would say it who knows nothing of indexes: the longest word begins one of the name's, each other one another of them. */
const begins = (guest: Card, typed: readonly string[]): boolean => {
  const [longest = '', ...others] = typed.toSorted((a, b) => b.length - a.length)
  const words = nameWords(guest)
  const named = words.some(
    (word, at) => word.startsWith(longest) && others.every((other) => words.some((one, place) => place !== at && one.startsWith(other))),
  )
  return named || (!others.length && tailsOf(guest).some((tail) => tail.startsWith(longest)))
}
const contains = (guest: Card, typed: readonly string[]): boolean => {
  const text = ` ${fold(`${guest.first} ${guest.last} ${guest.email ?? ''}`)} `
  return typed.some((word) => word.length >= 4) && typed.every((word) => text.includes(word.length < 4 ? ` ${word}` : word))
}

test('any beginnings of words find exactly whom they begin; only where there are none, the middle of words counts', async () => {
  const venue = await aVenue(open.db)
  const elsewhere = await aVenue(open.db)
  const syllables = ['an', 'na', 'mar', 'ia', 'li', 'ber', 'gar', 'cía', 'Ü', 'ng', 'o’b', 'stein', '-el', ' de ']
  let seed = 11
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  const word = () => Array.from({ length: 1 + random(3) }, () => syllables[random(syllables.length)]!).join('')
  const made: Made[] = []
  for (let n = 0; n < 160; n++) {
    const card = { first: word(), last: word() }
    const email = random(2) ? `${fold(card.first).replaceAll(/[^a-z]+/g, '.')}.x${n}@guests.test` : null
    made.push(await aGuest(venue, { ...card, email }))
    if (n % 5 === 0) await aGuest(elsewhere, { ...card, email })
  }
  await lookAtGuests(ctx())
  // Who is one person is found under each address, and shown once.
  await sql`select part_guests(p.guest_id) from guest_profiles p where p.merged_into is not null`.execute(open.db)
  const piece = fc.tuple(fc.nat(made.length - 1), fc.nat(5), fc.integer({ min: 1, max: 6 }), fc.boolean())
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 3 }), fc.boolean(), async (pieces, middle) => {
      const typed = pieces.map(([of, at, length, ofMail]) => {
        const words = nameWords(made[of]!).filter(Boolean)
        const text = (ofMail && pieces.length === 1 ? tailsOf(made[of]!)[0] : undefined) ?? words[at % words.length]!
        return middle ? text.slice(1, 1 + length) : text.slice(0, length)
      })
      fc.pre(typed.join('').length >= 2 && typed.every((one) => /^[a-z]+$/.test(one)))
      const beginning = made.filter((guest) => begins(guest, typed))
      const wanted = beginning.length ? beginning : made.filter((guest) => contains(guest, typed))
      const { data, more } = await listGuests(ctx(), { q: typed.join(' '), venueId: venue.id, limit: 100 })
      const ids = new Set(data.map(({ id }) => id))
      expect([more, ids.size]).toEqual([wanted.length > 100, Math.min(wanted.length, 100)])
      expect([...ids].filter((id) => !wanted.some((one) => one.id === id))).toEqual([])
    }),
    { numRuns: 250 },
  )
})

test('numbers are found by either end, within the country and from abroad', async () => {
  const venue = await aVenue(open.db)
  const codes = ['+1', '+7', '+20', '+33', '+39', '+44', '+49', '+351', '+353', '+420', '+971']
  const numbers = codes.flatMap((code, n) => [`${code}${2_001_337 + 7919 * n}`, `${code}${61_234_567 + 104_729 * n}`])
  for (const [n, phone] of numbers.entries()) await aGuest(venue, { first: `P${n}`, last: phone.slice(1), phone })
  // Found by the number alone, and not by a name.
  await sql`update guests set last_name = 'Number' where venue_id = ${venue.id}`.execute(open.db)
  await lookAtGuests(ctx())
  const of = async (q: string) => (await listGuests(ctx(), { q, venueId: venue.id, limit: 100 })).data.map(({ phone }) => phone!).toSorted()
  for (const [n, phone] of numbers.entries()) {
    const national = phone.slice(codes[Math.floor(n / 2)]!.length)
    for (const length of [3, 4, 6]) {
      const [start, end] = [national.slice(0, length), phone.slice(-length)]
      expect(await of(`0${start}`)).toContain(phone)
      expect(await of(end)).toContain(phone)
      expect(await of(phone.slice(0, 3 + length))).toContain(phone)
      for (const other of await of(end))
        expect(other.endsWith(end) || other.slice(1).startsWith(end) || other.slice(2, 5 + length).includes(end)).toBe(true)
    }
  }
})

/** What is kept is what would be written now, of everybody and of nobody else. */
const untrue = async () =>
  (
    await sql`
      with due as (select p.venue_id, word, p.guest_id from guest_profiles p, unnest(guest_words_of(p.search)) as word where p.search is not null)
      (select 'missing' as what, d.* from (select * from due except select * from guest_words) d)
      union all (select 'left', l.* from (select * from guest_words except select * from due) l)`.execute(open.db)
  ).rows

test('words follow whoever is renamed, merged, parted and erased', async () => {
  const [venue, other] = [await aVenue(open.db), await aVenue(open.db)]
  const guests: Made[] = []
  for (let n = 0; n < 12; n++)
    guests.push(await aGuest(venue, { first: `Zora${n}`, last: 'Zimt', email: `zz${n}@guests.test`, phone: `+4917099${n}0001` }))
  await lookAtGuests(ctx())
  expect(await untrue()).toEqual([])
  const [one, two, three, four] = guests as [Made, Made, Made, Made]
  await sql`update guests set last_name = 'Anis', phone = null where venue_id = ${venue.id} and id = ${one.id}`.execute(open.db)
  // Found at once by what he is called now.
  expect(await found(venue, 'anis')).toEqual(['Zora0 Anis'])
  await lookAtGuests(ctx())
  expect([await found(venue, 'anis zora0'), (await found(venue, 'zimt')).length]).toEqual([['Zora0 Anis'], 11])
  await mergeGuests(ctx(), two.id, three.id)
  // By the words of either address, once, as the person both are.
  expect([await found(venue, 'zora2 zimt'), await found(venue, 'zora1')]).toEqual([
    ['Zora1 Zimt'],
    ['Zora1 Zimt', 'Zora10 Zimt', 'Zora11 Zimt'],
  ])
  await partGuests(ctx(), three.id)
  expect(await found(venue, 'zora2')).toEqual(['Zora2 Zimt'])
  const booking = await aReservation(open.db, venue, {
    guestId: four.id,
    date: '2026-01-01',
    status: 'completed',
    guestFirstName: 'Zora3',
    guestLastName: 'Zimt',
  })
  await sql`select erase_bookings(${venue.id}::uuid, array[${booking.id}]::uuid[], now())`.execute(open.db)
  await sql`select erase_guests(array[${venue.id}]::uuid[], array[${four.id}]::uuid[])`.execute(open.db)
  expect(await found(venue, 'zora3')).toEqual([])
  const { rows } = await sql`select word from guest_words where guest_id = ${four.id} or word like '%zora3%'`.execute(open.db)
  expect(rows).toEqual([])
  expect(await found(other, 'zimt')).toEqual([])
  await sql`delete from guests where venue_id = ${venue.id} and not exists (select from reservations r where r.guest_id = guests.id)`.execute(
    open.db,
  )
  expect(await untrue()).toEqual([])
})

test('a name that very many have is shown in part and said to be more, by index and within what the caller sees', async () => {
  const venue = await aVenue(open.db)
  await sql`
    insert into guests (venue_id, id, first_name, last_name)
    select ${venue.id}::uuid, ('01900000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, 'Usual' || n, 'Quince' from generate_series(1, 2500) n`.execute(
    open.db,
  )
  await lookAtGuests(ctx())
  const everywhere = await listGuests(ctx(), { q: 'quin', limit: 10 })
  expect([everywhere.data.length, everywhere.more, everywhere.next]).toEqual([10, true, null])
  expect(await listGuests(ctx(), { q: 'quin usual77', venueId: venue.id })).toMatchObject({ more: false, data: { length: 11 } })
  const stranger = { ...ctx(), scope: { kind: 'venues' as const, ids: [(await aVenue(open.db)).id] } }
  expect(await listGuests(stranger, { q: 'quin' })).toMatchObject({ data: [], more: false })
  const host = { ...ctx(), scope: { kind: 'venues' as const, ids: [venue.id] } }
  expect((await listGuests(host, { q: 'quin' })).more).toBe(true)
})
