import { users } from '@tablewire/contracts/identity/users'
import type { Ctx } from '#src/platform/ctx.ts'
import { restorableValues, type Values } from '#src/platform/audit/restorable-values.ts'
import { changeUser } from './change-user.ts'
import { disableUser, enableUser } from './disable-user.ts'
import { accessSnapshot, giveVenues, auditedAccess } from './give-venues.ts'
import { readUser, userSnapshot } from './user-view.ts'

export { unknowableHash } from './add-user.ts'
export { deleteUser } from './disable-user.ts'
export { type UserRowResult, placeUser, type UserRowInput } from './place-user.ts'
export { readUserCells, type UserCells, UserRefused } from './read-user-cells.ts'
export { inviteToVenue, mayLetIn } from './invite-to-venue.ts'
export { onBehalfOf } from './on-behalf-of.ts'
export { restoreUser } from './restore-user.ts'
export { mayReviveUser, reviveUser } from './revive-user.ts'
export type { UserBefore } from './user-import-fields.ts'
export { userSheetPhrases } from './user-sheet-phrases.ts'

/** Shutting somebody out and letting in again are each other's way back. Sessions and links that ended stay ended. */
const ofState = {
  subject: 'user',
  right: ['update', 'users'] as const,
  current: async (ctx: Ctx, id: string) => ({ state: (await readUser(ctx, id)).state }),
  restore: (ctx: Ctx, id: string, { state }: Values) => (state === 'disabled' ? disableUser : enableUser)(ctx, id),
}

/** What of a user can be put back as it was, by the action of the audit entry. */
export const userUndoables = {
  'user.updated': {
    subject: 'user',
    right: ['update', 'users'] as const,
    current: async (ctx: Ctx, id: string) => userSnapshot(await readUser(ctx, id)),
    restore: async (ctx: Ctx, id: string, values: Values) => {
      const user = await readUser(ctx, id)
      return changeUser(ctx, { params: { id }, body: restorableValues(users.update.body, { ...user, ...values, version: user.version }) })
    },
  },
  'user.venues_given': {
    subject: 'user',
    right: ['update', 'users'] as const,
    current: async (ctx: Ctx, id: string) => auditedAccess(await accessSnapshot(ctx, id)),
    restore: async (ctx: Ctx, id: string, values: Values) => {
      const given = { ...(await accessSnapshot(ctx, id)), ...values, version: (await readUser(ctx, id, 'min')).version }
      return giveVenues(ctx, { params: { id }, body: restorableValues(users.giveVenues.body, given) })
    },
  },
  'user.disabled': ofState,
  'user.enabled': ofState,
}
