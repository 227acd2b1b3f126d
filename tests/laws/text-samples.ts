import { randomUUID } from 'node:crypto'
import { aTextGateway } from '../build/a-text-gateway.ts'
import { aCompany } from '../build/a-venue.ts'
import type { World } from './world.ts'

type TextSample = { params?: Record<string, string>; body?: unknown }

const rowsOf = ({ container: { db, ports } }: World) => ({ db, secrets: ports.secrets })
const aCompanysGateway = async (world: World): Promise<{ id: string }> =>
  aTextGateway(rowsOf(world), { companyId: await aCompany(world.container.db), dialect: 'log' })

const foreignGateways = new WeakMap<object, Promise<{ id: string }>>()
/** A company has one at most. */
export const foreignGateway = async (world: World): Promise<string> => {
  const { db } = world.container
  const known = foreignGateways.get(db) ?? aTextGateway(rowsOf(world), { companyId: world.foreignVenue.companyId, dialect: 'log' })
  foreignGateways.set(db, known)
  return (await known).id
}

export const textSamples: Record<string, (world: World) => TextSample | Promise<TextSample>> = {
  'textGateways.list': () => ({}),
  'textGateways.create': async (world) => ({
    body: { companyId: await aCompany(world.container.db), name: `Law ${randomUUID()}`, dialect: 'log' },
  }),
  'textGateways.update': async (world) => ({
    params: { id: (await aCompanysGateway(world)).id },
    body: { name: `Law ${randomUUID()}`, version: 1 },
  }),
  'textGateways.try': async (world) => ({ params: { id: (await aCompanysGateway(world)).id }, body: { to: '+4930901820' } }),
  'guestMessages.reminderEffect': (world) => ({ params: { id: world.venue.id } }),
}
