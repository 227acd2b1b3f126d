import { expect, test } from 'vitest'
import { shownChange } from './row-words.ts'

const kept = { field: 'name', before: 'Rue Main', after: 'Rue Trois', kept: true }
const written = { field: 'city', before: 'Lyon', after: 'Nice' }

test('RE6: what stays as people left it is not shown as a change', () => {
  expect(shownChange({ changes: [kept] }, undefined)).toBeUndefined()
  expect(shownChange({ changes: [kept] }, 'name')).toBeUndefined()
  expect(shownChange({ changes: [kept, written] }, undefined)).toBe(written)
})
