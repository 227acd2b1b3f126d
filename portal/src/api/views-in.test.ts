import { expect, test } from 'vitest'
import { mostViews, viewsIn } from './views-in.ts'

const view = (name: string, search: Record<string, string> = { q: name }) => ({ name, search })

test('SH6: of what stands in a profile only views of that list are taken', () => {
  const kept = [view('Madrid', { city: 'Madrid', sort: '-name' })]
  expect(viewsIn({ views: { venues: kept, reservations: [view('Late')] } }, 'venues')).toEqual(kept)
  for (const settings of [undefined, {}, { views: 'x' }, { views: ['x'] }, { views: { venues: 'x' } }, { views: { venues: null } }])
    expect(viewsIn(settings, 'venues')).toEqual([])
  const odd = [null, 'x', { name: 'a' }, { name: 1, search: {} }, { name: 'b', search: { q: 1 } }, { name: 'c', search: [] }, ...kept]
  expect(viewsIn({ views: { venues: odd } }, 'venues')).toEqual(kept)
  expect(viewsIn({ views: { venues: Array.from({ length: 30 }, (_, at) => view(`${at}`)) } }, 'venues')).toHaveLength(mostViews)
})

test('SH6: views stand by name', () => {
  expect(viewsIn({ views: { venues: [view('Paris'), view('Madrid')] } }, 'venues').map(({ name }) => name)).toEqual(['Madrid', 'Paris'])
})
