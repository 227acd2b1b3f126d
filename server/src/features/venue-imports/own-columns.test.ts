import { expect, test } from 'vitest'
import { venueSheetPhrases } from '#src/features/venues/venue-sheet-phrases.ts'
import { venueImporter } from './api.ts'

test.each(Object.entries(venueSheetPhrases))('RE6: every column of our export in %s is read or said to be read-only', (_, { columns }) => {
  const sampled = [...Object.values(columns), 'Somebody’s own'].map((name) => ({ name, samples: [], filled: 0, values: [] }))
  const own = venueImporter.ownFields({ kind: 'venues' }, sampled)!
  expect(own.readOnly).toEqual([columns.company, columns.system, columns.listing, columns.meta])
  expect(Object.keys(own.fields)).toHaveLength(Object.keys(columns).length - 4)
  expect(own.left.map(({ name }) => name)).toEqual(['Somebody’s own'])
})
