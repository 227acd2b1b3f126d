import type { MergeForecast } from '@tablewire/contracts/estate/venue-merge'
import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { sql } from 'kysely'
import { linksToCarry } from '#src/features/channels/api.ts'
import { guestsNotGone } from '#src/features/venue-archive/api.ts'
import { builtInSystemId, readVenue } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

export type Pair = { kept: VenueDetail; other: VenueDetail }

export const readPair = async (ctx: Ctx, keptId: string, otherId: string): Promise<Pair> => {
  if (keptId.toLowerCase() === otherId.toLowerCase()) throw new Problem('venue.merge_itself')
  return { kept: await readVenue(ctx, keptId), other: await readVenue(ctx, otherId) }
}

/**
 * What cannot be one venue. Reservations never leave the venue they were placed at (their keys, history and partners' events name it), so nobody may be
 * expected at the one that goes; and a reservation system would bring its own venue back with its next round.
 */
export const requireMergeable = async (ctx: Ctx, { kept, other }: Pair): Promise<void> => {
  for (const { archivedAt, id } of [kept, other]) if (archivedAt !== null) throw new Problem('venue.archived').with({ venueId: id })
  if (kept.companyId !== other.companyId) throw new Problem('venue.merge_company')
  if (kept.test !== other.test) throw new Problem('test_mode.apart')
  if (other.systemId !== null && other.systemId !== builtInSystemId)
    throw new Problem('venue.merge_system', { system: other.systemName ?? '' })
  if (kept.timezone !== other.timezone) throw new Problem('venue.merge_zone', { kept: kept.timezone, other: other.timezone })
  const guests = (await guestsNotGone(ctx, [other.id])).get(other.id)
  if (guests) throw new Problem('venue.merge_guests', guests)
}

type Counts = { people: number; reservations: number; group: string | null; keptGroup: string | null }

const countsOf = async (ctx: Ctx, { kept, other }: Pair): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select
      (select count(*)::integer from user_venues uv where uv.venue_id = ${other.id}
        and not exists (select from user_groups ug where ug.user_id = uv.user_id)
        and not exists (select from user_venues k where k.user_id = uv.user_id and k.venue_id = ${kept.id})) as people,
      (select count(*)::integer from placed_bookings b where b.venue_id = ${other.id}) as reservations,
      (select g.name from venues v join groups g on g.id = v.group_id where v.id = ${other.id}) as "group",
      (select g.name from venues v join groups g on g.id = v.group_id where v.id = ${kept.id}) as kept_group`.execute(ctx.db)
  return rows[0]!
}

const products = {
  meta: ({ metaEnabled }: VenueDetail) => metaEnabled,
  listing: ({ listingEnabled }: VenueDetail) => listingEnabled,
  tripadvisor: ({ tripadvisorId }: VenueDetail) => tripadvisorId !== null,
}
/** What is sold beside the venue itself, and the kept one does not have. */
export const productsToCarry = ({ kept, other }: Pair): MergeForecast['products'] =>
  (['meta', 'listing', 'tripadvisor'] as const).filter((product) => products[product](other) && !products[product](kept))

const named = ({ id, name, city, externalId }: VenueDetail) => ({ id, name, city, externalId })

/** Before anything is written: what comes over, and what stays where it is. */
export const mergeForecast = async (ctx: Ctx, keptId: string, otherId: string): Promise<MergeForecast> => {
  const pair = await readPair(ctx, keptId, otherId)
  await requireMergeable(ctx, pair)
  const { people, reservations, group, keptGroup } = await countsOf(ctx, pair)
  const { carried, stay } = await linksToCarry(ctx, { from: pair.other.id, to: pair.kept.id })
  return {
    kept: named(pair.kept),
    other: named(pair.other),
    channels: carried.map(({ name }) => name),
    channelsStay: stay.map(({ name }) => name),
    people,
    group: keptGroup === null ? group : null,
    groupLeft: keptGroup !== null && group !== keptGroup ? group : null,
    products: productsToCarry(pair),
    reservations,
  }
}
