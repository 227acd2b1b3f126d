import { expect, test } from 'vitest'
import { answers } from './messages.ts'
import { readProto } from './proto-read.ts'

const wrongOf = (text: string): readonly string[] => readProto(answers.CreateBooking, text).wrong

test('reads what the reader of Google reads: int64 either way, either spelling, numbers of enumerations, null as absent', () => {
  const { value, wrong } = readProto(
    answers.CreateBooking,
    '{"booking":{"bookingId":"b1","status":1,"slot":{"start_sec":1606467600,"durationSec":"9007199254740993","resources":{"party_size":"2"}},"offer_info":null}}',
  )
  expect(wrong).toEqual([])
  expect(value).toEqual({
    booking: {
      booking_id: 'b1',
      status: 'CONFIRMED',
      slot: { start_sec: '1606467600', duration_sec: '9007199254740993', resources: { party_size: 2 } },
    },
  })
  expect(readProto(answers.CreateBooking, '{}')).toEqual({ value: {}, wrong: [] })
})

test('refuses what that reader refuses', () => {
  expect(wrongOf('')).toEqual(['the body is empty'])
  expect(wrongOf('<html>')).toEqual(['the body is not JSON'])
  expect(wrongOf('{"booking":{"extra":1}}')).toEqual(['booking.extra: unknown field'])
  expect(wrongOf('{"booking":{"slot":{"start_sec":1606467600.0}}}')).toEqual(['booking.slot.start_sec: 1606467600.0 is no int64'])
  expect(wrongOf('{"booking":{"status":"CANCELLED"}}')).toEqual(['booking.status: "CANCELLED" is no value of its enumeration'])
  expect(wrongOf('{"booking":{"booking_id":1}}')).toEqual(['booking.booking_id: 1 is no string'])
  expect(readProto(answers.BatchAvailabilityLookup, '{"slot_time_availability":[{"available":"true"}]}').wrong).toEqual([
    'slot_time_availability[0].available: "true" is no bool',
  ])
})
