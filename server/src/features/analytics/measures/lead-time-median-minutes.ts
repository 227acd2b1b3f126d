import { type Measure, part } from '../measure.ts'

export const leadTimeMedianMinutes: Measure = {
  id: 'leadTimeMedianMinutes',
  unit: 'minutes',
  better: 'neither',
  since: '2026-11-01',
  count: part('asked', 'parties', { lead: '0-' }),
  median: 'leads',
  words: {
    en: {
      label: 'Lead time',
      definition:
        'The middle of the times from booking to table: half of the bookings were made earlier, half later. Counted in spans, from quarters of an hour to months, and laid evenly within a span. Without walk-ins and imported bookings.',
    },
    de: {
      label: 'Vorlauf',
      definition:
        'Die Mitte der Zeiten von der Buchung bis zum Tisch: die Hälfte der Buchungen kam früher, die Hälfte später. In Spannen gezählt, von Viertelstunden bis Monaten, und darin gleichmäßig verteilt. Ohne Walk-ins und importierte Buchungen.',
    },
    fr: {
      label: 'Délai de réservation',
      definition:
        'Le milieu des délais entre la réservation et la table : une moitié a réservé plus tôt, l’autre plus tard. Compté par tranches, du quart d’heure au mois, réparties uniformément. Sans les clients venus sans réservation ni les réservations importées.',
    },
    es: {
      label: 'Antelación',
      definition:
        'El punto medio del tiempo entre la reserva y la mesa: la mitad reservó antes, la mitad después. Se cuenta por tramos, de cuartos de hora a meses, repartidos por igual. Sin quienes vienen sin reserva ni reservas importadas.',
    },
    nl: {
      label: 'Aanlooptijd',
      definition:
        'Het midden van de tijd tussen reservering en tafel: de helft reserveerde eerder, de helft later. Geteld in stappen, van kwartieren tot maanden, gelijkmatig verdeeld. Zonder walk-ins en geïmporteerde reserveringen.',
    },
  },
}
