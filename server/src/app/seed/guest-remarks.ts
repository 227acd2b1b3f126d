import type { Lang } from '@tablewire/contracts/kit/wire'

export const tags = {
  vip: 'VIP',
  allergy: 'allergy',
  birthday: 'birthday',
  regular: 'regular',
  child: 'high chair',
  access: 'wheelchair',
} as const
type Remark = readonly [text: string, tag?: (typeof tags)[keyof typeof tags]]

/** What guests ask for, in their own words. */
export const remarks: Record<Lang, readonly Remark[]> = {
  en: [
    ['Nut allergy, please tell the kitchen', tags.allergy],
    ['Celebrating a 40th birthday, may we bring a cake?', tags.birthday],
    ['One high chair please', tags.child],
    ['One guest uses a wheelchair, no steps please', tags.access],
    ['Window table if at all possible'],
    ['We have theatre tickets and must leave by nine'],
    ['One vegan, one coeliac', tags.allergy],
    ['Anniversary! A quiet corner would be lovely'],
    ['Coming with a small dog'],
  ],
  es: [
    ['Alergia a los frutos secos, por favor avisar en cocina', tags.allergy],
    ['Cumpleaños de la abuela, 80 años. Llevamos tarta', tags.birthday],
    ['Necesitamos una trona', tags.child],
    ['Si puede ser, mesa en la terraza'],
    ['Venimos con carrito de bebé'],
    ['Celiaca: sin gluten', tags.allergy],
    ['Llegaremos un poco tarde, hacia y cuarto'],
  ],
  fr: [
    ['Allergie aux crustacés', tags.allergy],
    ['Anniversaire de mariage, une table au calme si possible'],
    ['Chaise haute pour un bébé de 10 mois', tags.child],
    ['Anniversaire de Jérôme, merci de prévoir une bougie', tags.birthday],
    ['Nous venons avec un petit chien'],
    ['Deux personnes végétariennes'],
  ],
  de: [
    ['Nussallergie, bitte der Küche sagen', tags.allergy],
    ['Geburtstag, wir bringen eine Torte mit', tags.birthday],
    ['Bitte ein Hochstuhl', tags.child],
    ['Ein Gast im Rollstuhl, bitte ebenerdig', tags.access],
    ['Gerne am Fenster'],
    ['Rechnung bitte auf die Firma'],
  ],
  nl: [
    ['Notenallergie bij één persoon', tags.allergy],
    ['We vieren een verjaardag', tags.birthday],
    ['Graag een kinderstoel', tags.child],
    ['Het liefst een rustig tafeltje'],
    ['Eén persoon eet lactosevrij', tags.allergy],
  ],
}

export const cancelReasons = {
  guest: [
    'Plans changed',
    'Fell ill',
    'Found another time',
    'Flight was canceled',
    'Fewer people than we thought',
    'Booked twice by mistake',
  ],
  venue: ['Kitchen problem', 'Guest called: cannot come', 'Double booking', 'Card details never came'],
} as const
export const rejectReasons = ['No large table left that evening', 'The private room is taken', 'Kitchen closes early that day'] as const
