import type { Lang } from '@tablewire/contracts/kit/wire'
import type { habits } from '../seed/demo-guests.ts'
import type { cancelReasons, rejectReasons, tags } from '../seed/guest-remarks.ts'
import type { Booking } from '../seed/seating.ts'

/** What the people of a house write; guests' own wishes stand in the guests' languages. */
type Word =
  | (typeof tags)[keyof typeof tags]
  | NonNullable<(typeof habits)[number]>
  | (typeof cancelReasons)[keyof typeof cancelReasons][number]
  | (typeof rejectReasons)[number]

const words: Record<Exclude<Lang, 'en'>, Record<Word, string>> = {
  es: {
    VIP: 'VIP',
    allergy: 'alergia',
    birthday: 'cumpleaños',
    regular: 'habitual',
    'high chair': 'trona',
    wheelchair: 'silla de ruedas',
    'Prefers the corner table': 'Prefiere la mesa de la esquina',
    'Always the house red': 'Siempre el tinto de la casa',
    'Sits at the bar when alone': 'Cuando viene solo, en la barra',
    'Writes about food; never mention it': 'Escribe sobre gastronomía; no mencionarlo nunca',
    'Severe nut allergy': 'Alergia grave a los frutos secos',
    'Likes to be greeted by name': 'Le gusta que le saluden por su nombre',
    'Pays by invoice': 'Paga con factura',
    'Left-handed, seat at the end': 'Es zurdo: sentarlo en un extremo',
    'Plans changed': 'Cambio de planes',
    'Fell ill': 'Se ha puesto enfermo',
    'Found another time': 'Ha encontrado otra hora',
    'Flight was canceled': 'Vuelo cancelado',
    'Fewer people than we thought': 'Somos menos de lo previsto',
    'Booked twice by mistake': 'Reservado dos veces por error',
    'Kitchen problem': 'Problema en cocina',
    'Guest called: cannot come': 'Ha llamado el cliente: no puede venir',
    'Double booking': 'Reserva duplicada',
    'Card details never came': 'No llegaron los datos de la tarjeta',
    'No large table left that evening': 'Esa noche ya no queda mesa grande',
    'The private room is taken': 'El reservado está ocupado',
    'Kitchen closes early that day': 'Ese día la cocina cierra antes',
  },
  fr: {
    VIP: 'VIP',
    allergy: 'allergie',
    birthday: 'anniversaire',
    regular: 'habitué',
    'high chair': 'chaise haute',
    wheelchair: 'fauteuil roulant',
    'Prefers the corner table': 'Préfère la table du coin',
    'Always the house red': 'Toujours le rouge de la maison',
    'Sits at the bar when alone': 'Au comptoir quand il est seul',
    'Writes about food; never mention it': 'Écrit sur la gastronomie : ne jamais en parler',
    'Severe nut allergy': 'Allergie grave aux fruits à coque',
    'Likes to be greeted by name': 'Aime être salué par son nom',
    'Pays by invoice': 'Règle sur facture',
    'Left-handed, seat at the end': 'Gaucher : le placer en bout de table',
    'Plans changed': 'Changement de programme',
    'Fell ill': 'Tombé malade',
    'Found another time': 'A trouvé un autre horaire',
    'Flight was canceled': 'Vol annulé',
    'Fewer people than we thought': 'Moins nombreux que prévu',
    'Booked twice by mistake': 'Réservé deux fois par erreur',
    'Kitchen problem': 'Problème en cuisine',
    'Guest called: cannot come': 'Le client a appelé : il ne peut pas venir',
    'Double booking': 'Réservation en double',
    'Card details never came': 'Coordonnées de carte jamais reçues',
    'No large table left that evening': 'Plus de grande table ce soir-là',
    'The private room is taken': 'Le salon privé est pris',
    'Kitchen closes early that day': 'La cuisine ferme plus tôt ce jour-là',
  },
  de: {
    VIP: 'VIP',
    allergy: 'Allergie',
    birthday: 'Geburtstag',
    regular: 'Stammgast',
    'high chair': 'Hochstuhl',
    wheelchair: 'Rollstuhl',
    'Prefers the corner table': 'Sitzt am liebsten am Ecktisch',
    'Always the house red': 'Immer den roten Hauswein',
    'Sits at the bar when alone': 'Allein am Tresen',
    'Writes about food; never mention it': 'Schreibt über Gastronomie; nie darauf ansprechen',
    'Severe nut allergy': 'Schwere Nussallergie',
    'Likes to be greeted by name': 'Wird gern mit Namen begrüßt',
    'Pays by invoice': 'Zahlt auf Rechnung',
    'Left-handed, seat at the end': 'Linkshänder, Platz am Ende',
    'Plans changed': 'Pläne haben sich geändert',
    'Fell ill': 'Krank geworden',
    'Found another time': 'Andere Zeit gefunden',
    'Flight was canceled': 'Flug gestrichen',
    'Fewer people than we thought': 'Weniger Personen als gedacht',
    'Booked twice by mistake': 'Versehentlich zweimal reserviert',
    'Kitchen problem': 'Ausfall in der Küche',
    'Guest called: cannot come': 'Gast hat angerufen: kommt nicht',
    'Double booking': 'Doppelte Reservierung',
    'Card details never came': 'Kartendaten kamen nie an',
    'No large table left that evening': 'An dem Abend ist kein großer Tisch mehr frei',
    'The private room is taken': 'Das Nebenzimmer ist belegt',
    'Kitchen closes early that day': 'Die Küche schließt an dem Tag früher',
  },
  nl: {
    VIP: 'VIP',
    allergy: 'allergie',
    birthday: 'verjaardag',
    regular: 'vaste gast',
    'high chair': 'kinderstoel',
    wheelchair: 'rolstoel',
    'Prefers the corner table': 'Zit het liefst aan de hoektafel',
    'Always the house red': 'Altijd de rode huiswijn',
    'Sits at the bar when alone': 'Alleen? Dan aan de bar',
    'Writes about food; never mention it': 'Schrijft over eten; nooit over beginnen',
    'Severe nut allergy': 'Ernstige notenallergie',
    'Likes to be greeted by name': 'Wordt graag met naam begroet',
    'Pays by invoice': 'Betaalt op rekening',
    'Left-handed, seat at the end': 'Linkshandig, plek aan het eind',
    'Plans changed': 'Plannen gewijzigd',
    'Fell ill': 'Ziek geworden',
    'Found another time': 'Een andere tijd gevonden',
    'Flight was canceled': 'Vlucht geannuleerd',
    'Fewer people than we thought': 'Met minder mensen dan gedacht',
    'Booked twice by mistake': 'Per ongeluk dubbel gereserveerd',
    'Kitchen problem': 'Probleem in de keuken',
    'Guest called: cannot come': 'Gast belde: kan niet komen',
    'Double booking': 'Dubbele reservering',
    'Card details never came': 'Kaartgegevens nooit ontvangen',
    'No large table left that evening': 'Die avond geen grote tafel meer vrij',
    'The private room is taken': 'De aparte zaal is bezet',
    'Kitchen closes early that day': 'De keuken sluit die dag eerder',
  },
}

/** What the seed says in English, as a house of that language would have written it. */
export const inWordsOf = (lang: Lang): ((booking: Booking) => Booking) => {
  if (lang === 'en') return (booking) => booking
  const known: Readonly<Record<string, string>> = words[lang]
  const say = <T extends string | null>(text: T): T | string => (text === null ? text : (known[text] ?? text))
  return (booking) => {
    const { request, steps } = booking
    const { guest } = request
    return {
      ...booking,
      request: {
        ...request,
        tags: request.tags.map(say),
        guest: guest && { ...guest, tags: guest.tags.map(say), notes: say(guest.notes) },
      },
      steps: steps.map((step) => ({ ...step, reason: say(step.reason) })),
    }
  }
}
