import { areas } from '@tablewire/contracts/all'
import type { FastifyInstance } from 'fastify'
import { actingHandlers } from '#src/features/acting/routes.ts'
import { auditHandlers } from '#src/features/audit/routes.ts'
import { companiesHandlers, groupsHandlers } from '#src/features/companies/routes.ts'
import { recoveryHandlers, sessionHandlers } from '#src/features/people/routes.ts'
import { securityHandlers } from '#src/features/security/routes.ts'
import { usersHandlers } from '#src/features/users/routes.ts'
import { type Edge, mount } from '#src/platform/http/mount.ts'
import { allUndoables } from './undo-all.ts'

/** The areas about who somebody is, what he may, and what he did. */
export const mountPeople = (app: FastifyInstance, edge: Edge): void => {
  mount(app, edge, [areas.session, sessionHandlers])
  mount(app, edge, [areas.recovery, recoveryHandlers])
  mount(app, edge, [areas.security, securityHandlers])
  mount(app, edge, [areas.acting, actingHandlers])
  mount(app, edge, [areas.users, usersHandlers])
  mount(app, edge, [areas.companies, companiesHandlers])
  mount(app, edge, [areas.groups, groupsHandlers])
  mount(app, edge, [areas.audit, auditHandlers(allUndoables)])
}
