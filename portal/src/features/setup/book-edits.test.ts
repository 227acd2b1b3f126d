import { expect, test } from 'vitest'
import { isWhole } from './book-edits.ts'

const area = { id: 'a', name: 'Room', description: '', capacity: 20, byDefault: true, online: true }
const day = {
  id: 'd',
  name: 'Fiesta',
  fromOn: '2026-12-24',
  toOn: '2026-12-24',
  openingHours: [{ from: '12:00', to: '16:00' }],
  shifts: null,
}
const closure = { id: 'c', name: 'Holiday', fromOn: '2026-12-25', toOn: '2026-12-25', from: null, to: null, areaId: null }
const book = { areas: [area], specialDays: [day], closures: [closure], shifts: [] }

test('a book is asked about when everything in it has a name, its dates, its times and its seats', () => {
  expect(isWhole(book)).toBe(true)
  expect(isWhole({ ...book, areas: [area, { ...area, name: ' ' }] })).toBe(false)
  expect(isWhole({ ...book, areas: [{ ...area, capacity: Number.NaN }] })).toBe(false)
  expect(isWhole({ ...book, specialDays: [{ ...day, name: '' }] })).toBe(false)
  expect(isWhole({ ...book, specialDays: [{ ...day, fromOn: '' }] })).toBe(false)
  expect(isWhole({ ...book, specialDays: [{ ...day, openingHours: [{ from: '12:00', to: '' }] }] })).toBe(false)
})
