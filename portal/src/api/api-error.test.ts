import { expect, test } from 'vitest'
import { errorOfAnswer, textOfAnswer } from './api-error.ts'

test.each([
  ['a map of fields', { errors: { email: ['is bad', 'is long'], city: 'unknown' }, message: 'no' }, 'email:is bad city:unknown'],
  ['a list', { errors: ['one', 'two'] }, 'one\ntwo'],
  ['a text', { errors: 'just this' }, 'just this'],
  ['form.errors', { form: { errors: { name: ['missing'] } }, message: 'no' }, 'name:missing'],
  ['the message', { message: 'The venue is closed', code: 'slot.closed' }, 'The venue is closed'],
  ['the data', { data: 'gone' }, 'gone'],
  ['a bare text', 'plain', 'plain'],
  ['nothing', {}, 'apiError'],
  ['nothing at all', undefined, 'apiError'],
])('the text of a failed write comes from %s', (_name, body, text) => {
  expect(textOfAnswer(body, 'POST')).toBe(text)
})

test('a failed read shows only texts', () => {
  expect(textOfAnswer({ errors: { q: ['too long'] }, message: 'no' }, 'GET')).toBe('apiError')
  expect(textOfAnswer({ message: 'This venue was not found.' }, 'GET')).toBe('This venue was not found.')
})

test('keeps status, code and every field of the answer', () => {
  const error = errorOfAnswer(400, 'PUT', { message: 'Please check the form', code: 'request.invalid', errors: { city: ['too long'] } })
  expect(error).toMatchObject({
    status: 400,
    code: 'request.invalid',
    errors: { city: ['too long'] },
    message: 'city:too long',
    passing: false,
  })
  expect(errorOfAnswer(503, 'GET', '').passing).toBe(true)
})
