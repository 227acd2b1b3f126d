import { bc } from '@tablewire/contracts/bc'
import { brands } from '@tablewire/contracts/brands'
import { channels } from '@tablewire/contracts/channels'
import { notifications } from '@tablewire/contracts/notifications'
import { audit, mailbox } from '@tablewire/contracts/operations'
import { reservations } from '@tablewire/contracts/reservations'
import { session } from '@tablewire/contracts/session'
import { availability, venues } from '@tablewire/contracts/venues'
import type { FastifyInstance } from 'fastify'
import { auditHandlers } from '#src/features/audit/routes.ts'
import { availabilityHandlers } from '#src/features/availability/routes.ts'
import { bcHandlers } from '#src/features/bc/routes.ts'
import { brandsHandlers } from '#src/features/brands/routes.ts'
import { channelsHandlers } from '#src/features/channels/routes.ts'
import { mailboxHandlers } from '#src/features/mailbox/routes.ts'
import { notificationHandlers } from '#src/features/notifications/routes.ts'
import { sessionHandlers } from '#src/features/people/routes.ts'
import { reservationsHandlers } from '#src/features/reservations/routes.ts'
import { venuesHandlers } from '#src/features/venues/routes.ts'
import { type Edge, mount } from '#src/platform/http/mount.ts'

/** Every area of the contract with its handlers. */
export const mountAll = (app: FastifyInstance, edge: Edge): void => {
  mount(app, edge, [session, sessionHandlers])
  mount(app, edge, [brands, brandsHandlers])
  mount(app, edge, [venues, venuesHandlers])
  mount(app, edge, [availability, availabilityHandlers])
  mount(app, edge, [reservations, reservationsHandlers])
  mount(app, edge, [channels, channelsHandlers])
  mount(app, edge, [bc, bcHandlers])
  mount(app, edge, [notifications, notificationHandlers])
  mount(app, edge, [audit, auditHandlers])
  mount(app, edge, [mailbox, mailboxHandlers])
}
