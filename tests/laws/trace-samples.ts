import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { aSystem } from '../build/a-system.ts'
import type { World } from './world.ts'

type TraceSample = { params?: Record<string, string>; query?: Record<string, unknown> }

/** A hold of the channel, and the hop in which it came. */
export const held = async (world: World, key?: string): Promise<{ id: string; hopId: string }> => {
  const id = await world.hold(key)
  await world.container.ports.traces.stop()
  const { rows } = await sql<{ id: string }>`select id from traces where reservation_id = ${id}`.execute(world.container.db)
  return { id, hopId: rows[0]!.id }
}

/** A reservation of which its venue's own system is not known to have heard. */
const waiting = async (world: World): Promise<string> => {
  const [id, system] = [await world.reservation(), await aSystem(world.container.db)]
  await sql`insert into remote_bookings (venue_id, reservation_id, system_id, key, state) values (${world.venue.id}, ${id}, ${system.id}, ${id}, 'creating')`.execute(
    world.container.db,
  )
  return id
}

/** A call that a reservation system made. */
export const called = async (world: World, systemId: string): Promise<string> => {
  const requestId = randomUUID()
  const { traces } = world.container.ports
  const startedAt = new Date().toISOString()
  traces.keep({
    from: 'system',
    to: 'hub',
    operation: 'POST /v1/rms/company',
    systemId,
    requestId,
    outcome: 'ok',
    startedAt,
    durationMs: 3,
  })
  await traces.stop()
  const { rows } = await sql<{ id: string }>`select id from traces where request_id = ${requestId}`.execute(world.container.db)
  return rows[0]!.id
}

export const traceSamples: Record<string, (world: World) => TraceSample | Promise<TraceSample>> = {
  'traces.list': () => ({ query: { filters: { flow: 'channel-hub', outcome: 'ok', minMs: 0 } } }),
  'traces.summary': () => ({}),
  'traces.get': async (world) => ({ params: { id: (await held(world)).hopId } }),
  'traces.connections': () => ({}),
  'traces.ground': () => ({}),
  'traces.journey': async (world) => ({ params: { id: (await held(world)).id } }),
  'traces.settle': async (world) => ({ params: { id: await waiting(world) } }),
  'traces.hop': async (world) => ({ params: await held(world) }),
  'callLog.channelCalls': () => ({ query: { filters: { key: 'any', outcome: 'ok,refused' } } }),
  'callLog.channelCall': async (world) => ({ params: { id: (await held(world)).hopId } }),
  'callLog.systemCalls': () => ({}),
  'callLog.systemCall': async (world) => ({ params: { id: await called(world, (await aSystem(world.container.db)).id) } }),
}
