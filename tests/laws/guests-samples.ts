import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { World } from './world.ts'

type Sample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Known at that venue. */
export const aKnownGuest = async (world: World, venueId: string): Promise<string> => {
  const id = randomUUID()
  await sql`insert into guests (venue_id, id, first_name, last_name, email) values (${venueId}, ${id}, 'Law', 'Known', ${`law-${id}@guests.test`})`.execute(
    world.container.db,
  )
  return id
}
export const aGuestNote = async (world: World, venueId: string, guestId: string): Promise<string> => {
  const id = randomUUID()
  await sql`insert into guest_notes (id, venue_id, guest_id, content, author_name, written_at) values (${id}, ${venueId}, ${guestId}, 'Law', 'Law', now())`.execute(
    world.container.db,
  )
  return id
}
/** Two of whom nobody has decided yet. */
export const aPair = async (world: World, venueId: string): Promise<string> => {
  const [one, other] = [await aKnownGuest(world, venueId), await aKnownGuest(world, venueId)].toSorted()
  const id = randomUUID()
  await sql`insert into guest_pairs (id, venue_id, one_id, other_id, alike, found_at) values (${id}, ${venueId}, ${one}, ${other}, '{phone}', now())`.execute(
    world.container.db,
  )
  return id
}

export const guestsSamples: Record<string, (world: World) => Sample | Promise<Sample>> = {
  'guests.list': () => ({ query: { q: 'law', limit: 5 } }),
  'guests.get': async (world) => ({ params: { id: await aKnownGuest(world, world.venue.id) } }),
  'guests.update': async (world) => ({ params: { id: await aKnownGuest(world, world.venue.id) }, body: { version: 1, tags: ['VIP'] } }),
  'guests.addNote': async (world) => ({ params: { id: await aKnownGuest(world, world.venue.id) }, body: { content: 'Likes the window' } }),
  'guests.removeNote': async (world) => {
    const id = await aKnownGuest(world, world.venue.id)
    return { params: { id, noteId: await aGuestNote(world, world.venue.id, id) } }
  },
  'guests.merge': async (world) => ({
    params: { id: await aKnownGuest(world, world.venue.id) },
    body: { otherId: await aKnownGuest(world, world.venue.id) },
  }),
  'guests.part': async (world) => {
    const [kept, id] = [await aKnownGuest(world, world.venue.id), await aKnownGuest(world, world.venue.id)]
    await sql`select merge_guests(${kept}::uuid, ${id}::uuid, now(), 'Law')`.execute(world.container.db)
    return { params: { id } }
  },
  'guests.pairs': () => ({ query: { limit: 5 } }),
  // What is open already stays so, and says nothing.
  'guests.reopen': async (world) => {
    const id = await aPair(world, world.venue.id)
    await sql`update guest_pairs set state = 'different', decided_at = now(), decided_by = 'Law' where id = ${id}`.execute(
      world.container.db,
    )
    return { params: { id } }
  },
  'guests.decide': async (world) => ({ params: { id: await aPair(world, world.venue.id) }, body: { same: true } }),
}
