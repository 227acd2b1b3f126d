import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { aListedVenue } from '../../../../tests/build/a-listed-venue.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aReview } from '../../../../tests/build/a-review.ts'
import type { TestVenue } from '../../../../tests/build/a-venue.ts'
import { aClock } from '../../../../tests/build/a-ctx.ts'
import { findPage, namePages, pagePathOf } from './api.ts'
import { buttonColours, contrastOf } from './brand-colours.ts'
import { slugOf } from './slug-of.ts'

let app: TestApp
let venue: TestVenue
let path: string
beforeAll(async () => {
  app = await aTestApp()
  venue = await aListedVenue(app.container.db, { name: 'Café Müller' })
  await namePages(ctx(), [venue.id])
  path = (await pagePathOf(ctx(), venue.id))!
})
afterAll(() => app.close())

const ctx = () => app.container.systemCtx('test')
const get = (url: string, lang = 'en') => app.ask({ method: 'GET', url, headers: { 'accept-language': lang } })
const profile = (set: Record<string, unknown>) =>
  sql`insert into listing_profiles (venue_id, updated_at, ${sql.join(Object.keys(set).map((name) => sql.ref(name)))})
    values (${venue.id}, now(), ${sql.join(Object.values(set))}) on conflict (venue_id) do update
    set ${sql.join(Object.keys(set).map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}`.execute(app.container.db)
const dataOf = (body: string): Record<string, unknown> =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)![1]!) as Record<string, unknown>

test.each([
  ['Café Müller', 'Köln', 'cafe-muller-koln'],
  ['O’Brien & Søn', null, 'obrien-son'],
  ['寿司', 'Tokyo', 'restaurant-tokyo'],
  ['x'.repeat(200), null, 'x'.repeat(70)],
])('LI1: %s in %s stands at %s', (name, city, slug) => expect(slugOf(name, city)).toBe(slug))

test.each(['#7367F0', '#FF8A00', '#ffffff', '#000000', '#e0115f', '#777777'])('LI1: a button in %s can be read', (colour) => {
  const { ground, ink } = buttonColours(colour)
  expect(contrastOf(ground, ink)).toBeGreaterThanOrEqual(4.5)
})

test('LI1: a page in five languages, each naming the others, and nothing from elsewhere', async () => {
  expect(path).toBe('/r/cafe-muller-madrid')
  const said = { en: 'Opening hours', de: 'Öffnungszeiten', es: 'Horario', fr: 'Horaires', nl: 'Openingstijden' }
  for (const [lang, words] of Object.entries(said)) {
    const answer = await get(path, lang)
    expect([answer.statusCode, answer.body.includes(words), answer.body.includes(`<html lang="${lang}">`)]).toEqual([200, true, true])
  }
  const { body, headers } = await get(`${path}?lang=fr`, 'de')
  expect(body).toContain('<html lang="fr">')
  expect(body.match(/hreflang="(en|es|fr|de|nl|x-default)" href="/g)).toHaveLength(6)
  expect(String(headers['content-security-policy'])).toMatch(/^default-src 'none'; img-src 'self' data:; style-src 'sha256-/)
  expect([...body.matchAll(/(?:src|srcset)="(?!\/)/g)]).toEqual([])
})

test('LI1: what a guest finds there is said in words of his language, under the logo of the brand', async () => {
  await profile({
    cuisines: sql`array['japanese', 'latin_american']`,
    payments: sql`array['cash', 'meal_vouchers']`,
    parking: sql`array['paid_street']`,
    dress: 'smart_casual',
    attributes: JSON.stringify([
      { attribute: 'step_free_entrance', has: true },
      { attribute: 'dogs_inside', has: false },
    ]),
  })
  const { body } = await get(`${path}?lang=de`)
  for (const words of ['Japanisch, Lateinamerikanisch', 'Stufenloser Eingang', 'Gut zu wissen', 'Zahlung: ']) expect(body).toContain(words)
  for (const term of ['latin_american', 'step_free_entrance', 'meal_vouchers', 'paid_street', 'smart_casual', 'Hunde drinnen'])
    expect(body.replace(/<script.*?<\/script>/s, '')).not.toContain(term)
  expect(body).toMatch(/<header class="brand"><div><img src="\/[^"]+" alt="[^"]+" height="32">/)
})

test('LI2: what guests wrote and somebody published stands on the page, with its answer, as text; nothing else does', async () => {
  const { db } = app.container
  const write = (content: string) =>
    aReview(db, { venueId: venue.id, channelId: null, source: 'own', moderation: 'awaiting', rating: 5, content })
  const [shown] = [await write('<b>Wonderful</b>'), await write('Still to be read')]
  expect((await get(path)).body).not.toContain('What guests say')
  await sql`update reviews set moderation = 'published', visited_on = '2026-10-02' where id = ${shown}`.execute(db)
  await sql`insert into review_replies (review_id, venue_id, state, revision, version, content, shown, shown_at, written_at, changed_at)
    values (${shown}, ${venue.id}, 'published', 1, 1, 'x', 'Come again & soon', now(), now(), now())`.execute(db)
  const { body } = await get(`${path}?lang=de`)
  expect(body).toContain('&lt;b&gt;Wonderful&lt;/b&gt;')
  expect(body).toContain('Come again &amp; soon')
  expect(body).toContain('5,0 von 5 Sternen aus einer Bewertung')
  expect(body).toContain('Besuch im Oktober 2026')
  expect(body).not.toContain('Still to be read')
  // A language that is chosen by the address is a page of its own to who finds it.
  expect(body).toContain(`<link rel="canonical" href="http`)
  expect(/rel="canonical" href="([^"]+)"/.exec(body)![1]).toMatch(/\?lang=de$/)
  expect(/rel="canonical" href="([^"]+)"/.exec((await get(path)).body)![1]).not.toContain('lang=')
})

test('LI1: after midnight the evening that is still going on is today', async () => {
  const late = await aListedVenue(app.container.db, { name: 'Bodega Tarde' })
  await sql`insert into listing_profiles (venue_id, updated_at, own_week) values (${late.id}, now(), ${JSON.stringify([{ day: 3, from: '17:00', to: '02:00' }])})`.execute(
    app.container.db,
  )
  await namePages(ctx(), [late.id])
  const slug = (await pagePathOf(ctx(), late.id))!.slice(3)
  const at = async (instant: string) => {
    const found = await findPage({ ...ctx(), clock: aClock(instant) }, slug, '')
    return found.kind === 'page' ? found.tonight : found
  }
  // A Wednesday in Madrid, and the night after it.
  expect(await at('2026-12-02T20:00:00Z')).toEqual([])
  expect(await at('2026-12-02T23:30:00Z')).toEqual([{ day: 3, from: '17:00', to: '02:00' }])
  expect(await at('2026-12-03T01:30:00Z')).toEqual([])
})

test('LI1: what is written by people is text, also in the data for machines', async () => {
  const evil = '</script><img src=x onerror=alert(1)>'
  await profile({
    long_texts: JSON.stringify({ en: evil }),
    short_texts: JSON.stringify({ en: evil }),
    booking_url: 'https://book.example/a',
  })
  const { body } = await get(path)
  expect(body).not.toContain('<img src=x')
  expect(dataOf(body)).toMatchObject({
    '@type': 'Restaurant',
    name: 'Café Müller',
    description: evil,
    telephone: '+34912345678',
    potentialAction: { '@type': 'ReserveAction', target: { urlTemplate: 'https://book.example/a' } },
  })
  expect(body).toContain('<a class="act" href="https://book.example/a"')
})

test('LI1: without a place to book, guests are offered the phone; a house that takes nobody offers nothing', async () => {
  await profile({ booking_url: null })
  const { body } = await get(path)
  expect(body).toContain('href="tel:+34912345678">Call to book')
  expect(dataOf(body)).not.toHaveProperty('potentialAction')
  await app.container.db.updateTable('venues').set({ active: false }).where('id', '=', venue.id).execute()
  expect((await get(path)).body).toContain('takes no guests at the moment')
  await app.container.db.updateTable('venues').set({ active: true }).where('id', '=', venue.id).execute()
})

test('LI1: closed and special days are told beside the week, today as it is', async () => {
  const today = Temporal.Now.plainDateISO('Europe/Madrid').toString()
  await profile({ own_days: JSON.stringify([{ fromOn: today, toOn: today, name: 'Stocktaking', spans: [] }]) })
  const { body } = await get(path)
  expect(body).toContain('Closed today')
  expect(body).toContain('Closed · Stocktaking')
  await profile({ own_days: '[]' })
  expect((await get(path)).body).toContain('Open today 12:00–23:00')
})

test('LI1: an address stays when others are called the same, and one that it had before leads to it', async () => {
  const { db } = app.container
  const twin = await aListedVenue(db, { name: 'Café Müller' })
  await namePages(ctx(), [twin.id, venue.id])
  expect(await pagePathOf(ctx(), twin.id)).toBe('/r/cafe-muller-madrid-2')
  await db.updateTable('venues').set({ displayName: 'Bar Müller' }).where('id', '=', twin.id).execute()
  await namePages(ctx(), [twin.id])
  const moved = await get('/r/cafe-muller-madrid-2?lang=de')
  expect([moved.statusCode, moved.headers['location']]).toEqual([301, '/r/bar-muller-madrid?lang=de'])
  expect((await get('/r/BAR-muller-madrid')).headers['location']).toBe('/r/bar-muller-madrid')
  // And back again: nobody else got it meanwhile.
  await db.updateTable('venues').set({ displayName: null }).where('id', '=', twin.id).execute()
  await namePages(ctx(), [twin.id])
  expect((await get('/r/cafe-muller-madrid-2')).statusCode).toBe(200)
})

test('LI1: unknown, not listed and archived venues have no page, and it says so', async () => {
  const { db } = app.container
  const other = await aListedVenue(db, { name: 'Gone' })
  await namePages(ctx(), [other.id])
  const at = (await pagePathOf(ctx(), other.id))!
  const said = async () => {
    const { statusCode, body } = await get(at)
    return [statusCode, /<h1>(.*?)<\/h1>/.exec(body)![1]]
  }
  await db.updateTable('venues').set({ listingEnabled: false, listingEnabledAt: null }).where('id', '=', other.id).execute()
  expect(await said()).toEqual([404, 'This restaurant has no page here at the moment'])
  await sql`update venues set archived_at = now(), archived_active = active, active = false where id = ${other.id}`.execute(db)
  expect(await said()).toEqual([404, 'This restaurant has closed'])
  for (const odd of ['/r/nobody', '/r/%3Cscript%3E', `/r/${'x'.repeat(290)}`, '/r/..%2f..'])
    expect([(await get(odd)).statusCode, (await get(odd)).body.includes('<script>')]).toEqual([404, false])
})
