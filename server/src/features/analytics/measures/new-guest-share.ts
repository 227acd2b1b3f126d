import { type Measure, part } from '../measure.ts'

export const newGuestShare: Measure = {
  id: 'newGuestShare',
  unit: 'percent',
  better: 'neither',
  since: '2026-11-01',
  partners: 'none',
  ofGuests: true,
  count: part('asked', 'fresh', { guestIs: 'new' }),
  of: part('asked', 'known', { guestIs: 'new,returning' }),
  words: {
    en: {
      label: 'New guests',
      definition: 'Bookings of guests who had never been booked at that venue before, of those whose guest is known.',
    },
    de: {
      label: 'Neue Gäste',
      definition: 'Buchungen von Gästen, die an diesem Haus nie zuvor gebucht waren, von denen mit bekanntem Gast.',
    },
    fr: {
      label: 'Nouveaux clients',
      definition: 'Réservations de clients jamais inscrits auparavant dans ce restaurant, parmi celles dont le client est connu.',
    },
    es: {
      label: 'Clientes nuevos',
      definition: 'Reservas de clientes que nunca antes tuvieron reserva en ese local, de las que tienen cliente conocido.',
    },
    nl: {
      label: 'Nieuwe gasten',
      definition: 'Reserveringen van gasten die daar nooit eerder gereserveerd stonden, van die met een bekende gast.',
    },
  },
}
