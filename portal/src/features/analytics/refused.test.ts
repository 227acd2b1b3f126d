import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { refusedFields, refusedFilters } from './refused.ts'

test('what nobody can mean is told beside its field, also of one value among several', () => {
  const errors = { to: ['Too early'], 'partySize.1': ['Too small'], 'partySize.3': ['Too large'] }
  const refused = refusedFields(new ApiError(400, 'request.invalid', { errors }))
  expect(refused).toEqual({ to: 'Too early', partySize: 'Too small' })
  expect(refusedFilters(refused!)).toEqual(['partySize'])
})

test('what has no field is a failure', () => {
  expect(refusedFields(new ApiError(500, 'server.failed'))).toBeUndefined()
  expect(refusedFields(null)).toBeUndefined()
})
