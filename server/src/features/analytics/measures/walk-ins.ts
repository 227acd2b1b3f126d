import { type Measure, part } from '../measure.ts'

export const walkIns: Measure = {
  id: 'walkIns',
  unit: 'covers',
  better: 'more',
  since: '2026-11-01',
  count: part(['seated', 'completed'], 'walkInCovers', { source: 'walk_in' }),
  words: {
    en: { label: 'Walk-ins', definition: 'Guests who came without a booking and were seated.' },
    de: { label: 'Walk-ins', definition: 'Gäste, die ohne Buchung kamen und einen Tisch bekamen.' },
    fr: { label: 'Sans réservation', definition: 'Clients venus sans réservation et installés.' },
    es: { label: 'Sin reserva', definition: 'Comensales que vinieron sin reserva y se sentaron.' },
    nl: { label: 'Walk-ins', definition: 'Gasten die zonder reservering kwamen en een tafel kregen.' },
  },
}
