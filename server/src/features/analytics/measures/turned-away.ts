import { type Measure, part } from '../measure.ts'

export const turnedAway: Measure = {
  id: 'turnedAway',
  unit: 'covers',
  better: 'less',
  since: '2026-11-25',
  // Of a channel its own searches; which system a house stood in then, no search tells.
  partners: 'channels',
  count: part([], 'covers'),
  demand: 'turnedAway',
  words: {
    en: {
      label: 'Turned away',
      definition:
        'Guests for whom a channel searched and found no free place within two hours of the time asked for, on a day on which the restaurant was open, for a party it books. The same search, and on the booking page the same guest, counts once in ten minutes; who later found another time counts all the same. Nothing is known of days before they were counted.',
    },
    de: {
      label: 'Abgewiesen',
      definition:
        'Gäste, für die ein Kanal gesucht und innerhalb von zwei Stunden um die gewünschte Zeit keinen freien Platz gefunden hat, an einem Tag, an dem geöffnet war, für eine Gruppe, die buchbar ist. Dieselbe Suche, auf der Buchungsseite derselbe Gast, zählt binnen zehn Minuten einmal; wer später eine andere Zeit fand, zählt trotzdem. Über Tage, an denen noch nicht gezählt wurde, ist nichts bekannt.',
    },
    fr: {
      label: 'Refusés faute de place',
      definition:
        'Convives pour qui un canal a cherché sans trouver de place libre à moins de deux heures de l’heure demandée, un jour d’ouverture, pour un groupe accepté. La même recherche, ou sur la page de réservation le même convive, compte une fois en dix minutes ; qui a trouvé ensuite une autre heure compte quand même. Rien n’est connu des jours d’avant le comptage.',
    },
    es: {
      label: 'Sin sitio',
      definition:
        'Comensales para los que un canal buscó y no encontró sitio libre a menos de dos horas de la hora pedida, un día en que se abría y para un grupo que se admite. La misma búsqueda, o en la página de reservas el mismo cliente, cuenta una vez en diez minutos; quien después encontró otra hora cuenta igualmente. De los días en que aún no se contaba no se sabe nada.',
    },
    nl: {
      label: 'Geen plaats',
      definition:
        'Gasten voor wie een kanaal zocht en binnen twee uur van de gevraagde tijd geen vrije plaats vond, op een dag dat er open was, voor een groep die kan worden geboekt. Dezelfde zoekopdracht, of op de boekingspagina dezelfde gast, telt binnen tien minuten één keer; wie later een andere tijd vond, telt toch mee. Over dagen waarop nog niet werd geteld is niets bekend.',
    },
  },
}
