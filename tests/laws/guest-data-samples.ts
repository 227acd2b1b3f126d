import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { World } from './world.ts'

type Sample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Known at that venue, and expected by nobody. */
const aGuest = async (world: World): Promise<string> => {
  const email = `law-${randomUUID()}@guests.test`
  await sql`insert into guests (venue_id, id, first_name, last_name, email) values (${world.venue.id}, ${randomUUID()}, 'Law', 'Guest', ${email})`.execute(
    world.container.db,
  )
  return email
}
/** Asked of a channel that takes no webhooks, at a venue. */
export const anAnswer = async (world: World, venueId: string): Promise<string> => {
  const [erasureId, id] = [randomUUID(), randomUUID()]
  const { db } = world.container
  await sql`insert into guest_erasures (id, contact_key, asked_by_name, erased_at) values (${erasureId}, 'law', 'Law', now())`.execute(db)
  await sql`insert into guest_erasure_venues (erasure_id, venue_id, bookings) values (${erasureId}, ${venueId}, 1)`.execute(db)
  await sql`insert into guest_erasure_answers (id, erasure_id, venue_id, channel_id, bookings, asked_at, state_at)
    values (${id}, ${erasureId}, ${venueId}, ${world.channel.id}, '[]', now(), now())`.execute(db)
  return id
}

export const guestDataSamples: Record<string, (world: World) => Sample | Promise<Sample>> = {
  'guestData.lookUp': async (world) => ({ body: { email: await aGuest(world) } }),
  'guestData.erase': async (world) => {
    const email = await aGuest(world)
    return { body: { email, confirm: email } }
  },
  'guestData.planRetention': (world) => ({ params: { id: world.venue.companyId }, query: { guestMonths: 12, bookingMonths: 24 } }),
  'guestData.removed': (world) => ({ query: { filters: { venueId: [world.venue.id] } } }),
  'guestData.list': () => ({ query: { limit: 5 } }),
  'guestData.settle': async (world) => ({ params: { id: await anAnswer(world, world.venue.id) }, body: { note: 'Confirmed by mail' } }),
}
