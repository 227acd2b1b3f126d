import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aSystem, type TestSystem } from '../../../../tests/build/a-system.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { addressForm, nameForm } from '#src/features/listing-copies/api.ts'
import { onboardingHandlers as onboarding } from './routes.ts'
import { streetOf } from './weigh-candidate.ts'

let open: OpenDb
let system: TestSystem
let channel: TestChannel

beforeAll(async () => {
  open = await aDb()
  system = await aSystem(open.db)
  channel = await aChannel(open.db)
})
afterAll(() => open.close())

const adlon = { address: 'Unter den Linden 77', postalCode: '10117', city: 'Berlin', countryCode: 'DE', phoneNumber: '+49 30 22611555' }
const ofSystem = async (name: string, over: Partial<typeof adlon> = {}, systemId = system.id): Promise<string> => {
  const { id } = await aVenue(open.db, { name })
  await open.db
    .updateTable('venues')
    .set({ ...adlon, ...over, systemId })
    .where('id', '=', id)
    .execute()
  return id
}
const admin = () => aCtx(open.db)
const parties = () => ({ systemId: system.id, channelId: channel.id })
const candidates = (query: { venueName: string; venueAddress?: string; venuePhone?: string; venueCountry?: string }, ctx = admin()) =>
  onboarding.candidates(ctx, { query: { ...parties(), ...query } })
const ask = (body: object, ctx = admin()) =>
  onboarding.create(ctx, { body: { requester: 'rms', ...parties(), venueName: 'Quarré', ...body } })

test('ON3: a venue is found by name, address and phone however they are written, of this system alone, and a second one is never made silently', async () => {
  const quarre = await ofSystem('Restaurant Quarré')
  await ofSystem('Restaurant Quarré', {}, (await aSystem(open.db)).id)
  const far = await ofSystem('Quarré Zwei', { address: 'Am Hafen 1', city: 'Kiel', phoneNumber: '0431 123456' })
  const found = await candidates({ venueName: 'quarré', venueAddress: '77 Unter den Linden, Berlin' })
  expect(found.map(({ mozrestId }) => mozrestId)).toEqual([quarre, far])
  expect(found[0]).toMatchObject({ reasons: ['name', 'address'], warnings: [], likely: true, requestId: null })
  expect(found[1]).toMatchObject({ reasons: ['name_alike'], likely: false })
  const byPhone = await candidates({ venueName: 'Something else', venuePhone: '030 22611555', venueCountry: 'DE' })
  expect(byPhone).toMatchObject([{ mozrestId: quarre, reasons: ['phone'], likely: false }])

  const venue = { venueName: 'Quarré', venueAddress: 'Unter den Linden 77, 10117 Berlin' }
  await expect(ask(venue)).rejects.toMatchObject({ code: 'onboarding.venue_likely', details: { candidates: [{ mozrestId: quarre }] } })
  const first = await ask({ ...venue, mozrestId: quarre })
  expect((await candidates(venue))[0]).toMatchObject({ requestId: first.id })
  await expect(ask(venue)).rejects.toMatchObject({ code: 'onboarding.open_already', details: { id: first.id } })
  expect((await ask({ ...venue, noneOfThese: true })).mozrestId).toBeNull()
})

test('ON3: what only stands in an open request is found there', async () => {
  const venue = { venueName: 'Zum Anker', venueAddress: 'Kai 3, Kiel' }
  const { id } = await ask(venue)
  expect((await candidates({ venueName: 'Anker', venueAddress: 'Kai 3' }))[0]).toMatchObject({
    mozrestId: null,
    requestId: id,
    likely: true,
  })
  await expect(ask({ ...venue, venueName: 'Anker' })).rejects.toMatchObject({ code: 'onboarding.open_already', details: { id } })
  // By the ids of one system they are two.
  const one = await ask({ ...venue, noneOfThese: true, rmsVenueId: 'anker-1' })
  expect((await ask({ ...venue, noneOfThese: true, rmsVenueId: 'anker-2' })).id).not.toBe(one.id)
})

test('ON3: whoever asks for another suite of a house, or for one of several in it, is told to take care', async () => {
  await ofSystem('Salon Rouge', { address: 'Hotelgasse 7, Suite 2' })
  const other = await ask({ venueName: 'Goldene Gans', venueAddress: 'Hotelgasse 7, Suite 9' })
  expect(other.warnings).toEqual(['unit'])
  await ofSystem('Blaue Bar', { address: 'Hotelgasse 7, Suite 3' })
  expect((await ask({ venueName: 'Dachgarten', venueAddress: 'Hotelgasse 7' })).warnings.toSorted()).toEqual(['several', 'unit'])
  expect((await ask({ venueName: 'Anderswo', venueAddress: 'Seeweg 3' })).warnings).toEqual([])
})

test('ON3: the same request sent at the same moment makes one', async () => {
  const venue = { venueName: 'Alle zugleich', venueAddress: 'Ring 1, Kiel' }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      ask(venue).then(
        () => 'made',
        ({ code }: { code: string }) => code,
      ),
    ),
  )
  expect(answers.toSorted()).toEqual(['made', ...Array.from({ length: 5 }, () => 'onboarding.open_already')])
})

test('ON3: by its name alone no second one is made silently, and by the very same words none at all', async () => {
  const venue = { venueName: 'Quillfeather x' }
  const { id } = await ask(venue)
  for (const again of [venue, { venueName: 'QUILLFEATHER X' }, { ...venue, venueAddress: 'Ring 2, Kiel' }])
    await expect(ask(again)).rejects.toMatchObject({ code: 'onboarding.open_already', details: { id } })
  expect(await refusal(ask({ ...venue, noneOfThese: true }))).toBe('onboarding.open_already')
  expect((await ask({ ...venue, venueAddress: 'Ring 2, Kiel', noneOfThese: true })).id).not.toBe(id)
  await ofSystem('Bistrot des Deux Ponts')
  expect(await refusal(ask({ venueName: 'Bistrot des Deux Ponts' }))).toBe('onboarding.venue_likely')
})

test('ON3: suites, and houses with several restaurants, warn', async () => {
  const [bar, grill] = [
    await ofSystem('Sky Bar', { address: 'Main St 5, Suite 210' }),
    await ofSystem('Main Grill', { address: 'Main St 5' }),
  ]
  const found = await candidates({ venueName: 'Main Grill', venueAddress: 'Main St 5, Suite 4' })
  expect(found.find(({ mozrestId }) => mozrestId === grill)).toMatchObject({ warnings: ['unit', 'several'], likely: false })
  expect(found.find(({ mozrestId }) => mozrestId === bar)).toMatchObject({ reasons: ['address'], warnings: ['unit', 'several'] })
})

test('ON3: a channel learns of a venue that it does not sell only what it knows already', async () => {
  const id = await ofSystem('Café Geheim', { address: 'Ring 9', phoneNumber: '030 9999' })
  const { id: channelId } = channel
  const agent = aCtx(open.db, { scope: { kind: 'channels', channelIds: [channelId] } })
  expect(await candidates({ venueName: 'Geheim' }, agent)).toEqual([])
  // By its very name no more than that it is here.
  expect(await candidates({ venueName: 'CAFÉ GEHEIM' }, agent)).toMatchObject([
    { mozrestId: id, venueName: 'CAFÉ GEHEIM', venueAddress: '', requestId: null, likely: true },
  ])
  expect(await candidates({ venueName: 'Café Geheim', venueAddress: 'Ring 9' }, agent)).toMatchObject([{ mozrestId: id, likely: true }])
  const other = { systemId: system.id, channelId: (await aChannel(open.db)).id, venueName: 'Geheim' }
  expect(await refusal(onboarding.candidates(agent, { query: other }))).toBe('channel.not_found')
  const said = { systemId: system.id, venueName: 'Geheim', venueAddress: 'Ring 9' }
  expect(await refusal(onboarding.createForChannel(ctxOfChannel(open.db, channel), { body: said }))).toBe('onboarding.venue_likely')
})

test('ON3: the database takes names for the same that are the same to whoever compares them', async () => {
  const names = ['The Café Luna', 'cafe luna', 'Restaurant L’Été & Fils', 'Straßenküche', 'La', 'El Niño', 'Smørrebrød', '寿司 大', "Joe's"]
  for (const name of names) {
    const { rows } = await sql<{ key: string }>`select venue_name_key(${name}) as key`.execute(open.db)
    expect(rows[0]!.key, name).toBe(nameForm(name).replaceAll(' ', ''))
  }
})

test('ON3: the database takes addresses for the same that are the same to whoever compares them', async () => {
  const addresses = [
    ['Unter den Linden 77', '77 unter den LINDEN, 10117 Berlin', 'Unter den Linden; 77'],
    ['Hauptstraße 5', 'Hauptstr. 5', 'HAUPTSTRASSE 5, Top 3', '5 Hauptstrasse'],
    ['12 Rua Nova', 'Rua Nova, 12', 'rua nova nº 12', 'Rua Nova 12, Suite 4'],
    ['Main St 5, Suite 210', '5 Main Street', 'Main Street 5 #3'],
    ['Kerkstraat 9a', 'Kerkstr. 9A'],
    ['C/ Mayor 1', 'Calle Mayor, 1', 'Calle Mayor no. 1'],
    ['Av. d’Été 3', 'Avenue d’Ete 3', "Ave d'Eté 3"],
    ['Smørgade 2', 'Smorgade 2'],
    ['銀座 4–5', '銀座 4 5'],
    ['Platz', 'Am Markt', '', 'Calle Mayor s/n'],
  ]
  const keyOf = async (address: string): Promise<string | null> =>
    (await sql<{ key: string | null }>`select street_key(${address}) as key`.execute(open.db)).rows[0]!.key
  const all = addresses.flat()
  const keys = new Map<string, string | null>()
  for (const address of all) keys.set(address, await keyOf(address))
  for (const one of all) {
    const isPlace = /\d/.test(streetOf(one))
    expect([one, keys.get(one) === null]).toEqual([one, !isPlace])
    for (const other of all.filter((address) => isPlace && addressForm(streetOf(address)) === addressForm(streetOf(one))))
      expect([one, other, keys.get(other)]).toEqual([one, other, keys.get(one)])
  }
  expect(new Set(keys.values()).size).toBe(addresses.length)
})

test('ON3: of thousands in one house the one whose name is alike is found', async () => {
  const many = await aSystem(open.db)
  const { companyId } = await aVenue(open.db)
  await sql`
    insert into venues (id, company_id, system_id, name, city, country_code, time_zone, currency, address)
    select gen_random_uuid(), ${companyId}::uuid, ${many.id}::uuid, 'Stand ' || md5(n::text), 'Kiel', 'DE', 'Europe/Berlin', 'EUR', 'Markthalle 1' from generate_series(1, 3000) n
    union all
    select gen_random_uuid(), ${companyId}::uuid, ${many.id}::uuid, 'Fischküche Brandt', 'Kiel', 'DE', 'Europe/Berlin', 'EUR', 'Markthalle 1'`.execute(
    open.db,
  )
  const query = { systemId: many.id, channelId: channel.id, venueName: 'Fischküche', venueAddress: '1 Markthalle, 24103 Kiel' }
  const [found] = await onboarding.candidates(admin(), { query })
  expect(found).toMatchObject({ venueName: 'Fischküche Brandt', reasons: ['name_alike', 'address'], warnings: ['several'] })
})
