import type { googleFeeds } from '@tablewire/contracts/google/google-feeds'
import type { Handlers } from '#src/platform/http/mount.ts'
import { askFeeds } from './ask-feeds.ts'
import { listFeeds, readSchedule } from './list-feeds.ts'

export const googleFeedsHandlers: Handlers<typeof googleFeeds> = {
  list: (ctx, input) => listFeeds(ctx, input),
  schedule: (ctx, { params }) => readSchedule(ctx, params.id),
  send: (ctx, input) => askFeeds(ctx, input),
}
