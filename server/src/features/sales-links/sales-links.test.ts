import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { composeText } from './compose-text.ts'
import { enquire } from './enquire.ts'
import { figuresOf } from './figures.ts'
import { countView, isProgram, openLink, wrongAddresses, guessesTooMuch } from './open-link.ts'
import { salesLinksHandlers as handlers } from './routes.ts'
import { salesWords } from './sales-words.ts'

let open: OpenDb
let venue: TestVenue
const clock = aClock('2026-11-26T10:00:00Z')
const ctx = () => aCtx(open.db, { clock })
beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db, { name: 'Casa <i>Vieja</i>', city: 'Madrid', countryCode: 'ES' })
})
afterAll(() => open.close())

const create = (of = ctx(), body: object = {}) => handlers.create(of, { body: { venueId: venue.id, ...body } } as never)
const tokenOf = (url: string | null): string => url!.slice(url!.lastIndexOf('/') + 1)

test('ON2: a link is made, listed with its address, opened, and leads nowhere once it was ended or has expired', async () => {
  const link = await create(ctx(), { recipient: 'Fair in Lyon', lang: 'fr' })
  expect(link).toMatchObject({ state: 'active', lang: 'fr', recipient: 'Fair in Lyon', views: 0, enquiries: 0 })
  const token = tokenOf(link.url)
  const kept = await open.db.selectFrom('salesLinks').selectAll().where('id', '=', link.id).executeTakeFirstOrThrow()
  expect(JSON.stringify(kept)).not.toContain(token)
  expect(await openLink(ctx(), token)).toMatchObject({ id: link.id, venueId: venue.id })
  await countView(ctx(), (await openLink(ctx(), token))!)
  const list = await handlers.list(ctx(), { query: { filters: { search: 'LYON', state: ['active'] } } } as never)
  expect(list).toMatchObject({ total: 1, data: [{ id: link.id, url: link.url, views: 1 }] })
  expect(await handlers.revoke(ctx(), { params: { id: link.id } })).toMatchObject({ state: 'revoked', url: null })
  expect(await refusal(handlers.revoke(ctx(), { params: { id: link.id } }))).toBe('sales_link.ended')
  expect(await openLink(ctx(), token)).toBeUndefined()
  const short = await create(ctx(), { expiresInDays: 1 })
  clock.move({ hours: 24 })
  expect(await openLink(ctx(), tokenOf(short.url))).toBeUndefined()
  expect(await handlers.get(ctx(), { params: { id: short.id } })).toMatchObject({ state: 'expired', url: null })
  await expect(sql`update sales_links set revoked_at = null where id = ${link.id}`.execute(open.db)).rejects.toThrow(/keeps its address/)
})

test('ON2: people of a system see the links of its venues, and nobody else’s; a company has none', async () => {
  const own = await aVenue(open.db)
  const { id: systemId } = await aSystem(open.db, { venues: [own.id] })
  const agent = await aUser(open.db, { roles: ['ROLE_MANAGER', 'ROLE_RMS_AGENT'] })
  const of = { ...ctxOfUser(open.db, agent, { clock }), scope: { kind: 'system', systemId } as const }
  const mine = await handlers.create(of, { body: { venueId: own.id } } as never)
  const { id: foreign } = await create()
  expect((await handlers.list(of, { query: {} } as never)).data.map(({ id }) => id)).toEqual([mine.id])
  expect(await refusal(handlers.get(of, { params: { id: foreign } }))).toBe('sales_link.not_found')
  expect(await refusal(handlers.revoke(of, { params: { id: foreign } }))).toBe('sales_link.not_found')
  expect(await refusal(create(of))).toBe('venue.not_found')
  expect(of.ability.can('create', 'sales-links')).toBe(true)
  const manager = ctxOfUser(open.db, await aUser(open.db, { companyId: own.companyId }))
  expect(manager.ability.can('read', 'sales-links')).toBe(false)
})

test('ON2: what is written is kept once, told by bell and mail to the people of the system, and refused where it is wrong', async () => {
  const own = await aVenue(open.db)
  const { id: systemId } = await aSystem(open.db, { venues: [own.id] })
  const agent = await aUser(open.db, { roles: ['ROLE_MANAGER', 'ROLE_RMS_AGENT'] })
  await open.db.insertInto('systemUsers').values({ systemId, userId: agent.id, createdAt: clock().toString() }).execute()
  const link = await create(ctx(), { venueId: own.id })
  const opened = (await openLink(ctx(), tokenOf(link.url)))!
  const body = {
    name: 'Noa <b>',
    email: 'Noa@Example.com',
    phone: '',
    message: 'Call me\nplease',
    consent: 'yes',
    once: randomUUID(),
    website: '',
  }
  const write = (over: object) => enquire(ctx(), opened, { body: { ...body, ...over }, lang: 'es' })
  for (const [over, fields] of [
    [{ name: ' ' }, ['name']],
    [{ email: 'noa' }, ['email']],
    [{ phone: 'call' }, ['phone']],
    [{ message: 'x'.repeat(2001) }, ['message']],
    [{ consent: undefined }, ['consent']],
    [{ once: 'x' }, ['message']],
  ] as const)
    expect(await write(over)).toEqual({ outcome: 'wrong', fields })
  for (const odd of [null, 'name=x', []]) expect((await enquire(ctx(), opened, { body: odd, lang: 'en' })).outcome).toMatch(/wrong|sent/)
  expect(await write({ website: 'http://spam' })).toEqual({ outcome: 'sent' })
  const enquiries = () => handlers.enquiries(ctx(), { params: { id: link.id }, query: {} })
  expect((await enquiries()).total).toBe(0)
  await Promise.all([write({}), write({}), write({})])
  expect(await enquiries()).toMatchObject({ total: 1, data: [{ name: 'Noa <b>', email: 'noa@example.com', phone: null, lang: 'es' }] })
  const told = await open.db
    .selectFrom('notifications')
    .select(['userId', 'event', 'inApp', 'email'])
    .where('venueId', '=', own.id)
    .execute()
  expect(told).toEqual([{ userId: agent.id, event: 'enquiry', inApp: true, email: 'due' }])
})

test('ON2: covers that were refused are known only where somebody could search', async () => {
  const lone = await aVenue(open.db)
  // Counted since long before the day of this test, whenever its database was made.
  await sql`update turned_away_since set day = '2026-01-01'`.execute(open.db)
  expect((await figuresOf(ctx(), lone.id))!.demand).toBeNull()
  const channel = await aChannel(open.db, { venues: [lone.id] })
  expect((await figuresOf(ctx(), lone.id))!.demand).toMatchObject({ searches: 0, covers: 0 })
  const day = clock().toZonedDateTimeISO(lone.timeZone).toPlainDate()
  for (const [back, size, searches] of [
    [0, 4, 3],
    [27, 2, 1],
    [28, 9, 9],
  ] as const)
    await sql`insert into turned_away values (${lone.id}, ${day.toString()}, ${day.subtract({ days: back }).toString()}, ${channel.id}, ${size}, ${searches})`.execute(
      open.db,
    )
  expect((await figuresOf(ctx(), lone.id))!.demand).toMatchObject({ searches: 4, covers: 14, days: 28 })
})

test('ON2: channels of others are told from five venues of three owners on, and without their names', async () => {
  const city = `Town ${randomUUID()}`
  const of = (companyId?: string) => aVenue(open.db, { city, countryCode: 'IS', ...(companyId ? { companyId } : {}) })
  const asked = await of()
  const first = await of()
  const others = [first, await of(first.companyId), await of(first.companyId), await of(first.companyId)]
  const channel = await aChannel(open.db, { venues: others.map(({ id }) => id) })
  const link = (id: string) =>
    sql`insert into channel_venues (venue_id, channel_id, state) values (${id}, ${channel.id}, 'live')`.execute(open.db)
  const channels = async () => (await figuresOf(ctx(), asked.id))!.channels
  expect(await channels()).toMatchObject({ live: [], lacked: [], where: null })
  await link((await of()).id)
  // Five of two owners.
  expect((await channels()).lacked).toEqual([])
  await link((await of()).id)
  expect(await channels()).toMatchObject({ where: 'city', of: 6, lacked: [{ name: channel.name, venues: 6 }] })
  await link(asked.id)
  expect(await channels()).toMatchObject({ live: [channel.name], lacked: [] })
})

test('ON2: the text is composed by rules, in the numbers and plurals of the reader', async () => {
  const figures = (await figuresOf(ctx(), venue.id))!
  const say = (lang: 'en' | 'de' | 'fr', covers: number, searches: number): string =>
    composeText(
      {
        ...figures,
        countryCode: lang === 'de' ? 'CH' : 'FR',
        demand: { from: '2026-10-30', to: '2026-11-26', days: 28, covers, searches },
      },
      salesWords({ lang, countryCode: lang === 'de' ? 'CH' : 'FR' }),
    )[1]!
  expect(say('en', 1, 1)).toBe('1 search, 1 cover in all, found no free table in the last 28 days.')
  expect(say('de', 12_345, 4000)).toContain("12'345 Gedecken")
  expect(say('fr', 2, 1)).toBe('1 recherche, soit 2 couverts, n’a trouvé aucune table libre ces 28 derniers jours.')
  expect(say('en', 0, 0)).toBe('In the last 28 days no search was turned away.')
})

test('programs that say so are not counted, and whoever tries addresses is stopped', async () => {
  for (const agent of [undefined, '', 'Slackbot-LinkExpanding 1.0', 'curl/8', 'facebookexternalhit/1.1', 'Googlebot/2.1'])
    expect(isProgram(agent, undefined)).toBe(true)
  const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  expect(isProgram(browser, undefined)).toBe(false)
  expect(isProgram(browser, 'prefetch;prerender')).toBe(true)
  for (const odd of ['', 'x', '../../etc/passwd', 'x'.repeat(5000), '\0'.repeat(43)]) expect(await openLink(ctx(), odd)).toBeUndefined()
  const tries = []
  for (let at = 0; at <= wrongAddresses; at++) tries.push(await guessesTooMuch(ctx()))
  expect(tries.indexOf(true)).toBe(wrongAddresses)
})
