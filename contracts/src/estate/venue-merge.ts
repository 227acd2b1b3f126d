import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams } from '../kit/wire.ts'
import { VenueDetail } from './venue-fields.ts'

const NamedVenue = z.object({ id: Id, name: z.string(), city: z.nullable(z.string()), externalId: z.nullable(z.string()) })

/** What a merge brings to the venue that is kept, and what stays where it is. */
export const MergeForecast = z.object({
  kept: NamedVenue,
  other: NamedVenue,
  /** Channels the kept venue gets, with their terms. */
  channels: z.array(z.string()),
  /** Channels both have: the kept venue's own state and terms hold there. */
  channelsStay: z.array(z.string()),
  /** People who were given the other venue and now see the kept one as well. */
  people: z.int(),
  /** The group the kept venue joins; null = it stays where it is. */
  group: z.nullable(z.string()),
  /** The other venue's group, where the kept one has a group of its own: its people do not see the kept venue by it. */
  groupLeft: z.nullable(z.string()),
  products: z.array(z.enum(['meta', 'listing', 'tripadvisor'])),
  /** Reservations of the past, which stay to be read at the archived venue. */
  reservations: z.int(),
})
export type MergeForecast = z.infer<typeof MergeForecast>

const refusals = [
  'venue.not_found',
  'venue.archived',
  'venue.merge_itself',
  'venue.merge_company',
  'venue.merge_system',
  'venue.merge_zone',
  'venue.merge_guests',
  'test_mode.apart',
] as const

export const venueMerge = defineArea('venueMerge', {
  preview: {
    method: 'GET',
    path: '/v1/venues/:id/merge',
    summary: 'What merging the venue `other` into this one would bring, or the refusal that it would be answered with.',
    can: ['delete', 'venues'],
    audit: 'none',
    params: IdParams,
    query: z.object({ other: Id }),
    result: MergeForecast,
    envelope: 'data',
    errors: refusals,
  },
  merge: {
    method: 'POST',
    path: '/v1/venues/:id/merge',
    summary:
      'Keep this venue and merge `other` into it: channels with their terms, people, group and products go over, its ids find this venue, and it is archived. Its reservations stay with it; with any to come it is refused. It cannot be undone.',
    can: ['delete', 'venues'],
    audit: 'venue.merged',
    params: IdParams,
    body: z.object({ other: Id }),
    result: VenueDetail,
    envelope: 'data',
    idempotent: true,
    errors: refusals,
  },
})
