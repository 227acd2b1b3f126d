import type { ReplyState } from '@tablewire/contracts/reviews/reviews'

export type Said = {
  stars: number
  lang: string
  author: string
  text: string
  translated?: string
  reply?: ReplyState
  /** Written to us: `true` waits for somebody to publish it. */
  own?: true | 'published'
  labels?: readonly string[]
  flagged?: true
  comment?: string
}

/** What guests of the demo say; some are answered, in every state a reply may have. */
export const guestsSay: readonly Said[] = [
  {
    stars: 5,
    lang: 'en',
    author: 'Hannah W.',
    text: 'Best evening of our trip. The staff read the table and the kitchen kept pace.',
    reply: 'published',
  },
  {
    stars: 2,
    lang: 'en',
    author: 'Marcus',
    text: 'Forty minutes for a starter, and nobody came by to say why. The main was lovely, sadly too late.',
    labels: ['Kitchen'],
    comment: 'The fryer was down that evening. I would say so.',
  },
  {
    stars: 4,
    lang: 'de',
    author: 'Jürgen K.',
    text: 'Sehr gutes Essen, freundlicher Service. Nur etwas laut am Freitag.',
    translated: 'Very good food, friendly service. A little loud on a Friday.',
    reply: 'published',
  },
  {
    stars: 1,
    lang: 'fr',
    author: 'Un client',
    text: 'Réservation introuvable à notre arrivée. Nous avons attendu dehors.',
    translated: 'Our booking could not be found when we arrived. We waited outside.',
    reply: 'awaiting',
    labels: ['Door'],
    flagged: true,
  },
  {
    stars: 5,
    lang: 'es',
    author: 'Lucía',
    text: 'Volveremos seguro. El postre, de otro mundo.',
    translated: 'We will be back for sure. The dessert was out of this world.',
    reply: 'pending',
  },
  {
    stars: 3,
    lang: 'nl',
    author: 'Sanne',
    text: 'Prima gegeten, maar de wijn kwam pas bij het dessert.',
    translated: 'Fine food, but the wine came with the dessert.',
    labels: ['Service'],
  },
  {
    stars: 2,
    lang: 'it',
    author: 'Giulia B.',
    text: 'Tavolo accanto alla porta, freddo tutta la sera.',
    translated: 'A table by the door, cold all evening.',
    reply: 'rejected',
  },
  { stars: 4, lang: 'en', author: 'A Google user', text: '' },
  { stars: 5, lang: 'en', author: 'Priya', text: 'They remembered the birthday we had mentioned when booking.', reply: 'published' },
  { stars: 1, lang: 'en', author: 'T. Brandt', text: 'Charged twice, still waiting for an answer.', flagged: true },
  { stars: 4, lang: 'en', author: 'Owen P.', text: 'Lovely food and a warm welcome. The service was slow once the room was full.' },
  { stars: 5, lang: 'en', author: 'Amara O.', text: 'Lovely food, and the wine was chosen with care.', own: 'published' },
  { stars: 3, lang: 'en', author: 'Noa B.', text: 'Good food, but the music was too loud to talk.', own: true },
]

export const houseAnswers: Readonly<Record<string, string>> = {
  en: 'Thank you for coming, and for telling us. We hope to see you again soon.',
  de: 'Vielen Dank für Ihren Besuch und die offenen Worte. Bis bald!',
  fr: 'Nous sommes navrés de cet accueil et revoyons nos réservations avec l’équipe.',
  es: 'Muchas gracias, Lucía. Aquí le esperamos.',
  it: 'Ci dispiace. La prossima volta le riserviamo un tavolo tranquillo: 555 0100.',
}
