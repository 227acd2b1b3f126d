import type { brands } from '@tablewire/contracts/brands'
import type { Handlers } from '#src/platform/http/mount.ts'
import { brandOfHost } from './api.ts'

export const brandsHandlers: Handlers<typeof brands> = {
  current: (ctx) => brandOfHost(ctx.db, ctx.origin.host),
}
