import type {} from '@tablewire/server/features/availability/conflict-rows'
import type {} from '@tablewire/server/features/reservations/reservation-rows'
import type { World } from './world.ts'

type Sample = { params: Record<string, string>; body?: unknown }

const on = (world: World): Sample => ({ params: { id: world.venue.id } })
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const bookOf = async (world: World): Promise<object> => {
  const answer = await world.ask({ method: 'GET', url: `/v1/venues/${world.venue.id}/book`, token: world.superAdmin })
  return answer.json<{ data: object }>().data
}
/** As the work after a change of the book leaves it behind. */
const aConflict = async (world: World): Promise<string> => {
  const id = await world.reservation()
  const place = await world.container.db
    .selectFrom('reservations')
    .select(['startsAt', 'areaId', 'partySize'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const found = { venueId: world.venue.id, reservationId: id, rules: '[]', bookVersion: 1, keptBy: null }
  await world.container.db
    .insertInto('bookConflicts')
    .values({ ...place, ...found })
    .execute()
  return id
}

export const bookSamples: Record<string, (world: World) => Sample | Promise<Sample>> = {
  'bookDrafts.preview': async (world) => ({
    ...on(world),
    body: { book: await bookOf(world), date: inDays(3), partySize: 2, areaId: null, as: 'channel', channelId: world.channel.id },
  }),
  'bookDrafts.conflicts': async (world) => ({ ...on(world), body: { book: await bookOf(world) } }),
  'bookDrafts.left': async (world) => {
    await aConflict(world)
    return on(world)
  },
  'bookDrafts.keep': async (world) => ({ ...on(world), body: { reservationId: await aConflict(world) } }),
  'bookDrafts.readHours': (world) => ({ ...on(world), body: { text: 'Mo-Fr 12:00-15:00,19:00-23:00; Su off' } }),
}
