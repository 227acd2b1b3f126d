import { type Measure, agreedOutcomes, canceledOutcomes, part } from '../measure.ts'

export const cancellationRate: Measure = {
  id: 'cancellationRate',
  unit: 'percent',
  better: 'less',
  since: '2026-11-01',
  count: part(canceledOutcomes, 'parties'),
  of: part(agreedOutcomes, 'parties'),
  words: {
    en: { label: 'Cancellation rate', definition: 'Canceled bookings of all that were made, without rejected ones; whoever canceled.' },
    de: { label: 'Stornoquote', definition: 'Stornierte von allen gemachten Buchungen, ohne abgelehnte; gleich, wer storniert hat.' },
    fr: {
      label: 'Taux d’annulation',
      definition: 'Réservations annulées parmi toutes celles effectuées, hors refus, quel que soit l’auteur.',
    },
    es: {
      label: 'Tasa de cancelación',
      definition: 'Reservas canceladas de todas las hechas, sin las rechazadas, las cancele quien las cancele.',
    },
    nl: {
      label: 'Annuleringspercentage',
      definition: 'Geannuleerde van alle gemaakte reserveringen, zonder geweigerde; wie er ook annuleerde.',
    },
  },
}
