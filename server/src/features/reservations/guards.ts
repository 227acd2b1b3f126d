import type { Guards } from '#src/platform/db/guards.ts'

/** The life cycle of a reservation, and the capacity of a book, which concurrent bookings may use up (migrations 0003 and 0009). */
export const reservationGuards: Guards = {
  states: {
    TW001: 'reservation.move_illegal',
    TW002: 'slot.taken',
    TW003: 'slot.taken',
    TW004: 'slot.taken',
    TW005: 'slot.taken',
    TW228: 'contact.has_enough',
    TW229: 'ask.waits',
    TW230: 'ask.day_full',
  },
  constraints: { reservations_erased_empty: { code: 'reservation.erased' } },
  retried: ['TW002', 'TW003', 'TW004', 'TW005'],
}
