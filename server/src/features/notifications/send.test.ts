import { defaultChoices } from '@tablewire/contracts/operations/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, type Recorded, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aPushService, type PushService } from '../../../../tests/build/a-push-service.ts'
import { recordChange } from '../../../../tests/build/record-change.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { readConfig } from '#src/platform/config.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { followOnce } from '#src/platform/live/follow.ts'
import { makeLogger } from '#src/platform/log.ts'
import { makeMailer } from '#src/platform/mail/mail.ts'
import { publishEvent } from './api.ts'
import { reservationFollower } from './follow-reservations.ts'
import { notificationJobs } from './jobs.ts'
import { notificationHandlers as handlers } from './routes.ts'
import { keepPerPerson, tidyNotifications } from './tidy-notifications.ts'

let open: OpenDb
let venue: TestVenue
let user: TestUser
let sessionId: string
let service: PushService
let recorded: Recorded
let clock: ReturnType<typeof aClock>

beforeAll(async () => {
  open = await aDb()
  service = await aPushService()
  venue = await aVenue(open.db, { name: 'Casa Prueba' })
})
afterAll(async () => {
  service.close()
  await open.close()
})
beforeEach(async () => {
  service.reset()
  recorded = recordingPorts()
  Object.assign(recorded.ports, {
    config: readConfig([], { PUSH_SERVICES: service.origin }),
    mail: makeMailer(readConfig([], {}), makeLogger('silent')),
  })
  clock = aClock(new Date().toISOString())
  await sql`delete from notifications`.execute(open.db)
  await sql`delete from mails`.execute(open.db)
  await sql`update users set disabled_at = now()`.execute(open.db)
  await sql`truncate live_followers, live_messages`.execute(open.db)
  await sql`insert into live_followers (name, xid) values ('notifications', pg_snapshot_xmin(pg_current_snapshot()))`.execute(open.db)
  user = await aUser(open.db, { companyId: venue.companyId, lang: 'de' })
  sessionId = await aSession(user.id)
})

const system = (): Ctx => aCtx(open.db, { ports: recorded.ports, clock })
const ctxOf = (who: TestUser): Ctx => ctxOfUser(open.db, who, { ports: recorded.ports, clock })
const own = (): Ctx => ({ ...ctxOf(user), actor: { kind: 'user', id: user.id, name: 'Ada', companyId: user.companyId, sessionId } })
const aSession = async (userId: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into sessions (id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at)
    select gen_random_uuid(), ${userId}, sha256(gen_random_uuid()::text::bytea), now(), sha256(gen_random_uuid()::text::bytea), now() returning id`.execute(
    open.db,
  )
  return rows[0]!.id
}
const follow = () => followOnce(system(), reservationFollower)
/** What the queue would do; a job that fails is answered, as the queue tries it again. */
const work = async (): Promise<string[]> => {
  const done: string[] = []
  for (let job = recorded.jobs.shift(); job; job = recorded.jobs.shift()) {
    await notificationJobs.find((one) => one.job.name === job!.name)!.run(system(), job.data as never)
    done.push(job.name)
  }
  return done
}
const sweep = () => recorded.jobs.push({ name: 'notifications.send_bundles', data: {} })
const mails = () => open.db.selectFrom('mails').selectAll().orderBy('sentAt').orderBy('id').execute()
const everything = Object.fromEntries(
  Object.keys(defaultChoices).map((event) => [event, { inApp: true, email: true, push: true }]),
) as typeof defaultChoices

test('SE3: a booking that waits is mailed at once, in the person’s language, with the link and the way out', async () => {
  const { reservationId } = await recordChange(open.db, venue, {
    to: 'pending_confirmation',
    reservation: { status: 'pending_confirmation' },
  })
  await follow()
  await work()
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ recipient: user.email, subject: 'Eine Buchung wartet auf Ihre Antwort – Casa Prueba' })
  expect(mail!.text).toContain('Ana García · 2 Gäste')
  expect(mail!.text).toContain(`id=${reservationId}`)
  expect(mail!.text).toContain('/settings/notifications')
  expect(mail!.text + mail!.html).not.toMatch(/600111222|ana@example/)
})

test('SE3: what happens within a minute becomes one mail and one push', async () => {
  const browser = service.browser()
  await handlers.choose(own(), { body: { choices: everything } })
  await handlers.subscribe(own(), { body: browser.subscription })
  await recordChange(open.db, venue)
  await follow()
  await work()
  expect([(await mails()).length, service.received.length]).toEqual([1, 1])
  for (let n = 0; n < 5; n++) await recordChange(open.db, venue)
  await follow()
  await work()
  // Too soon after the first: they wait.
  expect([(await mails()).length, service.received.length]).toEqual([1, 1])
  clock.move({ seconds: 61 })
  sweep()
  await work()
  sweep()
  await work()
  expect([(await mails()).length, service.received.length]).toEqual([2, 2])
  expect((await mails())[1]!.subject).toBe('5 neue Reservierungen')
  const message = browser.read(service.received[1]!.body)
  expect(message['title']).toBe('5 neue Reservierungen')
  expect(message['url']).toBe('/reservations')
})

test('SE3: a push carries name, guests and time, and no more of the guest', async () => {
  const browser = service.browser()
  await handlers.subscribe(own(), { body: browser.subscription })
  await recordChange(open.db, venue)
  await follow()
  await work()
  const [{ headers, body, path } = service.received[0]!] = service.received
  expect(path).toBe('/push/1')
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '14400' })
  expect(headers.authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, k=${(await handlers.settings(own(), {})).pushKey}$`))
  const message = browser.read(body)
  expect(message['title']).toBe('Neue Reservierung – Casa Prueba')
  expect(message['body']).toMatch(/^Ana García · 2 Gäste · /)
  expect(JSON.stringify(message)).not.toMatch(/600111222|ana@example/)
})

test('SE3: a browser that took its permission back is forgotten; a busy service is asked again', async () => {
  await handlers.subscribe(own(), { body: service.browser().subscription })
  await recordChange(open.db, venue)
  await follow()
  service.answer(503)
  await expect(work()).rejects.toThrow('the push service answered 503')
  expect((await handlers.settings(own(), {})).devices.length).toBe(1)
  service.answer(410)
  clock.move({ seconds: 61 })
  await recordChange(open.db, venue)
  await follow()
  await work()
  expect((await handlers.settings(own(), {})).devices).toEqual([])
})

test('SE3: only push services are called; keys that no browser made are refused', async () => {
  const { subscription } = service.browser()
  for (const endpoint of [
    'https://10.0.0.1/push',
    'http://127.0.0.1:1/push',
    'https://push.evil.test/x',
    'https://fcm.googleapis.com.evil.test/x',
  ])
    await expect(handlers.subscribe(own(), { body: { ...subscription, endpoint } })).rejects.toMatchObject({ code: 'push.address_refused' })
  for (const keys of [
    { ...subscription.keys, p256dh: 'AAAA' },
    { ...subscription.keys, auth: 'AAAA' },
  ])
    await expect(handlers.subscribe(own(), { body: { ...subscription, keys } })).rejects.toMatchObject({ code: 'request.invalid' })
  // A service that is no longer allowed is not called either.
  await handlers.subscribe(own(), { body: subscription })
  Object.assign(recorded.ports, { config: readConfig([], {}) })
  await recordChange(open.db, venue)
  await follow()
  await work()
  expect(service.received).toEqual([])
})

test('SE3: a browser belongs to whoever signed in there last', async () => {
  const { subscription } = service.browser()
  await handlers.subscribe(own(), { body: subscription })
  const colleague = await aUser(open.db, { companyId: venue.companyId })
  const other: Ctx = {
    ...ctxOf(colleague),
    actor: { kind: 'user', id: colleague.id, name: 'Bo', companyId: null, sessionId: await aSession(colleague.id) },
  }
  const { id } = await handlers.subscribe(other, { body: subscription })
  expect((await handlers.settings(own(), {})).devices).toEqual([])
  await expect(handlers.unsubscribe(own(), { params: { id } })).rejects.toMatchObject({ code: 'push.device_not_found' })
  await handlers.unsubscribe(other, { params: { id } })
})

test('SE3, AC9: a session that ended is pushed to no more; whoever acts as a customer gets no browser in', async () => {
  await handlers.subscribe(own(), { body: service.browser().subscription })
  await recordChange(open.db, venue)
  await follow()
  await sql`update sessions set ended_at = now() where id = ${sessionId}`.execute(open.db)
  await work()
  await recordChange(open.db, venue)
  await follow()
  await work()
  expect(service.received).toEqual([])
  expect((await handlers.settings(own(), {})).devices).toEqual([])
  const acting: Ctx = { ...own(), actor: { ...own().actor, actedBy: { id: crypto.randomUUID(), name: 'Support' } } as Ctx['actor'] }
  await expect(handlers.subscribe(acting, { body: service.browser().subscription })).rejects.toMatchObject({ code: 'acting.forbidden' })
})

test('SE3: a test comes by the way one asked for, at most ten in ten minutes', async () => {
  await expect(handlers.test(own(), { body: { way: 'push' } })).rejects.toMatchObject({ code: 'push.no_device' })
  const browser = service.browser()
  await handlers.subscribe(own(), { body: browser.subscription })
  for (const way of ['inApp', 'email', 'push'] as const) await handlers.test(own(), { body: { way } })
  await work()
  expect((await handlers.list(own(), { query: {} })).data.map(({ event }) => event)).toEqual(['test'])
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Dies ist ein Test'])
  expect(browser.read(service.received[0]!.body)).toMatchObject({ title: 'Dies ist ein Test', url: '/settings/notifications' })
  for (let n = 0; n < 7; n++) await handlers.test(own(), { body: { way: 'inApp' } })
  await expect(handlers.test(own(), { body: { way: 'inApp' } })).rejects.toMatchObject({ code: 'rate.limited' })
})

test('SE3: a sync failure or a review is published by its own feature, once', async () => {
  const eventId = crypto.randomUUID()
  for (let n = 0; n < 2; n++)
    await publishEvent(system(), { event: 'sync_failure', venueId: venue.id, about: 'Sandbox RMS does not answer', eventId })
  await work()
  const { data } = await handlers.list(own(), { query: {} })
  expect(data).toMatchObject([{ event: 'sync_failure', about: 'Sandbox RMS does not answer', reservation: null, venueName: 'Casa Prueba' }])
  expect((await mails())[0]!.text).toContain('Sandbox RMS does not answer')
})

test('SE3: an unusual silence is heard by whoever runs the platform, in his language, and by nobody of a company', async () => {
  const runner = await aUser(open.db, { roles: ['ROLE_ADMIN'], lang: 'fr' })
  const session = await aSession(runner.id)
  const silence = { name: 'Le Guide', what: 'bookings', seen: 0, expected: 12, over: false }
  await publishEvent(system(), { event: 'silence', venueId: null, about: JSON.stringify(silence) })
  await work()
  const his: Ctx = { ...ctxOf(runner), actor: { kind: 'user', id: runner.id, name: 'Rina', companyId: null, sessionId: session } }
  const { data } = await handlers.list(his, { query: {} })
  expect(data).toMatchObject([{ event: 'silence', about: null, silence, venueName: null, link: '/connection-health' }])
  expect(await mails()).toMatchObject([{ subject: 'Silence inhabituel', recipient: expect.stringContaining(runner.email) as string }])
  expect((await mails())[0]!.text).toContain('Le Guide : 0 réservations dans l’heure, on en attendait environ 12')
  expect((await handlers.list(own(), { query: {} })).data).toEqual([])
})

test('SE3: who left or lost the venue before the mail went is not written to', async () => {
  await recordChange(open.db, venue, { to: 'pending_confirmation' })
  await follow()
  await sql`update users set all_venues = false where id = ${user.id}`.execute(open.db)
  await work()
  expect(await mails()).toEqual([])
})

test('SE3: ninety days are kept, and of those the newest two thousand', async () => {
  await sql`insert into notifications (id, user_id, event_id, event, in_app, email, push, created_at)
    select gen_random_uuid(), ${user.id}, gen_random_uuid(), 'review', true, 'none', 'none', ${clock().toString()}::timestamptz - n * interval '1 minute'
    from generate_series(1, ${keepPerPerson} + 5) n`.execute(open.db)
  await sql`insert into notifications (id, user_id, event_id, event, in_app, email, push, created_at)
    values (gen_random_uuid(), ${user.id}, gen_random_uuid(), 'review', true, 'none', 'none', ${clock().toString()}::timestamptz - interval '91 days')`.execute(
    open.db,
  )
  expect(await tidyNotifications(system())).toBe(6)
  expect((await handlers.list(own(), { query: {} })).total).toBe(keepPerPerson)
})
