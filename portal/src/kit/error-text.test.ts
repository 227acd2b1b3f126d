import { expect, test } from 'vitest'
import en from './en.json' with { type: 'json' }
import { besideFields, errorText, fieldError } from './error-text.ts'

const t = (key: keyof typeof en): string => en[key]
const failure = (code: string, message = code) => Object.assign(new Error(message), { code })

test.each([
  ['what the server says in the language of the reader', failure('slot.closed', 'Geschlossen'), 'Geschlossen'],
  ['the key apiError, translated', failure('apiError'), 'Something went wrong!'],
  ['a known code without a sentence', failure('server.busy'), 'Something went wrong!'],
  ['a server that cannot be reached', failure('network.failed'), 'The server cannot be reached. Please check the connection.'],
  ['a server that took too long', failure('network.timeout'), 'The server took too long to answer.'],
])('ER1: people read %s', (_name, error, text) => {
  expect(errorText(error, t)).toBe(text)
})

test('ER1: of a restaurant that has moved people read where it is now', () => {
  const moved = failure('venue.moved', 'This restaurant has moved.')
  expect(errorText(Object.assign(moved, { details: { url: 'https://eu2.example.com' } }), t)).toBe(
    'This restaurant has moved. https://eu2.example.com',
  )
  expect(errorText(failure('venue.moved', 'This restaurant has moved.'), t)).toBe('This restaurant has moved.')
})

test('ER2: what broke inside the portal is told without its inside', () => {
  expect(errorText(new TypeError("Cannot read properties of undefined (reading 'map')"), t)).toBe('Something went wrong!')
  expect(errorText(undefined, t)).toBe('Something went wrong!')
})

test('ER1: the first complaint about a field stands beside it', () => {
  expect(fieldError({ errors: { city: ['too long', 'odd'] } }, 'city')).toBe('too long')
  expect(fieldError(new Error('x'), 'city')).toBeUndefined()
})

test('ER1: beside a field stands its own complaint, without its name, or else the sentence of a code that belongs there', () => {
  const options = { fields: ['email', 'city'] as const, fieldOfCode: { 'password.wrong': 'city' } as const, t }
  const refused = Object.assign(failure('channel.no_agent', 'email:Nobody has this address.'), {
    errors: { email: ['Nobody has this address.'] },
  })
  expect(besideFields(refused, options)).toEqual([{ field: 'email', message: 'Nobody has this address.' }])
  expect(besideFields(failure('password.wrong', 'Not right.'), options)).toEqual([{ field: 'city', message: 'Not right.' }])
  expect(besideFields(failure('server.failed'), options)).toEqual([])
})
