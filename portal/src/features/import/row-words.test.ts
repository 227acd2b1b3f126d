import { expect, test } from 'vitest'
import type { ImportRowResult } from '@tablewire/contracts/import/import-findings'
import { adviceFor, columnInWords, keptInWords, lineOnPhone, shownChange } from './row-words.ts'

const kept = { field: 'name', before: 'Rue Main', after: 'Rue Trois', kept: true }
const written = { field: 'city', before: 'Lyon', after: 'Nice' }

test('RE6: what stays as people left it is not shown as a change', () => {
  expect(shownChange({ changes: [kept] }, undefined)).toBeUndefined()
  expect(shownChange({ changes: [kept] }, 'name')).toBeUndefined()
  expect(shownChange({ changes: [kept, written] }, undefined)).toBe(written)
})

test('RE6: only of a venue it is said that people changed it here; a refused booking was changed by nobody', () => {
  const t = ((key: string) => key) as unknown as Parameters<typeof keptInWords>[0]
  expect(keptInWords(t, 'venues')).toBe('rows.keptHere')
  expect(keptInWords(t, 'reservations')).toBe('rows.notTaken')
  expect(keptInWords(t, 'users')).toBe('rows.notTaken')
})

test('RE6: rows without a time zone name the field to choose it in, or the column it has to stand in', () => {
  const t = ((key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' ')) as unknown as Parameters<
    typeof adviceFor
  >[0]
  expect(adviceFor(t, 'zone.unknown', { fields: {} })).toBe('found.do.zone constants.title field.tz')
  expect(adviceFor(t, 'zone.unknown', { fields: { tz: { columns: ['Zone'], constant: null } } })).toBe('found.do.zoneColumn Zone')
  expect(adviceFor(t, 'name.missing', { fields: {} })).toBeUndefined()
})

test('RE6: on a phone a row says that it is the undo which would remove it, and afterwards what the undo did', () => {
  const t = ((key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' ')) as unknown as Parameters<
    typeof lineOnPhone
  >[0]
  const row: ImportRowResult = { id: '2', line: 2, outcome: 'made', subjectId: null, name: 'Ann', changes: [], findings: [], undo: null }
  expect(lineOnPhone(t, { ...row, undo: { what: 'removed', done: false } }, undefined)).toBe('rows.undo.named rows.undo.removed.would')
  const guests = { field: 'partySize', before: '4', after: '3' }
  const changed: ImportRowResult = { ...row, outcome: 'changed', changes: [guests] }
  expect(lineOnPhone(t, { ...changed, undo: { what: 'restored', done: false } }, undefined)).toBe('field.partySize: 4 → 3')
  expect(lineOnPhone(t, { ...changed, undo: { what: 'kept', done: true } }, undefined)).toBe('rows.undo.named rows.undo.kept.done')
})

test('RE6: a column is told by what it is read into, one that is read into nothing by its own name', () => {
  const t = ((key: string) => key) as unknown as Parameters<typeof columnInWords>[0]
  const fields = { tz: { columns: ['tz'], constant: null }, date: { columns: ['day', 'month'], constant: null } }
  expect(columnInWords(t, { fields }, 'tz')).toBe('field.tz')
  expect(columnInWords(t, { fields }, 'day, month')).toBe('field.date')
  expect(columnInWords(t, { fields }, 'their own')).toBe('their own')
  expect(columnInWords(t, { fields }, '')).toBe('')
})
