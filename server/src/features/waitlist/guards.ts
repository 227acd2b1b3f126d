import type { Guards } from '#src/platform/db/guards.ts'

/** The steps of who waits, and that one place is offered to one guest (migration 0223). */
export const waitlistGuards: Guards = {
  states: { TW060: 'waitlist.move_illegal' },
}
