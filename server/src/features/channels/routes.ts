import type { channels } from '@tablewire/contracts/channels/channels'
import type { links } from '@tablewire/contracts/channels/links'
import type { Handlers } from '#src/platform/http/mount.ts'
import { answerLink, moveVenueLink } from './move-own-link.ts'
import { addChannelUser, listChannelUsers, removeChannelUser } from './channel-users.ts'
import { readChannel, readWholeChannel } from './channel-view.ts'
import { scheduleLinkCheck } from './check-link.ts'
import { createChannel } from './create-channel.ts'
import { listKeys, revokeKey } from './credentials.ts'
import { deleteChannel } from './delete-channel.ts'
import { linkHistory } from './link-history.ts'
import { linkOwn } from './link-own.ts'
import { linkVenues, unlinkVenues } from './link-venues.ts'
import { listChannels, listOwnChannels } from './list-channels.ts'
import { listVenueChannels, readVenueChannel } from './list-venue-channels.ts'
import { listVenueLinks } from './list-venue-links.ts'
import { rmsEnabled } from './rms-enabled.ts'
import { rotateToken } from './rotate-token.ts'
import { updateChannel } from './update-channel.ts'
import { limitChannel, readLimits, readLink, updateLink } from './update-link.ts'

export const channelsHandlers: Handlers<typeof channels> = {
  list: (ctx, { query }) => listChannels(ctx, query),
  mine: (ctx, { query }) => listOwnChannels(ctx, query),
  linkOwn: (ctx, { params, body }) => linkOwn(ctx, { channelId: params.id, refs: body.venues, request: 'connect' }),
  unlinkOwn: (ctx, { params, body }) => linkOwn(ctx, { channelId: params.id, refs: body.venues, request: 'disconnect' }),
  linkOne: async (ctx, { params }) => (await linkOwn(ctx, { channelId: params.id, refs: [params.venue], request: 'connect' }))[0]!,
  unlinkOne: async (ctx, { params }) => (await linkOwn(ctx, { channelId: params.id, refs: [params.venue], request: 'disconnect' }))[0]!,
  get: (ctx, { params, query }) => (query.mode === 'max' ? readWholeChannel : readChannel)(ctx, params.id),
  create: (ctx, { body }) => createChannel(ctx, body),
  update: (ctx, input) => updateChannel(ctx, input),
  delete: (ctx, { params }) => deleteChannel(ctx, params.id),
  credentials: (ctx, { params }) => listKeys(ctx, params.id),
  rotateToken: (ctx, { params }) => rotateToken(ctx, params.id),
  revokeKey: (ctx, { params }) => revokeKey(ctx, params),
  linkVenues: (ctx, { params, body }) => linkVenues(ctx, { channelId: params.id, venues: body.venues }),
  unlinkVenues: (ctx, { params, body }) => unlinkVenues(ctx, { channelId: params.id, venues: body.venues }),
  link: (ctx, { params }) => readLink(ctx, params),
  updateLink: (ctx, input) => updateLink(ctx, input),
  rmsEnabled: (ctx, { params }) => rmsEnabled(ctx, params.id),
  users: (ctx, { params }) => listChannelUsers(ctx, params.id),
  addUser: (ctx, { params, body }) => addChannelUser(ctx, { id: params.id, email: body.email }),
  removeUser: (ctx, { params }) => removeChannelUser(ctx, params),
}

const nameOf = ({ id, channelId }: { id: string; channelId: string }) => ({ venueId: id, channelId })
export const linksHandlers: Handlers<typeof links> = {
  venues: (ctx, { query }) => listVenueLinks(ctx, query),
  list: (ctx, { params }) => listVenueChannels(ctx, { venueId: params.id }),
  move: (ctx, input) => moveVenueLink(ctx, input),
  limits: (ctx, { params }) => readLimits(ctx, { id: params.channelId, venueId: params.id }),
  limit: (ctx, { params, body }) => limitChannel(ctx, { params: { id: params.channelId, venueId: params.id }, body }),
  history: (ctx, { params }) => linkHistory(ctx, nameOf(params)),
  check: async (ctx, { params }) => {
    await readVenueChannel(ctx, nameOf(params))
    return scheduleLinkCheck(ctx, nameOf(params))
  },
  answer: (ctx, input) => answerLink(ctx, input),
}
