import { signHeld, signSeen } from '@tablewire/server/features/widget/signed-token'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'

let testApp: TestApp
let venue: TestVenue
beforeAll(async () => {
  testApp = await aTestApp({ work: true, env: { PUBLIC_URL: 'https://panel.house.test', PUBLIC_BOOKING_URL: 'https://book.house.test' } })
  const { db } = testApp.container
  venue = await aVenue(db, { name: 'Casa' })
  await aChannel(db, { type: 'widget', venues: [venue.id] })
  await db
    .updateTable('venues')
    .set({ sdkAccess: true, emailNotices: ['booked'] })
    .where('id', '=', venue.id)
    .execute()
  await sql`insert into booking_checks (venue_id, mail_minutes) values (${venue.id}, 10)`.execute(db)
})
afterAll(() => testApp.close())

let address = 0
const ask = (method: 'GET' | 'POST', url: string, fields?: Record<string, string>, accept = 'application/json') =>
  testApp.app.inject({
    method,
    url,
    remoteAddress: `127.3.1.${1 + (address++ % 250)}`,
    headers: { accept, host: 'book.house.test', ...(fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
    ...(fields ? { payload: new URLSearchParams(fields).toString() } : {}),
  })
type Mail = { booking: string; said: string | null; notice: string | null; values: { email?: string }; errors: { email?: string } }
type Step = { status: string; own: string; text: string; mail: Mail | null; groups: { times: { at: string }[] }[] }
const stepOf = ({ body }: { body: string }): Step => (JSON.parse(body) as { step: Step }).step
const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)

const bookAs = async (email: string): Promise<Step> => {
  const [at] = stepOf(await ask('GET', `/book/${venue.id}?party=2&date=${day}`)).groups.flatMap(({ times }) => times.map((one) => one.at))
  const taken = await ask('POST', `/book/${venue.id}/hold`, { party: '2', at: at! })
  const held = new URL(taken.headers.location!, 'http://here').searchParams.get('held')!
  await new Promise((resolve) => setTimeout(resolve, 1600))
  const fields = { firstName: 'Mia', lastName: 'Mailer', email, phone: '', trap: '', held }
  const [booked, again] = [await ask('POST', `/book/${venue.id}/details`, fields), await ask('POST', `/book/${venue.id}/details`, fields)]
  expect([booked.statusCode, again.statusCode]).toEqual([303, 303])
  return stepOf(await ask('GET', booked.headers.location!))
}
const rowsOf = async (email: string) =>
  testApp.container.db.selectFrom('reservations').select(['id', 'status', 'holdExpiresAt']).where('guestEmail', '=', email).execute()
const mailsTo = async (email: string) =>
  testApp.container.db.selectFrom('mails').select(['subject', 'text']).where('recipient', '=', email).orderBy('sentAt').execute()
/** Of the newest mail to that address. */
const linkTo = async (email: string, count = 1): Promise<string> => {
  const mail = await vi.waitFor(async () => {
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(count)
    return mails.at(-1)!
  }, 20_000)
  expect(mail.subject).toBe(`Please confirm your table at Casa on ${/at Casa on (.*)$/.exec(mail.subject)![1]}`)
  const [link] = /https:\/\/book\.house\.test\/book\/own\/\S+\/confirm/.exec(mail.text)!
  return new URL(link).pathname
}

test('WI1: where the venue wants it a booking is kept until its guest presses the button of a mail; looking books nothing, twice is once', async () => {
  const email = 'mia@guests.test'
  const done = await bookAs(email)
  expect([done.status, done.own]).toEqual(['verify', ''])
  // As much of it as shows a slip of the finger, and until when.
  expect(done.text).toMatch(/^We have sent an e-mail to m…@guests\.test\. Press the button in it by \d{1,2}:\d\d/)
  expect((await rowsOf(email)).map(({ status }) => status)).toEqual(['held'])
  // Neither by another house's page: who has only the address of mail has not got the mail.
  const held = await testApp.container.db
    .selectFrom('widgetBookings')
    .select(['holdId', 'channelId'])
    .where('reservationId', '=', (await rowsOf(email))[0]!.id)
    .executeTakeFirstOrThrow()
  const ctx = testApp.container.systemCtx('test')
  const made = Date.now()
  const mine = {
    hold: held.holdId,
    venue: venue.id,
    channel: held.channelId,
    at: 1,
    party: 2,
    area: null,
    duration: null,
    kind: null,
    made,
  }
  const token = signHeld(ctx, { ...mine, until: made + 600_000 })
  const elsewhere = await aVenue(testApp.container.db, { name: 'Otra' })
  for (const id of [elsewhere.id, crypto.randomUUID()])
    expect((await ask('GET', `/book/${id}/details?held=${encodeURIComponent(token)}`)).headers.location).toBeUndefined()
  const link = await linkTo(email)
  for (const path of [link, link, link.replace('/confirm', '')]) await ask('GET', path, undefined, 'text/html')
  expect((await rowsOf(email)).map(({ status }) => status)).toEqual(['held'])
  expect((await ask('GET', link, undefined, 'text/html')).body).toContain('Yes, book this table')
  const pressed = await Promise.all([ask('POST', link, { lang: 'en' }, 'text/html'), ask('POST', link, { lang: 'en' }, 'text/html')])
  expect(pressed.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  expect((await rowsOf(email)).map(({ status }) => status)).toEqual(['confirmed'])
  await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(2), 20_000)
})

test('WI1: who does not press it in time has no table, and is told so', async () => {
  const email = 'late@guests.test'
  await bookAs(email)
  const link = await linkTo(email)
  await sql`update reservations set hold_expires_at = now() - interval '1 second' where guest_email = ${email}`.execute(
    testApp.container.db,
  )
  const late = await ask('POST', link, { lang: 'en' }, 'text/html')
  expect(late.statusCode).toBe(409)
  expect(late.body).toContain('The time to confirm is over')
  expect((await rowsOf(email)).map(({ status }) => status)).not.toContain('confirmed')
})

const again = (booking: string) => ask('POST', `/book/${venue.id}/done`, { booking, act: 'again' })
const correct = (booking: string, email: string, more: Record<string, string> = {}, accept = 'application/json') =>
  ask('POST', `/book/${venue.id}/done`, { booking, email, ...more }, accept)
const shown = (answer: { headers: { location?: unknown } }) => ask('GET', String(answer.headers.location)).then(stepOf)
/** As if the mail had gone some time ago. */
const later = (email: string) =>
  sql`update guest_messages m set queued_at = m.queued_at - interval '1 minute' from reservations r
    where r.venue_id = m.venue_id and r.id = m.reservation_id and r.guest_email = ${email}`.execute(testApp.container.db)
const guestsBy = (email: string) =>
  testApp.container.db.selectFrom('guests').select(['firstName', 'phone', 'email']).where('email', '=', email).execute()

test('WI1: the mail goes again, not at once and not for ever; how long the place is kept does not change', async () => {
  const email = 'again@guests.test'
  const { booking } = (await bookAs(email)).mail!
  await linkTo(email)
  const [kept] = await rowsOf(email)
  const soon = await again(booking)
  expect([soon.statusCode, stepOf(soon).mail!.notice]).toEqual([429, expect.stringContaining('only a moment ago')])
  await later(email)
  // Pressed twice it goes once.
  const pressed = await Promise.all([again(booking), again(booking)])
  expect(pressed.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([303, 429])
  const done = await shown(pressed.find(({ statusCode }) => statusCode === 303)!)
  expect(done.mail!.said).toBe('We have sent the e-mail to a…@guests.test once more.')
  const link = await linkTo(email, 2)
  for (let count = 2; count < 5; count++) {
    await later(email)
    expect((await again(booking)).statusCode).toBe(303)
    await linkTo(email, count + 1)
  }
  await later(email)
  const enough = await again(booking)
  expect([enough.statusCode, stepOf(enough).mail!.notice]).toEqual([429, expect.stringContaining('no more e-mails')])
  expect((await correct(booking, 'elsewhere@guests.test')).statusCode).toBe(429)
  expect(await rowsOf(email)).toMatchObject([{ status: 'held', holdExpiresAt: kept!.holdExpiresAt }])
  // Both mails are his.
  expect((await ask('POST', link, { lang: 'en' }, 'text/html')).statusCode).toBe(303)
  expect((await rowsOf(email)).map(({ status }) => status)).toEqual(['confirmed'])
  // Booked, there is nothing to be sent again, and whose it is the page does not change.
  const over = await again(booking)
  expect((await shown(over)).status).toBe('booked')
  expect((await shown(await correct(booking, 'thief@guests.test'))).status).toBe('booked')
  expect(await rowsOf('thief@guests.test')).toEqual([])
})

test('WI1: corrected to the address it was, the mail comes once more, and not twice for one press', async () => {
  const email = 'same@guests.test'
  const { booking } = (await bookAs(email)).mail!
  await linkTo(email)
  // It went just now.
  expect((await correct(booking, email)).statusCode).toBe(303)
  expect(await mailsTo(email)).toHaveLength(1)
  await later(email)
  const pressed = await Promise.all([correct(booking, email), correct(booking, email.toUpperCase())])
  expect(pressed.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  await linkTo(email, 2)
  expect(await mailsTo(email)).toHaveLength(2)
  expect((await rowsOf(email)).map(({ status }) => status)).toEqual(['held'])
})

test('WI1: corrected twice in a moment, the last address gets one mail', async () => {
  const { booking } = (await bookAs('one@moment.test')).mail!
  await linkTo('one@moment.test')
  await correct(booking, 'two@moment.test')
  await correct(booking, 'three@moment.test')
  await linkTo('three@moment.test')
  await vi.waitFor(async () => {
    const { rows } = await sql<{ state: string }>`
      select m.state from guest_messages m join reservations r on r.venue_id = m.venue_id and r.id = m.reservation_id
      where r.guest_email = 'three@moment.test' order by m.queued_at`.execute(testApp.container.db)
    expect(rows.map(({ state }) => state)).toEqual(['sent', expect.stringMatching(/^(sent|skipped)$/), 'sent'])
  }, 20_000)
  expect(await mailsTo('three@moment.test')).toHaveLength(1)
})

test('WI1: addresses that no mail reaches are said to be wrong, and cost nothing', async () => {
  const email = 'shape@guests.test'
  const { booking } = (await bookAs(email)).mail!
  for (const wrong of [
    'a@example..test',
    '.a@example.test',
    'a..b@example.test',
    'a.@example.test',
    `a@${'x'.repeat(64)}.test`,
    'a@b.c',
    'a@.test',
  ])
    expect([wrong, (await correct(booking, wrong)).statusCode]).toEqual([wrong, 422])
  expect((await correct(booking, 'o’neil+x.y@mail.köln.test')).statusCode).toBe(303)
})

test('WI1: a mistyped address is corrected: all else stays, the old link is dead, also after the booking, and the house keeps nothing of it', async () => {
  const [wrong, right] = ['wrnog@guests.test', 'wrong@guests.test']
  const { booking } = (await bookAs(wrong)).mail!
  const dead = await linkTo(wrong)
  const [before] = await rowsOf(wrong)
  const answers = await Promise.all([correct(booking, right), correct(booking, right)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  const done = await shown(answers[0]!)
  expect([done.status, done.mail!.said]).toEqual(['verify', expect.stringContaining('The address is corrected.')])
  const link = await linkTo(right)
  expect([await rowsOf(wrong), await rowsOf(right)]).toEqual([[], [before]])
  expect(await guestsBy(wrong)).toEqual([])
  expect(await guestsBy(right)).toMatchObject([{ firstName: 'Mia' }])
  for (const method of ['GET', 'POST'] as const)
    expect((await ask(method, dead, method === 'POST' ? { lang: 'en' } : undefined, 'text/html')).statusCode).toBe(404)
  expect((await rowsOf(right)).map(({ status }) => status)).toEqual(['held'])
  const pressed = await ask('POST', link, { lang: 'en' }, 'text/html')
  expect(pressed.statusCode).toBe(303)
  expect((await ask('GET', pressed.headers.location!, undefined, 'text/html')).body).toContain('Your table is booked')
  expect((await rowsOf(right)).map(({ status }) => status)).toEqual(['confirmed'])
  for (const path of [dead, dead.replace('/confirm', ''), dead.replace('/confirm', '/cancel'), link.replace('/confirm', '')])
    expect((await ask('GET', path, undefined, 'text/html')).statusCode).toBe(404)
  expect((await ask('GET', link, undefined, 'text/html')).headers.location).toMatch(/^\/book\/own\//)
  expect(await mailsTo(wrong)).toHaveLength(1)
})

test('WI1: the button and a correction at the same moment: one of them, never a booking under the other address', async () => {
  const [wrong, right] = ['both@guests.test', 'other@guests.test']
  const { booking } = (await bookAs(wrong)).mail!
  const link = await linkTo(wrong)
  const [pressed] = await Promise.all([ask('POST', link, { lang: 'en' }, 'text/html'), correct(booking, right)])
  const statuses = [await rowsOf(wrong), await rowsOf(right)].map((rows) => rows.map(({ status }) => status))
  expect(statuses).toEqual(pressed.statusCode === 303 ? [['confirmed'], []] : [[], ['held']])
})

test('WI1: a correction is refused to whoever has not this page, to what is no address, and once its time is over', async () => {
  const email = 'mine@guests.test'
  const { booking } = (await bookAs(email)).mail!
  const [row] = await rowsOf(email)
  const ctx = testApp.container.systemCtx('test')
  const [text, signature] = booking.split('.') as [string, string]
  const elsewhere = await aVenue(testApp.container.db, { name: 'Tercera' })
  const other = await aChannel(testApp.container.db, { type: 'widget', venues: [elsewhere.id] })
  await testApp.container.db.updateTable('venues').set({ sdkAccess: true }).where('id', '=', elsewhere.id).execute()
  const until = Date.now() + 600_000
  const foreign = [
    signSeen(ctx, { venue: elsewhere.id, channel: other.id, booking: row!.id, until }),
    signHeld(ctx, {
      hold: row!.id,
      venue: venue.id,
      channel: other.id,
      at: 1,
      party: 2,
      area: null,
      duration: null,
      kind: null,
      made: 1,
      until,
    }),
    `${text}x.${signature}`,
    '',
    row!.id,
  ]
  for (const token of foreign) expect((await correct(token, 'thief@guests.test')).statusCode).toBe(404)
  // By another house's page, with a token that is good there.
  const there = await ask('POST', `/book/${elsewhere.id}/done`, { booking: foreign[0]!, email: 'thief@guests.test' })
  if (there.statusCode === 303) await ask('GET', there.headers.location!)
  for (const typed of [
    '',
    'no address',
    'a@b',
    'thief@guests.test\r\nBcc: all@guests.test',
    'thief@guests.test,all@guests.test',
    `${'x'.repeat(300)}@guests.test`,
  ]) {
    const refused = await correct(booking, typed)
    expect([refused.statusCode, stepOf(refused).mail!.values.email ?? '']).toEqual([422, typed])
    expect(stepOf(refused).mail!.errors.email).toBeTruthy()
  }
  // Without script what was typed goes along to another language.
  const german = await correct(booking, 'half@', { to: 'de' }, 'text/html')
  expect([german.statusCode, german.body.includes('value="half@"'), german.body.includes('Adresse berichtigen')]).toEqual([200, true, true])
  expect(await rowsOf(email)).toHaveLength(1)
  await sql`update reservations set hold_expires_at = now() - interval '1 second' where guest_email = ${email}`.execute(
    testApp.container.db,
  )
  expect([(await shown(await correct(booking, 'late2@guests.test'))).mail, (await again(booking)).statusCode]).toEqual([null, 303])
  expect(await rowsOf('late2@guests.test')).toEqual([])
  expect(await mailsTo('thief@guests.test')).toEqual([])
})

test('WI1: one address of mail is not written to from many pages, nor held for more often than the house takes', async () => {
  const victim = 'victim@guests.test'
  const pages: string[] = []
  for (let count = 0; count < 3; count++) pages.push((await bookAs(`many${count}@guests.test`)).mail!.booking)
  const answers = await Promise.all(pages.map((booking) => correct(booking, victim)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([303, 303, 409])
  expect(await rowsOf(victim)).toHaveLength(2)
})
