import { z } from 'zod/mini'
import { defineArea } from './endpoint.ts'
import { Id, IdParams, Instant, pageOf, pageQuery, queryFlag, queryInt, text, whole } from './wire.ts'

export const ChannelType = z.enum(['widget', 'pos', 'internal', 'partner'])
/** CH1. Only `live` is sold. */
export const LinkState = z.enum(['not_enabled', 'action_required', 'requested', 'in_review', 'live', 'paused', 'rejected', 'error'])

export const Channel = z.object({
  id: Id,
  name: z.string(),
  type: ChannelType,
  active: z.boolean(),
  selfSubscription: z.boolean(),
  rateLimitPerMinute: z.int(),
  venueCount: z.int(),
  createdAt: Instant,
})
export type Channel = z.infer<typeof Channel>

const list = {
  ...pageQuery,
  limit: z.optional(queryInt(-1, 200)),
  filters: z.optional(
    z.object({
      criteria: z.optional(z.string().check(z.maxLength(120))),
      active: z.optional(queryFlag),
      limit: z.optional(queryInt(-1, 200)),
    }),
  ),
}
const fields = {
  type: z.optional(ChannelType),
  active: z.optional(z.boolean()),
  selfSubscription: z.optional(z.boolean()),
  rateLimitPerMinute: z.optional(whole(1, 1_000_000)),
}
/** The key is answered once, at creation and at rotation, and kept only as a hash (AC10). */
const WithKey = z.extend(Channel, { xToken: z.string() })
const Linked = z.object({ linked: z.int(), venues: z.array(z.object({ venueId: Id, state: LinkState })) })
const VenueIds = z.object({ venues: z.array(Id).check(z.minLength(1), z.maxLength(100_000)) })

export const channels = defineArea('channels', {
  list: {
    method: 'GET',
    path: '/booking-channels',
    summary: 'All booking channels.',
    can: ['read', 'booking-channels'],
    audit: 'none',
    query: z.object(list),
    result: pageOf(Channel),
    envelope: 'page',
    errors: [],
  },
  mine: {
    method: 'GET',
    path: '/v1/rms/booking-channels',
    summary: "Channels of the signed-in user's venues; for a reservation system, the channels open to it.",
    can: 'session',
    systems: true,
    audit: 'none',
    query: z.object(list),
    result: pageOf(z.object({ id: Id, name: z.string(), type: ChannelType, logo: z.nullable(z.string()) })),
    envelope: 'page',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/booking-channels/:id',
    summary: 'One booking channel.',
    can: ['read', 'booking-channels'],
    audit: 'none',
    params: IdParams,
    result: Channel,
    envelope: 'data',
    errors: ['channel.not_found'],
  },
  create: {
    method: 'POST',
    path: '/booking-channels',
    summary: 'Make a channel; answers its key this once.',
    status: 201,
    can: ['create', 'booking-channels'],
    audit: 'channel.created',
    body: z.object({ name: text(120), ...fields }),
    result: WithKey,
    envelope: 'data',
    errors: ['channel.name_taken'],
  },
  update: {
    method: 'PUT',
    path: '/booking-channels/:id',
    summary: 'Change a channel.',
    can: ['update', 'booking-channels'],
    audit: 'channel.updated',
    params: IdParams,
    body: z.object({ name: z.optional(text(120)), ...fields }),
    result: Channel,
    envelope: 'data',
    errors: ['channel.not_found', 'channel.name_taken'],
  },
  rotateToken: {
    method: 'POST',
    path: '/booking-channels/:id/rotate-token',
    summary: 'A new key, answered this once; the one before stays valid for 24 hours.',
    can: ['update', 'booking-channels'],
    audit: 'channel.token_rotated',
    params: IdParams,
    result: WithKey,
    envelope: 'data',
    errors: ['channel.not_found'],
  },
  linkVenues: {
    method: 'PUT',
    path: '/booking-channels/:id/link-venues',
    summary: 'Sell these venues on the channel.',
    can: ['update', 'booking-channels'],
    audit: 'channel.venues_linked',
    params: IdParams,
    body: VenueIds,
    result: Linked,
    envelope: 'data',
    errors: ['channel.not_found', 'venue.not_found'],
  },
  unlinkVenues: {
    method: 'PUT',
    path: '/booking-channels/:id/unlink-venues',
    summary: 'Stop selling these venues on the channel; reservations stay.',
    can: ['update', 'booking-channels'],
    audit: 'channel.venues_unlinked',
    params: IdParams,
    body: VenueIds,
    result: Linked,
    envelope: 'data',
    errors: ['channel.not_found', 'venue.not_found'],
  },
})
