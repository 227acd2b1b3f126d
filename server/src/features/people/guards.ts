import type { Guards } from '#src/platform/db/guards.ts'

/** At least one user with all permissions has to remain (migration 0018). */
export const peopleGuards: Guards = {
  states: { TW020: 'user.last_super_admin' },
  constraints: {
    users_email: { code: 'user.email_taken', field: 'email' },
    users_username: { code: 'user.username_taken', field: 'username' },
  },
}
