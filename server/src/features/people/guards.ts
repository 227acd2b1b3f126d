import type { Guards } from '#src/platform/db/guards.ts'

/** Somebody has to be left who may do everything (migration 0018). */
export const peopleGuards: Guards = {
  states: { TW020: 'user.last_super_admin' },
  constraints: {
    users_email: { code: 'user.email_taken', field: 'email' },
    users_username: { code: 'user.username_taken', field: 'username' },
  },
}
