import { expect, test } from 'vitest'
import { inOneLine, notedMeals } from './notes-of-day.ts'

const note = (mealId: string | null, content: string, mealName = '') => ({
  mealId,
  mealName,
  content,
  version: 1,
  authorName: 'Ada',
  writtenAt: '2031-06-12T10:00:00Z',
})
const meals = [
  { id: 'l', name: 'Lunch', from: '12:00', to: '15:00' },
  { id: 'd', name: 'Dinner', from: '18:00', to: '23:00' },
]

test('each meal has its note; a day without any has one of its own, and what was written of a meal that is gone stays', () => {
  expect(notedMeals({ meals: [], notes: [] })).toEqual([{ mealId: null, name: '', note: undefined }])
  const noted = notedMeals({
    meals,
    notes: [note('d', 'No oysters\nTwo are ill'), note(null, 'Street closed'), note('x', 'Late', 'Supper')],
  })
  expect(noted.map(({ name, note: one }) => [name, one?.content])).toEqual([
    ['', 'Street closed'],
    ['Lunch', undefined],
    ['Dinner', 'No oysters\nTwo are ill'],
    ['Supper', 'Late'],
  ])
  expect(inOneLine(noted)).toEqual([
    { name: '', text: 'Street closed' },
    { name: 'Dinner', text: 'No oysters' },
    { name: 'Supper', text: 'Late' },
  ])
  // One that was taken back, of a meal that is gone, is nothing any more.
  expect(notedMeals({ meals, notes: [note('x', '')] })).toHaveLength(2)
})
