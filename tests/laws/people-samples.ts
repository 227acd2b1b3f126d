import { randomUUID } from 'node:crypto'
import { aUser } from '../build/a-user.ts'
import { aCompany, aVenue } from '../build/a-venue.ts'
import { anExport } from './an-export.ts'
import type { World } from './world.ts'

type PeopleSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

const text = (): string => `Law ${randomUUID()}`
const on = (id: string): PeopleSample => ({ params: { id } })
const dataOf = async <T>(world: World, url: string): Promise<T> =>
  (await world.ask({ method: 'GET', url, token: world.superAdmin })).json<{ data: T }>().data

const person = async (world: World): Promise<string> =>
  (await aUser(world.container.db, { companyId: world.venue.companyId, roles: ['ROLE_MANAGER'] })).id
const newcomer = () => ({ email: `law-${randomUUID()}@example.test`, firstName: 'Lena', lastName: 'Law', roles: ['ROLE_MANAGER'] })
const added = async (world: World): Promise<string> => {
  const made = await world.ask({ method: 'POST', url: '/users', token: world.superAdmin, body: newcomer() })
  return made.json<{ data: { id: string } }>().data.id
}
const account = async (world: World) => {
  const id = await person(world)
  const user = await dataOf<Record<string, unknown>>(world, `/users/${id}`)
  const { email, username, firstName, lastName, country, lang, roles, permissions, version } = user
  return { ...on(id), body: { email, username, firstName, lastName, city: text(), country, lang, roles, permissions, version } }
}
const disabled = async (world: World): Promise<string> => {
  const id = await person(world)
  await world.ask({ method: 'POST', url: `/users/${id}/disable`, token: world.superAdmin })
  return id
}
const group = async (world: World): Promise<{ id: string; version: number }> => {
  const body = { name: text(), logo: '', venues: [], companyId: world.venue.companyId }
  const made = await world.ask({ method: 'POST', url: '/groups', token: world.superAdmin, body })
  return made.json<{ data: { id: string; version: number } }>().data
}
const lonely = async (world: World): Promise<string> => (await aVenue(world.container.db, { companyId: world.venue.companyId })).id
/** The entry of a change of a venue that nobody changed since. */
const changeOfVenue = async (world: World): Promise<string> => {
  const id = await lonely(world)
  await world.ask({ method: 'PUT', url: `/venues/${id}`, token: world.superAdmin, body: { city: text() } })
  return (await dataOf<{ id: string }[]>(world, `/v1/audit?filters[subjectId]=${id}`))[0]!.id
}

/** Samples of users, companies, groups and audit. */
export const peopleSamples: Record<string, (world: World) => PeopleSample | Promise<PeopleSample>> = {
  'users.list': () => ({ query: { sort: 'email', filters: { state: 'active' } } }),
  'users.export': async (world) => {
    await anExport(world)
    return { body: { filters: { role: ['ROLE_MANAGER'], state: 'active' }, sort: 'email' } }
  },
  'users.get': async (world) => on(await person(world)),
  'users.create': () => ({ body: newcomer() }),
  'users.update': account,
  'users.venues': async (world) => on(await person(world)),
  'users.giveVenues': async (world) => ({
    ...on(await person(world)),
    body: { access: 'venues', groups: [], venues: [world.venue.id], version: 1 },
  }),
  'users.move': async (world) => ({ ...on(await person(world)), body: { companyId: await aCompany(world.container.db), version: 1 } }),
  'users.invite': async (world) => on(await added(world)),
  'users.disable': async (world) => on(await person(world)),
  'users.enable': async (world) => on(await disabled(world)),
  'users.unlock': async (world) => on(await person(world)),
  'users.resetFactors': async (world) => ({ ...on(await person(world)), body: { currentPassword: 'correct horse battery' } }),
  'users.delete': async (world) => on(await person(world)),
  'users.permissions': () => ({ query: { q: 'reviews' } }),
  'companies.list': () => ({ query: { filters: { search: 'o' } } }),
  'companies.get': (world) => on(world.venue.companyId),
  'companies.tree': (world) => on(world.venue.companyId),
  'companies.create': () => ({ body: { name: text(), countryCode: 'ES' } }),
  'companies.update': async (world) => ({
    ...on(await aCompany(world.container.db)),
    body: { name: text(), countryCode: 'FR', version: 1 },
  }),
  'companies.delete': async (world) => on(await aCompany(world.container.db)),
  'companies.planMove': (world) => ({ ...on(world.venue.companyId), body: { venues: [world.venue.id] } }),
  'companies.moveVenues': async (world) => ({
    ...on(world.venue.companyId),
    body: { venues: [await lonely(world)], groupId: (await group(world)).id },
  }),
  'groups.list': () => ({}),
  'groups.get': async (world) => on((await group(world)).id),
  'groups.create': (world) => ({ body: { name: text(), logo: '', venues: [], companyId: world.venue.companyId } }),
  'groups.update': async (world) => {
    const { id, version } = await group(world)
    return { ...on(id), body: { name: text(), logo: '', venues: [await lonely(world)], version } }
  },
  'groups.delete': async (world) => on((await group(world)).id),
  'groups.addLogo': () => ({ body: { content: Buffer.from('<svg viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>').toString('base64') } }),
  'audit.list': () => ({}),
  'audit.get': async (world) => on(await changeOfVenue(world)),
  'audit.undo': async (world) => on(await changeOfVenue(world)),
}
