import { expect, test } from 'vitest'
import { isLikely, reasonsFor, streetOf, unitOf, warningsFor } from './weigh-candidate.ts'

const quarre = { name: 'Restaurant Quarré', address: 'Unter den Linden 77, 10117 Berlin', phone: '+49 30 22610', country: 'DE' }
const said = (over: Partial<typeof quarre>) => ({ ...quarre, ...over })

test('ON3: written in another way it is the same name, address and phone', () => {
  expect(reasonsFor(said({ name: 'QUARRE', address: '77 Unter den Linden', phone: '030 22610' }), quarre)).toEqual([
    'name',
    'address',
    'phone',
  ])
  expect(reasonsFor(said({ name: 'Quarré Berlin', address: '', phone: '' }), quarre)).toEqual(['name_alike'])
  expect(reasonsFor(said({ name: 'Sra Bua', address: 'Linden', phone: '1' }), quarre)).toEqual([])
})

test('ON3: the number of a suite is no number of a street, and is told', () => {
  expect(streetOf('Main St 5, Suite 210, Austin')).toBe('Main St 5')
  expect(streetOf('Rua Nova, 12, Lisboa')).toBe('Rua Nova 12')
  expect(unitOf('Main St 5 Ste. 210')).toBe('210')
  expect(unitOf('Calle Top 3')).toBe('3')
  expect(warningsFor(said({ address: 'Main St 5, Suite 2' }), said({ address: 'Main St 5' }), 0)).toEqual(['unit'])
})

test('ON3: in a house of several restaurants only its very name tells one apart', () => {
  expect(isLikely(['name', 'address'], ['several'])).toBe(true)
  expect(isLikely(['name', 'address'], ['unit'])).toBe(false)
  expect(isLikely(['address', 'phone'], ['several'])).toBe(false)
  expect(isLikely(['address', 'phone'], [])).toBe(true)
  expect(isLikely(['name'], [])).toBe(false)
})
