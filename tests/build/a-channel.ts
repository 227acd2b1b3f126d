import { createHash } from 'node:crypto'
import { abilityOf } from '@tablewire/contracts/identity/access'
import type { ChannelType } from '@tablewire/contracts/channels/channel-objects'
import type {} from '@tablewire/server/features/channels/channel-rows'
import type { Ctx } from '@tablewire/server/platform/ctx'
import type { Db } from '@tablewire/server/platform/db/schema'
import { newId, newSecret } from '@tablewire/server/platform/id'
import type { z } from 'zod/mini'
import { aCtx } from './a-ctx.ts'

export type TestChannel = {
  id: string
  name: string
  type: z.infer<typeof ChannelType>
  active: boolean
  rateLimitPerMinute: number
  /** The x-token. */
  key: string
}

/** A partner channel with a valid key, live for the venues named. */
export const aChannel = async (
  db: Db,
  { venues = [], ...overrides }: Partial<TestChannel> & { venues?: readonly string[] } = {},
): Promise<TestChannel> => {
  const id = newId()
  const { key, ...channel }: TestChannel = {
    id,
    name: `Channel ${id}`,
    type: 'partner',
    active: true,
    rateLimitPerMinute: 60_000,
    key: newSecret(),
    ...overrides,
  }
  await db.insertInto('channels').values(channel).execute()
  await db
    .insertInto('channelKeys')
    .values({ hash: createHash('sha256').update(key).digest(), channelId: channel.id })
    .execute()
  if (venues.length)
    await db
      .insertInto('channelVenues')
      .values(venues.map((venueId) => ({ venueId, channelId: channel.id, state: 'live' as const })))
      .execute()
  return { ...channel, key }
}

/** What a verb gets when this channel calls. */
export const ctxOfChannel = (db: Db, channel: TestChannel, overrides: Partial<Ctx> = {}): Ctx =>
  aCtx(db, {
    actor: { kind: 'channel', id: channel.id, name: channel.name, rateLimitPerMinute: channel.rateLimitPerMinute },
    ability: abilityOf({ roles: [], permissions: [] }),
    scope: { kind: 'channel', channelId: channel.id },
    ...overrides,
  })
