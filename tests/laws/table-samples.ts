import { randomUUID } from 'node:crypto'
import type { Floor } from '@tablewire/contracts/booking/floor'
import type { TablePlan } from '@tablewire/contracts/booking/tables'
import type { World } from './world.ts'

type Sample = { params: { id: string }; query?: Record<string, unknown>; body?: unknown }

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const on = (id: string): Sample => ({ params: { id } })
type Venue = World['venue']

const planOf = async (world: World, { id }: Venue): Promise<TablePlan> =>
  (await world.ask({ method: 'GET', url: `/v1/venues/${id}/tables`, token: world.superAdmin })).json<{ data: TablePlan }>().data

const ample = ({ book }: Venue) =>
  book.areas.flatMap(({ id: areaId }, area) =>
    Array.from({ length: 60 }, (_, n) => ({
      id: randomUUID(),
      name: `${area + 1}.${n + 1}`,
      areaId,
      minCovers: 1,
      maxCovers: 20,
      online: true,
    })),
  )

/** As many as a plan takes. */
const most = 300
let taken = 0

/** A table that nobody else uses, at that venue; once its plan is full, one that nobody has used for long. */
export const aTable = async (world: World, venue: Venue): Promise<string> => {
  const plan = await planOf(world, venue)
  const full = plan.tables.length >= most
  if (full && plan.on) return plan.tables[taken++ % most]!.id
  const id = randomUUID()
  const table = { id, name: id.slice(0, 18), areaId: venue.areaId, minCovers: 1, maxCovers: 4, online: true }
  // Whoever books there from here on is given one.
  const many = plan.tables.length ? [] : ample(venue)
  await world.ask({
    method: 'PUT',
    url: `/v1/venues/${venue.id}/tables`,
    token: world.superAdmin,
    body: { ...plan, on: true, tables: full ? plan.tables : [...plan.tables, ...many, table] },
  })
  return full ? plan.tables[taken++ % most]!.id : id
}
/** The day on which tables are blocked. */
export const blockedOn = day(2)
const blockOf = (tableId: string) => ({ tableId, from: `${blockedOn}T17:00:00Z`, until: `${blockedOn}T22:00:00Z`, reason: 'Broken' })

/** A table that is blocked, at that venue. */
export const aBlock = async (world: World, venue: Venue): Promise<string> => {
  const body = blockOf(await aTable(world, venue))
  const answer = await world.ask({ method: 'POST', url: `/v1/venues/${venue.id}/table-blocks`, token: world.superAdmin, body })
  return answer.json<{ data: { id: string } }>().data.id
}

/** Seats a reservation there; the version of what was said. */
const seatAt = async (world: World, id: string, tableId: string): Promise<number> => {
  const ask = (method: 'GET' | 'PUT', body?: object) =>
    world.ask({ method, url: `/v1/reservations/${id}/tables`, token: world.superAdmin, ...(body ? { body } : {}) })
  const { version } = (await ask('GET')).json<{ data: { seat: { version: number } } }>().data.seat
  return (await ask('PUT', { tableIds: [tableId], locked: false, version, moves: [] })).json<{ data: { version: number } }>().data.version
}

const floorOf = async (world: World, { id }: Venue): Promise<Floor> =>
  (await world.ask({ method: 'GET', url: `/v1/venues/${id}/floor`, token: world.superAdmin })).json<{ data: Floor }>().data
/** A floor on which a table stands that nobody has. */
const aFloor = async (world: World, venue: Venue): Promise<Floor> => {
  const tableId = await aTable(world, venue)
  const { layouts, version } = await floorOf(world, venue)
  const place = { tableId, x: 20, y: 20, width: 10, depth: 10, shape: 'round' as const, turn: 0 }
  const usual = layouts[0] ?? { id: randomUUID(), name: 'Usual', days: [], rooms: [], places: [], away: [], things: [] }
  return { layouts: [{ ...usual, places: [...usual.places, place] }, ...layouts.slice(1)], version }
}

export const tableSamples: Record<string, (world: World) => Sample | Promise<Sample>> = {
  'tables.plan': (world) => on(world.venue.id),
  'tables.savePlan': async (world) => {
    await aTable(world, world.venue)
    const plan = await planOf(world, world.venue)
    return { ...on(world.venue.id), body: { ...plan, on: !plan.on } }
  },
  'tables.touched': async (world) => ({ ...on(world.venue.id), body: await planOf(world, world.venue) }),
  'tables.day': (world) => ({ ...on(world.venue.id), query: { date: day(3) } }),
  'tables.choices': async (world) => on(await world.reservation()),
  'tables.repair': async (world) => on(await world.reservation()),
  // Of a party that has one: the same table again would say nothing.
  'tables.assign': async (world) => {
    const id = await world.reservation()
    const version = await seatAt(world, id, await aTable(world, world.venue))
    return { ...on(id), body: { tableIds: [], locked: false, version, moves: [] } }
  },
  'tables.exchange': async (world) => {
    const own = await world.reservation()
    const other = await world.reservation()
    const [one, two] = [await aTable(world, world.venue), await aTable(world, world.venue)]
    return {
      ...on(own),
      body: { reservationId: other, version: await seatAt(world, own, one), withVersion: await seatAt(world, other, two) },
    }
  },
  'tables.block': async (world) => ({ ...on(world.venue.id), body: blockOf(await aTable(world, world.venue)) }),
  'floor.read': (world) => on(world.venue.id),
  'floor.day': (world) => ({ ...on(world.venue.id), query: { date: day(3) } }),
  'floor.touched': async (world) => ({ ...on(world.venue.id), body: { layouts: (await aFloor(world, world.venue)).layouts } }),
  'floor.save': async (world) => ({ ...on(world.venue.id), body: { ...(await aFloor(world, world.venue)), releases: [] } }),
  'tables.unblock': async (world) => on(await aBlock(world, world.venue)),
}
