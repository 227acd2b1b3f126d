import { expect, test } from 'vitest'
import { dataAge, noteAge } from './data-age.ts'

const answer = (secondsAgo?: number) => ({
  headers: new Headers(secondsAgo === undefined ? {} : { 'data-as-of': new Date(Date.now() - secondsAgo * 1000).toISOString() }),
})

test('an answer of a standby that is some seconds old is kept with its moment, until a newer one comes', () => {
  const list = { id: 'a.list', mayLag: true as const }
  const old = answer(8)
  noteAge(list, old)
  expect(dataAge(list)).toBe(old.headers.get('data-as-of'))
  noteAge(list, answer(1))
  expect(dataAge(list)).toBeUndefined()
  noteAge(list, answer(9))
  noteAge(list, answer())
  expect(dataAge(list)).toBeUndefined()
})

test('what nobody but the primary answers has no age', () => {
  noteAge({ id: 'b.get' }, answer(60))
  expect(dataAge({ id: 'b.get' })).toBeUndefined()
})
