import { z } from 'zod/mini'
import { LinkMove, LinkSide, LinkState } from './channels.rules.ts'
import { ChannelLimits, ChannelType, Commission } from './channel-objects.ts'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, note, pageOf, pageQuery, queryList, whole } from '../kit/wire.ts'

/** One channel as one venue stands with it (CH1). */
export const VenueChannel = z.object({
  channelId: Id,
  name: z.string(),
  type: ChannelType,
  logo: z.nullable(z.string()),
  /** False = the channel is switched off for everybody. */
  active: z.boolean(),
  selfSubscription: z.boolean(),
  /** What the channel is and what to do there, in the caller's language; empty = nothing said. */
  about: z.string(),
  steps: z.string(),
  state: LinkState,
  /** Since when it stands in this state; null when it was never linked. */
  since: z.nullable(Instant),
  /** What was said with the last rejection or failure, while it still holds. */
  reason: z.nullable(z.string()),
  /** Where the venue has to go at the channel, while that is the next step. */
  subscribeUrl: z.nullable(z.string()),
  connectUrl: z.nullable(z.string()),
  /** True = the hub asks the channel by itself whether it is done. */
  checked: z.boolean(),
  nextCheckAt: z.nullable(Instant),
  lastCheckAt: z.nullable(Instant),
  /** What the caller may do now. */
  moves: z.array(LinkMove),
  lastBookingAt: z.nullable(Instant),
  lastSearchAt: z.nullable(Instant),
  /** The last booking that was refused to the channel, in the caller's words. */
  lastError: z.nullable(z.object({ code: z.string(), message: z.string(), at: Instant })),
  limits: ChannelLimits,
  commission: z.nullable(Commission),
})
export type VenueChannel = z.infer<typeof VenueChannel>

export const LinkEvent = z.object({
  id: Id,
  move: LinkMove,
  from: LinkState,
  to: LinkState,
  side: LinkSide,
  actorName: z.string(),
  reason: z.nullable(z.string()),
  at: Instant,
})
export type LinkEvent = z.infer<typeof LinkEvent>

/** A line of the table venue × channel: its links as far as they exist; what is missing is not_enabled. */
export const VenueLinks = z.object({
  id: Id,
  name: z.string(),
  city: z.nullable(z.string()),
  links: z.array(z.object({ channelId: Id, state: LinkState, since: Instant })),
})
export type VenueLinks = z.infer<typeof VenueLinks>

/** `usual`: what the channel itself says, where the venue says nothing. */
export const VenueLimits = z.object({ limits: z.nullable(ChannelLimits), usual: ChannelLimits, version: z.int() })
export type VenueLimits = z.infer<typeof VenueLimits>

const LinkParams = z.object({ id: Id, channelId: Id })
const Said = { reason: z.optional(note(500)) }

export const links = defineArea('links', {
  venues: {
    method: 'GET',
    path: '/v1/channel-links',
    summary: 'Venues by name with how they stand with each channel; filters by state, and by channel whose state is meant.',
    can: ['read', 'channel-management'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      filters: z.optional(
        z.object({
          criteria: z.optional(z.string().check(z.maxLength(120))),
          channelId: z.optional(Id),
          state: z.optional(queryList(LinkState)),
        }),
      ),
    }),
    result: pageOf(VenueLinks),
    envelope: 'page',
    errors: [],
  },
  list: {
    method: 'GET',
    path: '/v1/venues/:id/channels',
    summary: 'Every channel with how the venue stands with it, what needs doing first.',
    can: ['read', 'channel-management'],
    audit: 'none',
    params: IdParams,
    result: z.array(VenueChannel),
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  move: {
    method: 'POST',
    path: '/v1/venues/:id/channels/:channelId/moves',
    summary: 'Connect, pause, resume, disconnect … one venue and channel; answers where to go when the channel wants that.',
    can: ['update', 'channel-management'],
    audit: 'channel.link_moved',
    params: LinkParams,
    body: z.object({ move: LinkMove, ...Said }),
    result: VenueChannel,
    envelope: 'data',
    errors: ['venue.not_found', 'channel.not_found', 'channel.move_illegal', 'channel.inactive', 'venue.archived', 'reason.required'],
  },
  limits: {
    method: 'GET',
    path: '/v1/venues/:id/channels/:channelId/limits',
    summary: 'What the venue limits the channel to; null = as the channel itself says.',
    can: ['read', 'channel-management'],
    audit: 'none',
    params: LinkParams,
    result: VenueLimits,
    envelope: 'data',
    errors: ['venue.not_found', 'channel.not_found'],
  },
  limit: {
    method: 'PUT',
    path: '/v1/venues/:id/channels/:channelId/limits',
    summary: 'Limit a channel for one venue: parties, covers a day, notice. Null = as the channel itself says.',
    can: ['update', 'channel-management'],
    audit: 'channel.link_updated',
    params: LinkParams,
    body: z.object({ limits: z.nullable(ChannelLimits), version: whole(1, 2_000_000_000) }),
    result: VenueLimits,
    envelope: 'data',
    errors: ['venue.not_found', 'channel.not_found', 'channel.version_stale'],
  },
  history: {
    method: 'GET',
    path: '/v1/venues/:id/channels/:channelId/history',
    summary: 'The last hundred moves of a venue on a channel, newest first.',
    can: ['read', 'channel-management'],
    audit: 'none',
    params: LinkParams,
    result: z.array(LinkEvent),
    envelope: 'data',
    errors: ['venue.not_found', 'channel.not_found'],
  },
  check: {
    method: 'POST',
    path: '/v1/venues/:id/channels/:channelId/check',
    summary: 'Ask the channel now, in a moment, whether the venue is ready there.',
    can: ['update', 'channel-management'],
    audit: 'none',
    params: LinkParams,
    result: z.object({ asked: z.boolean() }),
    envelope: 'data',
    errors: ['venue.not_found', 'channel.not_found'],
  },
  answer: {
    method: 'POST',
    path: '/v1/bc/venues/:id/link',
    summary: 'The channel approves, rejects, reviews, pauses … a venue that asked to be sold there.',
    can: 'channel',
    audit: 'channel.link_moved',
    params: IdParams,
    body: z.object({ move: LinkMove, ...Said }),
    result: z.object({ venueId: Id, state: LinkState }),
    envelope: 'bare',
    oddId: 'venue.not_found',
    errors: ['venue.not_found', 'channel.move_illegal', 'reason.required'],
  },
})
