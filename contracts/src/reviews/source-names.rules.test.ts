import { expect, test } from 'vitest'
import { sourceName } from './source-names.rules.ts'

test('sources are named as guests know them', () => {
  expect(['google', 'guide', 'own', 'x.y'].map((source) => sourceName(source, 'Our guests'))).toEqual([
    'Google',
    'Guide',
    'Our guests',
    'X.y',
  ])
})
