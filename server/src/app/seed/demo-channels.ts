import type { ChannelProduct, ChannelType } from '@tablewire/contracts/channels/channel-objects'
import type { LinkState } from '@tablewire/contracts/channels/channels.rules'
import type { z } from 'zod/mini'
import { type DemoVenue, demoVenues } from './demo-venues.ts'
import { randomFor } from './random.ts'

export type ChannelKey = 'google' | 'meta' | 'tripadvisor' | 'guide' | 'widget' | 'pos' | 'desk'
type DemoChannel = {
  name: string
  type: z.infer<typeof ChannelType>
  rateLimitPerMinute: number
  selfSubscription: boolean
  product?: ChannelProduct
  /** Where a venue finishes the connection at the channel. */
  subscribeUrl?: string
  /** How many of a venue's online bookings come this way, against the others. */
  share: number
  /** How many venues take part at all. */
  reach: number
}

export const demoChannels: Record<ChannelKey, DemoChannel> = {
  google: {
    name: 'Reserve with Google',
    type: 'partner',
    product: 'google',
    rateLimitPerMinute: 60_000,
    selfSubscription: false,
    share: 30,
    reach: 0.95,
  },
  meta: { name: 'Meta', type: 'partner', product: 'meta', rateLimitPerMinute: 30_000, selfSubscription: true, share: 9, reach: 0.7 },
  tripadvisor: {
    name: 'Tripadvisor',
    type: 'partner',
    rateLimitPerMinute: 30_000,
    selfSubscription: false,
    subscribeUrl: 'https://owners.tripadvisor.example/connect?venue={venueId}',
    share: 14,
    reach: 0.7,
  },
  guide: {
    name: 'Forkful Guide',
    type: 'partner',
    rateLimitPerMinute: 6_000,
    selfSubscription: false,
    subscribeUrl: 'https://forkful.example/partners/join?venue={venueId}',
    share: 12,
    reach: 0.5,
  },
  widget: { name: 'Our website', type: 'widget', rateLimitPerMinute: 60_000, selfSubscription: true, share: 38, reach: 1 },
  pos: { name: 'Till & Tray POS', type: 'pos', rateLimitPerMinute: 12_000, selfSubscription: false, share: 4, reach: 0.4 },
  desk: { name: 'Concierge desk', type: 'internal', rateLimitPerMinute: 6_000, selfSubscription: false, share: 5, reach: 0.5 },
}
export const channelKeys = Object.keys(demoChannels) as ChannelKey[]

export type Link = { venue: DemoVenue; channel: ChannelKey; state: z.infer<typeof LinkState> }

const partnerStates: readonly (readonly [Link['state'], number])[] = [
  ['live', 74],
  ['in_review', 6],
  ['action_required', 6],
  ['requested', 4],
  ['paused', 4],
  ['rejected', 2],
  ['error', 2],
  ['not_enabled', 2],
]

/** Which venue is sold where, and how far each link has come. The busiest houses are live everywhere they are listed. */
export const demoLinks = (): Link[] =>
  demoVenues.flatMap((venue) => {
    const random = randomFor(`links ${venue.key}`)
    return channelKeys.flatMap((channel) => {
      const { type, reach } = demoChannels[channel]
      if (!random.chance(reach)) return []
      const state = type === 'partner' && venue.parties < 20 ? random.weighted(partnerStates) : 'live'
      return [{ venue, channel, state }]
    })
  })
