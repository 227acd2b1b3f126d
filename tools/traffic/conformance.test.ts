import { bc } from '@tablewire/contracts/channels/channel-api'
import { reservations } from '@tablewire/contracts/booking/reservations'
import { expect, test } from 'vitest'
import { checkAnswer, differences } from './conformance.ts'

const json = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers({ 'content-type': 'application/json; charset=utf-8', ...headers }),
  text: typeof body === 'string' ? body : JSON.stringify(body),
})
const id = '01900000-0000-7000-8000-000000000001'
const requestId = 'a-request'
const hold = { id, holdingTime: 300, expiresAt: 1_800_000_000, venueMessage: null }

test('takes a good answer as it is', () => {
  expect(checkAnswer(bc.hold, json(201, hold))).toEqual({ checked: { ok: true, data: hold }, faults: [] })
})

test.each([
  [json(200, hold), 'status 200 instead of 201'],
  [json(201, { ...hold, secret: 1 }), 'secret: not in the contract'],
  [json(201, { ...hold, holdingTime: 'long' }), 'holdingTime'],
  [json(201, 'not json'), 'no JSON'],
  [json(201, hold, { 'content-type': 'text/html' }), 'not JSON by its content-type'],
  [json(418, { message: 'x', code: 'slot.taken', requestId }), 'code slot.taken with status 418 instead of 409'],
  [json(409, { message: 'x', code: 'slot.vanished', requestId }), 'code slot.vanished is unknown'],
  [json(422, { message: 'x', code: 'password.wrong', requestId }), 'code password.wrong is not declared for bc.hold'],
  [json(409, { error: 'x' }), 'without the error body'],
  [json(409, { message: ' ', code: 'slot.taken', requestId }), 'without words'],
  [json(500, { message: 'select id from venues', code: 'server.failed', requestId }), 'the server failed'],
  [json(500, { message: 'select id from venues', code: 'server.failed', requestId }), 'shows the inside'],
  [json(429, { message: 'x', code: 'rate.limited', requestId }), '429 without Retry-After'],
  [json(502, '<html>Bad Gateway</html>'), 'no JSON'],
])('finds the fault in %j', (answer, fault) => {
  expect(checkAnswer(bc.hold, answer).faults.join('\n')).toContain(fault)
})

test('a declared refusal is no fault', () => {
  expect(checkAnswer(bc.hold, json(409, { message: 'Taken', code: 'slot.taken', requestId }))).toEqual({
    checked: { ok: false, code: 'slot.taken' },
    faults: [],
  })
  expect(checkAnswer(bc.hold, json(429, { message: 'Slow', code: 'rate.limited', requestId }, { 'retry-after': '3' })).faults).toEqual([])
})

test('looks inside the envelope, and for what stands beside it', () => {
  expect(checkAnswer(reservations.resend, json(200, { data: { sentTo: 'a' } })).faults).toEqual([])
  expect(checkAnswer(reservations.resend, json(200, { data: { sentTo: 'a' }, debug: 1 })).faults).toEqual(['debug: not in the contract'])
})

test('says where two answers differ', () => {
  expect(differences({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toEqual([])
  expect(differences({ a: [1, { b: 2 }], c: null }, { a: [1, { b: 3 }] })).toEqual(['a.1.b: 2 and 3', 'c: null and undefined'])
})
