import type { ListingMeasure } from '@tablewire/contracts/analytics/listing-analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'

type Words = { label: string; definition: string }
type Measure = Omit<ListingMeasure, 'label' | 'definition'> & { words: Record<Lang, Words> }

const since = '2026-11-26'

/** Every measure of listings, told once. */
const measures: readonly Measure[] = [
  {
    id: 'completeness',
    unit: 'percent',
    better: 'more',
    since,
    words: {
      en: {
        label: 'Completeness',
        definition:
          'The average of how complete listings are: each thing a listing can have is worth points, all together 100. At the end of the period, or now where it is not over; of the restaurants that had a listing then.',
      },
      de: {
        label: 'Vollständigkeit',
        definition:
          'Der Durchschnitt der Vollständigkeit: Was ein Eintrag haben kann, bringt Punkte, alles zusammen 100. Am Ende des Zeitraums, oder jetzt, wenn er noch läuft; über die Betriebe, die dann einen Eintrag hatten.',
      },
      fr: {
        label: 'Complétude',
        definition:
          'La moyenne de la complétude des fiches : chaque élément rapporte des points, 100 en tout. À la fin de la période, ou maintenant si elle court encore ; pour les restaurants qui avaient alors une fiche.',
      },
      es: {
        label: 'Integridad',
        definition:
          'La media de lo completas que están las fichas: cada cosa que puede tener una ficha vale puntos, 100 en total. Al final del periodo, o ahora si no ha terminado; de los restaurantes que tenían ficha entonces.',
      },
      nl: {
        label: 'Volledigheid',
        definition:
          'Het gemiddelde van hoe volledig vermeldingen zijn: alles wat een vermelding kan hebben levert punten op, samen 100. Aan het eind van de periode, of nu als die nog loopt; van de restaurants die toen een vermelding hadden.',
      },
    },
  },
  {
    id: 'completeShare',
    unit: 'percent',
    better: 'more',
    since,
    words: {
      en: { label: 'Complete listings', definition: 'The share of listings that lack nothing, at the end of the period or now.' },
      de: { label: 'Vollständige Einträge', definition: 'Der Anteil der Einträge, denen nichts fehlt, am Ende des Zeitraums oder jetzt.' },
      fr: { label: 'Fiches complètes', definition: 'La part des fiches auxquelles rien ne manque, à la fin de la période ou maintenant.' },
      es: { label: 'Fichas completas', definition: 'La parte de las fichas a las que no les falta nada, al final del periodo o ahora.' },
      nl: {
        label: 'Volledige vermeldingen',
        definition: 'Het aandeel vermeldingen waaraan niets ontbreekt, aan het eind van de periode of nu.',
      },
    },
  },
  {
    id: 'differences',
    unit: 'differences',
    better: 'less',
    since,
    words: {
      en: {
        label: 'Open differences',
        definition:
          'Things that a channel shows otherwise than the listing says, open or asked for, not ignored. At the end of the period, or now where it is not over.',
      },
      de: {
        label: 'Offene Abweichungen',
        definition:
          'Was ein Kanal anders zeigt, als der Eintrag es sagt: offen oder angefragt, nicht ignoriert. Am Ende des Zeitraums, oder jetzt, wenn er noch läuft.',
      },
      fr: {
        label: 'Différences ouvertes',
        definition:
          'Ce qu’un canal affiche autrement que la fiche : ouvert ou demandé, pas ignoré. À la fin de la période, ou maintenant si elle court encore.',
      },
      es: {
        label: 'Diferencias abiertas',
        definition:
          'Lo que un canal muestra de otra forma que la ficha: abierto o solicitado, no ignorado. Al final del periodo, o ahora si no ha terminado.',
      },
      nl: {
        label: 'Open verschillen',
        definition:
          'Wat een kanaal anders toont dan de vermelding: open of gevraagd, niet genegeerd. Aan het eind van de periode, of nu als die nog loopt.',
      },
    },
  },
  {
    id: 'middleMinutes',
    unit: 'minutes',
    better: 'less',
    since,
    words: {
      en: { label: 'Open for', definition: 'The middle (median) of how long the differences that are open now have been there.' },
      de: { label: 'Offen seit', definition: 'Wie lange die jetzt offenen Abweichungen schon bestehen, im Median.' },
      fr: { label: 'Ouvertes depuis', definition: 'L’ancienneté médiane des différences ouvertes en ce moment.' },
      es: { label: 'Abiertas desde hace', definition: 'La mediana del tiempo que llevan las diferencias que ahora están abiertas.' },
      nl: { label: 'Open sinds', definition: 'De mediaan van hoe lang de verschillen die nu open staan er al zijn.' },
    },
  },
  {
    id: 'longestMinutes',
    unit: 'minutes',
    better: 'less',
    since,
    words: {
      en: { label: 'Oldest', definition: 'How long the oldest of the differences that are open now has been there.' },
      de: { label: 'Älteste', definition: 'Wie lange die älteste der jetzt offenen Abweichungen schon besteht.' },
      fr: { label: 'La plus ancienne', definition: 'L’ancienneté de la plus ancienne des différences ouvertes en ce moment.' },
      es: { label: 'La más antigua', definition: 'El tiempo que lleva la más antigua de las diferencias que ahora están abiertas.' },
      nl: { label: 'Oudste', definition: 'Hoe lang het oudste verschil dat nu open staat er al is.' },
    },
  },
  {
    id: 'opened',
    unit: 'differences',
    better: 'less',
    since,
    words: {
      en: {
        label: 'Opened',
        definition:
          'Differences that became known in the period, those that came back included, by the day at the restaurant. Only their number is kept.',
      },
      de: {
        label: 'Neu',
        definition:
          'Abweichungen, die im Zeitraum bekannt wurden, auch wiedergekehrte, nach dem Tag am Ort des Betriebs. Nur ihre Zahl wird behalten.',
      },
      fr: {
        label: 'Nouvelles',
        definition:
          'Différences connues pendant la période, y compris celles qui sont revenues, selon le jour du restaurant. Seul leur nombre est conservé.',
      },
      es: {
        label: 'Nuevas',
        definition:
          'Diferencias conocidas en el periodo, también las que han vuelto, según el día del restaurante. Solo se guarda su número.',
      },
      nl: {
        label: 'Nieuw',
        definition:
          'Verschillen die in de periode bekend werden, ook die terugkwamen, naar de dag bij het restaurant. Alleen hun aantal wordt bewaard.',
      },
    },
  },
  {
    id: 'settled',
    unit: 'differences',
    better: 'more',
    since,
    words: {
      en: {
        label: 'Settled',
        definition:
          'Differences that ended in the period: shown right, taken over, ignored, or of a channel that shows the restaurant no more. Only their number is kept.',
      },
      de: {
        label: 'Erledigt',
        definition:
          'Abweichungen, die im Zeitraum endeten: richtig gezeigt, übernommen, ignoriert, oder der Kanal zeigt den Betrieb nicht mehr. Nur ihre Zahl wird behalten.',
      },
      fr: {
        label: 'Réglées',
        definition:
          'Différences qui ont pris fin pendant la période : corrigées, reprises, ignorées, ou le canal n’affiche plus le restaurant. Seul leur nombre est conservé.',
      },
      es: {
        label: 'Resueltas',
        definition:
          'Diferencias que terminaron en el periodo: corregidas, aceptadas, ignoradas, o de un canal que ya no muestra el restaurante. Solo se guarda su número.',
      },
      nl: {
        label: 'Opgelost',
        definition:
          'Verschillen die in de periode eindigden: goed getoond, overgenomen, genegeerd, of van een kanaal dat het restaurant niet meer toont. Alleen hun aantal wordt bewaard.',
      },
    },
  },
]

export const listListingMeasures = (lang: Lang): ListingMeasure[] =>
  measures.map(({ words, ...measure }) => ({ ...measure, ...words[lang] }))
