import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { ownLink } from '@tablewire/server/features/guest-messages/own-link'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow } from '../build/a-reservation.ts'
import { aContact, aShop, type Shop } from './a-shop.ts'

let shop: Shop
let url: string
beforeAll(async () => {
  shop = await aShop()
  const address = shop.app.server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => shop.close())

const pathOf = (id: string, page = ''): string => `${new URL(ownLink(shop.container.systemCtx('test'), id)).pathname}${page}`
const look = async (path: string) => {
  const answer = await fetch(`${url}${path}`, { redirect: 'manual' })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const press = async (path: string, form: Record<string, string>) => {
  const answer = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return { status: answer.status, text: await answer.text(), to: answer.headers.get('location') ?? '' }
}
const book = async (options: { days?: number; partySize?: number; time?: string } = {}): Promise<BcBooking> => {
  const { days = 3, partySize = 2, time = '20:00' } = options
  const date = shop.at(time, days)
  return (await shop.call<BcBooking>('booking', { venueId: shop.venue.id, date, partySize, contact: aContact({ locale: 'en' }) })).body
}
const rowOf = (id: string) => shop.container.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const historyOf = (id: string) =>
  shop.container.db.selectFrom('reservationEvents').selectAll().where('reservationId', '=', id).orderBy('id').execute()

test('WI1: who has the link sees the booking; looking at any of its pages changes nothing', async () => {
  const { id, reference } = await book()
  const before = await rowOf(id)
  for (const page of ['', '/change', '/cancel', '/booking.ics', '?done=canceled', '?act=comes', '/cancel?lang=de']) {
    const seen = await look(pathOf(id, page))
    expect(seen.status).toBe(200)
    expect(seen.headers.get('cache-control')).toBe('no-store')
    expect(seen.headers.get('referrer-policy')).toBe('no-referrer')
    if (!page.endsWith('.ics')) expect(seen.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
  expect(await rowOf(id)).toEqual(before)
  const { text } = await look(pathOf(id))
  expect(text).toContain(reference)
  expect(text).toContain('2 guests')
  expect(text).not.toContain('lena@example.test')
  expect((await look(pathOf(id, '?lang=fr'))).text).toContain('Votre table est réservée')
})

test('a guest changes party, notes and time by the same rules as every booking, and the house reads who did it', async () => {
  const { id } = await book({ time: '18:00' })
  expect(await press(pathOf(id), { act: 'party', party: '3' })).toMatchObject({
    status: 303,
    to: expect.stringMatching(/\?done=changed\.[0-9a-f]{20}$/) as string,
  })
  expect(await rowOf(id)).toMatchObject({ partySize: 3 })
  expect(await press(pathOf(id), { act: 'party', party: '3' })).toMatchObject({ status: 303 })
  await press(pathOf(id), { act: 'notes', notes: 'A <b>quiet</b> table\r\nplease' })
  expect(await rowOf(id)).toMatchObject({ notes: 'A <b>quiet</b> table\nplease' })
  expect((await look(pathOf(id))).text).toContain('A &lt;b&gt;quiet&lt;/b&gt; table')
  const page = await look(pathOf(id, `/change?party=4`))
  const at = String(shop.at('21:00'))
  expect(page.text).toContain(`name="at" value="${at}"`)
  expect(await press(pathOf(id, '/change'), { at, party: '4' })).toMatchObject({ status: 303 })
  const row = await rowOf(id)
  expect(row).toMatchObject({ partySize: 4, status: 'confirmed' })
  expect(Temporal.Instant.from(row.startsAt).epochMilliseconds).toBe(Number(at) * 1000)
  const history = await historyOf(id)
  expect(history.filter(({ kind }) => kind === 'changed').map(({ side, actorKind, actorName }) => [side, actorKind, actorName])).toEqual(
    [1, 2, 3].map(() => ['guest', 'anonymous', row.reference]),
  )
  const audited = await shop.container.db.selectFrom('auditEntries').select(['action', 'actorKind']).where('subjectId', '=', id).execute()
  expect(audited.filter(({ actorKind }) => actorKind === 'anonymous').map(({ action }) => action)).toEqual([
    'reservation.changed',
    'reservation.changed',
    'reservation.changed',
  ])
})

test('requests that are half typed go along with any other button, and overwrite nothing that the house wrote meanwhile', async () => {
  const { id } = await book({ time: '18:15', days: 7 })
  const { text } = await look(pathOf(id))
  // One form, with every button that sends anything.
  expect(text.match(/<form[^]*?<\/form>/g)).toHaveLength(1)
  for (const part of ['value="comes"', 'value="party 3"', 'value="notes"', '<textarea id="notes"', 'name="was" value=""'])
    expect(/<form[^]*?<\/form>/.exec(text)![0]).toContain(part)
  expect((await press(pathOf(id), { act: 'party 3', notes: 'By the\r\nwindow', was: '' })).status).toBe(303)
  expect(await rowOf(id)).toMatchObject({ partySize: 3, notes: 'By the\nwindow' })
  expect((await press(pathOf(id), { act: 'comes', notes: 'By the\r\ndoor', was: 'By the\r\nwindow' })).status).toBe(303)
  expect(await rowOf(id)).toMatchObject({ notes: 'By the\ndoor' })
  expect((await rowOf(id)).guestConfirmedAt).not.toBeNull()
  // Shown before the house wrote, and not touched by the guest.
  expect((await press(pathOf(id), { act: 'party 2', notes: 'By the\r\nwindow', was: 'By the\r\nwindow' })).status).toBe(303)
  expect(await rowOf(id)).toMatchObject({ partySize: 2, notes: 'By the\ndoor' })
  const refused = await press(pathOf(id), { act: 'party 900', notes: 'Too many', was: '' })
  expect([refused.status, refused.text.includes('>Too many</textarea>')]).toEqual([409, true])
})

test('the page says what was done as long as it stands so, and nothing that somebody wrote into its address', async () => {
  const { id } = await book({ time: '22:00', days: 4 })
  const { to } = await press(pathOf(id), { act: 'party', party: '3' })
  expect((await look(to)).text).toContain('Your booking has been changed.')
  await press(pathOf(id), { act: 'party', party: '2' })
  const other = await book({ time: '21:00', days: 4 })
  for (const path of [
    to,
    to.replace('changed', 'canceled'),
    pathOf(id, '?done=canceled'),
    pathOf(id, '?done=comes'),
    pathOf(other.id, new URL(to, 'http://here').search),
  ])
    expect([path, /role="status"/.test((await look(path)).text)]).toEqual([path, false])
  const canceled = await press(pathOf(id, '/cancel'), {})
  expect((await look(canceled.to)).text).toContain('Your booking has been canceled.')
})

test('a time that is not sold is refused where it was asked for, and nothing changes', async () => {
  const { id } = await book({ time: '19:00' })
  const before = await rowOf(id)
  for (const [form, status] of [
    [{ at: String(shop.at('10:00')), party: '2' }, 409],
    [{ at: String(shop.at('20:00')), party: '900' }, 409],
    [{ at: String(shop.at('20:00')), party: '0' }, 422],
    [{ at: '99999999999', party: '2' }, 422],
    [{ at: 'x', party: '2' }, 422],
    [{}, 422],
  ] as const) {
    const answer = await press(pathOf(id, '/change'), form)
    expect([answer.status, answer.text.includes('role="alert"')]).toEqual([status, true])
    // Nobody was faster.
    expect(answer.text).not.toContain('just been taken')
  }
  expect((await press(pathOf(id), { act: 'party', party: '10000' })).status).toBe(422)
  expect((await press(pathOf(id), { act: 'fly' })).status).toBe(422)
  expect((await press(pathOf(id), { act: 'notes', notes: 'x'.repeat(1001) })).status).toBe(422)
  expect(await rowOf(id)).toEqual(before)
})

test('a time that is pressed under other fields than it was shown for changes nothing: the times for those come first', async () => {
  const { id } = await book({ time: '18:30', days: 5 })
  const before = await rowOf(id)
  const page = await look(pathOf(id, '/change'))
  // The fields go with every time, as one form.
  const form = /<form method="get"[^]*<\/form>/.exec(page.text)![0]
  const [, action, at] = /formaction="([^"]+)"/.exec(form)!.concat(/name="at" value="(\d+)"/.exec(form)![1]!)
  expect(form.match(/<form/g)).toHaveLength(1)
  for (const field of ['name="party"', 'name="date"', 'name="lang"']) expect(form).toContain(field)
  const day = (days: number): string => dayFromNow(days, shop.venue)
  for (const fields of [
    { party: '4', date: day(5) },
    { party: '2', date: day(6) },
    { party: '4', date: day(6) },
  ]) {
    const answer = await press(action!, { ...fields, at: at!, lang: 'en' })
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('Nothing has changed yet')
    expect(answer.text).toContain(`<option value="${fields.party}" selected>`)
    expect(answer.text).toContain(`value="${fields.date}"`)
  }
  expect(await rowOf(id)).toEqual(before)
  expect(await press(action!, { party: '2', date: day(5), at: at!, lang: 'en' })).toMatchObject({ status: 303 })
})

/** The booking as if it began so many minutes from now. */
const movedTo = (id: string, minutes: number) =>
  sql`update reservations set starts_at = t.at, ends_at = t.at + interval '90 minutes', pacing_at = t.at, pacing_until = t.at + interval '15 minutes',
      starts_local = t.at at time zone v.time_zone, service_on = (t.at at time zone v.time_zone)::date
    from venues v, lateral (select date_trunc('minute', now() + ${`${minutes} minutes`}::interval) as at) t
    where v.id = venue_id and reservations.id = ${id}`.execute(shop.container.db)

test('a guest says that he comes; who moves it makes him say it again', async () => {
  const { id } = await book({ time: '17:30' })
  expect((await look(pathOf(id))).text).toContain('Yes, I am coming')
  expect(await press(pathOf(id), { act: 'comes' })).toMatchObject({ status: 303 })
  const first = await rowOf(id)
  expect(first.guestConfirmedAt).not.toBeNull()
  await press(pathOf(id), { act: 'comes' })
  expect(await rowOf(id)).toEqual(first)
  // Days before, nobody is late; the page does not ask.
  expect((await press(pathOf(id), { act: 'late', minutes: '15' })).status).toBe(409)
  await movedTo(id, -20)
  expect(await press(pathOf(id), { act: 'late', minutes: '15' })).toMatchObject({ status: 303 })
  expect(await rowOf(id)).toMatchObject({ lateMinutes: 15 })
  expect((await press(pathOf(id), { act: 'late', minutes: '9' })).status).toBe(422)
  // The meal has begun: nothing is changed any more, whatever form is sent.
  for (const form of [{ act: 'party', party: '3' }, { act: 'notes', notes: 'Late' }, { act: 'comes' }])
    expect((await press(pathOf(id), form)).status).toBe(409)
  await movedTo(id, 3 * 1440)
  await shop.call(`booking/${id}`, { date: shop.at('18:30') }, { method: 'PUT' })
  expect(await rowOf(id)).toMatchObject({ guestConfirmedAt: null, lateMinutes: null })
})

test('a guest cancels once, in time only', async () => {
  const { id } = await book({ time: '21:30' })
  expect((await look(pathOf(id, '/cancel'))).text).toContain('You can cancel online until')
  expect(await press(pathOf(id, '/cancel'), {})).toMatchObject({ status: 303 })
  expect(await rowOf(id)).toMatchObject({ status: 'canceled', cancelActor: 'guest' })
  expect(await press(pathOf(id, '/cancel'), {})).toMatchObject({ status: 303 })
  expect((await historyOf(id)).filter(({ toStatus }) => toStatus === 'canceled')).toHaveLength(1)
  expect((await look(pathOf(id))).text).toContain('This booking is canceled')
  expect((await press(pathOf(id), { act: 'party', party: '3' })).status).toBe(409)
  const { db } = shop.container
  const soon = await book({ days: 3 })
  const windowOf = (minutes: number) =>
    sql`update books set rules = jsonb_set(rules, '{cancellationWindowMinutes}', ${String(minutes)}::jsonb) where venue_id = ${shop.venue.id}`.execute(
      db,
    )
  await windowOf(100_000)
  expect((await look(pathOf(soon.id))).text).toContain('Canceling online was possible until')
  expect(await press(pathOf(soon.id, '/cancel'), {})).toMatchObject({ status: 409 })
  expect((await press(pathOf(soon.id), { act: 'party', party: '1' })).status).toBe(409)
  expect(await press(pathOf(soon.id), { act: 'party', party: '3' })).toMatchObject({ status: 303 })
  expect(await rowOf(soon.id)).toMatchObject({ status: 'confirmed', partySize: 3 })
  await windowOf(0)
})

test('who comes later, and says so when it is too late to cancel, has not made it possible again', async () => {
  const { id } = await book({ days: 4, time: '19:00' })
  const starts = Date.parse((await rowOf(id)).startsAt)
  const minutes = Math.round((starts - Date.now()) / 60_000) + 30
  const { db } = shop.container
  await sql`update books set rules = jsonb_set(rules, '{cancellationWindowMinutes}', ${String(minutes)}::jsonb) where venue_id = ${shop.venue.id}`.execute(
    db,
  )
  expect(await press(pathOf(id, '/cancel'), {})).toMatchObject({ status: 409 })
  expect(await press(pathOf(id, '/change'), { at: String(starts / 1000 + 7200), party: '2' })).toMatchObject({ status: 303 })
  expect(Date.parse((await rowOf(id)).startsAt)).toBe(starts + 7_200_000)
  expect((await look(pathOf(id))).text).toContain('Canceling online was possible until')
  expect((await press(pathOf(id), { act: 'party', party: '1' })).status).toBe(409)
  expect(await press(pathOf(id, '/cancel'), {})).toMatchObject({ status: 409 })
  expect(await rowOf(id)).toMatchObject({ status: 'confirmed', partySize: 2 })
  await sql`update books set rules = jsonb_set(rules, '{cancellationWindowMinutes}', '0') where venue_id = ${shop.venue.id}`.execute(db)
})

test('a button that no page has is refused, whatever its name', async () => {
  const { id } = await book({ time: '18:30' })
  for (const act of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])
    expect((await press(pathOf(id), { act })).status, act).toBe(422)
})

test('links that we did not make, that are over and of nothing are answered alike, and not without end', async () => {
  const { id } = await book({ time: '17:15' })
  const good = pathOf(id)
  const other = pathOf(crypto.randomUUID())
  const over = await book({ time: '17:00' })
  await sql`update reservations set starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days', pacing_at = pacing_at - interval '60 days',
    pacing_until = pacing_until - interval '60 days' where id = ${over.id}`.execute(shop.container.db)
  const answers = await Promise.all(
    [
      other,
      pathOf(over.id),
      `${good}x`,
      good.replace(/.(?=.$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
      '/book/own/x',
      `${other}/change`,
    ].map(look),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await press(`${other}/cancel`, {})).status).toBe(404)
  let last = 404
  for (let count = 0; count < 60 && last !== 429; count++) last = (await look(other)).status
  expect(last).toBe(429)
  expect((await look(good)).status).toBe(200)
})

test('the file for a calendar names the booking as its mails do', async () => {
  const { id } = await book({ time: '19:30' })
  const { text, headers } = await look(pathOf(id, '/booking.ics'))
  expect(headers.get('content-type')).toContain('text/calendar')
  expect(text.replaceAll('\r\n ', '')).toMatch(new RegExp(`UID:${id}@bookings\\.tablewire\r\nSEQUENCE:\\d+\r\n`))
  expect(text).toContain('METHOD:PUBLISH')
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})
