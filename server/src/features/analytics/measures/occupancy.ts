import { keptOutcomes, type Measure, part } from '../measure.ts'

export const occupancy: Measure = {
  id: 'occupancy',
  unit: 'percent',
  better: 'more',
  since: '2026-11-25',
  partners: 'none',
  count: part(keptOutcomes, 'covers'),
  demand: 'occupancy',
  words: {
    en: {
      label: 'Occupancy',
      definition:
        'Covers that were not canceled or rejected, of those the book offered: in each shift its open seats, as often as the stay of a party of two fits between its first and last start, and never more than may arrive. Only restaurants whose book is kept here; by meal date. A day that is over keeps what was offered on it; those before the definition held are worked out by the book of that day.',
    },
    de: {
      label: 'Auslastung',
      definition:
        'Nicht stornierte oder abgelehnte Gäste, von denen, die das Buch angeboten hat: in jeder Schicht die offenen Plätze, so oft, wie der Aufenthalt zu zweit zwischen ersten und letzten Beginn passt, und nie mehr, als ankommen dürfen. Nur Restaurants, deren Buch hier geführt wird; nach Datum des Besuchs. Ein vergangener Tag behält sein Angebot; Tage vor Geltung der Definition sind nach dem damaligen Stand des Buchs berechnet.',
    },
    fr: {
      label: 'Remplissage',
      definition:
        'Couverts ni annulés ni refusés, parmi ceux que le carnet offrait : à chaque service, les places ouvertes, autant de fois que la durée d’un repas à deux tient entre le premier et le dernier début, et jamais plus que les arrivées permises. Uniquement les restaurants dont le carnet est tenu ici ; par date du repas. Un jour passé garde son offre ; ceux d’avant la définition sont calculés d’après le carnet d’alors.',
    },
    es: {
      label: 'Ocupación',
      definition:
        'Comensales no cancelados ni rechazados, de los que ofrecía el libro: en cada turno, las plazas abiertas tantas veces como cabe la estancia de dos personas entre el primer y el último inicio, y nunca más de los que pueden llegar. Solo restaurantes cuyo libro se lleva aquí; por fecha de la comida. Un día pasado conserva su oferta; los anteriores a la definición se calculan con el libro de ese momento.',
    },
    nl: {
      label: 'Bezetting',
      definition:
        'Gasten die niet zijn geannuleerd of geweigerd, van wat het boek aanbood: per dienst de open plaatsen, zo vaak als het verblijf van twee tussen de eerste en laatste aanvang past, en nooit meer dan er mogen aankomen. Alleen restaurants waarvan het boek hier wordt bijgehouden; naar datum van de maaltijd. Een voorbije dag houdt zijn aanbod; dagen van voor de definitie zijn berekend naar het boek van toen.',
    },
  },
}
