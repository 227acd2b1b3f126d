import type { Mapping } from '@tablewire/contracts/import/import.rules'
import { expect, test } from 'vitest'
import { keepChoices } from './keep-choices.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))
const from = (...columns: string[]) => ({ columns, constant: null })
const chosen: Mapping = {
  fields: { name: { ...from('Haus'), clears: true }, city: from('Ort'), country: { columns: [], constant: 'DE' } },
  dateOrder: 'MDY',
  values: { area: { Saal: 'a1' } },
}
const suggested: Mapping = { fields: { name: from('Haus'), city: from('Ort'), website: from('Netz') }, dateOrder: 'DMY', values: {} }

test('RE6: where names stay, what was chosen for them stays: a column left out, empty cells that clear, the same for all rows', () => {
  const columns = named('Haus', 'Ort', 'Netz')
  expect(keepChoices({ mapping: chosen, columns }, { suggested, columns })).toEqual({
    fields: { name: { ...from('Haus'), clears: true }, city: from('Ort'), country: { columns: [], constant: 'DE' } },
    dateOrder: 'DMY',
    values: { area: { Saal: 'a1' } },
  })
})

test('RE6: columns of another name are what they seem to be, beside those that stay', () => {
  const before = { mapping: chosen, columns: named('Haus', 'Ort') }
  expect(keepChoices(before, { suggested, columns: named('Haus', 'Netz') }).fields).toEqual({
    name: { ...from('Haus'), clears: true },
    country: { columns: [], constant: 'DE' },
    website: from('Netz'),
  })
})

test('RE6: words of a field go with the columns it was read from; so does the order of dates', () => {
  const mapping: Mapping = { ...chosen, fields: { date: from('Tag'), area: from('Raum') } }
  const columns = named('Tag', 'Raum')
  const same = { fields: { date: from('Tag'), area: from('Raum') }, dateOrder: 'DMY', values: {} } as const
  expect(keepChoices({ mapping, columns }, { suggested: structuredClone(same) as Mapping, columns })).toEqual(mapping)
  const other: Mapping = { fields: { date: from('Column 1'), area: from('Column 2') }, dateOrder: 'DMY', values: {} }
  expect(keepChoices({ mapping, columns }, { suggested: other, columns: named('Column 1', 'Column 2') })).toEqual(other)
})
