import { z } from 'zod/mini'
import { Id, pageQuery, whole } from '../kit/wire.ts'

/** `all`: every venue of the company (of the platform, without one), later ones included. `groups`: those of groups. `venues`: chosen ones. */
export const AccessKind = z.enum(['all', 'groups', 'venues'])
export type AccessKind = z.infer<typeof AccessKind>

const VenueIds = z.optional(z.array(Id).check(z.maxLength(20_000)))
export const AccessChange = z.object({
  access: AccessKind,
  groups: z.array(Id).check(z.maxLength(200)),
  /** All that somebody sees. */
  venues: VenueIds,
  /** Without `venues`: what is given beside, and what is taken back. */
  add: VenueIds,
  remove: VenueIds,
  version: whole(1, 2_000_000_000),
})

export const GivenVenue = z.object({ id: Id, name: z.string(), city: z.nullable(z.string()) })
export const GivenVenueQuery = z.object({
  ...pageQuery,
  filters: z.optional(z.object({ criteria: z.optional(z.string().check(z.trim(), z.maxLength(120))) })),
})
/** `min`: without the venues, of which there may be thousands. */
export const DetailMode = z.object({ mode: z.optional(z.enum(['min', 'max'])) })
