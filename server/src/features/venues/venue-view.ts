import type { Venue } from '@tablewire/contracts/venues'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { inScope } from './venue-scope.ts'

/** The columns of `Venue` from `venueTables`; party limits stand in the book (VE1). */
export const venueColumns = sql`v.id, v.external_id, v.company_id, v.name, v.phone_number, v.address, v.postal_code, v.city, v.country_code,
  v.time_zone as timezone, v.currency, v.latitude, v.longitude, v.sdk_access, v.tripadvisor_id, v.active, v.system_id, s.name as system_name,
  (b.rules #>> '{party,min}')::integer as min_covers, (b.rules #>> '{party,max}')::integer as max_covers`
export const venueTables = sql`venues v join books b on b.venue_id = v.id left join systems s on s.id = v.system_id`

export const seen = (ctx: Ctx): RawBuilder<SqlBool> => inScope(ctx, 'v.id')

/** One venue the caller may see, or `venue.not_found`. */
export const readVenue = async (ctx: Ctx, id: string): Promise<Venue> => {
  const { rows } = await sql<Venue>`select ${venueColumns} from ${venueTables} where v.id = ${id} and ${seen(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('venue.not_found')
  return rows[0]
}
