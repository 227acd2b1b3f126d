import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditEntry } from '@tablewire/contracts/operations/audit'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { say, type Values } from '#src/i18n/say.ts'
import type { useT } from './use-t.ts'

// The language stands at the page, which a test has none of.
const page = { documentElement: { lang: 'en' } }
vi.stubGlobal('document', page)
// Other files of this process would take it for a browser's.
afterAll(() => void vi.unstubAllGlobals())
const { aboutInWords, actionInWords, batchInWords, venueInWords, whoInWords } = await import('./audit-words.ts')
const { sentenceOf, sentenceText } = await import('./sentence-words.ts')
const { valueInWords } = await import('./value-words.ts')

const root = join(import.meta.dirname, '../../../..')
const sources = ['server/src', 'contracts/src'].flatMap((dir) =>
  readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, dir, file), 'utf8')),
)
const actions = new Set(
  sources.flatMap((text) => [...text.matchAll(/(?:action|audit): '([a-z_]+\.[a-z_]+)'/g)].map(([, action]) => action!)),
)
const moves = ['confirmed', 'rejected', 'seated', 'completed', 'no_show', 'reopened', 'moved'].map((move) => `reservation.${move}`)
const bookOf = (lang: string) => JSON.parse(readFileSync(join(import.meta.dirname, `${lang}.json`), 'utf8')) as Record<string, string>
const books = { en: bookOf('en'), de: bookOf('de'), fr: bookOf('fr'), es: bookOf('es'), nl: bookOf('nl') }
const speaking = (lang: keyof typeof books): ReturnType<typeof useT> =>
  ((key: string, values?: Values) => say({ lang, phrases: books[lang] }, key, values)) as never
const t = speaking('en')

const venueId = '019a0000-0000-7000-8000-000000000001'
const entry: AuditEntry = {
  id: '019a0000-0000-7000-8000-00000000000e',
  action: 'book.updated',
  subject: 'book',
  subjectId: venueId,
  subjectName: 'Harakeke Dining Room',
  subjectIsThere: true,
  venueId,
  venueName: 'Harakeke Dining Room',
  names: {},
  batch: null,
  actorKind: 'user',
  actorId: 'u',
  actorName: 'Ana López',
  actedById: null,
  actedByName: null,
  deviceName: null,
  approvedByName: null,
  requestId: 'r',
  before: { cutOffMinutes: 60 },
  after: { cutOffMinutes: 120 },
  undoes: null,
  undoneBy: null,
  undoable: false,
  at: '2026-11-20T18:00:00Z',
}
beforeEach(() => {
  page.documentElement.lang = 'en'
})
const said = (changes: Partial<AuditEntry>): string => sentenceText(t, { ...entry, ...changes })

test('every action the audit may hold has words of its own', () => {
  expect(actions.size).toBeGreaterThan(60)
  const marked = ((key: string) => `<${key}>`) as never
  const unspoken = [...actions].filter((action) => !/^<k\.\w+>: <v\.\w+>$/.test(actionInWords(marked, action)))
  expect(unspoken).toEqual([])
})

describe.each(Object.keys(books) as (keyof typeof books)[])('in %s', (lang) => {
  const words = speaking(lang)
  test.each([...actions, ...moves])('%s is a sentence that names who and what, and holds no code', (action) => {
    const sentence = sentenceText(words, {
      ...entry,
      action,
      subject: action.split('.')[0]!,
      before: { state: 'x' },
      after: { state: 'y' },
    })
    expect(sentence).not.toMatch(/[{}_\u0001-\u0003]/)
    expect(sentence).not.toMatch(/: .* – /)
    expect(sentence.length).toBeGreaterThan(8)
  })
})

test('a change of one field says its values, of several its fields, of none its thing', () => {
  expect(said({})).toBe('Ana López changed the cut-off of Harakeke Dining Room from 60 minutes to 120 minutes')
  expect(said({ before: { cutOffMinutes: null } })).toBe('Ana López set the cut-off of Harakeke Dining Room to 120 minutes')
  expect(said({ after: { cutOffMinutes: null } })).toBe('Ana López cleared the cut-off of Harakeke Dining Room')
  const several = {
    before: { city: 'a', name: 'b', lang: 'en', country: 'ES' },
    after: { city: 'c', name: 'd', lang: 'de', country: 'DE' },
  }
  expect(said(several)).toBe('Ana López changed Harakeke Dining Room: city, name, language and 1 more')
  expect(said({ before: {}, after: {} })).toBe('Ana López changed Harakeke Dining Room')
  expect(said({ before: { notes: 'x'.repeat(50) }, after: { notes: 'y' } })).toBe('Ana López changed the notes of Harakeke Dining Room')
  const kept = { before: { guestMonths: 24, bookingMonths: null }, after: { guestMonths: 12, bookingMonths: 14 } }
  expect(said(kept)).toBe(
    'Ana López changed Harakeke Dining Room: retention of guests’ data (12 months) and retention of bookings (14 months)',
  )
  page.documentElement.lang = 'de'
  const german = sentenceText(speaking('de'), entry)
  expect(german).toMatch(/^Ana López hat bei Harakeke Dining Room „Annahmeschluss“ von 60 .* auf 120 .* geändert$/)
})

test('the thing in a sentence is a part of its own, whatever stands in its name', () => {
  const parts = sentenceOf(t, {
    ...entry,
    action: 'channel.deleted',
    subject: 'channel',
    subjectName: '{who} & Söhne',
    before: {},
    after: null,
  })
  expect(parts).toEqual([
    { text: 'Ana López', as: 'who' },
    { text: ' deleted the booking channel ' },
    { text: '{who} & Söhne', as: 'what' },
  ])
})

test('what has no name any more is told by its kind, never by an id', () => {
  expect(said({ action: 'group.deleted', subject: 'group', subjectName: null, before: {}, after: null })).toBe('Ana López deleted a group')
  expect(said({ action: 'user.disabled', subject: 'user', subjectName: null })).toBe('Ana López disabled the account of a user')
})

test('a deletion that was taken back says so', () => {
  const back = { action: 'user.undone', subject: 'user', subjectName: 'Maria Lopez', before: null, after: { email: 'm@example.test' } }
  expect(said(back)).toBe('Ana López brought back the user Maria Lopez')
})

test('who acted is told by name, in whose name it was done, or that nobody is to know', () => {
  expect(whoInWords(t, entry)).toBe('Ana López')
  expect(whoInWords(t, { ...entry, actedByName: 'Root' })).toBe('Root, acting as Ana López')
  expect(whoInWords(t, { ...entry, actorName: '' })).toBe('Somebody of another company')
  expect(whoInWords(t, { ...entry, actorKind: 'system', actorId: null, actorName: 'system' })).toBe('The hub')
})

test('an entry is about something with a name: as it is called, else as the entry tells it', () => {
  const about = { before: null, after: null, subjectName: null }
  expect(aboutInWords({ ...about, after: { name: 'a key' }, subjectName: 'Red Door' })).toBe('Red Door')
  expect(aboutInWords({ ...about, after: { firstName: 'Maria' }, subjectName: 'Maria Lopez' })).toBe('Maria Lopez')
  expect(aboutInWords({ ...about, before: { firstName: 'Maria', lastName: 'Lopez' } })).toBe('Maria Lopez')
  expect(aboutInWords(about)).toBe('')
})

describe('values', () => {
  const names = { [venueId]: 'Harakeke Dining Room' }
  const foreign = '019a0000-0000-7000-8000-000000000002'
  const value = (one: unknown, field = ''): string => valueInWords({ t, entry: { subject: 'user', names } }, one, field)
  test('ids are told by name, or that there is none to tell; never as they are', () => {
    expect(value(venueId, 'venueId')).toBe('Harakeke Dining Room')
    expect(value(foreign, 'companyId')).toBe('no longer there, or not yours to see')
    expect(value([venueId, foreign])).toBe('Harakeke Dining Room\nand 1 more')
    expect(value([foreign, foreign])).toBe('2 entries')
    expect(value('12875 venues', 'linked')).toBe('12,875 entries')
  })

  test('codes are words, also where nobody wrote any for them', () => {
    expect(value(['ROLE_MANAGER'], 'roles')).toBe('Manager')
    expect(value('not_enabled', 'state')).toBe('Not enabled')
    expect(value('DE', 'countryCode')).toBe('Germany')
    expect(value('nl', 'lang')).toBe('Dutch')
    expect(value(true)).toBe('Yes')
    expect(value(null)).toBe('–')
  })

  test('numbers say what they count, seconds in the largest unit that fits', () => {
    expect(value(1, 'horizonDays')).toBe('1 day')
    expect(value(300, 'holdingTimeSeconds')).toBe('5 minutes')
    expect(value(86_400, 'minAdvanceBooking')).toBe('1 day')
    expect(value(90, 'holdingTimeSeconds')).toBe('90 seconds')
    expect(value(8, 'maxCovers')).toBe('8')
  })

  test('dates and instants are written as people write them', () => {
    expect(value('2026-12-24')).toBe('24/12/2026')
    expect(value('2026-12-24T18:00:00Z')).toMatch(/^24 Dec 2026/)
    expect(value('12:30')).toBe('12:30')
  })
})

test('the venue of an entry is a venue, and a change of many venues is called so', () => {
  const archive = { id: entry.id, name: 'archive' }
  expect(venueInWords({ ...entry, batch: archive })).toBe('Harakeke Dining Room')
  expect(venueInWords({ ...entry, batch: { ...archive, name: 'venues.xlsx' } })).toBe('Harakeke Dining Room · venues.xlsx')
  expect(venueInWords({ ...entry, batch: null })).toBe('Harakeke Dining Room')
  expect([batchInWords(t, archive), batchInWords(t, { ...archive, name: 'venues.xlsx' })]).toEqual(['Bulk change', 'venues.xlsx'])
})

test('an entry of a list is told as added, removed or changed, by its name', () => {
  const christmas = { id: 'c1', name: 'Christmas', fromOn: '2026-12-25', toOn: '2026-12-25', from: null, to: null, areaId: null }
  const eve = { ...christmas, id: 'c2', name: 'Christmas Eve', fromOn: '2026-12-24', toOn: '2026-12-24' }
  expect(said({ before: { closures: [eve] }, after: { closures: [eve, christmas] } })).toBe(
    'Ana López added Christmas to the closures of Harakeke Dining Room',
  )
  expect(said({ before: { closures: [eve, christmas] }, after: { closures: [eve] } })).toBe(
    'Ana López removed Christmas from the closures of Harakeke Dining Room',
  )
  expect(said({ before: { closures: [] }, after: { closures: [eve] } })).toContain('added Christmas Eve to the closures')
  const moved = { before: { closures: [eve] }, after: { closures: [{ ...eve, toOn: '2026-12-25' }] } }
  expect(said(moved)).toMatch(/^Ana López changed the closures › Christmas Eve › .* from 24\/12\/2026 to 25\/12\/2026$/)
})

test('French names follow de as they are spoken, and nobody is called a man', () => {
  page.documentElement.lang = 'fr'
  const french = (changes: Partial<AuditEntry>): string => sentenceText(speaking('fr'), { ...entry, ...changes })
  const ended = { action: 'session.ended', subject: 'session', before: {}, after: {} }
  expect(french({ ...ended, subjectName: 'Odile Mercier' })).toBe('Une session d’Odile Mercier a pris fin')
  expect(french({ ...ended, subjectName: 'Zoé Mercier' })).toBe('Une session de Zoé Mercier a pris fin')
  expect(french({ action: 'session.started', subject: 'session', actorName: 'Odile Mercier' })).toBe('Odile Mercier a ouvert une session')
  expect(french({ action: 'user.disabled', subject: 'user', subjectName: null })).toContain('le compte d’un utilisateur')
})

test('an export is told by what it holds, of which house, and by no word of its filter', () => {
  const asked: AuditEntry = {
    ...entry,
    action: 'export.requested',
    subject: 'export',
    subjectName: null,
    venueId: null,
    venueName: null,
    names: { [venueId]: 'Harakeke Dining Room' },
    before: null,
    after: { kind: 'reservations', ask: { sort: '-startsAt', filters: { q: 'alba', venueId: [venueId], dateBasis: 'creation' } } },
  }
  expect(sentenceText(t, asked)).toBe('Ana López asked for an export: Reservations · Harakeke Dining Room')
  const whole = valueInWords({ t, entry: asked }, asked.after!['ask'], 'ask')
  expect(whole).toContain('Order Start, descending')
  expect(whole).toContain('Search alba')
  expect(whole).toContain('Harakeke Dining Room')
  expect(whole).toContain('Days counted by Created')
  expect(whole).not.toMatch(/startsAt|venueId|dateBasis|creation/)
  expect(valueInWords({ t, entry: asked }, 'reservations', 'kind')).toBe('Reservations')
})
