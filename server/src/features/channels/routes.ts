import type { channels } from '@tablewire/contracts/channels'
import type { Handlers } from '#src/platform/http/mount.ts'
import { readChannel } from './channel-view.ts'
import { createChannel } from './create-channel.ts'
import { linkVenues, unlinkVenues } from './link-venues.ts'
import { listChannels, listOwnChannels } from './list-channels.ts'
import { rotateToken } from './rotate-token.ts'
import { updateChannel } from './update-channel.ts'

export const channelsHandlers: Handlers<typeof channels> = {
  list: (ctx, { query }) => listChannels(ctx, query),
  mine: (ctx, { query }) => listOwnChannels(ctx, query),
  get: (ctx, { params }) => readChannel(ctx, params.id),
  create: (ctx, { body }) => createChannel(ctx, body),
  update: (ctx, input) => updateChannel(ctx, input),
  rotateToken: (ctx, { params }) => rotateToken(ctx, params.id),
  linkVenues: (ctx, { params, body }) => linkVenues(ctx, { channelId: params.id, venues: body.venues }),
  unlinkVenues: (ctx, { params, body }) => unlinkVenues(ctx, { channelId: params.id, venues: body.venues }),
}
