import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { phrases } from '@tablewire/contracts/phrases/phrases'

/** What stands where a sentence leaves room for a value. */
const samples: Readonly<Record<string, string>> = {
  allowed: 'PNG, JPEG, WebP, SVG',
  area: 'Terrace',
  areas: 'Terrace, Bar',
  at: '1048576',
  brand: 'Blue Door',
  companies: 'Harbour Group',
  count: '2',
  covers: '31',
  detail: 'the last seating of Dinner at 23:30 is not between 18:00 and 23:00',
  domain: 'book.example.com',
  email: 'ada@example.com',
  fields: 'Name, City',
  found: 'a script',
  given: '900',
  height: '20',
  kept: 'Europe/Madrid',
  last: '2027-03-28',
  left: '2',
  limit: '8',
  max: '4096',
  min: '32',
  minutes: '15',
  missing: 'an SFTP host',
  name: 'Blue Door',
  names: 'Ada Example',
  offered: '5400, 7200',
  other: 'Europe/Lisbon',
  owner: 'Ada Example',
  reason: 'it is closed that day',
  references: 'K7Q4WX2M',
  reservations: '12',
  seconds: '30',
  status: 'completed',
  table: 'T12',
  system: 'Harbour Reservations',
  time: '19:30',
  timezone: 'Europe/Atlantis',
  venues: '3',
  what: 'channels',
  who: 'Ada Example',
  width: '20',
}
/** Where one value does not fit all sentences. */
const own: Partial<Record<ErrorCode, Readonly<Record<string, string>>>> = {
  'system.code_taken': { code: 'blue-door' },
  'floor.days_twice': { one: 'Banquet', other: 'Wedding', date: '2027-07-10' },
  'floor.days_odd': { name: 'Summer terrace' },
  'floor.days_never': { name: 'Summer terrace' },
  'floor.name_twice': { name: 'Summer terrace' },
  'company.has_venues': { venues: 'Blue Door, Red Door' },
  'picture.too_large': { limit: '512' },
  'import.file_too_large': { given: '60', limit: '50' },
}

/** The sentence of a code as people read it, with values as they may be. */
export const sampleMessage = (code: ErrorCode): string =>
  phrases.en[code].replaceAll(/\{(\w+)\}/g, (place, name: string) => own[code]?.[name] ?? samples[name] ?? place)
