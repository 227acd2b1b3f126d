import { type Measure, part } from '../measure.ts'

export const averageParty: Measure = {
  id: 'averageParty',
  unit: 'perBooking',
  better: 'neither',
  since: '2026-11-01',
  count: part('asked', 'covers'),
  of: part('asked', 'parties'),
  words: {
    en: { label: 'Average party', definition: 'Covers divided by bookings.' },
    de: { label: 'Gäste je Buchung', definition: 'Gäste geteilt durch Buchungen.' },
    fr: { label: 'Taille moyenne', definition: 'Couverts divisés par réservations.' },
    es: { label: 'Grupo medio', definition: 'Comensales divididos entre reservas.' },
    nl: { label: 'Gemiddelde groep', definition: 'Gasten gedeeld door reserveringen.' },
  },
}
