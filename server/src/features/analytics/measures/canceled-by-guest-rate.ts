import { type Measure, agreedOutcomes, part } from '../measure.ts'

export const canceledByGuestRate: Measure = {
  id: 'canceledByGuestRate',
  unit: 'percent',
  better: 'less',
  since: '2026-11-01',
  count: part(['canceled_guest', 'canceled_channel'], 'parties'),
  of: part(agreedOutcomes, 'parties'),
  words: {
    en: {
      label: 'Canceled by guests',
      definition: 'Bookings that the guest or the channel canceled, of all that were made without rejected ones.',
    },
    de: {
      label: 'Storno durch Gäste',
      definition: 'Buchungen, die der Gast oder der Kanal storniert hat, von allen gemachten ohne abgelehnte.',
    },
    fr: {
      label: 'Annulé par les clients',
      definition: 'Réservations annulées par le client ou par le canal, parmi toutes celles effectuées, hors refus.',
    },
    es: {
      label: 'Canceladas por clientes',
      definition: 'Reservas que canceló el cliente o el canal, de todas las hechas sin las rechazadas.',
    },
    nl: {
      label: 'Geannuleerd door gasten',
      definition: 'Reserveringen die de gast of het kanaal annuleerde, van alle gemaakte zonder geweigerde.',
    },
  },
}
