import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { channelsHandlers as channels, linksHandlers as links } from '#src/features/channels/routes.ts'
import { companiesHandlers as companies, groupsHandlers as groups } from '#src/features/companies/routes.ts'
import { usersHandlers as users } from '#src/features/users/routes.ts'
import { archiveVenue, restoreVenue } from '#src/features/venue-archive/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { licencesHandlers as licences } from './routes.ts'

let open: OpenDb
let ctx: Ctx
let venue: TestVenue
let params: Record<'channel' | 'company' | 'group' | 'user', { id: string }>

beforeAll(async () => {
  open = await aDb()
  ctx = ctxOfUser(open.db, await aUser(open.db))
  venue = await aVenue(open.db, { name: 'Casa Vieja' })
  const other = await aVenue(open.db, { name: 'Casa Nueva', companyId: venue.companyId })
  const both = [venue.id, other.id]
  const channel = await aChannel(open.db, { name: 'Tripadvisor', venues: both })
  const at = '2026-11-01T10:00:00Z'
  const products = { metaEnabled: true, metaEnabledAt: at, listingEnabled: true, listingEnabledAt: at }
  await open.db.updateTable('venues').set(products).where('id', 'in', both).execute()
  await open.db.updateTable('venues').set({ tripadvisorId: 'T2' }).where('id', '=', other.id).execute()
  await open.db.updateTable('venues').set({ tripadvisorId: 'T1' }).where('id', '=', venue.id).execute()
  const group = await groups.create(ctx, { body: { name: 'Casas', logo: '', venues: both, companyId: venue.companyId } })
  const user = await aUser(open.db, { companyId: venue.companyId, roles: ['ROLE_MANAGER'], permissions: ['reservations'], venues: both })
  params = { channel: { id: channel.id }, company: { id: venue.companyId }, group: { id: group.id }, user: { id: user.id } }
})
afterAll(() => open.close())

/** Where people look for venues, and how many each place counts. */
const everywhere = async (): Promise<Record<string, number>> => {
  const ofChannel = { channelId: params.channel.id, state: ['live' as const] }
  const linked = await links.venues(ctx, { query: { filters: ofChannel } })
  const detail = await channels.get(ctx, { params: params.channel, query: { mode: 'max' } })
  const tree = await companies.tree(ctx, { params: params.company })
  const group = await groups.get(ctx, { params: params.group, query: {} })
  const user = await users.get(ctx, { params: params.user, query: {} })
  const summary = await licences.tripadvisorSummary(ctx, {})
  return {
    'venues of a channel': linked.data.length,
    'their number': linked.total,
    'all links': (await links.venues(ctx, { query: {} })).total,
    'without a link': (await links.venues(ctx, { query: { filters: { state: ['not_enabled'] } } })).total,
    'count of a channel': detail.venueCount,
    licences: (await licences.list(ctx, { query: {} })).total,
    Meta: (await licences.withMeta(ctx, { query: {} })).total,
    listing: (await licences.withListing(ctx, { query: {} })).data.length,
    Tripadvisor: summary.installed,
    'company tree': tree.groups[0]!.venues.length,
    'company count': tree.venueTotal,
    'group count': group.venueCount,
    'venues of a group': group.venues.length,
    'venues of a person': user.venues.length,
    'their count': user.venueCount!,
  }
}

test('VE1: what is archived stands in no list and no count, and comes back into all of them', async () => {
  const before = await everywhere()
  expect(new Set(Object.values(before))).toEqual(new Set([0, 2]))
  await archiveVenue(ctx, { params: { id: venue.id }, body: {} })
  expect(await everywhere()).toEqual(Object.fromEntries(Object.entries(before).map(([place, count]) => [place, Math.min(count, 1)])))
  await restoreVenue(ctx, venue.id)
  expect(await everywhere()).toEqual(before)
})

test('VE1: an archived venue keeps its group and its people when these are changed meanwhile', async () => {
  await archiveVenue(ctx, { params: { id: venue.id }, body: {} })
  const group = await groups.get(ctx, { params: params.group, query: {} })
  const { name, logo, version } = group
  await groups.update(ctx, { params: params.group, query: {}, body: { name, logo, venues: group.venues.map(({ id }) => id), version } })
  const user = await users.get(ctx, { params: params.user, query: {} })
  const given = { access: 'venues' as const, groups: [], venues: user.venues.map(({ id }) => id), version: user.version }
  await users.giveVenues(ctx, { params: params.user, query: {}, body: given })
  await restoreVenue(ctx, venue.id)
  expect((await groups.get(ctx, { params: params.group, query: {} })).venueCount).toBe(2)
  expect((await users.get(ctx, { params: params.user, query: {} })).venueCount).toBe(2)
})

test('VE1: an archived venue is put on sale nowhere, and can be taken off', async () => {
  const body = { venues: [venue.id] }
  const link = { id: venue.id, channelId: params.channel.id }
  const move = (to: 'pause' | 'resume') => refusal(links.move(ctx, { params: link, body: { move: to } }))
  expect(await move('pause')).toBe('done')
  await archiveVenue(ctx, { params: { id: venue.id }, body: {} })
  expect(await refusal(channels.linkVenues(ctx, { params: params.channel, body }))).toBe('venue.archived')
  expect(await move('resume')).toBe('venue.archived')
  expect(await refusal(channels.unlinkVenues(ctx, { params: params.channel, body }))).toBe('done')
})
