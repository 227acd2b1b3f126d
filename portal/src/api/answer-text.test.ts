import { expect, test } from 'vitest'
import { answerText } from './answer-text.ts'

test.each([
  [
    'a map of fields: field and first message, joined by spaces',
    { errors: { email: ['is bad', 'is long'], city: 'unknown' } },
    'email:is bad city:unknown',
  ],
  ['a list: one message per line', { errors: ['one', 'two'] }, 'one\ntwo'],
  ['a text', { errors: 'just this' }, 'just this'],
  ['form.errors as a map', { form: { errors: { name: ['missing'] } }, message: 'no' }, 'name:missing'],
  ['form.errors as a list', { form: { errors: ['a', 'b'] } }, 'a\nb'],
  ['the message', { message: 'The venue is closed', code: 'slot.closed' }, 'The venue is closed'],
  ['the data', { data: 'gone' }, 'gone'],
  ['a bare text', 'plain', 'plain'],
])('ER1: the text of a failed write comes from %s', (_name, body, text) => {
  expect(answerText(body, 'POST')).toBe(text)
  expect(answerText(body, 'PUT')).toBe(text)
})

test('ER1: errors come before form.errors, form.errors before the message, the message before the data', () => {
  const whole = { errors: { a: ['1'] }, form: { errors: { b: ['2'] } }, message: '3', data: '4' }
  expect(answerText(whole, 'POST')).toBe('a:1')
  expect(answerText({ ...whole, errors: undefined }, 'POST')).toBe('b:2')
  expect(answerText({ ...whole, errors: {}, form: {} }, 'POST')).toBe('3')
  expect(answerText({ ...whole, errors: [], form: { errors: [] }, message: '' }, 'POST')).toBe('4')
})

test.each([
  ['nothing', {}],
  ['nothing at all', undefined],
  ['null', null],
  ['an empty text', ' '],
  ['a number', 404],
  ['data that is no text', { data: { id: 7 } }],
  ['a message that is no text', { message: { en: 'no' } }],
])('ER1: an answer of %s is the key apiError or says nothing of its inside', (_name, body) => {
  expect(answerText(body, 'GET')).toBe('apiError')
})

test.each([
  ['a map', { errors: { q: ['too long'] }, message: 'no' }],
  ['a list', { errors: ['one'] }],
  ['form.errors as a map', { form: { errors: { q: ['too long'] } } }],
])('ER1: a failed GET answered with %s becomes apiError', (_name, body) => {
  expect(answerText(body, 'GET')).toBe('apiError')
})

test('ER1: a failed GET says what is a plain text', () => {
  expect(answerText({ message: 'This venue was not found.' }, 'GET')).toBe('This venue was not found.')
  expect(answerText({ errors: 'too many' }, 'GET')).toBe('too many')
})

test.each([
  ['a page of a proxy', '<html><head><title>502 Bad Gateway</title></head></html>'],
  ['a trace as long as a page', `Error: boom\n${'    at somewhere (file.ts:1:1)\n'.repeat(40)}`],
])('ER2: %s is never shown', (_name, body) => {
  for (const method of ['GET', 'POST']) expect(answerText(body, method)).toBe('apiError')
  expect(answerText({ message: body }, 'POST')).toBe('apiError')
})
