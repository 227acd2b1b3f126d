import type { AskedAct } from '@tablewire/contracts/identity/shared-devices.rules'
import type {} from '@tablewire/server/features/shared-devices/device-rows'
import { aUser } from '../build/a-user.ts'
import type { World } from './world.ts'

/** `token` and `headers`: of a shared tablet, on which somebody was let in. */
type DeviceSample = { params?: Record<string, string>; body?: unknown; token?: string; headers?: Record<string, string> }

const password = 'correct horse battery'
const pin = '7391'

const dataOf = async <T>(world: World, ask: Parameters<World['ask']>[0]): Promise<T> => {
  const answer = await world.ask(ask)
  if (answer.statusCode >= 300) throw new Error(`${ask.url} answered ${answer.body}`)
  return answer.json<{ data: T }>().data
}

/** A tablet of the venue. */
export const aTablet = async (world: World, venue = world.venue): Promise<{ id: string; token: string }> => {
  const url = `/v1/venues/${venue.id}/shared-devices`
  const made = await dataOf<{ device: { id: string }; token: string }>(world, {
    method: 'POST',
    url,
    token: world.superAdmin,
    body: { name: 'Host stand' },
  })
  return { id: made.device.id, token: made.token }
}
const somebody = async (world: World): Promise<string> => {
  const user = await aUser(world.container.db, { companyId: world.venue.companyId })
  await dataOf(world, { method: 'PUT', url: '/user/pin', token: await world.signIn(user), body: { pin, currentPassword: password } })
  return user.id
}
const inside = async (world: World) => {
  const [{ token }, personId] = [await aTablet(world), await somebody(world)]
  const given = await dataOf<{ token: string }>(world, { method: 'POST', url: '/v1/shared-device/people', token, body: { personId, pin } })
  return { token, personId, headers: { 'tablewire-act': given.token } }
}
const approved = async (world: World): Promise<DeviceSample> => {
  const { token, personId, headers } = await inside(world)
  const refused = await world.ask({ method: 'DELETE', url: '/v1/shared-device', token, headers })
  const { details } = refused.json<{ details: { act: AskedAct; digest: string } }>()
  const body = { personId, pin, ...details }
  const given = await dataOf<{ token: string }>(world, { method: 'POST', url: '/v1/shared-device/approvals', token, body })
  return { token, headers: { ...headers, 'tablewire-approval': given.token } }
}

export const sharedDeviceSamples: Record<string, (world: World) => DeviceSample | Promise<DeviceSample>> = {
  'sharedDevices.list': (world) => ({ params: { id: world.venue.id } }),
  'sharedDevices.create': (world) => ({ params: { id: world.venue.id }, body: { name: 'Host stand' } }),
  'sharedDevices.end': async (world) => ({ params: { id: (await aTablet(world)).id } }),
  'sharedDevices.rules': async (world) => {
    const url = `/v1/venues/${world.venue.id}/shared-devices`
    const { version } = await dataOf<{ version: number }>(world, { method: 'GET', url, token: world.superAdmin })
    return { params: { id: world.venue.id }, body: { stay: 'minute', protectedActs: ['overbook', 'export'], version } }
  },
  'sharedDevices.resetPin': async (world) => {
    const user = await aUser(world.container.db, {
      companyId: world.venue.companyId,
      roles: ['ROLE_MANAGER'],
      permissions: ['reservations'],
      venues: [world.venue.id],
    })
    return { params: { id: world.venue.id, userId: user.id } }
  },
  'sharedDevices.pin': () => ({}),
  'sharedDevices.setPin': () => ({ body: { pin, currentPassword: password } }),
  'sharedDevices.removePin': () => ({}),
  'sharedDevices.here': async (world) => ({ token: (await aTablet(world)).token }),
  'sharedDevices.letIn': async (world) => ({ token: (await aTablet(world)).token, body: { personId: await somebody(world), pin } }),
  'sharedDevices.approve': async (world) => ({
    token: (await aTablet(world)).token,
    body: { personId: await somebody(world), pin, act: 'overbook', digest: 'a'.repeat(43) },
  }),
  'sharedDevices.stay': async (world) => inside(world),
  'sharedDevices.lock': async (world) => ({ token: (await aTablet(world)).token }),
  'sharedDevices.leave': approved,
}
