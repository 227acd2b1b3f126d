import { changeSettings } from '@tablewire/server/features/waitlist/settings'
import { waitPath } from '@tablewire/server/features/waitlist/wait-link'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { aReservation, dayFromNow } from '../build/a-reservation.ts'
import { aShift, aVenue, type TestVenue } from '../build/a-venue.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let url: string
beforeAll(async () => {
  shop = await aShop({ work: true })
  const address = shop.app.server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => shop.close())

const area = { id: crypto.randomUUID(), name: 'Main room', names: {}, description: '', capacity: 2, byDefault: true, online: true }
/** A house of two seats that sells by its page, awake at any hour. */
const aHouse = async (open = true, names = ['Main room']): Promise<TestVenue> => {
  const { db } = shop.container
  const areas = names.map((name, at) => ({ ...area, id: crypto.randomUUID(), name, byDefault: at === 0 }))
  const shifts = [aShift({ from: '18:00', to: '23:00', lastSeating: '18:00', intervalMinutes: 60 })]
  const venue = await aVenue(db, { book: { areas, shifts } })
  await aChannel(db, { type: 'widget', venues: [venue.id] })
  await db.updateTable('venues').set({ sdkAccess: true, quietFrom: 0, quietUntil: 0 }).where('id', '=', venue.id).execute()
  if (open) await changeSettings(shop.container.systemCtx('test'), venue.id, { open: true, offerMinutes: 10 })
  return venue
}
const look = async (path: string) => {
  const answer = await fetch(`${url}${path}`, { redirect: 'manual', headers: { accept: 'text/html' } })
  return { status: answer.status, text: await answer.text(), to: answer.headers.get('location') ?? '', headers: answer.headers }
}
const press = async (path: string, form: Record<string, string>) => {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
    headers: { accept: 'text/html' },
  })
  return { status: answer.status, text: await answer.text(), to: answer.headers.get('location') ?? '' }
}
const unescaped = (text: string): string => text.replaceAll('&amp;', '&')
const hrefOf = (text: string, what: RegExp): string => unescaped(what.exec(text)?.[1] ?? '')
const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1600))
const guest = (name: string) => ({
  firstName: 'Noa',
  lastName: name,
  email: `${name.toLowerCase().replaceAll(/\W/g, '')}@guests.example`,
  phone: '',
  trap: '',
})

/** The link of his mail. */
const ownOf = async (venue: TestVenue, name: string): Promise<string> => {
  const { id } = await shop.container.db
    .selectFrom('waitlistEntries')
    .select('id')
    .where('venueId', '=', venue.id)
    .where('email', '=', guest(name).email)
    .orderBy('joinedAt')
    .executeTakeFirstOrThrow()
  return waitPath(shop.container.systemCtx('test'), id)
}

/** By forms alone, as a browser without script does: from the full day to the page of the guest's own, whose address is in his mail alone. */
const joins = async (venue: TestVenue, name: string, more: Record<string, string> = {}): Promise<string> => {
  const date = dayFromNow(3, venue)
  const full = await look(`/book/${venue.id}?party=2&date=${date}`)
  const way = hrefOf(full.text, /<a[^>]* id="wait"[^>]* href="([^"]+)"/) || hrefOf(full.text, /<a class="act" id="wait" href="([^"]+)"/)
  expect(way).toContain('/wait?')
  const form = await look(way)
  const token = hrefOf(form.text, /name="wait" value="([^"]+)"/)
  await slow()
  const joined = await press(`/book/${venue.id}/wait`, { wait: token, from: '18:00', until: '18:00', ...guest(name), ...more })
  expect(joined.status).toBe(303)
  const done = await look(joined.to)
  expect(done.text).toContain('You are on the waitlist')
  expect(done.text).not.toContain('/book/wait/')
  return ownOf(venue, name)
}
const entriesOf = (venue: TestVenue) =>
  shop.container.db
    .selectFrom('waitlistEntries')
    .select(['lastName', 'status', 'version'])
    .where('venueId', '=', venue.id)
    .orderBy('joinedAt')
    .execute()
const until = (venue: TestVenue, states: Record<string, string>) =>
  vi.waitFor(
    async () => expect(Object.fromEntries((await entriesOf(venue)).map(({ lastName, status }) => [lastName, status]))).toEqual(states),
    { timeout: 30_000, interval: 100 },
  )
const free = (id: string) =>
  shop.container.db.updateTable('reservations').set({ status: 'canceled', cancelActor: 'venue' }).where('id', '=', id).execute()

test('WI1: without script, from a full day onto the list, to an offer, and to a booking by a button', async () => {
  const venue = await aHouse()
  const party = await aReservation(shop.container.db, venue, { date: dayFromNow(3, venue), time: '18:00' })
  const first = await joins(venue, 'First')
  expect(await joins(venue, 'First')).toBe(first)
  expect(await entriesOf(venue)).toHaveLength(1)
  const second = await joins(venue, 'Second<b>')
  expect((await look(first)).text).toContain('You are first in line')
  expect((await look(second)).text).toContain('Waiting before you for this day: 1.')
  await free(party.id)
  await until(venue, { First: 'offered', 'Second<b>': 'waiting' })
  const before = await entriesOf(venue)
  for (const path of [first, `${first}?act=accept`, `${first}?lang=de`, second]) expect((await look(path)).status).toBe(200)
  expect(await entriesOf(venue)).toEqual(before)
  const page = await look(first)
  expect(page.text).toContain('Take this table')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  // The link of the mail names the place that is kept.
  const { rows } = await sql<{
    id: string
  }>`select hold_id as id from waitlist_entries where venue_id = ${venue.id} and status = 'offered'`.execute(shop.container.db)
  expect(rows).toHaveLength(1)
  expect(await press(first, { act: 'decline' })).toMatchObject({ status: 303 })
  await until(venue, { First: 'declined', 'Second<b>': 'offered' })
  expect(await press(first, { act: 'accept' })).toMatchObject({ status: 409 })
  const [once, twice] = await Promise.all([press(second, { act: 'accept' }), press(second, { act: 'accept' })])
  expect([once.status, twice.status]).toEqual([303, 303])
  const taken = await look(second)
  expect([taken.status, taken.to.startsWith('/book/own/')]).toEqual([303, true])
  expect((await look(taken.to)).text).toContain('Your table is booked')
  const booked = await shop.container.db
    .selectFrom('reservations')
    .select(['status', 'source'])
    .where('venueId', '=', venue.id)
    .where('status', '=', 'confirmed')
    .execute()
  expect(booked).toEqual([{ status: 'confirmed', source: 'waitlist' }])
})

test('WI1: a guest with two wishes is offered one place at a time; the one he takes ends the other', async () => {
  const venue = await aHouse()
  const party = await aReservation(shop.container.db, venue, { date: dayFromNow(3, venue), time: '18:00' })
  const first = await joins(venue, 'Early')
  // In a hurry, and under another name: whoever types an address learns nothing of who waits by it.
  await joins(venue, 'Early', { notes: 'By the window', lastName: 'Other' })
  await free(party.id)
  await until(venue, { Early: 'offered', Other: 'waiting' })
  expect(await press(first, { act: 'accept' })).toMatchObject({ status: 303 })
  await until(venue, { Early: 'booked', Other: 'left' })
})

test('a list that is closed is not there; guessed links and forms of other pages are refused', async () => {
  const venue = await aHouse(false)
  await aReservation(shop.container.db, venue, { date: dayFromNow(3, venue), time: '18:00' })
  const date = dayFromNow(3, venue)
  expect((await look(`/book/${venue.id}?party=2&date=${date}`)).text).not.toContain('/wait?')
  expect((await look(`/book/${venue.id}/wait?party=2&date=${date}`)).status).toBe(303)
  expect((await press(`/book/${venue.id}/wait`, { wait: 'x.y', from: '18:00', until: '18:00', ...guest('Nobody') })).status).toBe(404)
  expect((await look('/book/wait/AAAAAAAAAAAAAAAAAAAAAA.AAAA')).status).toBe(404)
  expect(await entriesOf(venue)).toEqual([])
})

test('WI1: the form asks for area and wishes; who wishes for one area is offered no place in another, until he says that it does not matter', async () => {
  const venue = await aHouse(true, ['Main room', 'Terrace <i>'])
  const [inside, terrace] = venue.book.areas
  const date = dayFromNow(3, venue)
  const { db } = shop.container
  const party = await aReservation(db, venue, { date, time: '18:00', areaId: inside!.id })
  await aReservation(db, venue, { date, time: '18:00', areaId: terrace!.id })
  const form = await look(`/book/${venue.id}/wait?party=2&date=${date}`)
  expect(form.text).toContain('Where you would like to sit')
  expect(form.text).toMatch(/<option value selected>No preference</)
  expect(form.text).toContain(`<option value="${terrace!.id}">Terrace &lt;i>`)
  const wait = hrefOf(form.text, /name="wait" value="([^"]+)"/)
  await slow()
  const wishes = { area: terrace!.id, notes: 'By the wall <b>please</b>' }
  const joined = await press(`/book/${venue.id}/wait`, { wait, from: '18:00', until: '18:00', ...guest('Outside'), ...wishes })
  expect(joined.status).toBe(303)
  const own = await ownOf(venue, 'Outside')
  const kept = () =>
    db
      .selectFrom('waitlistEntries')
      .select(['areaId', 'notes', 'status', 'version'])
      .where('venueId', '=', venue.id)
      .executeTakeFirstOrThrow()
  expect(await kept()).toMatchObject({ areaId: terrace!.id, notes: 'By the wall <b>please</b>' })
  await free(party.id)
  // The list has been looked at when it is looked at no more.
  await vi.waitFor(
    async () => {
      const due = await sql`select from waitlist_due where venue_id = ${venue.id} and next_at < now() + interval '1 minute'`.execute(db)
      expect(due.rows).toHaveLength(0)
    },
    { timeout: 30_000, interval: 100 },
  )
  expect(await kept()).toMatchObject({ status: 'waiting' })
  const page = await look(own)
  expect(page.text).toContain('By the wall &lt;b&gt;please&lt;/b&gt;')
  expect(await press(own, { act: 'wish', area: inside!.id, notes: 'x'.repeat(501) })).toMatchObject({ status: 422 })
  expect((await press(own, { act: 'wish', area: terrace!.id, notes: 'y'.repeat(501) })).text).toContain('yyyy')
  expect(await kept()).toMatchObject({ areaId: terrace!.id, notes: 'By the wall <b>please</b>', version: 1 })
  const saved = await press(own, { act: 'wish', area: '', notes: 'Anywhere\r\nquiet' })
  expect(saved.text).toContain('Your requests have been saved')
  await vi.waitFor(async () => expect(await kept()).toMatchObject({ areaId: null, notes: 'Anywhere\nquiet', status: 'offered' }), {
    timeout: 30_000,
    interval: 100,
  })
  // What is offered stays as it is.
  expect((await press(own, { act: 'wish', area: terrace!.id, notes: '' })).status).toBe(409)
  expect(await press(own, { act: 'accept' })).toMatchObject({ status: 303 })
  const made = await db
    .selectFrom('reservations')
    .select(['areaId', 'notes'])
    .where('venueId', '=', venue.id)
    .where('source', '=', 'waitlist')
    .executeTakeFirstOrThrow()
  expect(made).toEqual({ areaId: inside!.id, notes: 'Anywhere\nquiet' })
})
