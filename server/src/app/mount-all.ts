import { areas } from '@tablewire/contracts/all'
import type { FastifyInstance } from 'fastify'
import { availabilityHandlers, bookDraftsHandlers } from '#src/features/availability/routes.ts'
import { importsHandlers } from '#src/features/batches/routes.ts'
import { brandsHandlers } from '#src/features/brands/routes.ts'
import { exportsHandlers } from '#src/features/exports/routes.ts'
import { channelsHandlers, linksHandlers } from '#src/features/channels/routes.ts'
import { withRemote } from '#src/features/rms-bookings/routes.ts'
import { licencesHandlers } from '#src/features/licences/routes.ts'
import { mailboxHandlers } from '#src/features/mailbox/routes.ts'
import { notificationHandlers } from '#src/features/notifications/routes.ts'
import { connectionsHandlers } from '#src/features/rms-client/routes.ts'
import { reservationsHandlers } from '#src/features/reservations/routes.ts'
import { syncHandlers } from '#src/features/rms-sync/routes.ts'
import { systemsHandlers } from '#src/features/rms-settings/routes.ts'
import { testModeHandlers } from '#src/features/test-mode/routes.ts'
import { tracesHandlers } from '#src/features/traces/routes.ts'
import { venuesHandlers } from '#src/features/venues/routes.ts'
import { type Edge, mount } from '#src/platform/http/mount.ts'
import { mountPartners } from './mount-partners.ts'
import { mountPeople } from './mount-people.ts'
import { takeFiles } from './take-files.ts'

/** Every area of the contract with its handlers. */
export const mountAll = (app: FastifyInstance, edge: Edge): void => {
  mountPeople(app, edge)
  takeFiles(app, 'brands.addPicture', (inner) => mount(inner, edge, [areas.brands, brandsHandlers]))
  mount(app, edge, [areas.venues, venuesHandlers])
  mount(app, edge, [areas.availability, availabilityHandlers])
  mount(app, edge, [areas.bookDrafts, bookDraftsHandlers])
  mount(app, edge, [areas.reservations, withRemote(reservationsHandlers)])
  mount(app, edge, [areas.channels, channelsHandlers])
  mount(app, edge, [areas.systems, systemsHandlers])
  mount(app, edge, [areas.testMode, testModeHandlers])
  mount(app, edge, [areas.sync, syncHandlers])
  mount(app, edge, [areas.connections, connectionsHandlers])
  mount(app, edge, [areas.licences, licencesHandlers])
  mount(app, edge, [areas.links, linksHandlers])
  mountPartners(app, edge)
  mount(app, edge, [areas.exports, exportsHandlers])
  mount(app, edge, [areas.notifications, notificationHandlers])
  takeFiles(app, 'imports.addPart', (inner) => mount(inner, edge, [areas.imports, importsHandlers]))
  mount(app, edge, [areas.traces, tracesHandlers])
  mount(app, edge, [areas.mailbox, mailboxHandlers])
}
