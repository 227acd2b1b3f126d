import { randomInt, randomUUID } from 'node:crypto'
import { aMetaApp, aMetaInstall, type TestMetaApp } from '../build/a-meta.ts'
import { aCompany, aVenue } from '../build/a-venue.ts'
import type { World } from './world.ts'

type MetaSample = { params?: Record<string, string>; body?: unknown }

const rowsOf = ({ container: { db, ports } }: World) => ({ db, secrets: ports.secrets })
const appsOf = new WeakMap<object, Promise<TestMetaApp>>()
/** There is one at most in a database, whatever world is built in it. */
const ownApp = (world: World): Promise<TestMetaApp> => {
  const known = appsOf.get(world.container.db) ?? aMetaApp(rowsOf(world))
  appsOf.set(world.container.db, known)
  return known
}
const aPlace = async (world: World): Promise<MetaSample> => {
  await ownApp(world)
  const { id } = await aVenue(world.container.db, { companyId: world.venue.companyId, name: `Law ${randomUUID()}` })
  return { params: { id } }
}
const connected = async (world: World): Promise<MetaSample> => {
  const app = await ownApp(world)
  const place = await aPlace(world)
  await aMetaInstall(rowsOf(world), { appId: app.id, companyId: world.venue.companyId, venueId: place.params!['id']! })
  return place
}
const aCompanysApp = async (world: World): Promise<TestMetaApp> =>
  aMetaApp(rowsOf(world), { companyId: await aCompany(world.container.db) })

/** A connected venue of the other company. */
export const foreignPlace = async (world: World): Promise<{ id: string }> => {
  const app = await ownApp(world)
  const { companyId } = world.foreignVenue
  const { id } = await aVenue(world.container.db, { companyId, name: `Law ${randomUUID()}` })
  await aMetaInstall(rowsOf(world), { appId: app.id, companyId, venueId: id })
  return { id }
}
const foreignApps = new WeakMap<object, Promise<TestMetaApp>>()
export const foreignApp = async (world: World): Promise<string> => {
  const known = foreignApps.get(world.container.db) ?? aMetaApp(rowsOf(world), { companyId: world.foreignVenue.companyId })
  foreignApps.set(world.container.db, known)
  return (await known).id
}

export const metaSamples: Record<string, (world: World) => MetaSample | Promise<MetaSample>> = {
  'meta.place': aPlace,
  'meta.link': aPlace,
  'meta.retry': connected,
  'meta.uninstall': connected,
  'meta.apps': () => ({}),
  'meta.createApp': async (world) => ({
    body: {
      companyId: await aCompany(world.container.db),
      name: 'Law',
      appId: String(randomInt(10 ** 9, 10 ** 10)),
      secret: 'f00dfeedf00dfeedf00dfeedf00dfeed',
    },
  }),
  'meta.updateApp': async (world) => ({
    params: { id: (await aCompanysApp(world)).id },
    body: { name: `Law ${randomUUID()}`, version: 1 },
  }),
}
