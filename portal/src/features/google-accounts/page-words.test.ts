import { readFileSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import { placeOf } from './launch/figures.ts'

vi.hoisted(() => Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } }))
// Other files of this process would take it for a browser's.
afterAll(() => void Reflect.deleteProperty(globalThis, 'document'))

const phrases = (of: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(of, import.meta.url), 'utf8')) as Record<string, string>

test('GO1: pages are called in the launch room as the menu calls them', () => {
  for (const lang of ['en', 'de', 'fr', 'es', 'nl']) {
    const [own, menu] = [phrases(`./${lang}.json`), phrases(`../../app/${lang}.json`)]
    expect(own['page./connection-health'], lang).toBe(menu['nav.health'])
    expect(own['page./traces'], lang).toBe(menu['nav.traces'])
    expect(own['check.do.told_late'], lang).toContain(menu['nav.health'])
    expect(own['feeds.missing'], lang).toContain(own['tab.setup'])
  }
})

test('GO1: from a figure one comes to the calls that it counts, and to no others', () => {
  const channel = '01900000-0000-7000-8000-000000000001'
  const way = { to: '/traces', search: { channel, flow: 'channel-hub', span: '168' } }
  expect(placeOf({ name: 'lookup_errors' }, channel)).toEqual({
    ...way,
    search: { ...way.search, op: 'availabilityBatch', outcome: 'trouble' },
  })
  expect(placeOf({ name: 'booking_time' }, channel)).toMatchObject({ search: { channel, op: 'book', slow: '4000' } })
  expect(placeOf({ name: 'change_errors' }, channel)).toEqual({ to: '/traces', search: { ...way.search, outcome: 'trouble' } })
  expect(placeOf({ name: 'feeds' }, channel)).toEqual({ tab: 'feeds' })
})
