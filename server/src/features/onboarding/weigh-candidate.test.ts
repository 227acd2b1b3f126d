import { expect, test } from 'vitest'
import type { CandidateReason, CandidateWarning } from '@tablewire/contracts/onboarding/candidates'
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
  const likely = (reasons: readonly CandidateReason[], warnings: readonly CandidateWarning[]) =>
    isLikely({ reasons, warnings }, quarre, quarre)
  expect(likely(['name', 'address'], ['several'])).toBe(true)
  expect(likely(['name', 'address'], ['unit'])).toBe(false)
  expect(likely(['address', 'phone'], ['several'])).toBe(false)
  expect(likely(['address', 'phone'], [])).toBe(true)
})

test('ON3: the very name is enough where nothing speaks against it', () => {
  const by = (over: Partial<typeof quarre>) => {
    const one = said(over)
    const reasons = reasonsFor(one, quarre)
    return isLikely({ reasons, warnings: warningsFor(one, quarre, 0) }, one, quarre)
  }
  expect(by({ name: 'QUARRÉ', address: '', phone: '' })).toBe(true)
  expect(by({ name: 'Quarré Berlin', address: '', phone: '' })).toBe(false)
  expect(by({ address: 'Am Hafen 1, Kiel', phone: '' })).toBe(false)
  expect(by({ address: '', phone: '+49 431 123456' })).toBe(false)
  expect(by({ address: 'Suite 7', phone: '' })).toBe(false)
})
