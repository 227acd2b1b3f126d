import { type Measure, agreedOutcomes, canceledOutcomes, part } from '../measure.ts'

export const lateCancellationRate: Measure = {
  id: 'lateCancellationRate',
  unit: 'percent',
  better: 'less',
  since: '2026-11-01',
  count: part(canceledOutcomes, 'late', { canceledLate: '1' }),
  of: part(agreedOutcomes, 'parties'),
  words: {
    en: {
      label: 'Late cancellations',
      definition: 'Bookings canceled less than 24 hours before the party was due, of all that were made without rejected ones.',
    },
    de: {
      label: 'Späte Stornos',
      definition: 'Buchungen, die weniger als 24 Stunden vorher storniert wurden, von allen gemachten ohne abgelehnte.',
    },
    fr: {
      label: 'Annulations tardives',
      definition: 'Réservations annulées moins de 24 heures avant l’arrivée prévue, parmi toutes celles effectuées, hors refus.',
    },
    es: {
      label: 'Cancelaciones tardías',
      definition: 'Reservas canceladas menos de 24 horas antes de la hora, de todas las hechas sin las rechazadas.',
    },
    nl: {
      label: 'Late annuleringen',
      definition: 'Reserveringen die minder dan 24 uur vooraf zijn geannuleerd, van alle gemaakte zonder geweigerde.',
    },
  },
}
