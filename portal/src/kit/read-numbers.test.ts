import { expect, test } from 'vitest'
import { readNumbers } from './read-numbers.ts'

test.each<[string, number[], string[]]>([
  ['', [], []],
  ['6, 2;4 2', [2, 4, 6], []],
  ['2, 4-6', [2, 4, 5, 6], []],
  ['4 – 6', [4, 5, 6], []],
  ['2, four', [2], ['four']],
  ['0, 2, 101', [2], ['0', '101']],
  ['2.5, 6-4, -3, 1e2', [], ['2.5', '6-4', '-3', '1e2']],
])('%j', (text, numbers, wrong) => {
  expect(readNumbers(text, { min: 1, max: 100 })).toEqual({ numbers, wrong })
})
