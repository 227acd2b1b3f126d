import { expect, test } from 'vitest'
import { choosing, countChosen, isChosen, noChoice } from './choice.ts'

const marks = (choice: typeof noChoice) => ['a', 'b', 'c'].map((id) => isChosen(choice, id))

test('rows are chosen and let go one by one and by the range', () => {
  const some = choosing(noChoice, ['a', 'b'], true)
  expect(marks(some)).toEqual([true, true, false])
  expect(countChosen(some, 9)).toBe(2)
  expect(marks(choosing(some, ['b', 'c'], false))).toEqual([true, false, false])
})

test('all that match are chosen without being there, but for those let go', () => {
  const all = { ...noChoice, all: true }
  expect(marks(all)).toEqual([true, true, true])
  const but = choosing(all, ['b'], false)
  expect(marks(but)).toEqual([true, false, true])
  expect(countChosen(but, 13_000)).toBe(12_999)
  expect(marks(choosing(but, ['b'], true))).toEqual([true, true, true])
})
