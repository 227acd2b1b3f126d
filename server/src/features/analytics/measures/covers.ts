import { type Measure, part } from '../measure.ts'

export const covers: Measure = {
  id: 'covers',
  unit: 'covers',
  better: 'more',
  since: '2026-11-01',
  count: part('asked', 'covers'),
  words: {
    en: {
      label: 'Covers',
      definition:
        'Guests of the bookings that are counted, no-shows among them, by the size of the party as it stands now; of canceled and rejected ones only where these are counted too.',
    },
    de: {
      label: 'Gäste',
      definition:
        'Gäste der gezählten Buchungen, auch nicht erschienene, nach der Personenzahl, wie sie jetzt dasteht; stornierte und abgelehnte nur, wo diese mitgezählt werden.',
    },
    fr: {
      label: 'Couverts',
      definition:
        'Convives des réservations comptées, no-shows compris, selon la taille actuelle du groupe ; annulées et refusées seulement si elles sont comptées aussi.',
    },
    es: {
      label: 'Comensales',
      definition:
        'Comensales de las reservas contadas, también los no presentados, según el tamaño actual del grupo; canceladas y rechazadas solo si se cuentan también.',
    },
    nl: {
      label: 'Gasten',
      definition:
        'Gasten van de getelde reserveringen, ook niet verschenen, naar de huidige groepsgrootte; geannuleerde en geweigerde alleen als die ook worden geteld.',
    },
  },
}
