import { expect, test } from 'vitest'
import { errorOfAnswer } from './api-error.ts'

test('ER1: a failure keeps status, code and every field of the answer beside its text', () => {
  const error = errorOfAnswer(400, 'PUT', { message: 'Please check the form', code: 'request.invalid', errors: { city: ['too long'] } })
  expect(error).toMatchObject({
    status: 400,
    code: 'request.invalid',
    errors: { city: ['too long'] },
    message: 'city:too long',
    passing: false,
  })
  expect(errorOfAnswer(503, 'GET', '')).toMatchObject({ passing: true, code: 'apiError', message: 'apiError' })
})
