import type { testMode } from '@tablewire/contracts/rms/test-mode'
import type { Handlers } from '#src/platform/http/mount.ts'
import { makeChannelTestKey, readChannelTestMode } from './channel-test-mode.ts'
import { makeSystemTestKey, readSystemTestMode } from './system-test-mode.ts'

export const testModeHandlers: Handlers<typeof testMode> = {
  channel: (ctx, { params }) => readChannelTestMode(ctx, params.id),
  channelKey: (ctx, { params }) => makeChannelTestKey(ctx, params.id),
  system: (ctx, { params }) => readSystemTestMode(ctx, params.id),
  systemKey: (ctx, { params }) => makeSystemTestKey(ctx, params.id),
}
