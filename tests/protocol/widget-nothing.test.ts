import type {} from '@tablewire/server/features/widget/widget-rows'
import { ownLink } from '@tablewire/server/features/guest-messages/own-link'
import { newId } from '@tablewire/server/platform/id'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser } from '../build/a-user.ts'
import { aShift, aVenue, type TestVenue } from '../build/a-venue.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await aTestApp({ addresses: 50 })
})
afterAll(() => testApp.close())

type Link = { href: string; label: string }
type Step = {
  kind: string
  groups: { times: { at: string; note: string | null }[] }[]
  found: string
  none: { why: string; instead: Link[] } | null
  parties: { value: string }[]
  send: string
  asks: string | null
  notice: string | null
  text: string
  status: string
}
const sells = async (over: Parameters<typeof aVenue>[1] = {}): Promise<TestVenue> => {
  const venue = await aVenue(testApp.container.db, over)
  await aChannel(testApp.container.db, { type: 'widget', venues: [venue.id] })
  await testApp.container.db.updateTable('venues').set({ sdkAccess: true }).where('id', '=', venue.id).execute()
  return venue
}
let address = 0
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const ask = (method: 'GET' | 'POST', url: string, fields?: Record<string, string>) =>
  testApp.app.inject({
    method,
    url,
    remoteAddress: `127.2.0.${1 + (address++ % 250)}`,
    headers: { accept: 'application/json', ...(fields ? form : {}) },
    ...(fields ? { payload: new URLSearchParams(fields).toString() } : {}),
  })
const stepOf = (answer: { body: string }): Step => (JSON.parse(answer.body) as { step: Step }).step
const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const timesOf = ({ groups }: Step) => groups.flatMap(({ times }) => times)
const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1600))
const guest = (email: string) => ({ firstName: 'Noa', lastName: 'Vidal', email, phone: '', trap: '' })

const asking = async (venue: TestVenue, { party, email, days = 3 }: { party: number; email: string; days?: number }) => {
  const [time] = timesOf(stepOf(await ask('GET', `/book/${venue.id}?party=${party}&date=${dayAhead(days)}`)))
  const to = await ask('POST', `/book/${venue.id}/hold`, { party: String(party), at: time!.at })
  expect(to.statusCode).toBe(303)
  const details = stepOf(await ask('GET', to.headers.location!))
  expect([details.send, details.asks?.includes('your places are kept until the restaurant has answered')]).toEqual(['Send request', true])
  const held = new URL(to.headers.location!, 'http://here').searchParams.get('held')!
  await slow()
  return { held, answer: await ask('POST', `/book/${venue.id}/details`, { held, ...guest(email) }) }
}

test('WI1: a party too large to be booked asks the house, which sees a request and answers it', async () => {
  const venue = await sells({ book: { party: { min: 1, max: 8 } } })
  const found = stepOf(await ask('GET', `/book/${venue.id}?party=12&date=${dayAhead(3)}`))
  expect(found.none!.why).toContain('send a request')
  expect(found.parties.map(({ value }) => value)).toContain('12')
  expect(new Set(timesOf(found).map(({ note }) => note))).toEqual(new Set(['on request']))
  const { held, answer } = await asking(venue, { party: 12, email: 'large@example.com' })
  const done = stepOf(await ask('GET', answer.headers.location!))
  expect([done.status, done.text]).toEqual(['requested', expect.stringContaining('whether it can seat you all')])
  // Sent twice: one request.
  expect((await ask('POST', `/book/${venue.id}/details`, { held, ...guest('large@example.com') })).statusCode).toBe(303)
  const token = await testApp.signIn(await aUser(testApp.container.db))
  const list = await testApp.ask({ method: 'GET', url: `/v1/reservations?q=${encodeURIComponent('large@example.com')}`, token })
  const rows = list.json<{ data: { id: string; status: string; partySize: number; source: string; override: boolean }[] }>().data
  expect(rows).toMatchObject([{ status: 'pending_confirmation', partySize: 12, source: 'widget', override: true }])
  const moved = await testApp.ask({ method: 'POST', url: `/v1/reservations/${rows[0]!.id}/confirm`, token, body: {} })
  expect(moved.statusCode).toBe(200)
})

test('WI1: a large party that waits for an answer asks for another time or number on its page, and no more once it has it', async () => {
  const venue = await sells({ book: { party: { min: 1, max: 8 } } })
  const { answer } = await asking(venue, { party: 12, email: 'moves@example.com' })
  expect(answer.statusCode).toBe(303)
  const { db } = testApp.container
  const row = () => db.selectFrom('reservations').selectAll().where('venueId', '=', venue.id).executeTakeFirstOrThrow()
  const { id } = await row()
  const path = `${new URL(ownLink(testApp.container.systemCtx('test'), id)).pathname}/change`
  const timesOn = async (party: number, days: number): Promise<string[]> =>
    [...(await ask('GET', `${path}?party=${party}&date=${dayAhead(days)}`)).body.matchAll(/name="at" value="(\d+)"/g)].map(([, at]) => at!)
  const [at] = await timesOn(12, 5)
  expect((await ask('POST', path, { at: at!, party: '12', date: dayAhead(5) })).statusCode).toBe(303)
  const moved = await row()
  expect([moved.status, moved.partySize, Date.parse(moved.startsAt) / 1000]).toEqual(['pending_confirmation', 12, Number(at)])
  // More than the whole house seats nobody has to weigh.
  expect((await ask('POST', path, { at: at!, party: '900', date: dayAhead(5) })).statusCode).toBe(409)
  const [smaller] = await timesOn(6, 4)
  expect((await ask('POST', path, { at: smaller!, party: '6', date: dayAhead(4) })).statusCode).toBe(303)
  expect(await row()).toMatchObject({ status: 'pending_confirmation', partySize: 6 })
  await db.updateTable('reservations').set({ status: 'confirmed' }).where('id', '=', id).execute()
  expect(await timesOn(6, 5)).not.toEqual([])
  // A confirmed booking is none that the house still weighs.
  expect((await ask('POST', path, { at: at!, party: '12', date: dayAhead(5) })).statusCode).toBe(409)
  expect(await row()).toMatchObject({ status: 'confirmed', partySize: 6 })
})

test('WI1: nobody asks for more than the house seats, twice at once, or closes a day by asking', async () => {
  const venue = await sells({ book: { party: { min: 1, max: 4 } } })
  const { answer } = await asking(venue, { party: 6, email: 'one@example.com' })
  expect(answer.statusCode).toBe(303)
  const again = await asking(venue, { party: 6, email: 'ONE@example.com', days: 5 })
  expect([again.answer.statusCode, stepOf(again.answer).notice]).toEqual([409, expect.stringContaining('already sent a request')])
  for (const email of ['two@example.com', 'three@example.com'])
    expect((await asking(venue, { party: 5, email })).answer.statusCode).toBe(303)
  const many = await asking(venue, { party: 5, email: 'four@example.com' })
  expect([many.answer.statusCode, stepOf(many.answer).notice]).toEqual([409, expect.stringContaining('several requests for this day')])
  // Nor by asking for another day first.
  expect((await asking(venue, { party: 5, email: 'five@example.com', days: 6 })).answer.statusCode).toBe(303)
  const { db } = testApp.container
  const five = await db.selectFrom('reservations').select('id').where('guestEmail', '=', 'five@example.com').executeTakeFirstOrThrow()
  const path = `${new URL(ownLink(testApp.container.systemCtx('test'), five.id)).pathname}/change`
  const [full] = [...(await ask('GET', `${path}?date=${dayAhead(3)}`)).body.matchAll(/name="at" value="(\d+)"/g)]
  const moved = await ask('POST', path, { at: full![1]!, party: '5', date: dayAhead(3) })
  expect([moved.statusCode, moved.body.includes('Nothing has changed')]).toEqual([409, true])
  const [time] = timesOf(stepOf(await ask('GET', `/book/${venue.id}?party=2&date=${dayAhead(7)}`)))
  for (const party of ['500', '1000', '10000'])
    expect([party, (await ask('POST', `/book/${venue.id}/hold`, { party, at: time!.at })).statusCode >= 400]).toEqual([party, true])
  const closed = await sells({ book: { party: { min: 1, max: 4 }, noticeMinutes: 60 * 24 * 30 } })
  expect(timesOf(stepOf(await ask('GET', `/book/${closed.id}?party=6&date=${dayAhead(3)}`)))).toEqual([])
})

test('WI1: where a party finds nothing, half of it twice and houses nearby are offered', async () => {
  const full = await sells({ book: { party: { min: 1, max: 8 }, shifts: [aShift({ pacing: { covers: 1, parties: null } })] } })
  const sister = await sells({ companyId: full.companyId, name: 'Casa Nueva' })
  const stranger = await sells({ name: 'Elsewhere' })
  const { none } = stepOf(await ask('GET', `/book/${full.id}?party=2&date=${dayAhead(3)}&utm_source=x`))
  expect(
    none!.instead.filter(({ href }) => href.startsWith(`/book/${sister.id}?`)).map(({ label }) => label.startsWith('Casa Nueva')),
  ).toEqual([true])
  expect(none!.instead.find(({ href }) => href.includes(sister.id))!.href).toContain('utm_source=x')
  expect(JSON.stringify(none)).not.toContain(stranger.id)
  const split = await sells({ book: { party: { min: 1, max: 4 } } })
  const large = stepOf(await ask('GET', `/book/${split.id}?party=6&date=${dayAhead(3)}`))
  expect(large.none!.instead[0]).toMatchObject({ label: 'Two tables of 3 each', href: expect.stringContaining('party=3') })
  // The ledger counts parties of the sizes that the house sells to.
  await expect
    .poll(
      async () =>
        (
          await sql<{
            n: number
          }>`select coalesce(sum(searches), 0)::int as n from turned_away where venue_id = any(${[full.id, split.id]}::uuid[])`.execute(
            testApp.container.db,
          )
        ).rows[0]!.n,
    )
    .toBe(1)
})

test('a venue and a booking that have moved to another installation are opened there; on the way they are waited for', async () => {
  const { db } = testApp.container
  const [venueId, bookingId, moveId] = [newId(), newId(), newId()]
  const url = 'https://north.example'
  await sql`insert into company_moves (id, company_id, company_name, side, state, venues, url, ahead_before)
    values (${moveId}, ${newId()}, 'Casa Mudanza', 'source', 'moved', ${[venueId]}::uuid[], ${url}, current_date)`.execute(db)
  for (const id of [venueId, bookingId])
    await sql`insert into closed_places (place_id, turn, move_id, until, url) values (${id}, ${moveId}, ${moveId}, null, ${url})`.execute(
      db,
    )
  const own = new URL(ownLink(testApp.container.systemCtx('test'), bookingId)).pathname
  const waits = await ask('GET', `/book/${venueId}?lang=fr`)
  expect([waits.statusCode, waits.headers['retry-after']]).toEqual([503, '5'])
  for (const path of [`/book/${venueId}/details?held=abc`, own]) {
    const later = await testApp.app.inject({ method: 'GET', url: path, headers: { accept: 'text/html' } })
    expect([later.statusCode, later.headers['retry-after']]).toEqual([503, '5'])
  }
  await sql`update company_moves set state = 'done' where id = ${moveId}`.execute(db)
  const page = () =>
    testApp.app.inject({
      method: 'GET',
      url: `/book/${venueId}?lang=fr&party=4`,
      headers: { accept: 'text/html' },
      remoteAddress: '127.8.8.8',
    })
  expect([(await page()).statusCode, (await page()).headers.location]).toEqual([302, `${url}/book/${venueId}?lang=fr&party=4`])
  const state = await ask('GET', `/book/${venueId}?lang=fr`)
  expect([state.statusCode, (JSON.parse(state.body) as { step: object }).step]).toEqual([
    421,
    {
      kind: 'stop',
      text: expect.stringContaining('nouvelle adresse'),
      again: { href: `${url}/book/${venueId}?lang=fr`, label: expect.any(String) },
    },
  ])
  // A form may go nowhere else by its page's policy, so it is told where; what is held for the guest went along.
  const press = (path: string, fields: Record<string, string>) =>
    testApp.app.inject({
      method: 'POST',
      url: path,
      headers: { accept: 'text/html', ...form },
      payload: new URLSearchParams(fields).toString(),
    })
  const pressed = await press(`/book/${venueId}/details?lang=de`, { held: 'abc', firstName: 'Noa' })
  expect([pressed.statusCode, pressed.body]).toEqual([
    421,
    expect.stringContaining(`href="${url}/book/${venueId}/details?lang=de&amp;held=abc"`),
  ])
  const canceled = await press(`${own}/cancel`, { lang: 'nl' })
  expect([canceled.statusCode, canceled.body]).toEqual([421, expect.stringContaining(`href="${url}${own}?lang=nl"`)])
  const booking = await testApp.app.inject({ method: 'GET', url: `${own}/change`, headers: { accept: 'text/html' } })
  expect([booking.statusCode, booking.headers.location]).toEqual([303, `${url}${own}`])
})
