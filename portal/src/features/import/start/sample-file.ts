import { type ImportKind, targetsOf } from '@tablewire/contracts/import/import.rules'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { useT } from '../use-t.ts'

type T = ReturnType<typeof useT>
type Example = Readonly<Record<string, string>>

const dayMs = 86_400_000
const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

const bookings = (t: T): Example[] => [
  {
    reference: 'A-1001',
    date: dayIn(7),
    time: '19:30',
    partySize: '4',
    status: t('status.confirmed'),
    firstName: 'Ana',
    lastName: 'Ruiz',
    email: 'ana.ruiz@example.com',
    phone: '+34 600 111 222',
    notes: t('sample.notes'),
  },
  {
    reference: 'A-1002',
    date: dayIn(8),
    time: '13:00',
    partySize: '2',
    status: t('status.canceled'),
    firstName: 'Jonas',
    lastName: 'Weber',
    email: 'jonas.weber@example.com',
    phone: '+49 30 901820',
    notes: '',
  },
]
const places: Example[] = [
  {
    externalId: 'V-001',
    name: 'Casa Mayor',
    address: 'Calle Mayor 1',
    postcode: '28013',
    city: 'Madrid',
    country: 'ES',
    phone: '+34 910 000 001',
    website: 'https://casa-mayor.example.com',
    openingHours: 'Tu-Su 13:00-16:00,20:00-24:00',
    capacity: '60',
  },
  {
    externalId: 'V-002',
    name: 'Hafenküche',
    address: 'Am Sandtorkai 2',
    postcode: '20457',
    city: 'Hamburg',
    country: 'DE',
    phone: '+49 40 219869',
    website: 'https://hafenkueche.example.com',
    openingHours: 'Mo-Fr 11:30-22:00',
    capacity: '45',
  },
]
const people: Example[] = [
  { email: 'ana.ruiz@example.com', firstName: 'Ana', lastName: 'Ruiz', lang: 'es', city: 'Madrid', country: 'ES' },
  { email: 'jonas.weber@example.com', firstName: 'Jonas', lastName: 'Weber', lang: 'de', city: 'Hamburg', country: 'DE' },
]

const words: Example[] = [
  {
    source: 'guide',
    reviewId: 'R-1001',
    publishedAt: dayIn(-3),
    rating: '4',
    scale: '5',
    title: 'Casa Mayor',
    text: '¡Volveremos!',
    lang: 'es',
    author: 'Ana R.',
    visitedOn: dayIn(-5),
  },
  {
    source: 'guide',
    reviewId: 'R-1002',
    publishedAt: dayIn(-2),
    rating: '2',
    scale: '5',
    title: 'Hafenküche',
    text: 'Die Suppe war kalt.',
    lang: 'de',
    author: 'Jonas W.',
    visitedOn: dayIn(-2),
  },
]

const requests: Example[] = [
  {
    name: 'Casa Mayor',
    system: 'Reservation system',
    bookingChannel: 'Booking channel',
    rmsVenueId: 'V-001',
    address: 'Calle Mayor 1, 28013 Madrid',
    country: 'ES',
    phone: '+34 910 000 001',
    url: 'https://casa-mayor.example.com',
    requestReference: 'R-1001',
    email: 'hola@casa-mayor.example.com',
    lang: 'es',
    notes: '',
    internalNotes: '',
    noneOfThese: '',
  },
  {
    name: 'Hafenküche',
    system: 'Reservation system',
    bookingChannel: 'Booking channel',
    rmsVenueId: '',
    address: 'Am Sandtorkai 2, 20457 Hamburg',
    country: 'DE',
    phone: '+49 40 219869',
    url: 'https://hafenkueche.example.com',
    requestReference: 'R-1002',
    email: 'moin@hafenkueche.example.com',
    lang: 'de',
    notes: '',
    internalNotes: '',
    noneOfThese: '',
  },
]

/** In the words of the reader: `Country (two letters)` is a column called `Country`. */
const headOf = (t: T, target: string): string => t(`field.${target}` as Parameters<T>[0]).replace(/ *\(.*\)$/, '')
const quoted = (cell: string): string => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** RE6: a file that can be filled in and brought in as it is: the columns that most people have, in the reader's language, with two rows to replace. */
export const sampleFile = (t: T, { kind, lang }: { kind: ImportKind; lang: Lang }): { name: string; text: string } => {
  const rows = { reservations: bookings(t), venues: places, users: people, reviews: words, onboarding: requests }[kind]
  const targets = targetsOf(kind)
    .map(({ name }) => name)
    .filter((name) => name in rows[0]!)
  const lines = [targets.map((name) => headOf(t, name)), ...rows.map((row) => targets.map((name) => row[name] ?? ''))]
  // Spreadsheets open what their country separates cells with, and read letters right when a mark stands in front.
  const text = `\uFEFF${lines.map((cells) => cells.map(quoted).join(lang === 'en' ? ',' : ';')).join('\r\n')}\r\n`
  return { name: `${t(`kind.${kind}`).toLowerCase().replaceAll(/\W+/g, '-')}.csv`, text }
}
