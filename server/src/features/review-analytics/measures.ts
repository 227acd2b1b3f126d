import type { ReviewMeasure } from '@tablewire/contracts/analytics/review-analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'

type Words = { label: string; definition: string }
type Measure = Omit<ReviewMeasure, 'label' | 'definition'> & { words: Record<Lang, Words> }

const since = '2026-11-26'

/** Every measure of reviews, told once. */
const measures: readonly Measure[] = [
  {
    id: 'reviews',
    unit: 'reviews',
    better: 'more',
    since,
    words: {
      en: {
        label: 'Reviews',
        definition: 'Reviews published at their source on these days of the venue’s calendar, without those taken down there since.',
      },
      de: {
        label: 'Bewertungen',
        definition:
          'An diesen Tagen (nach dem Kalender des Restaurants) bei ihrer Quelle veröffentlichte Bewertungen, ohne die dort seither entfernten.',
      },
      fr: {
        label: 'Avis',
        definition: 'Avis publiés par leur source ces jours-là (au calendrier du restaurant), hors ceux qui y ont été retirés depuis.',
      },
      es: {
        label: 'Reseñas',
        definition:
          'Reseñas publicadas en su fuente esos días (según el calendario del restaurante), sin las que se han retirado allí desde entonces.',
      },
      nl: {
        label: 'Beoordelingen',
        definition:
          'Beoordelingen die op deze dagen (volgens de kalender van het restaurant) bij hun bron verschenen, zonder wat daar sindsdien is verwijderd.',
      },
    },
  },
  {
    id: 'average',
    unit: 'stars',
    better: 'more',
    since,
    words: {
      en: {
        label: 'Average rating',
        definition: 'The mean of all ratings, each brought to five stars; reviews without a rating do not count.',
      },
      de: {
        label: 'Durchschnitt',
        definition: 'Das Mittel aller Noten, jede auf fünf Sterne gebracht; Bewertungen ohne Note zählen nicht.',
      },
      fr: {
        label: 'Note moyenne',
        definition: 'La moyenne de toutes les notes, chacune ramenée à cinq étoiles ; les avis sans note ne comptent pas.',
      },
      es: {
        label: 'Nota media',
        definition: 'La media de todas las notas, cada una llevada a cinco estrellas; las reseñas sin nota no cuentan.',
      },
      nl: {
        label: 'Gemiddelde',
        definition: 'Het gemiddelde van alle cijfers, elk omgerekend naar vijf sterren; beoordelingen zonder cijfer tellen niet mee.',
      },
    },
  },
  {
    id: 'lowShare',
    unit: 'percent',
    better: 'less',
    since,
    words: {
      en: {
        label: 'One or two stars',
        definition: 'The share of reviews that come to one or two of five stars, of all reviews of the period.',
      },
      de: {
        label: 'Ein oder zwei Sterne',
        definition: 'Der Anteil der Bewertungen mit ein oder zwei von fünf Sternen an allen Bewertungen des Zeitraums.',
      },
      fr: {
        label: 'Une ou deux étoiles',
        definition: 'La part des avis à une ou deux étoiles sur cinq parmi tous les avis de la période.',
      },
      es: {
        label: 'Una o dos estrellas',
        definition: 'La parte de las reseñas con una o dos estrellas de cinco entre todas las del periodo.',
      },
      nl: {
        label: 'Een of twee sterren',
        definition: 'Het aandeel beoordelingen met een of twee van de vijf sterren in alle beoordelingen van de periode.',
      },
    },
  },
  {
    id: 'answeredShare',
    unit: 'percent',
    better: 'more',
    since,
    words: {
      en: { label: 'Answered', definition: 'The share of reviews of the period under which a public reply stands, whenever it was given.' },
      de: {
        label: 'Beantwortet',
        definition: 'Der Anteil der Bewertungen des Zeitraums, unter denen eine öffentliche Antwort steht, wann immer sie gegeben wurde.',
      },
      fr: {
        label: 'Avec réponse',
        definition: 'La part des avis de la période sous lesquels figure une réponse publique, quelle que soit sa date.',
      },
      es: {
        label: 'Con respuesta',
        definition: 'La parte de las reseñas del periodo bajo las que hay una respuesta pública, sea cual sea su fecha.',
      },
      nl: {
        label: 'Beantwoord',
        definition: 'Het aandeel beoordelingen van de periode waaronder een openbaar antwoord staat, wanneer het ook gegeven is.',
      },
    },
  },
  {
    id: 'answerMinutes',
    unit: 'minutes',
    better: 'less',
    since,
    words: {
      en: {
        label: 'Time to answer',
        definition: 'The middle (median) of the times from a review to its public reply, of the reviews of the period that have one.',
      },
      de: {
        label: 'Zeit bis zur Antwort',
        definition:
          'Die mittlere Zeit (Median) von der Bewertung bis zur öffentlichen Antwort, bei den Bewertungen des Zeitraums, die eine haben.',
      },
      fr: {
        label: 'Délai de réponse',
        definition: 'Le délai médian entre un avis et sa réponse publique, parmi les avis de la période qui en ont une.',
      },
      es: {
        label: 'Tiempo de respuesta',
        definition: 'La mediana del tiempo entre una reseña y su respuesta pública, de las reseñas del periodo que la tienen.',
      },
      nl: {
        label: 'Tijd tot antwoord',
        definition:
          'De mediaan van de tijd tussen een beoordeling en het openbare antwoord, van de beoordelingen van de periode die er een hebben.',
      },
    },
  },
]

export const listReviewMeasures = (lang: Lang): ReviewMeasure[] => measures.map(({ words, ...measure }) => ({ ...measure, ...words[lang] }))
