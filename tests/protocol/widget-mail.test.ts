import { signHeld } from '@tablewire/server/features/widget/signed-token'
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
type Step = { status: string; own: string; text: string; groups: { times: { at: string }[] }[] }
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
const linkTo = async (email: string): Promise<string> => {
  const mail = await vi.waitFor(async () => {
    const [first] = await mailsTo(email)
    expect(first).toBeDefined()
    return first!
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
