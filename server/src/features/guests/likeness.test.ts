import { expect, test } from 'vitest'
import { type Address, alike, fold, judge } from './likeness.ts'

const ana: Address = { firstName: 'Ana', lastName: 'Peña', email: 'ana@guests.test', phone: '+34600111222' }
const as = (over: Partial<Address>): Address => ({ ...ana, ...over })

test('two strong keys make one person, whichever they are, however they are written', () => {
  expect(judge(ana, as({ phone: null, firstName: 'ANA', lastName: 'Pena' }))).toBe('same')
  expect(judge(ana, as({ phone: '+34600999888' }))).toBe('same')
  expect(judge(ana, as({ email: null }))).toBe('same')
  expect(judge(ana, as({ firstName: '' }))).toBe('same')
  expect(judge(ana, as({ email: 'ANA+window@guests.test' }))).toBe('same')
})

test('what contradicts is asked: who books for an office, who shares a telephone, who has two addresses', () => {
  expect(judge(ana, as({ firstName: 'Luis', lastName: 'Boss' }))).toBe('ask')
  expect(judge(ana, as({ firstName: 'Luis' }))).toBe('ask')
  expect(judge(ana, as({ email: 'luis@guests.test', firstName: 'Luis' }))).toBe('ask')
  expect(judge(ana, as({ email: 'ana@office.test' }))).toBe('ask')
})

test('a name alone says nothing', () => {
  expect(judge(ana, as({ email: null, phone: null }))).toBe('different')
  expect(judge(ana, as({ email: 'other@guests.test', phone: '+34600999888' }))).toBe('different')
  expect(alike(ana, as({ email: null, phone: null }))).toEqual(['name'])
  expect(['Łukasz', 'IŞIK ışık', 'Strauß STRAUẞ', 'ΣΊΣΥΦΟΣ', 'Sørensen Æble Œuvre', 'मीरा वेंकट', 'שָׁלוֹם', 'مُحَمَّد'].map(fold)).toEqual([
    'lukasz',
    'isik isik',
    'strauss strauss',
    'σισυφοσ',
    'sorensen aeble oeuvre',
    'मीरा वेंकट',
    'שלום',
    'محمد',
  ])
  expect(fold('  Þórr  Ångström-O’Neill ')).toBe('þorr angstrom-o neill')
})
