import { expect, test } from 'vitest'
import { namesFirst } from './names-first.ts'

const called = (firstName: string, lastName: string) => ({ guest: { firstName, lastName } })
const names = (rows: readonly ReturnType<typeof called>[]) => rows.map(({ guest }) => `${guest.firstName} ${guest.lastName}`)

test('whoever is called so comes before those with the letters in the middle of a name', () => {
  const rows = [called('Maximiliane-Theodora', 'Abel'), called('Theodora', 'Best'), called('Dora', 'Dean'), called('Ana', 'Dorant')]
  expect(names(namesFirst(rows, 'dora'))).toEqual(['Dora Dean', 'Ana Dorant', 'Maximiliane-Theodora Abel', 'Theodora Best'])
  expect(names(namesFirst([called('Theodora', 'Best'), called('Dóra', 'Nagy')], ' Dora '))).toEqual(['Dóra Nagy', 'Theodora Best'])
  expect(names(namesFirst([called('Ana', 'Lopez'), called('Dora', 'Dean')], 'dora d'))).toEqual(['Dora Dean', 'Ana Lopez'])
})
