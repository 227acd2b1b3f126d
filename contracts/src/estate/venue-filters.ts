import { z } from 'zod/mini'
import { CountryCode, Id, pageQuery, queryFlag, queryInt, queryList } from '../kit/wire.ts'

/**
 * What a venue can lack: opening times in its book where its own book counts the tables; a channel that sells it; a place on the map; a telephone number; a
 * group; somebody who was given it by name or by group.
 */
export const lacks = ['hours', 'channel', 'position', 'phone', 'group', 'manager'] as const
export const Lack = z.enum(lacks)
export type Lack = z.infer<typeof Lack>

const filters = {
  criteria: z.optional(z.string().check(z.maxLength(120))),
  city: z.optional(z.string().check(z.maxLength(120))),
  countryCode: z.optional(queryList(CountryCode)),
  active: z.optional(queryFlag),
  /** True = those in the archive, which no other list has. */
  archived: z.optional(queryFlag),
  systemId: z.optional(Id),
  /** Sold by this channel now. */
  channelId: z.optional(Id),
  companyId: z.optional(Id),
  groupId: z.optional(Id),
  /** All of these are missing. */
  missing: z.optional(queryList(Lack)),
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
  archived: z.optional(z.boolean()),
  missing: z.optional(z.array(Lack).check(z.maxLength(lacks.length))),
})
export type VenueFilter = z.infer<typeof VenueFilter>
