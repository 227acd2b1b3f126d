import { expect, test } from 'vitest'
import { guestOf } from './mirror-booking.ts'

const contact = { firstName: 'Ada\n', lastName: 'Byron', email: 'ada@example.com', phone: '+49301234567', lang: 'fr', optIn: true }
const nobody = { firstName: '', lastName: '–', email: null, phone: null, lang: null, optIn: false, address: null }

test('a guest of the system itself is kept as it names them', () => {
  expect(guestOf({ contact, notes: 'By the window' }, true)).toEqual({
    notes: 'By the window',
    contact: { ...contact, firstName: 'Ada', address: null },
  })
  expect(guestOf({ contact: { ...contact, lang: 'xx' } }, true).contact).toMatchObject({ lang: null })
})

test('whom a system does not name, or whose data may not be stored, is a dash', () => {
  expect(guestOf({ contact: null, notes: null }, true)).toEqual({ notes: null, contact: nobody })
  expect(guestOf({ contact: { firstName: ' ', lastName: '', email: '', phone: '' } }, true).contact).toEqual(nobody)
  expect(guestOf({ contact, notes: 'By the window' }, false)).toEqual({ notes: null, contact: { ...nobody, lang: 'fr', optIn: true } })
})
