import { randomUUID } from 'node:crypto'
import type { World } from './world.ts'

type DemoSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

const fields = ({ venue }: World) => ({ email: `${randomUUID()}@example.test`, lang: 'en', venueId: venue.id })
/** A new link, and the token of its address. */
export const aDemoLink = async (world: World): Promise<{ id: string; token: string }> => {
  const made = await world.ask({ method: 'POST', url: '/v1/demo-links', body: fields(world), token: world.superAdmin })
  const { id, url } = made.json<{ data: { id: string; url: string } }>().data
  return { id, token: url.split('/').at(-1)! }
}
const here = async (world: World): Promise<DemoSample> => ({ params: { id: (await aDemoLink(world)).id } })
const opened = async (world: World, body?: unknown): Promise<DemoSample> => ({
  params: { token: (await aDemoLink(world)).token },
  ...(body === undefined ? {} : { body }),
})

export const demoSamples: Record<string, (world: World) => DemoSample | Promise<DemoSample>> = {
  'demoLinks.list': () => ({ query: { limit: 5, filters: { status: 'pending', state: 'open', search: 'example' } } }),
  'demoLinks.choices': () => ({}),
  'demoLinks.create': (world) => ({ body: fields(world) }),
  'demoLinks.get': here,
  'demoLinks.send': here,
  'demoLinks.revoke': here,
  'demoMails.list': () => ({ query: { limit: 5 } }),
  'demo.look': (world) => opened(world),
  'demo.start': (world) => opened(world, { timeZone: 'Europe/Madrid' }),
  'demo.visit': (world) => opened(world, { page: '/reservations' }),
}
