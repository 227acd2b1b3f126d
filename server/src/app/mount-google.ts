import { areas } from '@tablewire/contracts/all'
import type { FastifyInstance } from 'fastify'
import { googleAccountsHandlers } from '#src/features/google-accounts/routes.ts'
import { googleBooking } from '#src/features/google-booking/routes.ts'
import { googleFeedsHandlers } from '#src/features/google-feeds/routes.ts'
import { googleLaunchHandlers } from '#src/features/google-launch/routes.ts'
import { type Edge, mount } from '#src/platform/http/mount.ts'

/** What Google calls, and what people set and see of it. */
export const mountGoogle = (app: FastifyInstance, edge: Edge): void => {
  googleBooking(app, edge)
  mount(app, edge, { area: areas.googleAccounts, handlers: googleAccountsHandlers })
  mount(app, edge, { area: areas.googleFeeds, handlers: googleFeedsHandlers })
  mount(app, edge, { area: areas.googleLaunch, handlers: googleLaunchHandlers })
}
