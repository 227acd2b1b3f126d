import type { users } from '@tablewire/contracts/identity/users'
import { requestExport } from '#src/features/exports/api.ts'
import type { Handlers } from '#src/platform/http/mount.ts'
import { addUser, inviteAgain } from './add-user.ts'
import { changeUser } from './change-user.ts'
import { deleteUser, disableUser, enableUser } from './disable-user.ts'
import { giveVenues } from './give-venues.ts'
import { exportUsersJob } from './jobs.ts'
import { listGivenVenues } from './list-given-venues.ts'
import { listUsers } from './list-users.ts'
import { moveUser } from './move-user.ts'
import { permissionsData } from './permissions-data.ts'
import { resetFactors } from './reset-factors.ts'
import { unlockUser } from './unlock-user.ts'
import { readUser } from './user-view.ts'

export const usersHandlers: Handlers<typeof users> = {
  list: (ctx, { query }) => listUsers(ctx, query),
  export: (ctx, { body }) => requestExport(ctx, { kind: 'users', ask: body, needs: [['read', 'users']], job: exportUsersJob }),
  get: (ctx, { params, query }) => readUser(ctx, params.id, query.mode),
  venues: (ctx, input) => listGivenVenues(ctx, input),
  create: (ctx, { body }) => addUser(ctx, body),
  update: (ctx, input) => changeUser(ctx, input),
  giveVenues: (ctx, input) => giveVenues(ctx, input),
  move: (ctx, input) => moveUser(ctx, input),
  invite: (ctx, { params }) => inviteAgain(ctx, params.id),
  disable: (ctx, { params }) => disableUser(ctx, params.id),
  enable: (ctx, { params }) => enableUser(ctx, params.id),
  unlock: (ctx, { params }) => unlockUser(ctx, params.id),
  resetFactors: (ctx, { params, body }) => resetFactors(ctx, params.id, body),
  delete: (ctx, { params }) => deleteUser(ctx, params.id),
  permissions: (ctx, { query }) => permissionsData(ctx, query),
}
