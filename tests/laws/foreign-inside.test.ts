import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { endpoints } from '@tablewire/contracts/all'
import { abilityOf } from '@tablewire/contracts/identity/access'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSystem } from '../build/a-system.ts'
import { aVenue } from '../build/a-venue.ts'
import { foreignRows } from './foreign-rows.ts'
import { aPhoto, listed } from './listing-samples.ts'
import { aMessage, aRequest } from './onboarding-samples.ts'
import { type Sample, samples } from './samples.ts'
import { aTable } from './table-samples.ts'
import { aWorld, fill, type World } from './world.ts'

let world: World
beforeAll(async () => void (world = await aWorld()))
afterAll(() => world.close())

type Schema = { $ref?: string; format?: string; items?: Schema; properties?: Record<string, Schema> } & Partial<
  Record<'anyOf' | 'oneOf' | 'allOf', Schema[]>
>
type Operation = {
  operationId: string
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }
/** What the check holds against the contract, and the one place where every query and body stands as data. */
const openApi = JSON.parse(readFileSync('docs/generated/openapi.json', 'utf8')) as Document

/** Where ids may stand in a body: `venues.*`, `selection.ids.*`. */
const idsIn = (given: Schema, path: readonly string[] = []): string[] => {
  const schema = given.$ref ? openApi.components.schemas[given.$ref.split('/').pop()!]! : given
  if (path.length > 6) return []
  return [
    ...(schema.format === 'uuid' ? [path.join('.')] : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((some = []) => some.flatMap((one) => idsIn(one, path))),
    ...(schema.items ? idsIn(schema.items, [...path, '*']) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => idsIn(one, [...path, name])),
  ]
}
type Position = { endpoint: Endpoint; within: 'query' | 'body'; path: string }
const positions = Object.values(openApi.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, parameters = [], requestBody }): Position[] => {
    const endpoint = endpoints.find(({ id }) => id === operationId)
    if (!endpoint) return []
    const query = parameters.filter((one) => one.in === 'query' && JSON.stringify(one.schema).includes('"uuid"'))
    const body = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => idsIn(schema))
    return [
      ...query.map(({ name }) => ({ endpoint, within: 'query' as const, path: name.replaceAll('[', '.').replaceAll(']', '') })),
      ...[...new Set(body)].map((path) => ({ endpoint, within: 'body' as const, path })),
    ]
  })

/** Those that are nobody's: a row of the thing itself that its writer numbers, a place in a list, or what everybody may name. */
const nobodys: Readonly<Record<string, string>> = {
  channelId: 'every company connects its venues with the same channels',
  shiftId: 'a shift of the book that is written with it',
  after: 'a place in a list',
  releases: 'names parties of the venue itself; all others are passed over',
  templateId: 'only tells which template a text came from',
  variantId: 'only tells which wording a text came from',
}
const isOwn = (path: string): boolean =>
  ['tables.*.id', 'layouts.*.id'].includes(path) || /(^|\.)(shifts|areas|closures|specialDays|dayLimits|variants)\.\*\./.test(path)

const rowOf = async (family: string, endpoint: Endpoint): Promise<string> => (await foreignRows[family]!(world, endpoint)).params.id
/** With a venue of its own, or nothing would tell it from one that never was. */
const aForeignGroup = async (): Promise<string> => {
  const { companyId } = world.foreignVenue
  const { id } = await aVenue(world.container.db, { companyId })
  const body = { name: randomUUID(), logo: '', venues: [id], companyId }
  const answer = await world.ask({ method: 'POST', url: '/groups', token: world.foreignAdmin, body })
  return answer.json<{ data: { id: string } }>().data.id
}
const aForeignSystem = async (): Promise<string> => {
  const { db } = world.container
  const { id } = await aVenue(db, { companyId: world.foreignVenue.companyId })
  return (await aSystem(db, { venues: [id] })).id
}
const aForeignKey = async (): Promise<string> => {
  const keys = world.container.db.selectFrom('channelKeys').select('id').where('channelId', '=', world.foreignChannel.id)
  return (await keys.executeTakeFirstOrThrow()).id
}
const foreignVenueId = (): string => world.foreignVenue.id
/** Of another venue's listing. */
const aForeignPhoto = async (): Promise<string> => {
  const url = `/v1/listings/${await listed(world, world.foreignVenue.id)}/photos`
  const answer = await world.ask({ method: 'POST', url, token: world.foreignAdmin, body: { content: await aPhoto() } })
  return answer.json<{ data: { id: string } }>().data.id
}
const aForeignTable = (): Promise<string> => aTable(world, world.foreignVenue)
/** Of another request. */
const aForeignMessage = async () => aMessage(world, (await aRequest(world)).id)
/** What another partner has under that name. */
const foreignId: Readonly<Record<string, (endpoint: Endpoint) => string | Promise<string>>> = {
  venueId: foreignVenueId,
  mzId: foreignVenueId,
  venues: foreignVenueId,
  add: foreignVenueId,
  remove: foreignVenueId,
  ids: foreignVenueId,
  except: foreignVenueId,
  other: foreignVenueId,
  mozrestId: foreignVenueId,
  from: foreignVenueId,
  companyId: () => world.foreignVenue.companyId,
  otherId: (endpoint) => rowOf('/v1/guests', endpoint),
  ownerId: () => world.foreignUserId,
  areaId: () => world.foreignVenue.areaId,
  mealId: () => world.foreignVenue.book.shifts[0]!.id,
  groupId: aForeignGroup,
  groups: aForeignGroup,
  brandId: (endpoint) => (endpoint.id.startsWith('analytics') ? aForeignGroup() : rowOf('/v1/brands', endpoint)),
  systemId: aForeignSystem,
  rmsId: aForeignSystem,
  keyId: aForeignKey,
  reservationId: () => world.reservation({ foreign: true }),
  personId: () => world.foreignUserId,
  userId: () => world.foreignUserId,
  generatedBy: () => world.foreignUserId,
  tableId: aForeignTable,
  tableIds: aForeignTable,
  away: aForeignTable,
  photoId: aForeignPhoto,
  id: aForeignPhoto,
  mentions: () => world.foreignUserId,
  attachments: async () => (await aForeignMessage()).attachmentId,
  corrects: async () => (await aForeignMessage()).messageId,
  importId: (endpoint) => rowOf('/v1/imports', endpoint),
  batchId: (endpoint) => rowOf('/v1/imports', endpoint),
  endpointId: (endpoint) => rowOf('/v1/bc/webhooks', endpoint),
  deliveries: (endpoint) => rowOf('/v1/bc/webhook-deliveries', endpoint),
  eventId: (endpoint) => rowOf('/v1/bc/webhook-deliveries', endpoint),
}
const nameOf = (path: string): string => path.replace(/\.\*$/, '').split('.').at(-1)!

type Body = Record<string, unknown>
const aLayout = (more: Body): Body => ({
  id: randomUUID(),
  name: 'Foreign',
  days: [],
  rooms: [],
  places: [],
  away: [],
  things: [],
  ...more,
})
/** Bodies in which an id stands instead of what the sample has there. */
const instead: Readonly<Record<string, (id: string, own: string) => Body>> = {
  'selection.ids.*': (id) => ({ selection: { ids: [id] } }),
  'selection.except.*': (id) => ({ selection: { filters: { criteria: 'nothing is called so' }, except: [id] } }),
  'tables.*.areaId': (id) => ({
    tables: [{ id: randomUUID(), name: 'Foreign', areaId: id, minCovers: 1, maxCovers: 2, online: true }],
    joins: [],
    chains: [],
  }),
  'chains.*.tableIds.*': (id) => ({ chains: [{ tableIds: [id, randomUUID()], covers: 3, off: false }] }),
  'layouts.*.rooms.*.areaId': (id) => ({ layouts: [aLayout({ rooms: [{ areaId: id, width: 100, depth: 100 }] })] }),
  'layouts.*.places.*.tableId': (id) => ({
    layouts: [aLayout({ places: [{ tableId: id, x: 20, y: 20, width: 10, depth: 10, shape: 'round', turn: 0 }] })],
  }),
  'layouts.*.away.*': (id) => ({ layouts: [aLayout({ away: [id] })] }),
  'layouts.*.things.*.areaId': (id) => ({
    layouts: [aLayout({ things: [{ areaId: id, kind: 'wall', x: 20, y: 20, width: 10, depth: 10, turn: 0, text: '' }] })],
  }),
  'tables.tableIds.*': (id) => ({ tables: { tableIds: [id], version: 0 } }),
  'moves.*.reservationId': (id) => ({ moves: [{ reservationId: id, tableIds: [randomUUID()], version: 0 }] }),
  'moves.*.tableIds.*': (id) => ({ moves: [{ reservationId: randomUUID(), tableIds: [id], version: 0 }] }),
  'photos.*.id': (id) => ({ photos: [{ id, kind: 'food', alt: {} }] }),
  'change.groupId': (id, own) => ({ selection: { ids: [own] }, change: { kind: 'group', groupId: id } }),
  'change.from': (id, own) => ({ selection: { ids: [own] }, change: { kind: 'book', from: id, parts: ['week'] } }),
}
const put = (given: unknown, [name, ...rest]: readonly string[], id: string): unknown => {
  if (name === undefined) return id
  if (name === '*') return [put(Array.isArray(given) ? given[0] : undefined, rest, id)]
  return { ...(given as Body | undefined), [name]: put((given as Body | undefined)?.[name], rest, id) }
}
const withId = ({ within, path }: Position, sample: Sample, id: string): Sample => {
  const special = instead[path]
  if (special) return { ...sample, body: { ...(sample.body as Body), ...special(id, world.venue.id) } }
  if (path.startsWith('selection.filters.'))
    return { ...sample, body: { ...(sample.body as Body), selection: { filters: { [nameOf(path)]: id } } } }
  // Some of a list is changed, or the whole of it is told.
  const { venues: _venues, ...rest } = (sample.body ?? {}) as Body
  if (/^(add|remove)\./.test(path)) return { ...sample, body: { ...rest, [nameOf(path)]: [id] } }
  return { ...sample, [within]: put(sample[within], path.split('.'), id) }
}

const admin = () => abilityOf({ roles: ['ROLE_ADMIN'], permissions: [], companyId: world.venue.companyId })
/** The other partner; undefined = nobody beside the platform may call this at all. */
const strangerTo = ({ can }: Endpoint): { token?: string; key?: string } | undefined => {
  if (can === 'channel') return { key: world.channel.key }
  if (typeof can === 'object' && !admin().can(can[0], can[1])) return undefined
  return { token: world.admin }
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** An answer without what differs from one call to the next. */
const told = ({ statusCode, body }: { statusCode: number; body: string }): string =>
  `${statusCode} ${body
    .replaceAll(uuid, '#')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '@')
    .replaceAll(/"(cutOff|date)":\d+/g, '')}`

/** Partners name each other: a channel asks whichever system a restaurant works with. */
const namesPartner = ({ endpoint, path }: Position): boolean => endpoint.id === 'onboarding.createForChannel' && path === 'systemId'
const meant = positions.filter((one) => !isOwn(one.path) && !(nameOf(one.path) in nobodys) && !namesPartner(one))

test('for every name under which an id is asked for there is one of somebody else', () => {
  expect(meant.length).toBeGreaterThan(80)
  expect(Object.keys(foreignId).toSorted()).toEqual([...new Set(meant.map(({ path }) => nameOf(path)))].toSorted())
})

describe('inside of a request another partner’s id is answered as one that never was', () => {
  test.each(meant.map((one) => [`${one.endpoint.id} ${one.path}`, one] as const))('%s', async (_, one) => {
    const { endpoint, path } = one
    const caller = strangerTo(endpoint)
    if (!caller) return
    const answerTo = async (id: string): Promise<string> => {
      const { body, ...sample } = withId(one, await samples[endpoint.id]!(world), id)
      return told(await world.ask({ method: endpoint.method, url: fill(endpoint, sample), ...caller, body }))
    }
    const unknown = await answerTo(randomUUID())
    expect(unknown).not.toMatch(/^(400|401|429|5)/)
    expect(await answerTo(await foreignId[nameOf(path)]!(endpoint))).toBe(unknown)
  })
})
