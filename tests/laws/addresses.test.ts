import { endpoints } from '@tablewire/contracts/all'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { emptyRwgAccount, emptyRwgConfig } from '@tablewire/contracts/rms/system-fields'
import { builtInSystemId } from '@tablewire/server/features/venues/api'
import { langs } from '@tablewire/contracts/kit/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesInside } from '../build/addresses-inside.ts'
import { samples } from './samples.ts'
import { aWorld, callerFor, fill, type World } from './world.ts'

let world: World
beforeAll(async () => void (world = await aWorld()))
afterAll(() => world.close())

type Schema = { _zod: { def: { type: string; shape?: Record<string, Schema>; innerType?: Schema; element?: Schema } } }
/** The names of all fields of a body, with the way to them. */
const namesOf = (schema: Schema | undefined, way = ''): string[] => {
  const { shape, innerType, element } = schema?._zod.def ?? {}
  if (innerType ?? element) return namesOf(innerType ?? element, way)
  if (!shape) return [way]
  return Object.entries(shape).flatMap(([name, inner]) => namesOf(inner, way ? `${way}.${name}` : name))
}
const looksLikeAddress = /(url|uri|link|logo|logoWidget|menuLogo|favicon|endpoint|host|domains?|connection)$/i
/** Links that people may follow and nothing here ever calls: they only have to lead to the web. */
const shownOnly = new Set([
  'bcListings.report url',
  'bcListings.report menuUrl',
  'bcReviews.take reviews.url',
  'bcReviews.take reviews.media.url',
  'onboarding.create profileUrl',
  'onboarding.createForChannel profileUrl',
  'onboarding.createForSystem profileUrl',
  'onboarding.edit profileUrl',
  'listings.update bookingUrl',
  'listings.update menuUrl',
  'listings.update social.url',
  'bcReviewReplies.report url',
  'bcReviewReplies.reportBySource url',
])
const entered = endpoints.flatMap(({ id, body }) =>
  namesOf(body as unknown as Schema | undefined)
    .filter((name) => looksLikeAddress.test(name))
    .map((name) => `${id} ${name}`)
    .filter((name) => !shownOnly.has(name)),
)

type Door = { field: string; value: (host: string) => unknown; body?: object }
const web = (field: string): Door => ({ field, value: (host) => `https://${host}/x` })
const channelDoors = ['logo', 'subscribeUrl', 'connectUrl', 'checkUrl'].map(web)
const ofGoogle = (name: 'apiUrl' | 'logo' | 'logoWidget'): Door => ({
  field: `rwgConfig.${name}`,
  value: (host) => ({ ...emptyRwgConfig, [name]: `https://${host}/x` }),
})
const connectionDoors = ['standard', 'sandbox'].map((connector): Door => ({
  field: 'connection.baseUrl',
  value: (host) => ({ baseUrl: `https://${host}/x` }),
  body: { connector },
}))
const systemDoors: readonly Door[] = [
  ...connectionDoors,
  ofGoogle('apiUrl'),
  ofGoogle('logo'),
  ofGoogle('logoWidget'),
  { field: 'rwgAccount.bookingServerUrl', value: (host) => ({ ...emptyRwgAccount, bookingServerUrl: `https://${host}/x` }) },
  { field: 'rwgAccount.sftpUrl', value: (host) => ({ ...emptyRwgAccount, sftpUrl: `sftp://${host}` }) },
]
const accountDoors: readonly Door[] = [{ field: 'sftpUrl', value: (host) => `sftp://${host}` }, web('apiUrl')]
/** Names of a network of one's own are good here: nobody calls them. A number, or nobody's name, is not. */
const domain: Door = { field: 'domains', value: (host) => [host] }
const mailDomain: Door = { field: 'emailDomain', value: (host) => host }
const isName = (host: string): boolean => /[a-z]\.|\.[a-z]/i.test(host) && !/[[@%]|\dx/.test(host)

/** Every door through which an address comes in. */
const doors: Record<string, readonly Door[]> = {
  'channels.create': channelDoors,
  'channels.update': channelDoors,
  'systems.create': systemDoors,
  'systems.update': systemDoors,
  'googleAccounts.create': accountDoors,
  'googleAccounts.update': accountDoors,
  'meta.createApp': [web('graphUrl'), web('dialogUrl')],
  'meta.updateApp': [web('graphUrl'), web('dialogUrl')],
  'bcListings.site': [{ field: 'readUrl', value: (host) => `https://${host}/{venueId}` }],
  'webhooks.create': [web('url')],
  'webhooks.update': [web('url')],
  'bcWebhooks.create': [web('url')],
  'rmsWebhooks.create': [{ ...web('url'), body: { systemId: builtInSystemId } }],
  'textGateways.create': [{ ...web('url'), body: { dialect: 'http', secret: 'sesame-open-sesame' } }],
  'textGateways.update': [{ ...web('url'), body: { dialect: 'http', secret: 'sesame-open-sesame' } }],
  'notifications.subscribe': [web('endpoint')],
  'bookingPage.check': [web('url')],
  // Pictures are paths that the server itself gave.
  'brands.create': [...['logo', 'menuLogo', 'favicon'].map(web), domain],
  'brands.update': [...['logo', 'menuLogo', 'favicon'].map(web), domain],
  'groups.create': [web('logo'), web('fbInstallLink')],
  'groups.update': [web('logo'), web('fbInstallLink')],
  'companies.create': [web('fbInstallLink')],
  'companies.update': [web('fbInstallLink')],
  'venues.update': [mailDomain],
  'venues.updateMine': [mailDomain],
}

test('every address that can be entered has its door here', () => {
  const held = Object.entries(doors).flatMap(([id, of]) => of.map(({ field }) => `${id} ${field.replace(/^connection\..*/, 'connection')}`))
  expect(entered.toSorted()).toEqual([...new Set(held)].toSorted())
})

const through = async (endpoint: Endpoint, { field, value, body = {} }: Door, host: string, lang = 'en') => {
  const sample = await samples[endpoint.id]!(world)
  const given = { ...(sample.body as object), ...body, [field.split('.')[0]!]: value(host) }
  return world.ask({
    method: endpoint.method,
    url: fill(endpoint, sample),
    ...callerFor(world, endpoint),
    body: given,
    headers: { 'accept-language': lang },
  })
}
const all = endpoints.flatMap((endpoint) =>
  (doors[endpoint.id] ?? []).map((door) => [`${endpoint.id} ${door.field}`, endpoint, door] as const),
)

describe('no address leads inside', () => {
  test.each(all)('%s', async (_, endpoint, door) => {
    const inside = door === domain || door === mailDomain ? addressesInside.filter((host) => !isName(host)) : addressesInside
    // As many as may be asked for within a minute.
    const hosts = inside.slice(0, endpoint.callsPerMinute && endpoint.callsPerMinute - 1)
    for (const host of hosts) {
      const answer = await through(endpoint, door, host)
      // It looks at a page and says what it found: of an address inside, that it does not look.
      if (endpoint.id === 'bookingPage.check' && answer.statusCode === 200) {
        expect(answer.json<{ data: { findings: object[] } }>().data.findings[0], host).toMatchObject({ code: 'refused' })
        continue
      }
      expect([400, 422], `${host}: ${answer.body}`).toContain(answer.statusCode)
      // A phone's push service is no field that anybody typed.
      if (door.field === 'endpoint') continue
      const named = Object.keys(answer.json<{ errors?: object }>().errors ?? {})
      expect(
        named.map((name) => name.replace(/\.\d+$/, '')),
        `${host}: ${answer.body}`,
      ).toContain(door.field)
    }
  })
})

test('what is wrong with an address is said beside its field, in the language of whoever asks', async () => {
  const create = endpoints.find(({ id }) => id === 'channels.create')!
  const said = await Promise.all(
    langs.map(
      async (lang) =>
        (await through(create, web('checkUrl'), '127.0.0.1', lang)).json<{ errors: { checkUrl: string[] } }>().errors.checkUrl[0],
    ),
  )
  expect(said[0]).toBe('This address cannot be used. It must be public, begin with https and use port 443 or 8443.')
  expect(new Set(said).size).toBe(langs.length)
})

test('a good address goes through every door', async () => {
  for (const [what, endpoint, door] of all) {
    if (/(brands|groups)\..* (logo|menuLogo|favicon)|emailDomain|endpoint|sftpUrl/.test(what)) continue
    const answer = await through(endpoint, door, `${crypto.randomUUID()}.acme.com`)
    expect([what, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([what, endpoint.status ?? 200, ''])
  }
})
