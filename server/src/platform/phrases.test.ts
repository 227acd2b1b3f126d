import { expect, test } from 'vitest'
import { fill, phrasesOf } from './phrases.ts'

test('a flat file is read by its parts', () => {
  const book = { title: 'Hello', 'mail.subject': 'About {what}', 'mail.paragraphs.1': 'first', 'mail.paragraphs.2': 'second' }
  const phrases = phrasesOf({ en: book, de: { ...book, title: 'Hallo' }, es: book, fr: book, nl: book })
  expect(phrases.de.title).toBe('Hallo')
  expect(fill(phrases.en.mail.subject, { what: 'tables', more: 1 })).toBe('About tables')
  expect(Object.values(phrases.en.mail.paragraphs)).toEqual(['first', 'second'])
})

test('a gap that nobody fills stays to be seen', () => {
  expect(fill('{day} at {venue}', { day: 3 })).toBe('3 at {venue}')
})
