import { expect, test } from 'vitest'
import { Problem } from '../problem.ts'
import { problemBody } from './errors.ts'

test('what a book contradicts is said in the language of whoever wrote it, beside each field and as a whole', () => {
  const values = { name: 'Abend', time: '23:30', from: '17:00', to: '23:00' }
  const problem = new Problem(
    'book.inconsistent',
    { ...values, detail: 'contradiction.last_seating' },
    { 'shifts.0.lastSeating': [{ issue: 'contradiction.last_seating', values }], 'party.min': [{ issue: 'contradiction.parties' }] },
  )
  expect(problemBody(problem, 'de', 'r-1')).toEqual({
    code: 'book.inconsistent',
    requestId: 'r-1',
    message: 'Das Reservierungsbuch widerspricht sich: der letzte Einlass von Abend um 23:30 liegt nicht zwischen 17:00 und 23:00',
    errors: {
      'shifts.0.lastSeating': ['Der letzte Einlass von Abend um 23:30 liegt nicht zwischen 17:00 und 23:00'],
      'party.min': ['Die kleinste Gruppe ist größer als die größte'],
    },
  })
})

test('a field says what is wrong with it, with the bound', () => {
  const problem = new Problem('request.invalid', {}, { partySize: [{ issue: 'min', value: 1 }] })
  expect(problemBody(problem, 'en', 'r-1').errors).toEqual({ partySize: ['The smallest value allowed is 1'] })
})

test('ER1: a field that is called invalid is told why, where the problem says why', () => {
  const problem = new Problem('channel.no_agent', {}, { email: [{ issue: 'invalid' }] })
  expect(problemBody(problem, 'en', 'r-1').errors).toEqual({
    email: ['Nobody with this e-mail address has the role of a booking channel agent.'],
  })
  const plain = new Problem('request.invalid', {}, { email: [{ issue: 'invalid' }] })
  expect(problemBody(plain, 'en', 'r-1').errors).toEqual({ email: ['This value is not valid'] })
})
