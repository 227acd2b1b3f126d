import { type Mapping, missingTargets, targetsOf } from '@tablewire/contracts/import/import.rules'
import { expect, test } from 'vitest'
import { applySaved, fromParts, partsOf, targetOf, withColumn, withConstant, withValue } from './import-mapping.ts'

const empty: Mapping = { fields: {}, dateOrder: 'DMY', values: {} }
const target = (name: string) => targetsOf('reservations').find((one) => one.name === name)

test('RE6: a column is read into one field; where one may stand the later one counts, else they add up', () => {
  const first = withColumn(empty, 'Mail', target('email'))
  const second = withColumn(first, 'Mail 2', target('email'))
  expect(second.fields).toEqual({ email: { columns: ['Mail 2'], constant: null } })
  const party = withColumn(withColumn(empty, 'adults', target('partySize')), 'children', target('partySize'))
  expect(party.fields['partySize']!.columns).toEqual(['adults', 'children'])
  expect(targetOf(withColumn(party, 'adults', target('notes')), 'adults')).toBe('notes')
  expect(withColumn(first, 'Mail', undefined).fields).toEqual({})
})

test('RE6: a constant serves all rows until a column is read', () => {
  const constant = withConstant(empty, 'time', '19:00')
  expect(missingTargets({ kind: 'reservations', venueId: 'v' }, constant)).toEqual(['date', 'partySize'])
  expect(withColumn(constant, 'At', target('time')).fields['time']).toEqual({ columns: ['At'], constant: null })
  expect(withConstant(constant, 'time', '').fields).toEqual({})
})

test('RE6: a saved mapping brings what this file has columns for, and the words', () => {
  const saved = withValue(
    withColumn(withColumn(empty, 'Day', target('date')), 'Gone', target('notes')),
    { field: 'status', word: 'ok' },
    'confirmed',
  )
  expect(applySaved('reservations', saved, [{ name: 'Day' }])).toEqual({
    fields: { date: { columns: ['Day'], constant: null } },
    dateOrder: 'DMY',
    values: { status: { ok: 'confirmed' } },
  })
})

test('RE6: a mapping taken apart and put together is the same', () => {
  const mapping = withValue(withConstant(withColumn(empty, 'Day', target('date')), 'time', '19:00'), { field: 'area', word: 'Hall' }, '')
  const names = targetsOf('reservations').map(({ name }) => name)
  expect(fromParts(partsOf(mapping, names))).toEqual(mapping)
})
