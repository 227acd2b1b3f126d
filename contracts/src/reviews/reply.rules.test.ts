import { expect, test } from 'vitest'
import { filledVariant, firstNameOf, isVariant, replyLength, replyLimitOf } from './reply.rules.ts'

const values = { guest: 'Noa', venue: 'Casa Vieja', rating: '2/5', sender: 'Ana' }

test('LI2: a wording never leaves an empty placeholder: it falls back, or is not offered', () => {
  expect(filledVariant('Dear {guest}, {rating} is not us. {sender}, {venue}', values)).toBe('Dear Noa, 2/5 is not us. Ana, Casa Vieja')
  const nobody = { ...values, guest: null }
  expect(filledVariant('Dear {guest}!', nobody)).toBeUndefined()
  expect(filledVariant('Dear {guest|guest}!', nobody)).toBe('Dear guest!')
  // What a guest calls himself is no template.
  expect(filledVariant('Dear {guest}!', { ...values, guest: '$& {venue}' })).toBe('Dear $& {venue}!')
})

test.each([
  ['Thank you, {guest|dear guest}.', true],
  ['No placeholder at all', true],
  ['{guset}', false],
  ['{guest', false],
  ['guest}', false],
  ['{guest|}', false],
  ['{guest| }', false],
  ['{guest|{venue}}', false],
  ['{}', false],
])('LI2: %s can be a wording: %s', (text, right) => {
  expect(isVariant(text)).toBe(right)
})

test.each([
  ['Noa B.', 'Noa'],
  ['  Jean-Luc Petit', 'Jean-Luc'],
  ['Ünal', 'Ünal'],
  ["D'Arcy", "D'Arcy"],
  ['A Google user', null],
  ['Anonymous', null],
  ['foodie123', null],
  ['J. Smith', null],
  ['Frau Huber', null],
  ['<b>Max</b>', null],
  ['', null],
  [null, null],
])('LI2: the first name of %s is %s', (author, name) => {
  expect(firstNameOf(author)).toBe(name)
})

test('LI2: length is counted as the source counts it', () => {
  expect(replyLimitOf('google', null)).toEqual({ most: 4096, unit: 'bytes' })
  expect(replyLimitOf('guide', null)).toEqual({ most: 4000, unit: 'characters' })
  expect(replyLimitOf('google', 500)).toEqual({ most: 500, unit: 'characters' })
  expect(replyLength('é🙂', { unit: 'bytes' })).toBe(6)
  expect(replyLength('é🙂', { unit: 'characters' })).toBe(2)
})
