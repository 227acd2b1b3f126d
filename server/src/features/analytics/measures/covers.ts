import { type Measure, part } from '../measure.ts'

export const covers: Measure = {
  id: 'covers',
  unit: 'covers',
  better: 'more',
  since: '2026-12-01',
  count: part('asked', 'covers'),
  words: {
    en: { label: 'Covers', definition: 'Guests of the bookings that are counted, by the size of the party as it stands now.' },
    de: { label: 'Gäste', definition: 'Gäste der gezählten Buchungen, nach der Personenzahl, wie sie jetzt dasteht.' },
    fr: { label: 'Couverts', definition: 'Convives des réservations comptées, selon la taille actuelle du groupe.' },
    es: { label: 'Comensales', definition: 'Comensales de las reservas contadas, según el tamaño actual del grupo.' },
    nl: { label: 'Gasten', definition: 'Gasten van de getelde reserveringen, naar de huidige groepsgrootte.' },
  },
}
