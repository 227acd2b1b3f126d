import { type Measure, part } from '../measure.ts'

export const bookings: Measure = {
  id: 'bookings',
  unit: 'bookings',
  better: 'more',
  since: '2026-11-01',
  count: part('asked', 'parties'),
  words: {
    en: {
      label: 'Bookings',
      definition:
        'Reservations that were made: pending, confirmed, seated, completed, not shown up, and, unless they are left out, canceled and rejected ones.',
    },
    de: {
      label: 'Buchungen',
      definition:
        'Reservierungen, die gemacht wurden: offene, bestätigte, platzierte, beendete, nicht erschienene und, wenn sie nicht ausgeschlossen sind, stornierte und abgelehnte.',
    },
    fr: {
      label: 'Réservations',
      definition:
        'Réservations effectuées : en attente, confirmées, installées, terminées, non honorées et, sauf si elles sont exclues, annulées ou refusées.',
    },
    es: {
      label: 'Reservas',
      definition:
        'Reservas hechas: pendientes, confirmadas, sentadas, terminadas, no presentadas y, salvo que se excluyan, canceladas y rechazadas.',
    },
    nl: {
      label: 'Reserveringen',
      definition:
        'Reserveringen die zijn gemaakt: openstaand, bevestigd, aan tafel, afgerond, niet verschenen en, tenzij ze zijn weggelaten, geannuleerd en geweigerd.',
    },
  },
}
