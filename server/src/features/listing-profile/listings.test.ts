import { listingPoints } from '@tablewire/contracts/listing/completeness.rules'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { memoryFiles } from '../../../../tests/build/memory-files.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { newId } from '#src/platform/id.ts'
import type { Problem } from '#src/platform/problem.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { clearPhotos } from './jobs.ts'
import { listingsHandlers as listings } from './routes.ts'

let open: OpenDb
let owner: TestUser
let companyId: string
let ctx: Ctx
const { files, kept } = memoryFiles()
beforeAll(async () => {
  open = await aDb()
  companyId = await aCompany(open.db)
  owner = await aUser(open.db, { companyId })
  ctx = ctxOfUser(open.db, owner, { ports: { ...recordingPorts().ports, files } })
})
afterAll(() => open.close())

const listed = async (name = 'Casa Vieja', more: object = {}): Promise<string> => {
  const { id } = await aVenue(open.db, { name, companyId, ...more })
  await open.db.updateTable('venues').set({ listingEnabled: true, listingEnabledAt: '2026-11-01T10:00:00Z' }).where('id', '=', id).execute()
  return id
}
const read = (id: string) => listings.get(ctx, { params: { id } })
const save = async (id: string, body: object) => {
  const { version } = await read(id)
  return listings.update(ctx, { params: { id }, body: { version, ...body } as never })
}
/** A photo as a worker would have left it. */
const photoOf = async (venueId: string, createdAt = '2026-11-01T10:00:00Z'): Promise<string> => {
  const id = newId()
  const size = { width: 400, height: 300, path: `listing-photos/${id}-400.webp`, type: 'image/webp', bytes: 3 }
  kept.set(size.path, { body: Buffer.from('abc'), contentType: 'image/webp' })
  await open.db
    .insertInto('listingPhotos')
    .values({ id, venueId, width: 400, height: 300, sizes: JSON.stringify([size]), original: `listing-originals/${id}.jpg`, createdAt })
    .execute()
  return id
}
const wrongFields = (work: Promise<unknown>): Promise<string[]> =>
  work.then(
    () => [],
    (error: unknown) => Object.keys((error as Problem).fields ?? {}),
  )

test('LI1: what is named changes, what is the venue’s own changes there, and texts stay texts', async () => {
  const id = await listed()
  const { version } = await read(id)
  const fresh = await save(id, {
    displayName: 'Casa',
    phone: '+34 910 000 000',
    latitude: 40.4,
    longitude: -3.7,
    shortTexts: { en: '<script>alert(1)</script> & fire', de: 'Feuer' },
    categories: ['tapas_bar'],
    social: [{ network: 'instagram', url: 'https://instagram.example/casa' }],
    website: 'https://casa.example',
  })
  expect(fresh.version).toBeGreaterThan(version)
  expect(fresh).toMatchObject({
    name: 'Casa',
    venueName: 'Casa Vieja',
    phone: '+34910000000',
    shortTexts: { en: '<script>alert(1)</script> & fire', de: 'Feuer' },
    website: 'https://casa.example',
  })
  const { rows } = await sql<{ action: string }>`select action from audit_entries where venue_id = ${id} order by action`.execute(open.db)
  expect(rows.map(({ action }) => action)).toEqual(['listing.updated', 'venue.updated'])
  expect(await refusal(listings.update(ctx, { params: { id }, body: { version, phone: null } }))).toBe('listing.version_stale')
  const again = await save(id, { categories: ['tapas_bar'] })
  expect(again.version).toBe(fresh.version)
})

test('LI1: hours that contradict each other, terms named twice and strangers’ photos are refused at their fields', async () => {
  const [id, other] = [await listed(), await listed('Otra')]
  const day = (fromOn: string, spans: object[]) => ({ fromOn, toOn: fromOn, name: '', spans })
  expect(await wrongFields(save(id, { ownDays: [day('2026-12-24', [{ from: '12:00', to: '12:00' }])] }))).toEqual(['ownDays.0.spans.0.to'])
  expect(await wrongFields(save(id, { ownDays: [day('2026-12-24', []), day('2026-12-24', [])] }))).toEqual(['ownDays.1.fromOn'])
  const week = [
    { day: 1, from: '12:00', to: '15:00' },
    { day: 2, from: '12:00', to: '15:00' },
    { day: 2, from: '14:00', to: '18:00' },
  ]
  expect(await wrongFields(save(id, { ownWeek: week }))).toEqual(['ownWeek.2.from'])
  const said = { attribute: 'terrace', has: true }
  expect(await wrongFields(save(id, { attributes: [said, { ...said, has: false }] }))).toEqual(['attributes.1'])
  expect(await wrongFields(save(id, { latitude: null, longitude: 4 }))).toEqual(['latitude'])
  const photo = await photoOf(other)
  expect(await refusal(save(id, { photos: [{ id: photo, kind: 'food', alt: {} }] }))).toBe('photo.not_found')
})

test('LI1: a venue without the product is read, and not written', async () => {
  const { id } = await aVenue(open.db, { companyId })
  expect((await read(id)).enabled).toBe(false)
  expect(await refusal(save(id, { priceRange: 2 }))).toBe('listing.disabled')
  const stranger = ctxOfUser(open.db, await aUser(open.db, { companyId: await aCompany(open.db) }))
  expect(await refusal(listings.get(stranger, { params: { id } }))).toBe('venue.not_found')
})

test('LI1: the database rates by the contract’s numbers; what is filled in is worth what was promised', async () => {
  const { rows } = await sql<{ points: number }>`
    select listing_points(one) as points from unnest(${Object.keys(listingPoints)}::text[]) as one`.execute(open.db)
  expect(rows.map(({ points }) => points)).toEqual(Object.values(listingPoints))
  expect(Object.values(listingPoints).reduce((sum, points) => sum + points, 0)).toBe(100)
  const id = await listed('Empty', { book: { openingHours: [] } })
  const empty = await read(id)
  expect(empty.gaps[0]).toEqual({ gap: 'photos', points: 15 })
  expect(empty.score).toBe(listingPoints.alt_texts)
  await sql`update books set rules = jsonb_set(rules, '{openingHours}', '[{"day": 1, "from": "10:00", "to": "12:00"}]') where venue_id = ${id}`.execute(
    open.db,
  )
  expect((await read(id)).score).toBe(empty.score + listingPoints.hours)
  const photos = [{ id: await photoOf(id), kind: 'food', alt: { en: 'Octopus' } }]
  const fresh = await save(id, { photos, menuUrl: 'https://a.example/menu' })
  expect(fresh.score).toBe(empty.score + listingPoints.hours + listingPoints.photos + listingPoints.menu)
  expect(fresh.photos).toMatchObject([
    { kind: 'food', alt: { en: 'Octopus' }, sizes: [{ url: `/listing-photos/${photos[0]!.id}-400.webp` }] },
  ])
})

test('LI1: the list is sorted by what is missing, filtered by it, counted exactly, and goes on where it stopped', async () => {
  const company = await aCompany(open.db)
  const by = ctxOfUser(open.db, await aUser(open.db, { companyId: company }))
  for (const [index, name] of ['Alba', 'Bari', 'Cadiz'].entries()) {
    const id = await listed(name, { companyId: company, city: index === 2 ? 'Cadiz' : 'Rome' })
    if (index === 1) {
      const { version } = await listings.get(by, { params: { id } })
      await listings.update(by, { params: { id }, body: { version, menuUrl: 'https://a.example/m' } })
    }
  }
  await aVenue(open.db, { name: 'Without', companyId: company })
  const ask = (query: object) => listings.list(by, { query: query as never })
  const names = async (query: object) => (await ask(query)).data.map(({ name }) => name)
  expect(await names({ sort: '-score' })).toMatchObject({ 0: 'Bari', length: 3 })
  expect(await names({ sort: 'name' })).toEqual(['Alba', 'Bari', 'Cadiz'])
  expect(await names({ sort: 'name', filters: { missing: ['menu', 'photos'] } })).toEqual(['Alba', 'Cadiz'])
  expect(await names({ filters: { q: 'cad' } })).toEqual(['Cadiz'])
  expect(await names({ filters: { enabled: false } })).toEqual(['Without'])
  const first = await ask({ limit: 2 })
  expect([first.total, first.data.length]).toEqual([3, 2])
  expect(await names({ limit: 2, after: first.next })).toEqual(['Bari'])
  const all = await listings.completeness(by, {})
  expect(all).toMatchObject({ venues: 3, complete: 0 })
  expect(all.gaps[0]).toEqual({ gap: 'photos', points: 15, venues: 3 })
  expect(all.gaps.find(({ gap }) => gap === 'menu')).toEqual({ gap: 'menu', points: 5, venues: 2 })
})

test('LI1: photos that nothing names go when no undo brings them back, with their files', async () => {
  const id = await listed()
  const [shown, left, young] = [await photoOf(id), await photoOf(id), await photoOf(id, '2027-01-30T10:00:00Z')]
  await save(id, { photos: [{ id: shown, kind: 'food', alt: {} }] })
  const at = (instant: string): Ctx => ({ ...ctx, clock: () => Temporal.Instant.from(instant) })
  await sql`update listing_profiles set updated_at = '2026-11-02T10:00:00Z' where venue_id = ${id}`.execute(open.db)
  await clearPhotos(at('2027-02-01T00:00:00Z'))
  const { rows } = await sql<{ id: string }>`select id from listing_photos where venue_id = ${id}`.execute(open.db)
  expect(rows.map((row) => row.id).toSorted()).toEqual([shown, young].toSorted())
  expect([kept.has(`listing-photos/${left}-400.webp`), kept.has(`listing-photos/${shown}-400.webp`)]).toEqual([false, true])
})
