import type {} from '@tablewire/server/features/widget/widget-rows'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { aShift, aVenue, type TestVenue } from '../build/a-venue.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'

let testApp: TestApp
let venue: TestVenue
const sells = async (id: string, sdkAccess = true): Promise<void> =>
  void (await testApp.container.db.updateTable('venues').set({ sdkAccess, phoneNumber: '+34910000001' }).where('id', '=', id).execute())
beforeAll(async () => {
  testApp = await aTestApp()
  venue = await aVenue(testApp.container.db, { name: 'Casa <i>Vieja</i>' })
  await aChannel(testApp.container.db, { type: 'widget', venues: [venue.id] })
  await sells(venue.id)
})
afterAll(() => testApp.close())

let address = 0
/** Each from an address of its own, as guests come. */
const ask = (method: 'GET' | 'POST', url: string, fields?: Record<string, string>, headers: Record<string, string> = {}) =>
  testApp.app.inject({
    method,
    url,
    remoteAddress: `127.1.${Math.floor(address / 250)}.${1 + (address++ % 250)}`,
    headers: { accept: 'text/html', ...(fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {}), ...headers },
    ...(fields ? { payload: new URLSearchParams(fields).toString() } : {}),
  })
const json = { accept: 'application/json' }
type Step = {
  kind: string
  groups: { times: { at: string }[] }[]
  held: string
  reference: string
  errors: Record<string, string>
  status: string
  none: { why: string; instead: { href: string }[] } | null
  date: string
  others: { at: string }[]
}
const stepOf = (answer: { body: string }): Step => (JSON.parse(answer.body) as { step: Step }).step

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const timesAt = async (date: string, id = venue.id): Promise<string[]> =>
  stepOf(await ask('GET', `/book/${id}?party=2&date=${date}`, undefined, json)).groups.flatMap(({ times }) => times.map(({ at }) => at))
const holdAt = async (at: string, more: Record<string, string> = {}, id = venue.id): Promise<string> => {
  const answer = await ask('POST', `/book/${id}/hold`, { party: '2', at, ...more })
  expect(answer.statusCode).toBe(303)
  return new URL(answer.headers.location!, 'http://here').searchParams.get('held')!
}
const guest = (over: Record<string, string> = {}) => ({
  firstName: 'Noa',
  lastName: 'Vidal',
  email: 'noa@example.com',
  phone: '',
  trap: '',
  ...over,
})
const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1600))
const rows = async (): Promise<{ status: string; source: string; notes: string | null; guestFirstName: string; guestOptIn: boolean }[]> =>
  (
    await sql<{ status: string; source: string; notes: string | null; guestFirstName: string; guestOptIn: boolean }>`
    select status, source, notes, guest_first_name, guest_opt_in from reservations where venue_id = ${venue.id} and status not in ('held', 'expired') order by created_at`.execute(
      testApp.container.db,
    )
  ).rows

test('WI1: the page may stand in other sites, runs its own script only and says nothing as HTML; so do its refusals', async () => {
  for (const [path, status] of [
    [`/book/${venue.id}`, 200],
    ['/book/nobody', 404],
    ['/book/0190aaaa-0000-7000-8000-000000000000', 404],
    [`/book/${venue.id}/details?held=no`, 404],
    [`/book/${venue.id}/done?booking=no`, 404],
    ['/book/a/b/c', 404],
  ] as const) {
    const page = await ask('GET', path)
    expect([path, page.statusCode]).toEqual([path, status])
    expect(page.headers['x-frame-options']).toBeUndefined()
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; style-src 'sha256-[^']+'; .*frame-ancestors \*$/,
    )
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.body).not.toMatch(/<i>Vieja|\son\w+="|style="/)
    expect(page.body).toMatch(/<html lang="en"/)
  }
  const elsewhere = await ask('GET', '/login')
  expect(elsewhere.headers['x-frame-options']).toBe('DENY')
})

test('WI1: what is not there, or not asked in that way, is said on a page of guests in their language, never by the portal', async () => {
  for (const [method, path, status, allow] of [
    ['GET', '/book', 404, undefined],
    ['GET', '/book/', 404, undefined],
    ['POST', '/book', 404, undefined],
    ['GET', '/book/assets/main-00000000.js', 404, undefined],
    ['GET', '/book/assets/', 404, undefined],
    ['POST', '/book/assets/x.css', 404, undefined],
    ['POST', `/book/${venue.id}`, 405, 'GET'],
    ['PUT', `/book/${venue.id}`, 405, 'GET'],
    ['GET', `/book/${venue.id}/hold`, 405, 'POST'],
    ['DELETE', `/book/${venue.id}/details`, 405, 'GET, POST'],
    ['PUT', '/book/own/x', 405, 'GET, POST'],
    ['PATCH', '/book/own/x/cancel', 405, 'GET, POST'],
    ['POST', '/book/a/b/c', 404, undefined],
  ] as const)
    for (const [lang, words] of [
      ['en', /nothing to book here|no longer good/],
      ['de', /Hier gibt es nichts zu buchen|gilt nicht mehr/],
    ] as const) {
      const page = await testApp.app.inject({ method, url: path, headers: { accept: 'text/html', 'accept-language': lang } })
      expect([method, path, page.statusCode, page.headers['allow']]).toEqual([method, path, status, allow])
      expect(page.body).toContain(`<html lang="${lang}"`)
      expect(page.body).toMatch(words)
    }
})

test('WI1: a place that nobody took is not said to be taken', async () => {
  const [at] = await timesAt(dayAhead(3))
  const noticeOf = async (fields: Record<string, string>) => {
    const answer = await ask('POST', `/book/${venue.id}/hold`, fields, json)
    return [answer.statusCode, (JSON.parse(answer.body) as { step: { notice: string } }).step.notice]
  }
  expect(await noticeOf({ party: '2', at: String(Number(at) - 30 * 86_400) })).toEqual([409, 'It is too late to book this day online.'])
  expect(await noticeOf({ party: '2', at: String(Number(at) + 7) })).toEqual([409, 'The restaurant takes no guests on this day.'])
})

test('WI1: times, a hold, who comes, and the booking: by plain forms', async () => {
  const page = await ask('GET', `/book/${venue.id}?party=2&date=${dayAhead(3)}&utm_source=mail`)
  expect(page.body).toContain('name="utm_source" value="mail"')
  expect(page.body).toMatch(/<button name="at" value="\d+"/)
  const [at] = await timesAt(dayAhead(3))
  const held = await holdAt(at!, { utm_source: 'mail' })
  const details = await ask('GET', `/book/${venue.id}/details?held=${held}`)
  expect(details.body).toContain('We are holding the table for you until')
  expect(details.body).toMatch(/You can cancel online until \w+day,? \d{1,2} \w+/)
  const quick = await ask('POST', `/book/${venue.id}/details`, { held, ...guest() })
  expect([quick.statusCode, quick.body.includes('press the button once more')]).toEqual([422, true])
  await slow()
  const wrong = await ask('POST', `/book/${venue.id}/details`, { held, ...guest({ email: 'no<b>', phone: '12', lastName: '' }) }, json)
  expect([wrong.statusCode, Object.keys(stepOf(wrong).errors).toSorted()]).toEqual([422, ['email', 'lastName', 'phone']])
  const named = await ask('POST', `/book/${venue.id}/details`, { held, ...guest({ firstName: 'You won https://prize.example/x' }) }, json)
  expect([named.statusCode, Object.keys(stepOf(named).errors)]).toEqual([422, ['firstName']])
  const fields = {
    held,
    utm_source: 'mail',
    ...guest({ allergies: 'Nuts', notes: 'By the <b>window</b>', occasion: 'birthday', optIn: 'yes' }),
  }
  const twice = await Promise.all([1, 2, 3].map(() => ask('POST', `/book/${venue.id}/details`, fields)))
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
  expect(await rows()).toEqual([
    {
      status: 'confirmed',
      source: 'widget',
      notes: 'Occasion: Birthday\nAllergies and diets: Nuts\nBy the <b>window</b>',
      guestFirstName: 'Noa',
      guestOptIn: true,
    },
  ])
  const done = await ask('GET', twice[0]!.headers.location!)
  expect(done.body).toContain('Your table is booked')
  expect(done.body).toContain('A confirmation is on its way to you by e-mail.')
  // What is not sent is not said to be on its way.
  const { db } = testApp.container
  const { emailNotices } = await db.selectFrom('venues').select('emailNotices').where('id', '=', venue.id).executeTakeFirstOrThrow()
  await db.updateTable('venues').set({ emailNotices: [] }).where('id', '=', venue.id).execute()
  expect((await ask('GET', twice[0]!.headers.location!)).body).toContain('We send no message about it. Keep this page')
  await db.updateTable('venues').set({ emailNotices }).where('id', '=', venue.id).execute()
  expect((await ask('GET', `/book/${venue.id}?path=%00&host=http://a.example`)).statusCode).toBe(200)
  expect(done.body).not.toMatch(/noa@example|Vidal/)
  // Loaded again, or gone back to.
  const again = await ask('GET', `/book/${venue.id}/details?held=${held}`)
  expect([again.statusCode, again.headers.location!.startsWith(`/book/${venue.id}/done?`)]).toEqual([303, true])
  const kept = await testApp.container.db.selectFrom('widgetBookings').selectAll().where('venueId', '=', venue.id).execute()
  expect(kept).toMatchObject([{ campaign: { utm_source: 'mail' }, optInText: expect.stringContaining('Casa <i>Vieja</i> may send me') }])
})

test('WI1: a place whose time ran out is booked when it is still free, else others of that day take the same details', async () => {
  const small = await aVenue(testApp.container.db, { book: { shifts: [aShift({ pacing: { covers: 2, parties: null } })] } })
  await aChannel(testApp.container.db, { type: 'widget', venues: [small.id] })
  await sells(small.id)
  const [first, second] = await timesAt(dayAhead(2), small.id)
  const held = await holdAt(first!, {}, small.id)
  const expire = () =>
    sql`update reservations set status = 'expired', hold_expires_at = null, version = version + 1 where venue_id = ${small.id} and status = 'held'`.execute(
      testApp.container.db,
    )
  await expire()
  await holdAt(first!, {}, small.id)
  await slow()
  const gone = await ask('POST', `/book/${small.id}/details`, { held, ...guest() }, json)
  expect([
    gone.statusCode,
    stepOf(gone)
      .others.map(({ at }) => at)
      .includes(second!),
  ]).toEqual([409, true])
  const booked = await Promise.all([second!, second!].map((at) => ask('POST', `/book/${small.id}/details`, { held, at, ...guest() })))
  expect(booked.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  await expire()
  const late = await holdAt(
    stepOf(await ask('GET', `/book/${small.id}?party=2&date=${dayAhead(5)}`, undefined, json)).groups[0]!.times[0]!.at,
    {},
    small.id,
  )
  await expire()
  await slow()
  expect((await ask('POST', `/book/${small.id}/details`, { held: late, ...guest({ email: 'ada@example.com' }) })).statusCode).toBe(303)
  const { rows: made } = await sql<{
    n: number
  }>`select count(*)::int as n from reservations where venue_id = ${small.id} and status = 'confirmed'`.execute(testApp.container.db)
  expect(made).toEqual([{ n: 2 }])
})

test('WI1: another time gives back what was held before', async () => {
  const [one, two] = await timesAt(dayAhead(4))
  const held = await holdAt(one!)
  await holdAt(two!, { held })
  const { rows: open } = await sql<{
    n: number
  }>`select count(*)::int as n from reservations where venue_id = ${venue.id} and status = 'held'`.execute(testApp.container.db)
  expect(open).toEqual([{ n: 1 }])
})

test('WI1: a time that is refused leaves the guest the place he holds; one that overlaps it is taken for it', async () => {
  const small = await aVenue(testApp.container.db, { book: { shifts: [aShift({ pacing: { covers: 2, parties: null } })] } })
  await aChannel(testApp.container.db, { type: 'widget', venues: [small.id] })
  await sells(small.id)
  const [one, two] = await timesAt(dayAhead(4), small.id)
  const held = await holdAt(one!, {}, small.id)
  await holdAt(two!, {}, small.id)
  const open = async () =>
    (
      await sql<{ at: string }>`
      select extract(epoch from starts_at)::bigint::text as at from reservations where venue_id = ${small.id} and status = 'held' order by starts_at`.execute(
        testApp.container.db,
      )
    ).rows.map(({ at }) => at)
  const refused = await ask('POST', `/book/${small.id}/hold`, { party: '2', at: two!, held }, json)
  expect([refused.statusCode, stepOf(refused).held]).toEqual([409, held])
  expect(await open()).toEqual([one, two])
  // His own place stands in nobody's way but his own.
  await holdAt(one!, { held }, small.id)
  expect(await open()).toEqual([one, two])
})

test('WI1: a time pressed under other fields than it was shown for holds nothing: the times for those come first', async () => {
  const here = await aVenue(testApp.container.db)
  await aChannel(testApp.container.db, { type: 'widget', venues: [here.id] })
  await sells(here.id)
  const { body } = await ask('GET', `/book/${here.id}?party=2&date=${dayAhead(3)}`)
  // Without script as well the fields go with every time, as one form.
  const form = /<form method="get"[^]*?<\/form>/.exec(body)![0]
  for (const part of ['name="party"', 'name="date"', 'formmethod="post"']) expect(form).toContain(part)
  const at = /name="at" value="(\d+)"/.exec(form)![1]!
  const to = /formaction="([^"]+)"/.exec(form)![1]!.replaceAll('&amp;', '&')
  const held = () =>
    testApp.container.db
      .selectFrom('reservations')
      .select('partySize')
      .where('venueId', '=', here.id)
      .where('status', '=', 'held')
      .execute()
  for (const fields of [
    { party: '4', date: dayAhead(3) },
    { party: '2', date: dayAhead(4) },
  ]) {
    const answer = await ask('POST', to, { ...fields, at }, json)
    expect(answer.statusCode).toBe(409)
    expect(stepOf(answer)).toMatchObject({ ...fields, notice: expect.stringContaining('You have chosen something else') as string })
  }
  expect(await held()).toEqual([])
  expect((await ask('POST', to, { party: '2', date: dayAhead(3), at })).statusCode).toBe(303)
  expect(await held()).toEqual([{ partySize: 2 }])
})

test('WI1: when there is nothing, the page says why and where there is something', async () => {
  const weekday = new Date(Date.now() + 3 * 86_400_000).getUTCDay() || 7
  const closed = await aVenue(testApp.container.db, {
    book: { shifts: [aShift({ days: [1, 2, 3, 4, 5, 6, 7].filter((day) => day !== weekday) })] },
  })
  await aChannel(testApp.container.db, { type: 'widget', venues: [closed.id] })
  await sells(closed.id)
  const step = stepOf(await ask('GET', `/book/${closed.id}?party=2&date=${dayAhead(3)}`, undefined, json))
  expect(step.none).toMatchObject({ why: 'The restaurant takes no guests on this day.' })
  expect(step.none!.instead.map(({ href }) => new URL(href, 'http://here').searchParams.get('date'))).toEqual([dayAhead(2), dayAhead(4)])
  const large = stepOf(await ask('GET', `/book/${venue.id}?party=5000`, undefined, json))
  expect([large.none!.why.includes('cannot be booked online'), large.groups]).toEqual([true, []])
})

test('WI1: who finds no table counts as turned away, once', async () => {
  const full = await aVenue(testApp.container.db, { book: { shifts: [aShift({ pacing: { covers: 1, parties: null } })] } })
  await aChannel(testApp.container.db, { type: 'widget', venues: [full.id] })
  await sells(full.id)
  for (let count = 0; count < 3; count++) {
    // One guest, who looks again.
    address = 9000
    const step = stepOf(await ask('GET', `/book/${full.id}?party=2&date=${dayAhead(3)}`, undefined, json))
    expect(step.none!.why).toBe('All tables for your party are taken on this day.')
  }
  const away = async () =>
    (
      await sql<{ n: number }>`select coalesce(sum(searches), 0)::int as n from turned_away where venue_id = ${full.id}`.execute(
        testApp.container.db,
      )
    ).rows[0]!.n
  await expect.poll(away).toBe(1)
})

test('WI1: where the house confirms by hand, a request is sent, and says so', async () => {
  const asks = await aVenue(testApp.container.db, { book: { shifts: [aShift({ requestFromParty: 2 })] } })
  await aChannel(testApp.container.db, { type: 'widget', venues: [asks.id] })
  await sells(asks.id)
  const [at] = await timesAt(dayAhead(3), asks.id)
  const held = await holdAt(at!, {}, asks.id)
  expect((await ask('GET', `/book/${asks.id}/details?held=${held}`)).body).toContain('Send request')
  await slow()
  const sent = await ask('POST', `/book/${asks.id}/details`, { held, ...guest({ email: 'asks@example.com' }) })
  expect((await ask('GET', sent.headers.location!)).body).toContain('Your request has been sent')
})

test('WI1: a channel that names its websites is framed by them alone', async () => {
  const here = await aVenue(testApp.container.db)
  const { id } = await aChannel(testApp.container.db, { type: 'widget', venues: [here.id] })
  await sells(here.id)
  await testApp.container.db
    .updateTable('channels')
    .set({ hosts: ['https://www.casa.example', 'https://*.builder.example'] })
    .where('id', '=', id)
    .execute()
  const at = async (host: string) => {
    const page = await ask('GET', `/book/${here.id}?frame=a1&host=${encodeURIComponent(host)}`)
    return [/frame-ancestors .*$/.exec(String(page.headers['content-security-policy']))![0], page.body.includes('name="host"')]
  }
  const policy = "frame-ancestors 'self' https://www.casa.example https://*.builder.example"
  expect(await at('https://www.casa.example')).toEqual([policy, true])
  expect(await at('https://my.builder.example')).toEqual([policy, true])
  for (const host of ['https://evil.example', 'http://www.casa.example', 'https://builder.example.evil.example', "'unsafe", 'https://a b'])
    expect([host, await at(host)]).toEqual([host, [policy, false]])
})

test('WI1: closed, unlinked and not allowed venues take no bookings, and say so', async () => {
  const other = await aVenue(testApp.container.db, { name: 'Cerrada' })
  const unlinked = await ask('GET', `/book/${other.id}`)
  expect(unlinked.statusCode).toBe(404)
  const partner = await aChannel(testApp.container.db, { venues: [other.id] })
  await sells(other.id)
  expect((await ask('GET', `/book/${other.id}?channel=${partner.id}`)).statusCode).toBe(404)
  await aChannel(testApp.container.db, { type: 'widget', venues: [other.id] })
  expect((await ask('GET', `/book/${other.id}`)).statusCode).toBe(200)
  const [at] = await timesAt(dayAhead(2), other.id)
  const held = await holdAt(at!, {}, other.id)
  await testApp.container.db.updateTable('venues').set({ active: false }).where('id', '=', other.id).execute()
  const closed = await ask('GET', `/book/${other.id}`)
  expect([closed.statusCode, closed.body.includes('Cerrada takes no bookings online'), closed.body.includes('tel:+34910000001')]).toEqual([
    403,
    true,
    true,
  ])
  await slow()
  expect((await ask('POST', `/book/${other.id}/details`, { held, ...guest() })).statusCode).toBe(403)
  await testApp.container.db.updateTable('venues').set({ active: true, sdkAccess: false }).where('id', '=', other.id).execute()
  expect((await ask('POST', `/book/${other.id}/hold`, { party: '2', at: at! })).statusCode).toBe(404)
})

test('WI1: nothing that was tampered with is held or booked', async () => {
  const [at] = await timesAt(dayAhead(6))
  const held = await holdAt(at!)
  const [text, ...rest] = held.split('.')
  const changed = Buffer.from(Buffer.from(text!, 'base64url').toString().replace('"party":2', '"party":9')).toString('base64url')
  const other = await aVenue(testApp.container.db)
  await aChannel(testApp.container.db, { type: 'widget', venues: [other.id] })
  await sells(other.id)
  await slow()
  const before = (await rows()).length
  for (const [url, fields] of [
    [`/book/${venue.id}/details`, { held: [changed, ...rest].join('.'), ...guest() }],
    [`/book/${venue.id}/details`, { held: '', ...guest() }],
    [`/book/${other.id}/details`, { held, ...guest() }],
    [`/book/${venue.id}/details`, { held, ...guest({ trap: 'http://spam' }) }],
    [`/book/${venue.id}/details`, { held, ...guest({ email: 'a@b.c\r\nBcc: x@y.z' }) }],
    [`/book/${venue.id}/hold`, { party: '0', at: at! }],
    [`/book/${venue.id}/hold`, { party: '10000', at: at! }],
    [`/book/${venue.id}/hold`, { party: '2', at: '99999999999999' }],
    [`/book/${venue.id}/hold`, { party: '2', at: String(Number(at) + 7) }],
    [`/book/${venue.id}/hold`, { party: '2', at: at!, area: 'no area' }],
  ] as [string, Record<string, string>][]) {
    const answer = await ask('POST', url, fields)
    expect([url, answer.statusCode >= 400 && answer.statusCode < 500, answer.headers['x-frame-options']]).toEqual([url, true, undefined])
  }
  expect((await rows()).length).toBe(before)
  for (const query of [
    'party=abc',
    'date=2026-02-31',
    'date=9999-12-31',
    'date=<b>',
    'area=%00',
    'lang=xx',
    `utm_x=${'y'.repeat(5000)}`,
    'held=a.b.c',
  ])
    expect([query, (await ask('GET', `/book/${venue.id}?${query}`)).statusCode]).toEqual([query, 200])
})
