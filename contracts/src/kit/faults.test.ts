import { expect, test } from 'vitest'
import { codeWithValues } from './faults.rules.ts'
import { sayFault } from '../phrases/faults.ts'
import { langs } from './wire.ts'

/** What Node, connectors, webhooks and the hub leave behind. */
const raw = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ECONNRESET',
  'EHOSTUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HPE_INVALID_CONSTANT',
  'fetch failed',
  'EPROTO',
  'no answer within the time limit',
  'no answer within 10 seconds',
  'address refused: 10.0.0.1',
  'not asked: it did not answer just now',
  'not asked: too many questions to it are waiting',
  'answered what is not JSON',
  'answered what the contract does not know (id)',
  'the connection was refused',
  'the certificate of the host was not accepted',
  'the call failed (EMFILE)',
  'the endpoint answered 500',
  'the endpoint answered 302',
  'answered 403',
  'the system has several bookings like this one: a, b',
  'several like it: a, b',
  'the system may have this booking moved: b7, 2026-11-20 20:00, 3',
  'the system does not know this booking any more',
  'it could not be found out whether the system has this canceled booking',
  'the reservation system did not take the booking in time, and nobody knows whether it still will',
  'sent, and not there yet',
  'the settings of the connection are not complete',
  'the connection lacks its secret (apiToken)',
  'the secret of the connection cannot be read: the key it was sealed with is missing',
  'the venue has no credentials of its own at its system',
  'the reservation system is not spoken to: it is inactive or not connected',
]

test.each(raw)('%s is told in words in every language', (text) => {
  const sentences = langs.map((lang) => sayFault(text, lang))
  expect(new Set(sentences).size).toBe(langs.length)
  for (const words of sentences) {
    expect(words).not.toContain(text)
    expect(words).not.toMatch(/[{}]|E[A-Z]{5,}|_CERT|\bJSON\b/)
  }
})

test('what is wrong, of which booking, what the other side said and what to do stand together', () => {
  expect(sayFault('ECONNREFUSED', 'en')).toBe('nobody answers at its address. Check that it is running, and its address and port.')
  expect(sayFault('ECONNREFUSED', 'de')).toContain('unter der Adresse antwortet niemand')
  expect(sayFault('answered 500: out of paper', 'en')).toContain('it failed with an error of its own (500) – “out of paper”')
  expect(sayFault('X7K2PQ: not canceled at the system: ENOTFOUND', 'en')).toBe(
    'X7K2PQ: not canceled there: the name in its address is not known. Cancel the booking there by hand.',
  )
  expect(sayFault('X7K2PQ: not made or canceled here, and the system has one like it (r-9)', 'en')).toContain('one like it: r-9')
})

test('what another side said in its own words stays as it is', () => {
  for (const text of ['We are closed for a wedding', 'slot.taken', 'Guest wrote: no answer at the door'])
    for (const lang of langs) expect(sayFault(text, lang)).toBe(text)
})

test('a refusal of ours is told by the sentence of its code, with what was kept for it', () => {
  expect(sayFault(codeWithValues('party.too_large', { limit: 8 }), 'en')).toBe('The largest party that can book here is 8.')
  expect(sayFault(codeWithValues('slot.closed', { reason: 'rule.closure' }), 'de')).toMatch(/: [^.]*geschlossen/)
  expect(sayFault(codeWithValues('hold.expired', {}), 'en')).toBe('The hold has expired. Please choose a time again.')
  expect(sayFault(codeWithValues('remote.refused', { reason: 'answered 409: no; table = 4 (free)' }), 'en')).toContain(
    'it says that this is no longer possible (409) – “no, table = 4 (free)”',
  )
  expect(sayFault(codeWithValues('request.invalid', { fields: 'partySize, date' }), 'en')).toBe(
    'the request does not fit the interface: partySize, date',
  )
  expect(
    sayFault(
      codeWithValues('book.inconsistent', {
        name: 'Lunch',
        from: '12:00',
        to: '15:00',
        time: '16:00',
        detail: 'contradiction.last_seating',
      }),
      'en',
    ),
  ).toBe('The book contradicts itself: the last seating of Lunch at 16:00 is not between 12:00 and 15:00')
  expect(sayFault(codeWithValues('undo.changed_since', { fields: 'attribute.maxDays, attribute.closures' }), 'de')).toContain(
    'Buchbar im Voraus, Schließungen',
  )
  const guests = codeWithValues('venue.has_reservations', { reservations: 2, covers: 7, last: '2026-12-19' })
  expect(langs.map((lang) => sayFault(guests, lang).replace(/^.*, /, ''))).toEqual([
    'the last on 19 December 2026.',
    'los últimos el 19 de diciembre de 2026.',
    'les derniers le 19 décembre 2026.',
    'die letzten am 19. Dezember 2026.',
    'de laatste op 19 december 2026.',
  ])
  // Kept without its values, and no code at all.
  for (const text of ['party.too_large', 'kitchen.burned (reason=fire)']) expect(sayFault(text, 'en')).toBe(text)
})
