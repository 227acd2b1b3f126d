import type { Meal, AreaKind } from './service-styles.ts'

type Tongue = 'en' | 'es' | 'fr' | 'de' | 'nl' | 'it' | 'pt' | 'ja'
const spoken: Record<string, Tongue> = {
  ES: 'es',
  MX: 'es',
  AR: 'es',
  FR: 'fr',
  MA: 'fr',
  DE: 'de',
  AT: 'de',
  NL: 'nl',
  IT: 'it',
  PT: 'pt',
  BR: 'pt',
  JP: 'ja',
}

const rooms: Record<Tongue, Record<AreaKind, string>> = {
  en: {
    hall: 'Dining room',
    terrace: 'Terrace',
    bar: 'Bar',
    private: 'Private room',
    garden: 'Garden',
    counter: 'Counter',
    roof: 'Rooftop',
    beach: 'Beach tables',
  },
  es: {
    hall: 'Comedor',
    terrace: 'Terraza',
    bar: 'Barra',
    private: 'Reservado',
    garden: 'Patio',
    counter: 'Mostrador',
    roof: 'Azotea',
    beach: 'Mesas en la playa',
  },
  fr: {
    hall: 'Salle',
    terrace: 'Terrasse',
    bar: 'Bar',
    private: 'Salon privé',
    garden: 'Cour',
    counter: 'Comptoir',
    roof: 'Toit-terrasse',
    beach: 'Plage',
  },
  de: {
    hall: 'Gaststube',
    terrace: 'Terrasse',
    bar: 'Theke',
    private: 'Stüberl',
    garden: 'Garten',
    counter: 'Tresen',
    roof: 'Dachterrasse',
    beach: 'Strand',
  },
  nl: {
    hall: 'Zaal',
    terrace: 'Terras',
    bar: 'Bar',
    private: 'Kamer',
    garden: 'Tuin',
    counter: 'Toog',
    roof: 'Dakterras',
    beach: 'Strand',
  },
  it: {
    hall: 'Sala',
    terrace: 'Dehors',
    bar: 'Bancone',
    private: 'Saletta',
    garden: 'Giardino',
    counter: 'Banco',
    roof: 'Terrazza panoramica',
    beach: 'Spiaggia',
  },
  pt: {
    hall: 'Sala',
    terrace: 'Esplanada',
    bar: 'Balcão',
    private: 'Sala privada',
    garden: 'Pátio',
    counter: 'Balcão',
    roof: 'Terraço',
    beach: 'Praia',
  },
  ja: {
    hall: 'テーブル席',
    terrace: 'テラス席',
    bar: 'バー',
    private: '個室',
    garden: '庭',
    counter: 'カウンター',
    roof: '屋上',
    beach: 'ビーチ',
  },
}
const meals: Record<Tongue, Record<Meal, string>> = {
  en: { breakfast: 'Breakfast', brunch: 'Brunch', lunch: 'Lunch', dinner: 'Dinner', late: 'Late' },
  es: { breakfast: 'Desayuno', brunch: 'Brunch', lunch: 'Comida', dinner: 'Cena', late: 'Noche' },
  fr: { breakfast: 'Petit déjeuner', brunch: 'Brunch', lunch: 'Déjeuner', dinner: 'Dîner', late: 'Nuit' },
  de: { breakfast: 'Frühstück', brunch: 'Brunch', lunch: 'Mittag', dinner: 'Abend', late: 'Nacht' },
  nl: { breakfast: 'Ontbijt', brunch: 'Brunch', lunch: 'Lunch', dinner: 'Diner', late: 'Nacht' },
  it: { breakfast: 'Colazione', brunch: 'Brunch', lunch: 'Pranzo', dinner: 'Cena', late: 'Notte' },
  pt: { breakfast: 'Pequeno-almoço', brunch: 'Brunch', lunch: 'Almoço', dinner: 'Jantar', late: 'Noite' },
  ja: { breakfast: '朝食', brunch: 'ブランチ', lunch: 'ランチ', dinner: 'ディナー', late: '深夜' },
}

const tongueOf = (country: string): Tongue => spoken[country] ?? 'en'
/** What the house itself calls its rooms and services. */
export const areaName = (country: string, room: AreaKind): string => rooms[tongueOf(country)][room]
export const mealName = (country: string, meal: Meal): string => meals[tongueOf(country)][meal]
