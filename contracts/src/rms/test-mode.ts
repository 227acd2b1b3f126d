import { z } from 'zod/mini'
import { ChannelKey } from '../channels/channel-objects.ts'
import { defineArea } from '../kit/endpoint.ts'
import { SystemKey } from './systems.ts'
import { Id, IdParams } from '../kit/wire.ts'

/** A venue to try things at; its name says how it answers. */
export const TestVenue = z.object({ id: Id, name: z.string() })
export type TestVenue = z.infer<typeof TestVenue>

const common = { params: IdParams, envelope: 'data' } as const

/** Keys with which partners try their work out: they see test venues and nothing else, and no other key sees those. */
export const testMode = defineArea('testMode', {
  channel: {
    ...common,
    method: 'GET',
    path: '/booking-channels/:id/test-mode',
    summary:
      'The test mode of a channel: its test keys that are good now and its test venues. `channelId` is null until the first key is made.',
    can: ['read', 'booking-channels'],
    audit: 'none',
    result: z.object({ channelId: z.nullable(Id), keys: z.array(ChannelKey), venues: z.array(TestVenue) }),
    errors: ['channel.not_found'],
  },
  channelKey: {
    ...common,
    method: 'POST',
    path: '/booking-channels/:id/test-key',
    summary: 'A new test key of the channel, answered this once, with venues to try it at; the one before stays valid for 24 hours.',
    status: 201,
    can: ['update', 'booking-channels'],
    audit: 'channel.test_key_made',
    idempotent: 'sealed',
    result: z.object({ channelId: Id, xToken: z.string(), venues: z.array(TestVenue) }),
    errors: ['channel.not_found', 'channel.name_taken', 'test_mode.already'],
  },
  system: {
    ...common,
    method: 'GET',
    path: '/v1/systems/:id/test-mode',
    summary: 'The test mode of a reservation system: its test system, the channel that books there, and the test keys that are good now.',
    can: ['read', 'systems'],
    audit: 'none',
    result: z.object({ systemId: z.nullable(Id), channelId: z.nullable(Id), keys: z.array(SystemKey) }),
    errors: ['system.not_found', 'system.built_in'],
  },
  systemKey: {
    ...common,
    method: 'POST',
    path: '/v1/systems/:id/test-key',
    summary:
      'New test keys of the system, answered this once: one for its own calls, and one of a channel with which its developers book at the test venues that it makes. Those before stay valid for 24 hours.',
    status: 201,
    can: ['update', 'systems'],
    audit: 'system.test_key_made',
    idempotent: 'sealed',
    result: z.object({ systemId: Id, apiKey: z.string(), channelId: Id, xToken: z.string() }),
    errors: ['system.not_found', 'system.built_in', 'system.code_taken', 'system.name_taken', 'channel.name_taken', 'test_mode.already'],
  },
})
