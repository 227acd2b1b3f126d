import { sql } from 'kysely'
import { aRequest } from './onboarding-samples.ts'
import { anExport } from './an-export.ts'
import type { World } from './world.ts'

type Sample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; token?: string }

/** A request that waits for its restaurant, whose address is known. */
const waiting = async (world: World): Promise<string> => {
  const { id } = await aRequest(world)
  await sql`update onboarding_requests set status = 'restaurant_activation', contact_email = 'house@law.test', version = version + 1
    where id = ${id} and status <> 'restaurant_activation'`.execute(world.container.db)
  return id
}
const days = {
  rmsRemindDays: 2,
  rmsEscalateDays: 5,
  restaurantRemindDays: 2,
  restaurantEscalateDays: 5,
  bcRemindDays: 2,
  bcEscalateDays: 5,
  linkDays: 10,
}

export const onboardingInviteSamples: Record<string, (world: World) => Sample | Promise<Sample>> = {
  'onboardingInvites.get': async (world) => ({ params: { id: await waiting(world) } }),
  'onboardingInvites.send': async (world) => ({ params: { id: await waiting(world) }, body: { email: 'house@law.test', lang: 'de' } }),
  'onboardingInvites.step': async (world) => {
    const id = await waiting(world)
    await sql`update onboarding_requests set venue_id = ${world.venue.id}, version = version + 1 where id = ${id}`.execute(
      world.container.db,
    )
    return { params: { id }, token: world.admin }
  },
  'onboardingInvites.limits': () => ({}),
  'onboardingInvites.saveLimits': async (world) => {
    const { system } = await aRequest(world)
    return { body: { partner: { kind: 'system', id: system.id }, ...days, version: 0 }, token: world.superAdmin }
  },
  'onboardingInvites.report': () => ({ query: { filters: { requestedFrom: '2026-01-01', zone: 'Europe/Madrid' } } }),
  'onboardingInvites.exportReport': async (world) => {
    await anExport(world)
    return { body: { filters: { requestedFrom: '2026-01-01' }, format: 'csv' } }
  },
}
