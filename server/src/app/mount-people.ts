import { areas } from '@tablewire/contracts/all'
import type { FastifyInstance } from 'fastify'
import { actingHandlers } from '#src/features/acting/routes.ts'
import { auditHandlers } from '#src/features/audit/routes.ts'
import { companiesHandlers, groupsHandlers } from '#src/features/companies/routes.ts'
import { recoveryHandlers, sessionHandlers } from '#src/features/people/routes.ts'
import { securityHandlers } from '#src/features/security/routes.ts'
import { sharedDevicesHandlers } from '#src/features/shared-devices/routes.ts'
import { usersHandlers } from '#src/features/users/routes.ts'
import { type Edge, mount } from '#src/platform/http/mount.ts'
import { allUndoables } from './undo-all.ts'

/** The areas about who somebody is, what he may, and what he did. */
export const mountPeople = (app: FastifyInstance, edge: Edge): void => {
  mount(app, edge, { area: areas.session, handlers: sessionHandlers })
  mount(app, edge, { area: areas.recovery, handlers: recoveryHandlers })
  mount(app, edge, { area: areas.security, handlers: securityHandlers })
  mount(app, edge, { area: areas.acting, handlers: actingHandlers })
  mount(app, edge, { area: areas.sharedDevices, handlers: sharedDevicesHandlers })
  mount(app, edge, { area: areas.users, handlers: usersHandlers })
  mount(app, edge, { area: areas.companies, handlers: companiesHandlers })
  mount(app, edge, { area: areas.groups, handlers: groupsHandlers })
  mount(app, edge, { area: areas.audit, handlers: auditHandlers(allUndoables) })
}
