import { endpoints } from '@tablewire/contracts/all'
import { Permission, type Role } from '@tablewire/contracts/identity/roles'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aChannel } from '../build/a-channel.ts'
import { anEndpoint } from '../build/an-endpoint.ts'
import { aReservation } from '../build/a-reservation.ts'
import { aSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aCompany, aVenue } from '../build/a-venue.ts'
import { samples } from './samples.ts'
import { aWorld, fill, type World } from './world.ts'

/** Somebody of a partner: what he is to see nothing of is found by these words in whatever he is answered. */
type Partner = { token: string; ids: Readonly<Record<string, string>>; hidden: Readonly<Record<string, string>> }
let world: World
let partners: Record<string, Partner>

/** A house that two channels sell and a system runs, and another one that is the business of none of them. */
const aHouse = async ({ container: { db }, superAdmin, ask, signIn }: World) => {
  const [ours, theirs, agency] = [
    await aCompany(db),
    await aCompany(db, { name: 'Hidden Company' }),
    await aCompany(db, { name: 'Agency' }),
  ]
  await aVenue(db, { companyId: agency, name: 'Hidden House' })
  const venue = await aVenue(db, { companyId: ours, timeZone: 'Europe/Madrid' })
  const other = await aVenue(db, { companyId: theirs, name: 'Hidden House' })
  const [system, foreignSystem] = [
    await aSystem(db, { name: 'Own System' }),
    await aSystem(db, { name: 'Hidden System', venues: [other.id] }),
  ]
  const [channel, foreign] = [
    await aChannel(db, { name: 'Own Guide', venues: [venue.id] }),
    await aChannel(db, { name: 'Hidden Guide', venues: [venue.id, other.id] }),
  ]
  const guestId = crypto.randomUUID()
  const guest = { firstName: 'Ana', lastName: 'García', email: null, phone: null, lang: null, notes: 'Hidden Note', importBatchId: null }
  await db
    .insertInto('guests')
    .values({ venueId: venue.id, id: guestId, ...guest })
    .execute()
  const booked = (of: { id: string } | undefined, guestLastName: string, at = venue) =>
    aReservation(db, at, { ...(of ? { source: 'channel', channelId: of.id } : {}), guestLastName, ...(at === venue ? { guestId } : {}) })
  const [own, foreignBooking, phone, elsewhere] = [
    await booked(channel, 'Own Guest'),
    await booked(foreign, 'Hidden Guest'),
    await booked(undefined, 'Hidden Caller'),
    await booked(undefined, 'Hidden Stranger', other),
  ]
  await sql`update venues set system_id = ${system.id} where id = ${venue.id}`.execute(db)
  const hop = async (
    from: string,
    to: string,
    of: { venue: string; channel: string | null; system: string | null; booking: string },
    url: string,
  ) => {
    const id = crypto.randomUUID()
    await sql`
      insert into traces (id, started_at, from_party, to_party, operation, channel_id, system_id, venue_id, reservation_id, request_id, outcome, duration_ms, url)
      values (${id}, now(), ${from}, ${to}, 'create', ${of.channel}, ${of.system}, ${of.venue}, ${of.booking}, ${of.booking}, 'failed', 5, ${url})`.execute(
      db,
    )
    return id
  }
  const about = { venue: venue.id, channel: channel.id, system: system.id, booking: own.id }
  const atChannel = await hop('channel', 'hub', about, 'https://channel-side.test')
  const atSystem = await hop('hub', 'system', about, 'https://system-side.test')
  await hop(
    'channel',
    'hub',
    { venue: venue.id, channel: foreign.id, system: null, booking: foreignBooking.id },
    'https://hidden-side.test',
  )
  await hop(
    'hub',
    'system',
    { venue: other.id, channel: null, system: foreignSystem.id, booking: elsewhere.id },
    'https://hidden-side.test',
  )
  await anEndpoint(db, channel.id)
  await anEndpoint(db, foreign.id)
  const person = async (roles: Role[], companyId: string | null, bind: string[]) => {
    const user = await aUser(db, { roles, companyId, permissions: [...Permission.options] })
    for (const url of bind) await ask({ method: 'POST', url, token: superAdmin, body: { email: user.email } })
    return signIn(user)
  }
  return {
    venue,
    other,
    theirs,
    agency,
    system,
    foreignSystem,
    channel,
    foreign,
    own,
    foreignBooking,
    phone,
    elsewhere,
    atChannel,
    atSystem,
    person,
  }
}

beforeAll(async () => {
  world = await aWorld()
  const house = await aHouse(world)
  const { venue, other, theirs, agency, system, foreignSystem, channel, foreign, own, foreignBooking, phone, elsewhere, person } = house
  const everywhere = {
    other: other.id,
    theirs,
    foreignSystem: foreignSystem.id,
    elsewhere: elsewhere.id,
    house: 'Hidden House',
    company: 'Hidden Company',
    system: 'Hidden System',
    stranger: 'Hidden Stranger',
    side: 'hidden-side',
    note: 'Hidden Note',
  }
  const ofOthers = {
    foreign: foreign.id,
    foreignBooking: foreignBooking.id,
    phone: phone.id,
    guide: 'Hidden Guide',
    guest: 'Hidden Guest',
    caller: 'Hidden Caller',
  }
  const users = (id: string) => `/booking-channels/${id}/users`
  const ids = { venue: venue.id, channel: channel.id, foreign: foreign.id, system: system.id, booking: own.id }
  const ofChannel = { ids: { ...ids, trace: house.atChannel }, hidden: { ...everywhere, ...ofOthers, side2: 'system-side' } }
  const ofSystem = { ids: { ...ids, trace: house.atSystem }, hidden: { ...everywhere, side2: 'channel-side' } }
  const nowhere = { ...ofChannel.hidden, venue: venue.id, channel: channel.id, own: own.id }
  const all: Role[] = ['ROLE_ADMIN', 'ROLE_MANAGER', 'ROLE_POS']
  partners = {
    'of a channel, administrator of another company': {
      token: await person(['ROLE_BC_AGENT', ...all], agency, [users(channel.id)]),
      ...ofChannel,
    },
    'of a channel, administrator of the platform': {
      token: await person(['ROLE_BC_AGENT', 'ROLE_SUPER_ADMIN', ...all], null, [users(channel.id)]),
      ...ofChannel,
    },
    'of a system, administrator of another company': {
      token: await person(['ROLE_RMS_AGENT', ...all], agency, [`/v1/systems/${system.id}/users`]),
      ...ofSystem,
    },
    'of a system, administrator of the platform': {
      token: await person(['ROLE_RMS_AGENT', 'ROLE_SUPER_ADMIN', ...all], null, [`/v1/systems/${system.id}/users`]),
      ...ofSystem,
    },
    'bound to nothing': {
      token: await person(['ROLE_BC_AGENT', 'ROLE_RMS_AGENT', ...all], agency, []),
      ids: ofChannel.ids,
      hidden: nowhere,
    },
  }
})
afterAll(() => world.close())

const reads = endpoints.filter(({ method, can }) => method === 'GET' && can !== 'public' && can !== 'channel')
const paramsOf = ({ path }: Endpoint, ids: Partner['ids'], given: Readonly<Record<string, string>>): Record<string, string> => {
  const family = path.slice(0, path.indexOf('/:id')).split('/').at(-1) ?? ''
  const kinds: Record<string, string> = {
    venues: 'venue',
    reservations: 'booking',
    'booking-channels': 'channel',
    systems: 'system',
    traces: 'trace',
  }
  const id = ids[kinds[family] ?? '']
  return { ...given, ...(id ? { id } : {}), ...(path.includes(':channelId') ? { channelId: ids['foreign']! } : {}) }
}

const takesChannel = ({ query }: Endpoint): boolean =>
  query !== undefined && JSON.stringify(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })).includes('"channelId"')

/** As the sample asks, as plainly as it can be asked, and for what belongs to another channel. */
const waysTo = (endpoint: Endpoint, sample: { query?: Record<string, unknown> }, { ids }: Partner, params: Record<string, string>) => {
  const of = (query: Record<string, unknown>): string => fill(endpoint, { params, query })
  const foreign = [{ filters: { channelId: ids['foreign'] } }, { ...sample.query, channelId: ids['foreign'] }]
  return { plain: [of(sample.query ?? {}), of({})], foreign: foreign.map(of) }
}

test('lists that are narrowed by channel are among those asked', () => {
  expect(reads.filter(takesChannel).map(({ id }) => id)).toEqual(
    expect.arrayContaining(['venues.list', 'venues.mine', 'licences.list', 'reservations.list', 'traces.list', 'availability.day']),
  )
})

test.each(reads.map((endpoint) => [endpoint.id, endpoint] as const))('%s tells no partner what is not his', async (_, endpoint) => {
  const sample = await samples[endpoint.id]!(world)
  for (const [who, partner] of Object.entries(partners)) {
    const { token, ids, hidden } = partner
    const ways = waysTo(endpoint, sample, partner, paramsOf(endpoint, ids, sample.params ?? {}))
    const told = async (url: string): Promise<string> => {
      const answer = await world.ask({ method: 'GET', url, token })
      expect([who, url, answer.statusCode < 500]).toEqual([who, url, true])
      return answer.statusCode === 200 ? answer.body : '{}'
    }
    for (const url of [...ways.plain, ...ways.foreign]) {
      const text = await told(url)
      expect([who, url, Object.keys(hidden).filter((name) => text.includes(hidden[name]!))]).toEqual([who, url, []])
    }
    if (!('guide' in hidden) || !takesChannel(endpoint)) continue
    for (const url of ways.foreign) {
      const { total = 0 } = JSON.parse(await told(url)) as { total?: number }
      expect([who, url, total]).toEqual([who, url, 0])
    }
  }
})
