import { sql } from 'kysely'
import { namePages } from '#src/features/venue-pages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { keepTold } from './tell-new-days.ts'
import { takeCopies } from './take-copies.ts'

const venuesAtOnce = 200

/** What is known to be shown of these venues is held against what they say now. */
export const compareAgain = async (ctx: Ctx, venueIds: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ venueId: string; channelId: string }>`
    select k.venue_id, k.channel_id from listing_copies k where k.venue_id = any(${[...venueIds]}::uuid[]) and k.facts is not null
    order by k.venue_id, k.channel_id`.execute(ctx.db)
  await takeCopies(
    ctx,
    rows.map((place) => ({ ...place, observation: null })),
    'listing.compared',
  )
}

/** The venues that changed since they were compared get the address of their page and are compared, some at a time; several processes may do it at once. */
export const compareChanged = async (ctx: Ctx): Promise<number> => {
  let done = 0
  for (let last = venuesAtOnce; last === venuesAtOnce; done += last) {
    await ctx.ports.jobs.backpressure()
    last = await transaction(ctx, async (inner) => {
      const { rows } = await sql<{ venueId: string }>`
        update listing_changes set compared = true where venue_id in (
          select c.venue_id from listing_changes c where not c.compared order by c.venue_id limit ${venuesAtOnce} for update skip locked)
        returning venue_id`.execute(inner.db)
      const ids = rows.map(({ venueId }) => venueId)
      if (ids.length) {
        await namePages(inner, ids)
        await keepTold(inner, ids)
        await compareAgain(inner, ids)
      }
      return ids.length
    })
  }
  return done
}
