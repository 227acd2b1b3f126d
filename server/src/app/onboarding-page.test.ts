import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aChannel } from '../../../tests/build/a-channel.ts'
import { aSystem } from '../../../tests/build/a-system.ts'
import { aUser } from '../../../tests/build/a-user.ts'
import { refusal } from '../../../tests/build/refusal.ts'
import { aTestApp, type TestApp } from '../../../tests/build/a-test-app.ts'
import { aVenue, type TestVenue } from '../../../tests/build/a-venue.ts'
import { editRequest } from '../features/onboarding/edit-request.ts'
import { givePendingAccess } from '../features/onboarding-invites/give-access.ts'
import { readInvitation } from '../features/onboarding-invites/read-invitation.ts'
import { resendInvite } from '../features/onboarding-invites/resend-invite.ts'
import { tellHouse } from '../features/onboarding-invites/tell-house.ts'
import { mailInvite } from '../features/onboarding-invites/mail-invite.ts'
import { inviteWaiting, inviteWhenDue } from '../features/onboarding-invites/send-invite.ts'
import { updateVenue } from '../features/venues/api.ts'
import { type Actor, newUnitOfWork } from '../platform/ctx.ts'
import { newId } from '../platform/id.ts'

let testApp: TestApp
let venue: TestVenue
let parties: { systemId: string; channelId: string }
beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  venue = await aVenue(db, { name: '<b>Casa</b> Lola' })
  await ownAddress(venue.id, 'lola@casa.test')
})
afterAll(() => testApp.close())
beforeEach(async () => {
  const { db } = testApp.container
  parties = { systemId: (await aSystem(db)).id, channelId: (await aChannel(db)).id }
})

const ctx = () => testApp.container.systemCtx('test')
const setReply = (actor: Actor, id: string, emailReplyTo: string) =>
  updateVenue({ ...ctx(), actor, unitOfWork: newUnitOfWork() }, { params: { id }, body: { emailReplyTo } })
/** Set by somebody of the platform. */
const ownAddress = async (id: string, emailReplyTo: string) => {
  const user = await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  return setReply({ kind: 'user', id: user.id, name: 'Ada', companyId: null, sessionId: newId() }, id, emailReplyTo)
}
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const fetchPage = (url: string, headers: Record<string, string> = {}) => testApp.app.inject({ method: 'GET', url, headers })
const post = (url: string, fields: Record<string, string>) =>
  testApp.app.inject({ method: 'POST', url, payload: new URLSearchParams(fields).toString(), headers: form })

type Asked = { venueId?: string | null; contactEmail?: string | null; notes?: string; requester?: 'rms' | 'bc' }
const aRequest = async (over: Asked = {}): Promise<string> => {
  const id = newId()
  const { db } = testApp.container
  const now = ctx().clock().toString()
  await db
    .insertInto('onboardingRequests')
    .values({
      id,
      ...parties,
      requestedAt: now,
      requester: 'bc',
      venueId: null,
      bookingChannelVenueId: null,
      rmsVenueId: newId(),
      venueName: '<b>Casa</b> Lola',
      venueAddress: 'Calle Mayor 1',
      venueCountry: null,
      profileUrl: null,
      reference: null,
      contactEmail: `lola-${id}@casa.test`,
      contactLanguage: 'es',
      status: 'restaurant_activation',
      statusSince: now,
      cancellationReason: null,
      rejectReason: null,
      restaurantConfirmedAt: null,
      termsVersion: null,
      restaurantWord: null,
      visibleAt: null,
      availableAt: null,
      onboardedAt: null,
      proofBookingId: null,
      proofIsTest: null,
      createdBy: 'test',
      ...over,
    })
    .execute()
  return id
}
/** The link of the newest mail to the request's restaurant. */
const linkOf = async (requestId: string): Promise<string> => {
  await inviteWhenDue(ctx(), { requestId, to: 'restaurant_activation' })
  const { db } = testApp.container
  const { id, email } = await db
    .selectFrom('onboardingInvites')
    .select(['id', 'email'])
    .where('requestId', '=', requestId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await mailInvite(ctx(), { inviteId: id, letter: 'mail' })
  const { text } = await db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return new URL(/https?:\/\/\S+\/onboarding\/\S+/.exec(text)![0]).pathname
}
const statusOf = async (id: string) =>
  testApp.container.db.selectFrom('onboardingRequests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const answers = {
  name: 'Casa Lola',
  address: 'Calle Menor 2',
  postalCode: '28001',
  city: 'Madrid',
  day1: '12:00-15:00, 19-23',
  day5: '18.00 – 02.00',
  acceptedBy: 'Lola Ruiz',
  terms: 'yes',
}

test('ON3: somebody of the restaurant does its step from the portal, by the laws of the link; nobody else, and the mailed link stays', async () => {
  const { db } = testApp.container
  const house = await aVenue(db, { name: 'Casa Vera' })
  const manager = await aUser(db, {
    roles: ['ROLE_MANAGER'],
    companyId: house.companyId,
    venues: [house.id],
    permissions: ['channelManagement', 'venues'],
  })
  await sql`update users set first_name = 'Vera', last_name = 'Casa' where id = ${manager.id}`.execute(db)
  const id = await aRequest({ venueId: house.id })
  const mailed = await linkOf(id)
  const ask = async (token: string) => testApp.ask({ method: 'POST', url: `/v1/onboarding-requests/${id}/step`, token })
  const stranger = await aUser(db, {
    roles: ['ROLE_MANAGER'],
    companyId: house.companyId,
    venues: [house.id],
    permissions: ['reservations'],
  })
  expect((await ask(await testApp.signIn(stranger))).statusCode).toBe(403)
  const platform = await aUser(db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  const refused = await ask(await testApp.signIn(platform))
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'onboarding.step_of_house' })
  const token = await testApp.signIn(manager)
  const opened = await ask(token)
  expect(opened.statusCode, opened.body).toBe(200)
  const { path } = opened.json<{ data: { path: string } }>().data
  expect((await ask(token)).json()).toEqual(opened.json())
  expect((await fetchPage(mailed)).statusCode).toBe(200)
  const page = await fetchPage(path)
  expect(page.body).toContain('value="Vera Casa"')
  const done = await post(path, { ...answers, name: 'Casa Vera', acceptedBy: 'Vera Casa' })
  expect(done.statusCode, done.body).toBe(200)
  expect(done.body).toContain(`/onboarding-requests?id=${id}`)
  expect(await readInvitation(ctx(), id)).toMatchObject({ state: 'confirmed', answeredBy: 'Vera Casa', left: 2 })
  expect((await fetchPage(mailed)).statusCode).toBe(409)
  expect((await ask(token)).json()).toMatchObject({ code: 'onboarding.step_closed' })
})

test('ON3: opening the link changes nothing and says who wants what, in the restaurant’s language or another', async () => {
  const id = await aRequest()
  const link = await linkOf(id)
  const before = await statusOf(id)
  const opened = await fetchPage(link)
  expect(opened.statusCode).toBe(200)
  expect(opened.body).toContain('<html lang="es">')
  expect(opened.body).toContain('&lt;b&gt;Casa&lt;/b&gt; Lola')
  expect(opened.body).not.toContain('<b>Casa')
  expect(opened.headers['content-security-policy']).toMatch(/default-src 'none'.*style-src 'sha256-.*form-action 'self'/)
  expect(opened.headers['cache-control']).toBe('no-store')
  for (const lang of ['en', 'de', 'fr', 'nl']) expect((await fetchPage(`${link}?lang=${lang}`)).body).toContain(`<html lang="${lang}">`)
  const tongues = Array.from({ length: 40 }, (_, n) => `x${n}-${n};q=0.${n}`).join(',')
  expect((await fetchPage(link, { 'accept-language': tongues })).statusCode).toBe(200)
  await testApp.app.inject({ method: 'HEAD', url: link })
  expect(await statusOf(id)).toEqual(before)
  const { tokenHash } = await testApp.container.db
    .selectFrom('onboardingInvites')
    .selectAll()
    .where('requestId', '=', id)
    .executeTakeFirstOrThrow()
  expect(tokenHash!.toString('base64url')).not.toBe(link.split('/').at(-1))
})

test('ON3: the restaurant corrects, accepts and names its people; the proof stays, and a second time nothing changes', async () => {
  const id = await aRequest({ venueId: venue.id })
  const link = await linkOf(id)
  const wrong = await post(link, { ...answers, day1: 'always', terms: '', email1: 'nobody' })
  expect(wrong.statusCode).toBe(422)
  for (const text of ['value="always"', 'aria-invalid="true"', 'id="terms-wrong"', 'id="firstName1-wrong"', 'id="email1-wrong"'])
    expect(wrong.body).toContain(text)
  const unseen = await post(link, { ...answers, name: '\u200b \u202e', address: '\u2060', acceptedBy: '\u200b' })
  expect(unseen.statusCode).toBe(422)
  expect((await statusOf(id)).status).toBe('restaurant_activation')
  const person = { firstName1: 'Ana', lastName1: '<i>Sol</i>', email1: 'ANA@casa.test' }
  const both = await Promise.all([post(link, { ...answers, ...person }), post(link, { ...answers, ...person })])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  const done = await statusOf(id)
  expect(done).toMatchObject({ status: 'bc_activation', termsVersion: '2026-11' })
  expect((await fetchPage(link)).body).toContain('Lola Ruiz')
  const kept = await testApp.container.db.selectFrom('onboardingInvites').selectAll().where('requestId', '=', id).executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ answer: 'confirmed', answeredBy: 'Lola Ruiz', termsLang: 'es', termsVersion: '2026-11' })
  expect(kept.termsText).toContain('Usted actúa')
  const { rows } = await sql<{ action: string }>`select action from audit_entries where subject_id in (${id}, ${venue.id})`.execute(
    testApp.container.db,
  )
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['onboarding.confirmed', 'venue.updated']))
  const changed = await testApp.container.db
    .selectFrom('venues')
    .select(['address', 'city'])
    .where('id', '=', venue.id)
    .executeTakeFirstOrThrow()
  expect(changed).toEqual({ address: 'Calle Menor 2', city: 'Madrid' })
  await givePendingAccess(ctx())
  await givePendingAccess(ctx())
  const user = await testApp.container.db.selectFrom('users').selectAll().where('email', '=', 'ana@casa.test').executeTakeFirstOrThrow()
  expect(user).toMatchObject({ companyId: venue.companyId, allVenues: false, joinedAt: null, lastName: '<i>Sol</i>' })
  const given = await testApp.container.db.selectFrom('userVenues').select('venueId').where('userId', '=', user.id).execute()
  expect(given).toEqual([{ venueId: venue.id }])
})

const inviteOf = (requestId: string) =>
  testApp.container.db
    .selectFrom('onboardingInvites')
    .selectAll()
    .where('requestId', '=', requestId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const moveTo = (id: string, venueId: string) =>
  sql`update onboarding_requests set venue_id = ${venueId}, version = version + 1 where id = ${id}`.execute(testApp.container.db)
const accountOf = (email: string) => testApp.container.db.selectFrom('users').select('id').where('email', '=', email).execute()
const entriesOf = async (requestId: string): Promise<string[]> => {
  const rows = await testApp.container.db.selectFrom('onboardingHistory').select('kind').where('requestId', '=', requestId).execute()
  return rows.map(({ kind }) => kind)
}

test('ON3: a restaurant that is here is asked at its own address, whatever a partner names; its people hear what was confirmed', async () => {
  const { db } = testApp.container
  const here = await aVenue(db, { name: 'Copper Heron' })
  const owner = await aUser(db, {
    roles: ['ROLE_MANAGER'],
    companyId: here.companyId,
    permissions: ['channelManagement', 'venues'],
    lang: 'de',
  })
  await aUser(db, { roles: ['ROLE_MANAGER'], companyId: here.companyId, permissions: ['reviews'] })
  const id = await aRequest({ venueId: here.id, contactEmail: 'attacker@evil.test' })
  const partner = { ...ctx(), scope: { kind: 'system' as const, systemId: parties.systemId } }
  expect(await refusal(resendInvite(partner, id, { email: 'attacker@evil.test' }))).toBe('onboarding.contact_foreign')
  const link = await linkOf(id)
  expect(await inviteOf(id)).toMatchObject({ email: owner.email, houseVenueId: here.id, lang: 'de' })
  expect(await readInvitation(partner, id)).toMatchObject({ email: null, isHere: true, state: 'sent' })
  expect(await readInvitation(ctx(), id)).toMatchObject({ email: owner.email })
  // Another one of the house, who hears of it and could let somebody in.
  await ownAddress(here.id, 'hola@heron.test')
  expect((await fetchPage(link)).body).toContain('sobald zustimmt')
  expect((await post(link, { ...answers, firstName1: 'Ana', lastName1: 'Sol', email1: 'ana@heron.test' })).statusCode).toBe(200)
  await tellHouse(ctx(), { inviteId: (await inviteOf(id)).id })
  await tellHouse(ctx(), { inviteId: (await inviteOf(id)).id })
  const told = await db.selectFrom('mails').select('text').where('recipient', '=', 'hola@heron.test').execute()
  expect(told).toHaveLength(1)
  for (const text of ['Lola Ruiz', owner.email, 'Ana Sol (ana@heron.test)', 'Calle Menor 2']) expect(told[0]!.text).toContain(text)
  // What its people could not give themselves, they give by no link either.
  await givePendingAccess(ctx())
  expect(await entriesOf(id)).toContain('access_withheld')
  expect(await accountOf('ana@heron.test')).toEqual([])

  const silent = await aVenue(db, { name: 'Silent' })
  const unasked = await aRequest({ venueId: silent.id, contactEmail: 'attacker@evil.test' })
  await inviteWhenDue(ctx(), { requestId: unasked, to: 'restaurant_activation' })
  expect(await entriesOf(unasked)).toEqual(['house_silent'])
  expect(await refusal(resendInvite(ctx(), unasked, {}))).toBe('onboarding.house_silent')
  expect(await db.selectFrom('mails').select('id').where('recipient', '=', 'attacker@evil.test').execute()).toEqual([])
})

test('ON3: an address that a reservation system set is no word of the house, and no program is asked', async () => {
  const { db } = testApp.container
  const { id: venueId, companyId } = await aVenue(db, { name: 'Taken House' })
  await setReply({ kind: 'system', id: parties.systemId, name: 'S', rateLimitPerMinute: 60 }, venueId, 'thief@evil.test')
  await aUser(db, { roles: ['ROLE_COMPANY_BOT'], companyId, email: `bot-${venueId}@house.test` })
  const id = await aRequest({ venueId, contactEmail: 'thief@evil.test' })
  await inviteWhenDue(ctx(), { requestId: id, to: 'restaurant_activation' })
  expect(await entriesOf(id)).toEqual(['house_silent'])
  await inviteWaiting(ctx())
  // The platform hears of it once, whoever looks how often.
  const reminders = await db.selectFrom('onboardingReminders').select('kind').where('requestId', '=', id).execute()
  expect([await entriesOf(id), reminders]).toEqual([['house_silent'], [{ kind: 'silent' }]])
  const boss = await aUser(db, { roles: ['ROLE_ADMIN'], companyId })
  await inviteWaiting(ctx())
  expect(await entriesOf(id)).toContain('invited')
  const link = await linkOf(id)
  expect(await inviteOf(id)).toMatchObject({ email: boss.email })
  expect((await post(link, { ...answers, firstName1: 'Eva', lastName1: 'Mar', email1: 'eva@taken.test' })).statusCode).toBe(200)
  await givePendingAccess(ctx())
  expect(await entriesOf(id)).toContain('access_given')
  expect(await accountOf('eva@taken.test')).toHaveLength(1)
})

test('ON3: who has left the house when the answer comes speaks for it no more, and another one is asked', async () => {
  const { db } = testApp.container
  const here = await aVenue(db, { name: 'Gone Boss' })
  const boss = await aUser(db, { roles: ['ROLE_ADMIN'], companyId: here.companyId })
  const id = await aRequest({ venueId: here.id })
  const link = await linkOf(id)
  await db.updateTable('users').set({ disabledAt: ctx().clock().toString() }).where('id', '=', boss.id).execute()
  expect((await fetchPage(link)).statusCode).toBe(409)
  expect((await post(link, { ...answers, firstName1: 'Leo', lastName1: 'Pi', email1: 'leo@gone.test' })).statusCode).toBe(409)
  await givePendingAccess(ctx())
  expect(await accountOf('leo@gone.test')).toEqual([])
  expect(await statusOf(id)).toMatchObject({ status: 'restaurant_activation' })
  const heir = await aUser(db, { roles: ['ROLE_ADMIN'], companyId: here.companyId })
  await inviteWaiting(ctx())
  expect(await inviteOf(id)).toMatchObject({
    email: (await db.selectFrom('users').select('email').where('id', '=', heir.id).executeTakeFirstOrThrow()).email,
  })
  expect((await fetchPage(await linkOf(id))).statusCode).toBe(200)
})

test('ON3: a contact that is set right is asked, and the link at the wrong address ends', async () => {
  const id = await aRequest()
  const wrong = await linkOf(id)
  const { version } = await testApp.container.db
    .selectFrom('onboardingRequests')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await editRequest(ctx(), id, { version, contactEmail: 'right@house.test' })
  const right = await linkOf(id)
  expect(right).not.toBe(wrong)
  expect(await inviteOf(id)).toMatchObject({ email: 'right@house.test' })
  expect((await fetchPage(wrong)).statusCode).toBe(410)
  expect((await fetchPage(right)).statusCode).toBe(200)
})

test('ON3: a request that turns to another house and back asks the first one again', async () => {
  const { db } = testApp.container
  const [one, other] = [await aVenue(db, { name: 'First House' }), await aVenue(db, { name: 'Second House' })]
  await ownAddress(one.id, 'first@house.test')
  await ownAddress(other.id, 'second@house.test')
  const id = await aRequest({ venueId: one.id })
  const first = await linkOf(id)
  await moveTo(id, other.id)
  await linkOf(id)
  await moveTo(id, one.id)
  const again = await linkOf(id)
  expect(again).not.toBe(first)
  expect(await inviteOf(id)).toMatchObject({ email: 'first@house.test' })
  expect((await fetchPage(again)).statusCode).toBe(200)
})

test('ON3: a link is good for the house that was asked alone; the one that is meant instead is asked anew', async () => {
  const { db } = testApp.container
  const other = await aVenue(db, { name: 'Weir House' })
  await ownAddress(other.id, 'weir@house.test')
  for (const venueId of [venue.id, null]) {
    const id = await aRequest({ venueId })
    const link = await linkOf(id)
    await moveTo(id, other.id)
    const opened = await fetchPage(link)
    expect(opened.statusCode).toBe(409)
    expect(opened.body).not.toContain('Weir House')
    expect((await post(link, answers)).statusCode).toBe(409)
    const anew = await linkOf(id)
    expect((await fetchPage(anew)).statusCode).toBe(200)
    expect((await inviteOf(id)).email).toBe('weir@house.test')
    await sql`update onboarding_requests set status = 'canceled', cancellation_reason = 'x', version = version + 1 where id = ${id}`.execute(
      db,
    )
  }
  expect((await db.selectFrom('venues').select('name').where('id', '=', other.id).executeTakeFirstOrThrow()).name).toBe('Weir House')
})

test('ON3: whom the link of a house’s own system let in gets in when that house comes and nobody is there, else nobody does', async () => {
  const { db } = testApp.container
  for (const [kept, owned, requester] of [
    ['access_given', false, 'rms'],
    ['access_withheld', true, 'rms'],
    ['access_withheld', false, 'bc'],
  ] as const) {
    const id = await aRequest({ requester })
    const email = `ida-${String(owned)}-${requester}@new.test`
    const typed = { ...answers, firstName1: 'Ida', lastName1: 'Neu', email1: email }
    expect((await post(await linkOf(id), typed)).statusCode).toBe(200)
    const later = await aVenue(db, { name: 'New House' })
    await db.updateTable('venues').set({ systemId: parties.systemId }).where('id', '=', later.id).execute()
    if (owned) await ownAddress(later.id, 'owner@new.test')
    await moveTo(id, later.id)
    await givePendingAccess(ctx())
    expect(await entriesOf(id)).toContain(kept)
    expect(await accountOf(email)).toHaveLength(kept === 'access_given' ? 1 : 0)
  }
})

test('ON3: another language keeps what is typed, and changes nothing', async () => {
  const id = await aRequest({ notes: 'Please <b>soon</b>.' })
  const link = await linkOf(id)
  const before = await statusOf(id)
  const page = await post(`${link}/language?lang=nl`, { ...answers, day1: 'always', firstName1: 'Ana "A"' })
  expect(page.statusCode).toBe(200)
  for (const text of ['<html lang="nl">', 'value="Casa Lola"', 'value="always"', 'value="Ana &quot;A&quot;"', '&lt;b&gt;soon&lt;/b&gt;'])
    expect(page.body).toContain(text)
  expect(page.body).not.toContain(' aria-invalid="true"')
  // Terms are accepted as they were read.
  expect(page.body).not.toContain(' checked')
  expect(await statusOf(id)).toEqual(before)
  expect((await post(`${link}x/language?lang=nl`, answers)).statusCode).toBe(404)
})

test('ON3: a restaurant may decline with a reason; without one nothing happens', async () => {
  const id = await aRequest()
  const link = await linkOf(id)
  expect((await post(`${link}/decline`, { reason: '  ' })).statusCode).toBe(422)
  expect((await post(`${link}/decline`, { reason: '<script>no</script>' })).statusCode).toBe(200)
  expect(await statusOf(id)).toMatchObject({ status: 'rejected', rejectReason: '<script>no</script>' })
  expect((await post(link, answers)).statusCode).toBe(409)
})

test('ON3: replaced, expired and closed links say so; a guessed one is like any that leads nowhere, and guessing is slowed', async () => {
  const id = await aRequest()
  const first = await linkOf(id)
  await sql`update onboarding_invites set created_at = created_at - interval '1 hour' where request_id = ${id}`.execute(
    testApp.container.db,
  )
  await sql`update onboarding_requests set status_since = clock_timestamp(), version = version + 1 where id = ${id}`.execute(
    testApp.container.db,
  )
  const second = await linkOf(id)
  expect(second).not.toBe(first)
  expect((await fetchPage(first)).statusCode).toBe(410)
  expect((await post(first, answers)).statusCode).toBe(410)
  expect((await fetchPage(second)).statusCode).toBe(200)
  await sql`update onboarding_invites set expires_at = now() - interval '1 minute' where request_id = ${id}`.execute(testApp.container.db)
  expect((await post(second, answers)).statusCode).toBe(410)
  await sql`update onboarding_invites set expires_at = now() + interval '1 day' where request_id = ${id}`.execute(testApp.container.db)
  await sql`update onboarding_requests set status = 'canceled', cancellation_reason = 'x', version = version + 1 where id = ${id}`.execute(
    testApp.container.db,
  )
  expect((await post(second, answers)).statusCode).toBe(409)
  expect((await statusOf(id)).status).toBe('canceled')
  const guessed = await fetchPage(`/onboarding/${'a'.repeat(43)}?lang=en`)
  const odd = await fetchPage('/onboarding/x?lang=en')
  expect([guessed.statusCode, odd.statusCode]).toEqual([404, 404])
  const without = (text: string) => text.replaceAll(/\/onboarding\/[^?"]+/g, '')
  expect(without(guessed.body)).toBe(without(odd.body))
  for (let n = 0; n < 30; n++) await post(`/onboarding/${'b'.repeat(43)}`, answers)
  const slowed = await fetchPage(second)
  expect(slowed.statusCode).toBe(429)
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0)
})
