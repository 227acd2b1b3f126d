import { expect, test } from 'vitest'
import { agreedColumns } from './reconcile-found.ts'
import { nothingWanted } from './remote-rows.ts'

const rested = { ...nothingWanted, lookAgain: false, attempts: 0 }

test('what both sides have is wanted no more, and lives until it is over there', () => {
  expect(agreedColumns('changing', 'confirmed')).toEqual({ ...rested, state: 'live', payUntil: null })
  expect(agreedColumns('live', undefined)).toEqual({ ...rested, state: 'live', payUntil: null })
  expect(agreedColumns('live', 'canceled')).toEqual({ ...rested, state: 'closed', payUntil: null })
})

test('only a booking that was never made is refused, and only a payment is waited for', () => {
  expect(agreedColumns('creating', 'rejected')).toMatchObject({ state: 'closed', refusal: 'refused' })
  expect(agreedColumns('live', 'rejected')).not.toHaveProperty('refusal')
  expect(agreedColumns('creating', 'requires_payment')).not.toHaveProperty('payUntil')
})
