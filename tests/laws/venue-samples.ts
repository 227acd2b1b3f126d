import { randomUUID } from 'node:crypto'
import { anExport } from './an-export.ts'
import { aReport, reportBody } from './a-report.ts'
import type { World } from './world.ts'

type Sample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
const text = (): string => `Law ${randomUUID()}`
const on = (id: string): Sample => ({ params: { id } })
const opened = () => ({ body: { name: text(), countryCode: 'FR', timezone: 'Europe/Paris' } })
const changed = (world: World): Sample => ({
  ...on(world.venue.id),
  body: { city: text(), confirmationText: { en: text() }, cutOff: null, paymentPolicy: { en: text() } },
})

/** What is to be taken away has to be there first. */
const having = async (world: World, body: object): Promise<Sample> => {
  const put = await world.ask({ method: 'PUT', url: `/venues/${world.venue.id}`, token: world.superAdmin, body })
  if (put.statusCode !== 200) throw new Error(put.body)
  return on(world.venue.id)
}
const licence = async (world: World): Promise<Sample> => ({ ...(await having(world, { metaEnabled: true })), body: { license: 'meta' } })
const feature = async (world: World): Promise<Sample> => ({
  ...(await having(world, { listingEnabled: true })),
  body: { feature: 'listing' },
})

/** Only the first look makes a sign-in. */
const withoutSignIn = async (world: World): Promise<Sample> => {
  const { statusCode, body } = await world.ask({ method: 'POST', url: '/venues', token: world.superAdmin, ...opened() })
  if (statusCode !== 201) throw new Error(body)
  return on((JSON.parse(body) as { data: { id: string } }).data.id)
}

const archived = async (world: World): Promise<Sample> => {
  const venue = await withoutSignIn(world)
  const put = await world.ask({ method: 'POST', url: `/v1/venues/${venue.params!['id']!}/archive`, token: world.superAdmin, body: {} })
  if (put.statusCode !== 200) throw new Error(put.body)
  return venue
}

/** The double of a venue, made as an import makes one. */
const doubled = async (world: World) => {
  const { companyId, timeZone } = world.venue
  const body = { name: text(), countryCode: 'ES', timezone: timeZone, companyId }
  const { statusCode, body: said } = await world.ask({ method: 'POST', url: '/venues', token: world.superAdmin, body })
  if (statusCode !== 201) throw new Error(said)
  return { ...on(world.venue.id), other: (JSON.parse(said) as { data: { id: string } }).data.id }
}
const mergeable = async (world: World): Promise<Sample> => {
  const { other, params } = await doubled(world)
  return { params: params!, body: { other } }
}
const rehearsed = async (world: World): Promise<Sample> => {
  const { other, params } = await doubled(world)
  return { params: params!, query: { other } }
}

const bulk = ({ venue }: World) => ({
  body: { selection: { ids: [venue.id] }, change: { kind: 'fields', fields: { cutOff: 30 + Math.floor(Math.random() * 1000) } } },
})
const begun = async (world: World): Promise<Sample> => {
  const post = await world.ask({ method: 'POST', url: '/v1/bulk-changes', token: world.superAdmin, ...bulk(world) })
  if (post.statusCode !== 201) throw new Error(post.body)
  return on(post.json<{ data: { id: string } }>().data.id)
}

export const venueSamples: Record<string, (world: World) => Sample | Promise<Sample>> = {
  'venues.list': () => ({ query: { limit: 10 } }),
  'venues.mine': () => ({ query: { filters: { limit: -1 } } }),
  'venues.get': (world) => on(world.venue.id),
  'venues.areasMine': (world) => on(world.venue.id),
  'venues.getMine': (world) => on(world.venue.id),
  'venues.create': opened,
  'venues.createMine': opened,
  'venues.update': changed,
  'venues.updateMine': changed,
  'venues.credential': withoutSignIn,
  'venues.renewCredential': (world) => on(world.venue.id),
  'venues.deactivateLicense': licence,
  'venues.deactivateLicenseMine': licence,
  'venues.disableFeature': feature,
  'venues.disableFeatureMine': feature,
  'venueArchive.archive': async (world) => ({ ...(await withoutSignIn(world)), body: {} }),
  'venueArchive.restore': archived,
  'venueMerge.preview': rehearsed,
  'venueMerge.merge': mergeable,
  'bulkChanges.preview': bulk,
  'bulkChanges.start': bulk,
  'bulkChanges.list': () => ({ query: { limit: 5 } }),
  'bulkChanges.get': begun,
  'bulkChanges.venues': begun,
  'bulkChanges.undo': begun,
  'venues.export': async (world) => {
    await anExport(world)
    return { body: { filters: { active: true, countryCode: ['ES'] }, sort: 'city' } }
  },
  'reports.order': async (world) => {
    await anExport(world)
    return { body: { question: { from: '2026-11-01', to: '2026-11-30' }, file: 'figures' } }
  },
  'reviewAnalytics.order': async (world) => {
    await anExport(world)
    return { body: { question: { from: '2026-11-01', to: '2026-11-30' }, file: 'figures' } }
  },
  'listingAnalytics.order': async (world) => {
    await anExport(world)
    return { body: { question: { from: '2026-11-01', to: '2026-11-30' }, file: 'figures' } }
  },
  'reports.list': () => ({}),
  'reports.get': async (world) => on(await aReport(world)),
  'reports.create': () => ({ body: reportBody() }),
  'reports.update': async (world) => ({ ...on(await aReport(world)), body: { ...reportBody(), version: 1 } }),
  'reports.send': async (world) => on(await aReport(world)),
  'reports.delete': async (world) => on(await aReport(world)),
  'exports.list': () => ({}),
  'exports.get': async (world) => on(await anExport(world)),
}
