import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { channelsHandlers } from './routes.ts'

let open: OpenDb
let platform: Ctx
const clock = aClock('2026-11-20T18:00:00Z')
beforeAll(async () => {
  open = await aDb()
  platform = aCtx(open.db, { clock })
})
afterAll(() => open.close())

const code = async (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )
const noText = { en: '', es: '', fr: '', de: '', nl: '' }

test('AC10: the keys of a channel show their fingerprint and use, never themselves, and end one by one', async () => {
  const { id, xToken } = await channelsHandlers.create(platform, { body: { name: 'Keys' } })
  clock.move({ minutes: 1 })
  await channelsHandlers.rotateToken(platform, { params: { id } })
  const keys = await channelsHandlers.credentials(platform, { params: { id } })
  expect(keys).toHaveLength(2)
  expect(JSON.stringify(keys)).not.toContain(xToken)
  expect(keys.map(({ expiresAt }) => expiresAt)).toEqual([null, '2026-11-21T18:01:00Z'])
  expect(keys[0]!.fingerprint).toMatch(/^[0-9a-f]{12}$/)
  await channelsHandlers.revokeKey(platform, { params: { id, keyId: keys[1]!.id } })
  expect(await code(channelsHandlers.revokeKey(platform, { params: { id, keyId: keys[1]!.id } }))).toBe('channel.key_not_found')
  expect(await channelsHandlers.credentials(platform, { params: { id } })).toEqual([keys[0]])
  const company = ctxOfUser(open.db, await aUser(open.db, { companyId: await aCompany(open.db) }))
  expect(await code(channelsHandlers.credentials(company, { params: { id } }))).toBe('access.denied')
})

test('CH2: two people editing one channel: the second is told', async () => {
  const { id } = await channelsHandlers.create(platform, { body: { name: 'Edited' } })
  const { version } = await channelsHandlers.get(platform, { params: { id }, query: {} })
  const changed = await channelsHandlers.update(platform, {
    params: { id },
    body: {
      version,
      texts: { about: { ...noText, en: 'A guide', de: 'Ein Führer' }, steps: noText, bookingMessage: noText },
      limits: { partyMin: 2, partyMax: 6, coversPerDay: 40, leadMinutes: null },
      commission: { kind: 'percent', amount: 750, currency: 'EUR' },
    },
  })
  expect(changed).toMatchObject({
    version: version + 1,
    limits: { partyMax: 6 },
    commission: { kind: 'percent', amount: 750, currency: null },
  })
  expect(await code(channelsHandlers.update(platform, { params: { id }, body: { version, name: 'Late' } }))).toBe('channel.version_stale')
  const broken = channelsHandlers.update(platform, {
    params: { id },
    body: {
      limits: { partyMin: 8, partyMax: 2, coversPerDay: null, leadMinutes: null },
      commission: { kind: 'per_cover', amount: 1, currency: null },
    },
  })
  await expect(broken).rejects.toMatchObject({ code: 'request.invalid', fields: { 'limits.partyMax': {}, 'commission.currency': {} } })
})

test('CH2: deleting takes keys, links and people along, but a channel with bookings stays', async () => {
  const venue = await aVenue(open.db)
  const channel = await aChannel(open.db, { venues: [venue.id] })
  const agent = await aUser(open.db, { roles: ['ROLE_BC_AGENT'] })
  await channelsHandlers.addUser(platform, { params: { id: channel.id }, body: { email: agent.email.toUpperCase() } })
  expect(await channelsHandlers.get(platform, { params: { id: channel.id }, query: { mode: 'max' } })).toMatchObject({
    links: [{ state: 'live', count: 1 }],
    userCount: 1,
    booked: false,
    upcoming: 0,
  })
  expect(await channelsHandlers.delete(platform, { params: { id: channel.id } })).toEqual({ id: channel.id, links: 1, keys: 1, users: 1 })
  expect(await code(channelsHandlers.delete(platform, { params: { id: channel.id } }))).toBe('channel.not_found')

  const booked = await aChannel(open.db, { venues: [venue.id] })
  await open.db
    .insertInto('reservations')
    .values({
      venueId: venue.id,
      id: crypto.randomUUID(),
      reference: 'STAYS',
      status: 'canceled',
      partySize: 2,
      startsAt: '2026-11-21T18:00:00Z',
      endsAt: '2026-11-21T19:30:00Z',
      startsLocal: '2026-11-21T19:00',
      serviceOn: '2026-11-21',
      areaId: venue.areaId,
      pacingAt: '2026-11-21T18:00:00Z',
      pacingUntil: '2026-11-21T18:15:00Z',
      coversMax: null,
      partiesMax: null,
      bookVersion: 1,
      source: 'channel',
      channelId: booked.id,
    })
    .execute()
  expect(await code(channelsHandlers.delete(platform, { params: { id: booked.id } }))).toBe('channel.in_use')
  const upcoming = async () => (await channelsHandlers.get(platform, { params: { id: booked.id }, query: { mode: 'max' } })).upcoming
  expect(await upcoming()).toBe(0)
  await sql`update reservations set status = 'confirmed', override = true where channel_id = ${booked.id}`.execute(open.db)
  expect(await upcoming()).toBe(1)
})

test('CH2: only agents of channels are bound to one', async () => {
  const { id } = await aChannel(open.db)
  const [agent, somebody] = [await aUser(open.db, { roles: ['ROLE_BC_AGENT'] }), await aUser(open.db)]
  const added = await channelsHandlers.addUser(platform, { params: { id }, body: { email: agent.email } })
  expect(added).toMatchObject({ id: agent.id, email: agent.email, disabled: false })
  expect(await code(channelsHandlers.addUser(platform, { params: { id }, body: { email: somebody.email } }))).toBe('channel.no_agent')
  expect(await channelsHandlers.users(platform, { params: { id } })).toEqual([added])
  await channelsHandlers.removeUser(platform, { params: { id, userId: agent.id } })
  expect(await code(channelsHandlers.removeUser(platform, { params: { id, userId: agent.id } }))).toBe('user.not_found')
})

test('CH2: systems whose venues the channel sells', async () => {
  const [one, two] = [await aVenue(open.db), await aVenue(open.db)]
  const { id } = await aChannel(open.db, { venues: [one.id, two.id] })
  expect(await channelsHandlers.rmsEnabled(platform, { params: { id } })).toMatchObject([{ code: 'book', venues: 2, live: 2 }])
})

test('CH2: every fault of a channel is told at once, a name that is taken with the others', async () => {
  await channelsHandlers.create(platform, { body: { name: 'Given Name' } })
  const faults = (answer: Promise<unknown>): Promise<string[]> =>
    answer.then(
      () => [],
      (error: { fields?: object }) => Object.keys(error.fields ?? {}).toSorted(),
    )
  const wrong = {
    logo: 'https://127.0.0.1/logo.svg',
    subscribeUrl: 'https://10.0.0.1/join',
    limits: { partyMin: 9, partyMax: 3, coversPerDay: null, leadMinutes: null },
  }
  const expected = ['limits.partyMax', 'logo', 'name', 'subscribeUrl']
  expect(await faults(channelsHandlers.create(platform, { body: { name: 'given name', ...wrong } }))).toEqual(expected)
  const { id, version } = await channelsHandlers.create(platform, { body: { name: 'Other Name' } })
  const update = (name: string) => channelsHandlers.update(platform, { params: { id }, body: { version, name, ...wrong } })
  expect(await faults(update('Given Name'))).toEqual(expected)
  expect(await faults(update('Other Name'))).toEqual(expected.filter((field) => field !== 'name'))
})
