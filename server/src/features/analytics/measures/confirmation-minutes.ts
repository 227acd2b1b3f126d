import { type Measure, part } from '../measure.ts'

export const confirmationMinutes: Measure = {
  id: 'confirmationMinutes',
  unit: 'minutes',
  better: 'less',
  since: '2026-11-01',
  count: part('asked', 'confirmMinutes', { confirmed: '1' }),
  of: part('asked', 'confirmed', { confirmed: '1' }),
  words: {
    en: {
      label: 'Time to confirm',
      definition: 'Minutes from a request to its confirmation, on average over the requests that were confirmed.',
    },
    de: { label: 'Zeit bis zur Zusage', definition: 'Minuten von der Anfrage bis zur Bestätigung, im Mittel der bestätigten Anfragen.' },
    fr: { label: 'Délai de confirmation', definition: 'Minutes entre la demande et sa confirmation, en moyenne des demandes confirmées.' },
    es: {
      label: 'Tiempo hasta confirmar',
      definition: 'Minutos de la solicitud a su confirmación, de media en las solicitudes confirmadas.',
    },
    nl: { label: 'Tijd tot bevestiging', definition: 'Minuten van aanvraag tot bevestiging, gemiddeld over de bevestigde aanvragen.' },
  },
}
