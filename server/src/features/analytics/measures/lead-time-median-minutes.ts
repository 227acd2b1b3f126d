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
        'The middle of the times from booking to table: half of the bookings were made earlier, half later. Exact for up to 20,000 bookings; of more, and in the course over time, counted in spans from quarters of an hour to months and laid evenly within a span. Without walk-ins and imported bookings.',
    },
    de: {
      label: 'Vorlauf',
      definition:
        'Die Mitte der Zeiten von der Buchung bis zum Tisch: die Hälfte der Buchungen kam früher, die Hälfte später. Genau bis 20.000 Buchungen; bei mehr, und im Verlauf, in Spannen von Viertelstunden bis Monaten gezählt und darin gleichmäßig verteilt. Ohne Walk-ins und importierte Buchungen.',
    },
    fr: {
      label: 'Délai de réservation',
      definition:
        'Le milieu des délais entre la réservation et la table : une moitié a réservé plus tôt, l’autre plus tard. Exact jusqu’à 20 000 réservations ; au-delà, et dans la courbe, compté par tranches du quart d’heure au mois, réparties uniformément. Sans les clients venus sans réservation ni les réservations importées.',
    },
    es: {
      label: 'Antelación',
      definition:
        'El punto medio del tiempo entre la reserva y la mesa: la mitad reservó antes, la mitad después. Exacto hasta 20 000 reservas; con más, y en la evolución, se cuenta por tramos de cuartos de hora a meses, repartidos por igual. Sin quienes vienen sin reserva ni reservas importadas.',
    },
    nl: {
      label: 'Aanlooptijd',
      definition:
        'Het midden van de tijd tussen reservering en tafel: de helft reserveerde eerder, de helft later. Exact tot 20.000 reserveringen; bij meer, en in het verloop, geteld in stappen van kwartieren tot maanden, gelijkmatig verdeeld. Zonder walk-ins en geïmporteerde reserveringen.',
    },
  },
}
