import type { BcContact } from '@tablewire/contracts/channels/channel-api-objects'
import type { z } from 'zod/mini'
import type { Dice } from './dice.ts'

type Contact = z.input<typeof BcContact>

const firstNames = [
  'Ana',
  'Bruno',
  'Chloé',
  'Dirk',
  'Elif',
  'Fatima',
  'Giulia',
  'Hannah',
  'Igor',
  'Jürgen',
  'Kaori',
  'Liam',
  'María José',
  'Niamh',
  'Oskar',
  'Priya',
  'Quentin',
  'Rania',
  'Søren',
  'Thu',
  'Ulla',
  'Víctor',
  'Wen',
  'Xenia',
  'Yusuf',
  'Zoë',
  '陽子',
  'Мария',
  'أحمد',
  'נועה',
]
const lastNames = [
  'Alvarez',
  'Bauer',
  'Conti',
  'Dubois',
  'Eriksson',
  'Fischer',
  'García López',
  'Hansen',
  'Ito',
  'Jansen',
  'Kowalski',
  "O'Brien",
  'Müller-Lüdenscheidt',
  'Nguyen',
  'Öztürk',
  'Papadopoulos',
  'Rossi',
  'van der Meer',
  'Silva',
  'Takahashi',
  'Unger',
  'Weiß',
  'Yıldız',
  'Žukauskas',
  '山田',
  'Петрова',
  'الهاشمي',
  'לוי',
]
const locales = ['en', 'es', 'fr', 'de', 'nl'] as const
const domains = ['example.test', 'guests.example.test', 'mail.invalid'] as const
const wishes = [
  'Window, please',
  'High chair for a toddler',
  'Nut allergy: almonds & hazelnuts',
  'Birthday 🎂',
  'We may be ten minutes late',
  'Rollstuhlplatz\nbitte',
  '“Quiet” corner',
]

/** With 555-0100 to 555-0199: numbers kept for fiction. */
const areaCodes = ['202', '212', '305', '312', '415', '617'] as const

/** Mail goes to names that can never exist (RFC 2606). */
export const someContact = (dice: Dice): Contact => ({
  firstname: dice.pick(firstNames),
  lastname: dice.pick(lastNames),
  email: `guest${dice.between(1, 20_000)}@${dice.pick(domains)}`,
  ...(dice.chance(0.8) ? { telephone: `1${dice.pick(areaCodes)}55501${String(dice.between(0, 99)).padStart(2, '0')}` } : {}),
  ...(dice.chance(0.7) ? { locale: dice.pick(locales) } : {}),
  optInConsent: dice.chance(0.2),
})
export const someWish = (dice: Dice): string | null => (dice.chance(0.25) ? dice.pick(wishes) : null)
