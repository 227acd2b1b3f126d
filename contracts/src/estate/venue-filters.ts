import { z } from 'zod/mini'
import { CountryCode, Id, pageQuery, queryFlag, queryInt, queryList } from '../kit/wire.ts'

const filters = {
  criteria: z.optional(z.string().check(z.maxLength(120))),
  city: z.optional(z.string().check(z.maxLength(120))),
  countryCode: z.optional(queryList(CountryCode)),
  active: z.optional(queryFlag),
  systemId: z.optional(Id),
  /** Sold by this channel now. */
  channelId: z.optional(Id),
}
export const VenueSort = z.enum(['name', '-name', 'city', '-city'])
export const listQuery = z.object({
  ...pageQuery,
  limit: z.optional(queryInt(-1, 200)),
  sort: z.optional(VenueSort),
  filters: z.optional(z.object({ ...filters, limit: z.optional(queryInt(-1, 200)) })),
})
/** The same filter as in the list, sent as a body. */
export const VenueFilter = z.strictObject({
  ...filters,
  countryCode: z.optional(z.array(CountryCode).check(z.maxLength(300))),
  active: z.optional(z.boolean()),
})
export type VenueFilter = z.infer<typeof VenueFilter>
