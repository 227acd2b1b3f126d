import { expect, test } from 'vitest'
import { pseudo, pseudoBook } from './pseudo.ts'

test('SE4: the pseudo-language is accented, longer by two fifths and bracketed, and keeps its gaps', () => {
  expect(pseudo('Save {name}')).toBe('[Šåṽé {name} ~~]')
  expect(pseudo('No data was found')).toMatch(/^\[Ñö ðåţå ŵåš ƒöûñð ~+\]$/)
  for (const phrase of ['OK', 'Reservation List', 'You do not have permission to view this page using the credentials'])
    expect(pseudo(phrase).length).toBeGreaterThanOrEqual(Math.ceil(phrase.length * 1.4))
  expect(pseudoBook({ a: 'Yes', b_one: '{count} cover' })).toEqual({ a: '[Ýéš ~~]', b_one: '[{count} çöṽéŕ ~~~]' })
})
