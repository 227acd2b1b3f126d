import { randomUUID } from 'node:crypto'
import { liveOn } from '@tablewire/server/app/demos/living-evening'
import { mailLink, tellUsed } from '@tablewire/server/features/demo-links/mail-link'
import { faceOfLink } from '@tablewire/server/features/demo-links/api'
import { prepareDemos } from '@tablewire/server/features/demo-links/prepare-demos'
import { endpoints } from '@tablewire/contracts/all'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'
import { testDatabase, type TestDatabase } from '../build/database.ts'

let demos: TestDatabase
let app: TestApp
let admin: string
let venue: TestVenue
beforeAll(async () => {
  demos = await testDatabase()
  app = await aTestApp({ env: { DEMO_DATABASE_URL: demos.url, TABLEWIRE_DEMOS: '2' } })
  const person = await aUser(app.container.db, { roles: ['ROLE_ADMIN'] })
  admin = await app.signIn(person)
  venue = await aVenue(app.container.db, { name: 'Osteria del Ponte' })
})
afterAll(async () => {
  await app.close()
  await demos.drop()
})

type Link = { id: string; url: string; status: string; state: string; sentAt: string | null }
type Opened = Link & { token: string }
const newLink = async (body: object = {}): Promise<Opened> => {
  const given = { email: 'Prospect@Example.test', lang: 'en', venueId: venue.id, ...body }
  const answer = await app.ask({ method: 'POST', url: '/v1/demo-links', token: admin, body: given })
  expect(answer.statusCode, answer.body).toBe(201)
  const link = answer.json<{ data: Link }>().data
  return { ...link, token: link.url.split('/').at(-1)! }
}
const start = (token: string) => app.ask({ method: 'POST', url: `/v1/demo/${token}/start`, body: { timeZone: 'Europe/London' } })
const enter = async (token: string): Promise<string> => {
  const answer = await start(token)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { token: { access_token: string } } }>().data.token.access_token
}
const linkOf = async (id: string): Promise<Link & { visits: { page: string; times: number }[] }> =>
  (await app.ask({ method: 'GET', url: `/v1/demo-links/${id}`, token: admin })).json<{ data: Link & { visits: [] } }>().data
const revoke = (id: string) => app.ask({ method: 'POST', url: `/v1/demo-links/${id}/revoke`, token: admin })
const code = async (answer: ReturnType<typeof start>): Promise<string> => (await answer).json<{ code: string }>().code
const look = (token: string) => app.ask({ method: 'GET', url: `/v1/demo/${token}` })
/** The tags of the parties of a demo. */
const taggedIn = async (token: string): Promise<string[]> => {
  const answer = await app.ask({ method: 'GET', url: '/v1/reservations?limit=100', token })
  return [...new Set(answer.json<{ data: { tags: string[] }[] }>().data.flatMap(({ tags }) => tags))]
}
const world = async () => (await app.container.demos.world())!
const countRows = async (): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select ((select count(*) from companies) + (select count(*) from venues) + (select count(*) from users) + (select count(*) from reservations)
      + (select count(*) from reservation_events) + (select count(*) from guests) + (select count(*) from audit_entries where company_id is not null
      or venue_id is not null) + (select count(*) from sessions) + (select count(*) from demo_tenants))::int as total`.execute(
    (await world()).systemCtx('test').db,
  )
  return rows[0]!.total
}

/** Every list that takes nothing but a caller. */
const lists = endpoints.filter(
  ({ method, path, envelope, can }) => method === 'GET' && envelope === 'page' && !path.includes(':') && can !== 'channel',
)
const answersOf = async (token: string): Promise<Map<string, string>> => {
  const answers = new Map<string, string>()
  for (const { path, id } of lists) {
    const { statusCode, body } = await app.ask({ method: 'GET', url: path, token })
    answers.set(id, `${statusCode} ${body.replace(/"requestId":"[^"]*"/, '')}`)
  }
  return answers
}

test('ON2: a link is looked at without changing anything, opens a demo of its own, and comes back into it', async () => {
  const { token, id } = await newLink()
  expect((await look(token)).json()).toMatchObject({ data: { venueName: 'Osteria del Ponte', running: false, lang: 'en' } })
  expect(await linkOf(id)).toMatchObject({ status: 'pending', state: 'open' })
  const [visitor, second] = [await enter(token), await enter(token)]
  for (const session of [visitor, second]) {
    const venues = (await app.ask({ method: 'GET', url: '/venues', token: session })).json<{ data: { name: string }[]; total: number }>()
    expect(venues.data.map(({ name }) => name)).toContain('Osteria del Ponte')
    expect(venues.total).toBe(2)
  }
  expect(await linkOf(id)).toMatchObject({ status: 'done', state: 'open' })
  // As the portal does it, with the session of the demo.
  for (const page of ['/reservations', '/reservations', '/of/mine'])
    await app.ask({ method: 'POST', url: `/v1/demo/${token}/visits`, body: { page }, token: visitor! })
  expect((await app.ask({ method: 'GET', url: `/v1/demo/${token}`, token: visitor! })).json()).toMatchObject({ data: { running: true } })
  expect((await linkOf(id)).visits).toMatchObject([{ page: '/reservations', times: 2 }])
  await revoke(id)
})

test('ON2: a link is of a restaurant or a brand that is there, and says so at its field', async () => {
  for (const [of, refused] of [
    [{ venueId: null }, 'request.invalid'],
    [{ venueId: null, brandId: null }, 'request.invalid'],
    [{ venueId: randomUUID() }, 'venue.not_found'],
    [{ venueId: null, brandId: randomUUID() }, 'brand.not_found'],
    [{ brandId: randomUUID() }, 'brand.not_found'],
  ] as const) {
    const body = { email: 'prospect@example.test', lang: 'en', ...of }
    const answer = (await app.ask({ method: 'POST', url: '/v1/demo-links', token: admin, body })).json<{ code: string; errors: object }>()
    expect(answer.code).toBe(refused)
    expect(Object.keys(answer.errors)).toEqual([refused === 'venue.not_found' ? 'venueId' : 'brandId'])
  }
})

test('ON2: the page of a link wears its brand and speaks its language, also once it opens nothing', async () => {
  const { db } = app.container
  const brandId = randomUUID()
  const theme = { mode: 'light', palette: { primary: '#C2410C' }, buttonHover: {} }
  await sql`insert into brands (id, name, logo, menu_logo, favicon, domains, sdk_theme, theme)
    values (${brandId}, 'Worn by demos', '/l.svg', '/m.svg', '', '{}', ${`worn-${brandId}`}, ${JSON.stringify(theme)})`.execute(db)
  const { id, token } = await newLink({ venueId: null, brandId, lang: 'nl' })
  const face = { lang: 'nl', brand: { id: brandId, name: 'Worn by demos', menuLogo: '/m.svg', theme } }
  // Brands are kept in memory until the message about a change comes.
  await vi.waitFor(async () => expect(await faceOfLink(app.container, token)).toMatchObject(face), { timeout: 20_000 })
  await revoke(id)
  expect(await faceOfLink(app.container, token)).toMatchObject(face)
  expect(await faceOfLink(app.container, 'a-guess')).toBeUndefined()
})

test('ON2: nobody sees a demo from outside, a demo sees nobody, and two demos not one another', async () => {
  const before = await answersOf(admin)
  const [one, other] = [await newLink(), await newLink({ lang: 'de' })]
  const [mine, theirs] = [await enter(one.token), await enter(other.token)]
  const english = await taggedIn(mine)
  const german = await taggedIn(theirs)
  expect(english).toContain('regular')
  expect(german).toContain('Stammgast')
  expect(german.filter((tag) => tag !== 'VIP' && english.includes(tag))).toEqual([])
  const idsOf = async (token: string, url: string): Promise<string[]> =>
    (await app.ask({ method: 'GET', url, token })).json<{ data: { id: string }[] }>().data.map(({ id }) => id)
  const foreign = { venue: (await idsOf(theirs, '/venues'))[0]!, booking: (await idsOf(theirs, '/v1/reservations'))[0]! }
  for (const [token, ids] of [
    [mine, foreign],
    [mine, { venue: venue.id, booking: venue.id }],
    [admin, foreign],
  ] as const)
    for (const url of [`/venues/${ids.venue}`, `/v1/reservations/${ids.booking}`, `/v1/reservations/${ids.booking}/events`])
      expect((await app.ask({ method: 'GET', url, token })).statusCode, url).toBe(404)
  for (const [id, answer] of await answersOf(mine)) {
    const [status] = answer.split(' ')
    expect(['200', '403', '400'], id).toContain(status)
    for (const alien of [venue.id, foreign.venue, foreign.booking]) expect(answer, id).not.toContain(alien)
  }
  const after = await answersOf(admin)
  // What was done with links is on record; nothing else has changed for those outside.
  for (const [id, answer] of before) if (!/^(demoLinks|audit|mailbox)\./.test(id)) expect(after.get(id), id).toBe(answer)
  expect(await code(start((await newLink()).token))).toBe('demo_link.full')
  await revoke(one.id)
  await revoke(other.id)
})

test('ON2: what ends leaves nothing, its session ends, and its link says why it opens nothing', async () => {
  const empty = await countRows()
  const { id, token } = await newLink()
  const visitor = await enter(token)
  expect(await countRows()).toBeGreaterThan(empty + 200)
  await revoke(id)
  expect(await countRows()).toBe(empty)
  expect((await app.ask({ method: 'GET', url: '/venues', token: visitor })).statusCode).toBe(401)
  expect(await code(start(token))).toBe('demo_link.revoked')
  expect(await code(start('a-guess'))).toBe('demo_link.unknown')
  const unused = await newLink()
  await sql`update demo_links set expires_at = now() - interval '1 minute' where id = ${unused.id}`.execute(app.container.db)
  expect((await look(unused.token)).json()).toMatchObject({ code: 'demo_link.expired' })
  const used = await newLink()
  await enter(used.token)
  await sql`update demo_links set tenant_ends_at = now() - interval '1 minute' where id = ${used.id}`.execute(app.container.db)
  expect(await code(start(used.token))).toBe('demo_link.ended')
  await prepareDemos(app.container.systemCtx('test'))
  const { rows } = await sql`select from demo_tenants where state = 'alive'`.execute((await world()).systemCtx('test').db)
  expect(rows).toHaveLength(0)
})

test('ON2: demos are made ahead for the languages in which links wait, and taken from there', async () => {
  await newLink({ lang: 'fr' })
  await prepareDemos(app.container.systemCtx('test'))
  const ready = async (): Promise<number> =>
    (await sql`select from demo_tenants where state = 'ready' and lang = 'fr'`.execute((await world()).systemCtx('test').db)).rows.length
  expect(await ready()).toBe(2)
  const { token, id } = await newLink({ lang: 'fr' })
  await app.ask({ method: 'POST', url: `/v1/demo/${token}/start`, body: { timeZone: 'Europe/Paris' } })
  expect(await ready()).toBe(1)
  await prepareDemos(app.container.systemCtx('test'))
  expect(await ready()).toBe(2)
  await revoke(id)
})

test('ON2: the evening goes on by the real ways: bookings arrive, a channel fails and recovers', async () => {
  const { token, id } = await newLink()
  await enter(token)
  const ctx = (await world()).systemCtx('test')
  const [tenant] = await ctx.db.selectFrom('demoTenants').selectAll().where('linkId', '=', id).execute()
  const fresh = async (): Promise<number> =>
    (
      await sql`select from reservation_events e join venues v on v.id = e.venue_id and v.company_id = ${tenant!.companyId} where e.at > now() - interval '1 minute' and e.actor_kind = 'channel' and e.kind = 'booked'`.execute(
        ctx.db,
      )
    ).rows.length
  const failed = async (): Promise<number> => (await sql`select from channel_venues where state = 'error'`.execute(ctx.db)).rows.length
  const before = await fresh()
  // Each of these steps is a booking, and each booking finds its place.
  for (const [done, step] of [4, 7, 10, 13, 16, 19].entries()) {
    await liveOn(ctx, { ...tenant!, step })
    expect(await fresh(), String(step)).toBe(before + done + 1)
  }
  for (const [step, broken] of [
    [1, 1],
    [8, 1],
    [22, 0],
  ] as const) {
    await liveOn(ctx, { ...tenant!, step })
    expect(await failed(), String(step)).toBe(broken)
  }
  await revoke(id)
})

test('ON2: nothing leaves a demo, and its link is mailed in the language of the prospect', async () => {
  const { id } = await newLink({ lang: 'es' })
  await mailLink(app.container.systemCtx('test'), { linkId: id, sending: randomUUID() })
  const { rows } = await sql<{
    subject: string
  }>`select subject from mails where recipient = 'prospect@example.test' order by sent_at desc limit 1`.execute(app.container.db)
  expect(rows[0]!.subject).toBe('Su demo de Osteria del Ponte')
  expect((await linkOf(id)).sentAt).not.toBeNull()
  const { ports } = (await world()).systemCtx('test')
  expect(ports.mail.local).toBe(true)
  await expect(
    ports.send('https://example.com/', { origins: ['https://example.com'] }, { headers: {}, timeoutMs: 10, longest: 1 }),
  ).rejects.toThrow('nothing leaves')
})

test('ON2: the button of a sales page opens one demo, and a new one once that is over', async () => {
  const made = await app.ask({ method: 'POST', url: '/v1/rms/ai-sales', token: admin, body: { venueId: venue.id, lang: 'nl' } })
  expect(made.statusCode, made.body).toBe(201)
  const path = new URL(made.json<{ data: { url: string } }>().data.url).pathname
  const links = async (): Promise<Link[]> =>
    (await app.ask({ method: 'GET', url: '/v1/demo-links', token: admin })).json<{ data: Link[] }>().data
  const before = (await links()).length
  expect((await app.app.inject({ method: 'GET', url: path })).body).toContain(`action="${path}/demo?lang=nl"`)
  expect(await links()).toHaveLength(before)
  const press = async (): Promise<string> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.app.inject({ method: 'POST', url: `${path}/demo?lang=nl`, headers, payload: '' })
    expect(answer.statusCode, answer.body).toBe(303)
    return String(answer.headers.location)
  }
  const [first, ...others] = await Promise.all([press(), press(), press()])
  expect(new Set(others)).toEqual(new Set([first]))
  const [link, ...older] = await links()
  expect(older).toHaveLength(before)
  expect(link).toMatchObject({ customerEmail: null, status: 'pending', generatedBy: { id: expect.any(String) } })
  expect((await look(first!.split('/').at(-1)!)).json()).toMatchObject({ data: { venueName: 'Osteria del Ponte', lang: 'nl' } })
  await sql`update demo_links set expires_at = now() - interval '1 minute' where id = ${link!.id}`.execute(app.container.db)
  const next = await press()
  expect(next).not.toBe(first)
  await revoke((await links())[0]!.id)
  expect(await press()).toBe(next)
})

test('ON2: links are found by state, by who made them and by address, and what was looked at is told in words', async () => {
  const other = await aUser(app.container.db, { roles: ['ROLE_ADMIN'] })
  const theirs = await app.signIn(other)
  const body = { email: 'somebody@else.test', lang: 'en', venueId: venue.id }
  const made = (await app.ask({ method: 'POST', url: '/v1/demo-links', token: theirs, body })).json<{ data: Link }>().data
  const find = async (filters: Record<string, string>): Promise<string[]> => {
    const query = Object.entries(filters).map(([name, value]) => `filters[${name}]=${encodeURIComponent(value)}`)
    const answer = await app.ask({ method: 'GET', url: `/v1/demo-links?limit=200&${query.join('&')}`, token: admin })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ data: Link[] }>().data.map(({ id }) => id)
  }
  expect(await find({ generatedBy: other.id })).toEqual([made.id])
  expect(await find({ search: 'ELSE.test', status: 'pending', state: 'open' })).toEqual([made.id])
  for (const state of ['open', 'expired', 'revoked', 'ended'])
    for (const id of await find({ state })) expect((await linkOf(id)).state, id).toBe(state)
  const choices = (await app.ask({ method: 'GET', url: '/v1/demo-links/choices', token: admin })).json<{
    data: { people: { id: string }[] }
  }>()
  expect(choices.data.people.map(({ id }) => id)).toContain(other.id)

  const token = made.url.split('/').at(-1)!
  await enter(token)
  for (const page of ['/reservations', '/analytics/reservations'])
    await app.ask({ method: 'POST', url: `/v1/demo/${token}/visits`, body: { page } })
  const seen = await app.ask({ method: 'GET', url: `/v1/demo-links/${made.id}`, token: admin })
  expect(seen.json<{ data: { visits: { name: string }[] } }>().data.visits.map(({ name }) => name)).toEqual([
    'Reservation list',
    'Reservation analytics',
  ])
  await sql`update demo_links set opened_at = now() - interval '30 minutes' where id = ${made.id}`.execute(app.container.db)
  await tellUsed(app.container.systemCtx('test'))
  const { rows } = await sql<{ text: string }>`select text from mails where recipient = ${other.email}`.execute(app.container.db)
  expect(rows.map(({ text }) => text).join()).toMatch(/Looked at so far[\s\S]*Reservation list[\s\S]*Reservation analytics/)
  await revoke(made.id)
})

test('ON2: a visitor reads what his demo would have sent, and nobody else does', async () => {
  const [one, other] = [await newLink(), await newLink()]
  const [mine, theirs] = [await enter(one.token), await enter(other.token)]
  const ctx = (await world()).systemCtx('test')
  const { rows } = await sql<{ companyId: string }>`
    select company_id from demo_tenants where link_id = ${one.id}`.execute(ctx.db)
  const mail = { to: 'guest@example.test', subject: 'Your table', text: 'See you', html: '<p>See you</p>' }
  await ctx.ports.mail.send(ctx, { ...mail, companyId: rows[0]!.companyId })
  await ctx.ports.mail.send(ctx, { ...mail, subject: 'Of nobody' })
  const mailsOf = async (token: string) =>
    (await app.ask({ method: 'GET', url: '/v1/demo-mails', token })).json<{ data: { subject: string; text: string }[]; total: number }>()
  expect(await mailsOf(mine)).toMatchObject({ total: 1, data: [{ subject: 'Your table', text: 'See you', to: 'guest@example.test' }] })
  expect((await mailsOf(theirs)).total).toBe(0)
  expect((await mailsOf(admin)).total).toBe(0)
  await revoke(one.id)
  await revoke(other.id)
})
