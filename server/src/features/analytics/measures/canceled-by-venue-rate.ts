import { type Measure, agreedOutcomes, part } from '../measure.ts'

export const canceledByVenueRate: Measure = {
  id: 'canceledByVenueRate',
  unit: 'percent',
  better: 'less',
  since: '2026-11-01',
  count: part(['canceled_venue', 'canceled_system'], 'parties'),
  of: part(agreedOutcomes, 'parties'),
  words: {
    en: {
      label: 'Canceled by the venue',
      definition: 'Bookings that the venue or its reservation system canceled, of all that were made without rejected ones.',
    },
    de: {
      label: 'Storno durch das Haus',
      definition: 'Buchungen, die das Haus oder sein Reservierungssystem storniert hat, von allen gemachten ohne abgelehnte.',
    },
    fr: {
      label: 'Annulé par le restaurant',
      definition: 'Réservations annulées par le restaurant ou son système, parmi toutes celles effectuées, hors refus.',
    },
    es: {
      label: 'Canceladas por el local',
      definition: 'Reservas que canceló el local o su sistema, de todas las hechas sin las rechazadas.',
    },
    nl: {
      label: 'Geannuleerd door de zaak',
      definition: 'Reserveringen die de zaak of haar systeem annuleerde, van alle gemaakte zonder geweigerde.',
    },
  },
}
